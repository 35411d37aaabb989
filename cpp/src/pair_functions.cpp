#include "drupe/pair_functions.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace drupe {

template <class T>
PairFunctions<T>::PairFunctions(const T* weights, std::vector<std::size_t> starts, std::vector<double> offsets)
    : classes_(starts.size() < 2 ? 0 : starts.size() - 1), others_(classes_ < 2 ? 0 : classes_ - 1),
      starts_(std::move(starts)), offsets_(std::move(offsets)) {
    if (classes_ < 2 || offsets_.size() * 2 != classes_ * others_)
        throw std::invalid_argument("there is not one offset for each pair of classes");
    if (starts_.front() != 0 || !std::is_sorted(starts_.begin(), starts_.end()))
        throw std::invalid_argument("the columns of the classes do not follow each other");
    const auto& loops = target().loops<T>();
    for (std::size_t c = 0; c < classes_; ++c) {
        const std::size_t begin = begins_.emplace_back(starts_[c] / loops.lanes * loops.lanes);
        const std::size_t count = starts_[c + 1] - begin;
        std::vector<T> own(others_ * count, T(0));
        for (std::size_t r = 0; r < others_; ++r) {
            const T* row = weights + r * columns();
            std::copy(row + starts_[c], row + starts_[c + 1], own.data() + r * count + (starts_[c] - begin));
        }
        weights_.emplace_back(own.data(), others_, count, loops);
    }
}

template <class T>
void PairFunctions<T>::add(const T* tile, std::size_t rows, std::size_t first, std::size_t columns, std::size_t ld,
                           double* sums) const {
    const std::size_t last = first + columns;
    // The first class that reaches into the tile, and all that begin before its end.
    const auto reaches = std::upper_bound(starts_.begin() + 1, starts_.end(), first) - (starts_.begin() + 1);
    for (auto c = static_cast<std::size_t>(reaches); c < classes_ && starts_[c] < last; ++c) {
        const std::size_t from = std::max(first, begins_[c]);
        const std::size_t to = std::min(last, starts_[c + 1]);
        weights_[c].multiply(tile + (from - first), rows, from - begins_[c], to - from, ld,
                             {sums + c * others_, classes_ * others_});
    }
}

template <class T>
void PairFunctions<T>::outputs(const double* sums, double* out) const {
    const double* offset = offsets_.data();
    for (std::size_t i = 0; i < others_; ++i) {
        const double* ours = sums + i * others_;
        for (std::size_t j = i + 1; j < classes_; ++j) *out++ = (ours[j - 1] + sums[j * others_ + i]) + *offset++;
    }
}

template <class T>
Winner PairFunctions<T>::winner(const double* outputs, const double* doubts, std::vector<std::int64_t>& votes) const {
    votes.assign(classes_, 0);
    bool doubtful = false;
    std::size_t p = 0;
    for (std::size_t i = 0; i < others_; ++i) {
        std::int64_t won = 0;
        for (std::size_t j = i + 1; j < classes_; ++j, ++p) {
            const bool first = outputs[p] > 0.0;
            won += first ? 1 : 0;
            votes[j] += first ? 0 : 1;
            doubtful |= !(std::abs(outputs[p]) > doubts[p]);  // what is no number is not beyond doubt
        }
        votes[i] += won;
    }
    const auto best = static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
    return {static_cast<std::int64_t>(best), !doubtful || stays(outputs, doubts, best, votes)};
}

/// Whether the winner keeps enough: at least the votes that are certain, where no other class gets more than its certain
/// and all its doubtful ones.
template <class T>
bool PairFunctions<T>::stays(const double* outputs, const double* doubts, std::size_t winner,
                             std::vector<std::int64_t>& votes) const {
    votes.assign(classes_, 0);  // of the others the most that they can have
    std::int64_t kept = 0;
    std::size_t p = 0;
    for (std::size_t i = 0; i < others_; ++i) {
        for (std::size_t j = i + 1; j < classes_; ++j, ++p) {
            const bool beyond = std::abs(outputs[p]) > doubts[p];
            const bool first = outputs[p] > 0.0;
            if (beyond && winner == (first ? i : j)) ++kept;
            votes[i] += !beyond || first ? 1 : 0;
            votes[j] += !beyond || !first ? 1 : 0;
        }
    }
    for (std::size_t c = 0; c < classes_; ++c) {
        const bool beaten = kept > votes[c] || (kept == votes[c] && c > winner);  // the lowest code among equals
        if (c != winner && !beaten) return false;
    }
    return true;
}

template class PairFunctions<float>;
template class PairFunctions<double>;

}  // namespace drupe
