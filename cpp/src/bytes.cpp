#include "drupe/bytes.hpp"

#include <algorithm>

namespace drupe {

template <class T>
bool ByteColumns<T>::pack(const CsrView<T>& source) {
    const std::size_t nonzeros = source.nonzeros();
    const T value = nonzeros == 0 ? T(0) : source.values[0];
    if (value == 0 || std::any_of(source.values, source.values + nonzeros, [=](T x) { return x != value; }))
        return false;
    entries_.resize(source.rows);
    for (std::size_t i = 0; i < source.rows; ++i)
        entries_[i] = static_cast<std::size_t>(source.starts[i + 1] - source.starts[i]);
    if (longest() > greatest_count) return false;
    value_ = value;
    depth_ = source.columns;
    bytes_.assign(rounded_up(source.rows, tile_columns) * depth_, 0);
    for (std::size_t i = 0; i < source.rows; ++i) {
        for (auto e = source.starts[i]; e < source.starts[i + 1]; ++e) {
            column(i)[static_cast<std::size_t>(source.indices[e]) * tile_columns] = 1;
        }
    }
    return true;
}

template <class T>
bool ByteColumns<T>::pack(const PanelsView<T>& source) {
    const auto end = source.numbers.end();
    const auto first = std::find_if(source.numbers.begin(), end, [](T x) { return x != 0; });
    if (first == end) return false;
    const T value = *first;
    if (std::any_of(first, end, [=](T x) { return x != 0 && x != value; })) return false;
    value_ = value;
    depth_ = source.depth;
    entries_.assign(source.size, 0);
    bytes_.assign(rounded_up(source.size, tile_columns) * depth_, 0);
    for (std::size_t i = 0; i < source.size; ++i) {
        const T* from = source.numbers.data() + i / source.step * source.step * depth_ + i % source.step;
        for (std::size_t k = 0; k < depth_; ++k) {
            if (from[k * source.step] == 0) continue;
            column(i)[k * tile_columns] = 1;
            ++entries_[i];
        }
    }
    return longest() <= greatest_count;
}

template <class T>
std::size_t ByteColumns<T>::longest() const {
    return entries_.empty() ? 0 : *std::max_element(entries_.begin(), entries_.end());
}

template <class T>
Array<T> ByteColumns<T>::norms() const {
    Array<T> norms(rounded_up(entries_.size(), tile_columns), T(0));
    for (std::size_t i = 0; i < entries_.size(); ++i) norms[i] = value_ * value_ * static_cast<T>(entries_[i]);
    return norms;
}

template <class T>
bool ByteColumns<T>::alike(const T* values, std::size_t count) const {
    return count <= greatest_count && std::all_of(values, values + count, [this](T x) { return x == value_; });
}

template class ByteColumns<float>;
template class ByteColumns<double>;

}  // namespace drupe
