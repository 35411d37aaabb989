#include "drupe/whole_scale.hpp"

namespace drupe {

namespace {

/// Entries that are looked at before all are.
constexpr std::size_t looked_at = 8192;

/// Into so many parts a scale may be divided that does not fit all entries.
constexpr int most_parts = 16;

/// How far from a whole number the multiple of a gap may be that is a difference of rounded numbers.
constexpr double roughly_whole = 0.1;

/// The sizes of some entries, rising, without zeros; infinity among them if one is not finite.
template <class T>
std::vector<double> some_sizes(const VectorsView<T>& source, const Array<T>& shift) {
    const std::size_t rows = row_count(source);
    std::vector<T> row(column_count(source));
    const std::size_t chosen =
        std::min(rows, std::clamp<std::size_t>(looked_at / std::max<std::size_t>(1, row.size()), 4, 64));
    std::vector<double> sizes;
    for (std::size_t v = 0; v < chosen; ++v) {
        spread(source, v * rows / chosen, shift, row.data());
        for (const T x : row) {
            if (x != 0)
                sizes.push_back(std::isfinite(x) ? std::abs(static_cast<double>(x))
                                                 : std::numeric_limits<double>::infinity());
        }
    }
    std::sort(sizes.begin(), sizes.end());
    return sizes;
}

}  // namespace

template <class T>
double likely_scale(const VectorsView<T>& source, const Array<T>& shift) {
    const auto sizes = some_sizes(source, shift);
    if (sizes.empty() || !std::isfinite(sizes.back())) return 0.0;
    double gap = sizes.front();
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        const double apart = sizes[i] - sizes[i - 1];
        if (apart > 4.0 * std::numeric_limits<T>::epsilon() * sizes[i]) gap = std::min(gap, apart);
    }
    const double greatest = sizes.back();
    for (int parts = 1; parts <= most_parts && gap * greatest_short >= greatest * parts; ++parts) {
        // A gap is the less exact the smaller it is; the largest number is exact, and says what the scale is.
        const double multiple = greatest / gap * parts;
        if (std::abs(multiple - rounded(multiple)) < roughly_whole) return greatest / rounded(multiple);
    }
    return 0.0;
}

template <class T>
double finer_scale(T misfit, double scale) {
    for (int parts = 2; parts <= most_parts; ++parts) {
        if (is_multiple(misfit, rounded(static_cast<double>(misfit) / scale * parts), scale / parts))
            return scale / parts;
    }
    return 0.0;
}

template double likely_scale<float>(const VectorsView<float>&, const Array<float>&);
template double likely_scale<double>(const VectorsView<double>&, const Array<double>&);
template double finer_scale<float>(float, double);
template double finer_scale<double>(double, double);

}  // namespace drupe
