#include "drupe/owned.hpp"

namespace drupe {

template <class T>
OwnedExamples<T>::OwnedExamples(const Examples<T>& from, const std::int64_t* index, std::size_t count) {
    view_.count = count;
    for (const auto& vectors : from.vectors) {
        std::visit([&](const auto& view) { copy(view, index); }, vectors);
    }
    for (const double* function : from.functions) {
        auto& values = functions_.emplace_back(std::make_unique<std::vector<double>>(count));
        for (std::size_t i = 0; i < count; ++i) (*values)[i] = function[index[i]];
        view_.functions.push_back(values->data());
    }
    identity_.resize(count);
    for (std::size_t i = 0; i < count; ++i) identity_[i] = from.identity[index[i]];
    view_.identity = identity_.data();
}

template <class T>
void OwnedExamples<T>::copy(const DenseView<T>& from, const std::int64_t* index) {
    auto& values = dense_.emplace_back(std::make_unique<Array<T>>(view_.count * from.columns));
    for (std::size_t i = 0; i < view_.count; ++i) {
        const T* row = from.row(static_cast<std::size_t>(index[i]));
        for (std::size_t k = 0; k < from.columns; ++k) {
            (*values)[i * from.columns + k] = row[static_cast<std::ptrdiff_t>(k) * from.column_stride];
        }
    }
    view_.vectors.push_back(
        DenseView<T>{values->data(), view_.count, from.columns, static_cast<std::ptrdiff_t>(from.columns), 1});
}

template <class T>
void OwnedExamples<T>::copy(const CsrView<T>& from, const std::int64_t* index) {
    auto& rows = *sparse_.emplace_back(std::make_unique<SparseRows<T>>());
    rows.starts.push_back(0);
    std::int64_t entries = 0;
    for (std::size_t i = 0; i < view_.count; ++i) entries += from.starts[index[i] + 1] - from.starts[index[i]];
    rows.values.reserve(static_cast<std::size_t>(entries));
    rows.indices.reserve(static_cast<std::size_t>(entries));
    for (std::size_t i = 0; i < view_.count; ++i) {
        const auto begin = from.starts[index[i]];
        const auto end = from.starts[index[i] + 1];
        rows.values.insert(rows.values.end(), from.values + begin, from.values + end);
        rows.indices.insert(rows.indices.end(), from.indices + begin, from.indices + end);
        rows.starts.push_back(static_cast<std::int64_t>(rows.values.size()));
    }
    view_.vectors.push_back(rows.view(from.columns));
}

template class OwnedExamples<float>;
template class OwnedExamples<double>;

}  // namespace drupe
