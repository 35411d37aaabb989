#include "drupe/rows_by_class.hpp"

#include <cmath>
#include <type_traits>

#include "drupe/parallel.hpp"

namespace drupe {

namespace {

/// Examples from which on evaluators are worth being made in parallel.
constexpr std::size_t worth_threads = 500;

/// The rate of exp(rate ‖x − z‖²), if that is the whole program.
template <class T>
std::optional<double> gaussian_rate(const Program& program) {
    const auto& code = program.code;
    if (program.bases.size() != 1 || program.bases[0].metric != Metric::squared || code.size() != 2) return {};
    if (code[0].op != Op::base || code[1].op != Op::exp) return {};
    const double rate = code[1].a;
    return rate <= 0.0 && std::isfinite(static_cast<T>(2.0 * rate)) ? std::optional(rate) : std::nullopt;
}

}  // namespace

template <class T>
RowsByClass<T>::RowsByClass(const Computed<T>& source, const std::vector<std::vector<std::int64_t>>& members,
                            int threads)
    : sample_(source.sample), program_(*source.program) {
    const auto rate = gaussian_rate<T>(program_);
    const auto* dense = rate ? std::get_if<DenseView<T>>(&sample_.vectors[0]) : nullptr;
    if (dense == nullptr) {
        prepare(members, threads);
        return;
    }
    if constexpr (std::is_same_v<T, float>) {
        whole_ = WholeClasses::of(*dense, *rate, members, threads);
        if (whole_) return;
    }
    if (DenseClasses<T>::suits(*dense)) {
        dense_.emplace(*dense, *rate, members, threads);
    } else {
        prepare(members, threads);
    }
}

template <class T>
void RowsByClass<T>::prepare(const std::vector<std::vector<std::int64_t>>& members, int threads) {
    owned_.resize(members.size());
    evaluators_.resize(members.size());
    parallel_tasks(members.size(), sample_.count > worth_threads ? threads : 1, [&] {
        return [&](std::size_t c) {
            owned_[c] = std::make_unique<OwnedExamples<T>>(sample_, members[c].data(), members[c].size());
            evaluators_[c] = std::make_unique<Evaluator<T>>(program_, owned_[c]->view());
        };
    });
}

template <class T>
RowsByClass<T>::Worker::Worker(const RowsByClass& rows) : rows_(rows) {
    for (const auto& evaluator : rows.evaluators_) workers_.emplace_back(*evaluator);
}

template <class T>
void RowsByClass<T>::Worker::row(std::size_t e, std::size_t c, T* out) {
    if (rows_.dense_) return rows_.dense_->row(e, c, out);
    if constexpr (std::is_same_v<T, float>) {
        if (rows_.whole_) return rows_.whole_->row(e, c, out);
    }
    workers_[c].row(rows_.sample_, e, out);
}

template class RowsByClass<float>;
template class RowsByClass<double>;

}  // namespace drupe
