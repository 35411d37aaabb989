#include "drupe/whole_classes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <numbers>

#include "drupe/parallel.hpp"
#include "drupe/whole_scale.hpp"

namespace drupe {

namespace {

/// How often the scale may turn out to be a fraction of what was thought.
constexpr int attempts = 8;

/// Numbers below which threads cost more to wake than they save.
constexpr std::size_t worth_threads = 500000;

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();
constexpr double greatest_distance = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t greatest_place = std::numeric_limits<std::uint16_t>::max();

bool whole_numbers(const float* from, std::size_t count, double scale, std::int16_t* to) {
    return target().whole.from_single(from, count, scale, to);
}

bool whole_numbers(const double* from, std::size_t count, double scale, std::int16_t* to) {
    return target().whole.from_double(from, count, scale, to);
}

/// Least and greatest number of every column.
struct Bounds {
    explicit Bounds(std::size_t columns)
        : least(columns, std::numeric_limits<std::int16_t>::max()),
          greatest(columns, std::numeric_limits<std::int16_t>::min()) {}

    void see(const std::int16_t* low, const std::int16_t* high) {
        for (std::size_t k = 0; k < least.size(); ++k) {
            least[k] = std::min(least[k], low[k]);
            greatest[k] = std::max(greatest[k], high[k]);
        }
    }

    std::vector<std::int16_t> least, greatest;
};

}  // namespace

/// One thread's place to turn rows into whole numbers.
template <class T>
class WholeClasses::Reader {
public:
    Reader(const DenseView<T>& sample, double scale)
        : sample_(sample), scale_(scale), numbers_(rounded_up(sample.columns, 4), 0) {}

    /// Whether the row is one of whole numbers, which then are in `numbers`, followed by zeros.
    bool read(std::size_t i) {
        const T* row = sample_.row(i);
        if (sample_.column_stride != 1) {
            straight_.resize(sample_.columns);
            for (std::size_t k = 0; k < sample_.columns; ++k)
                straight_[k] = row[static_cast<std::ptrdiff_t>(k) * sample_.column_stride];
            row = straight_.data();
        }
        return whole_numbers(row, sample_.columns, scale_, numbers_.data());
    }

    [[nodiscard]] std::vector<std::int16_t>& numbers() { return numbers_; }

    /// A part of the scale that fits the first number of the row that is no multiple of it; 0 if there is none.
    [[nodiscard]] double finer(std::size_t i) const {
        const T* row = sample_.row(i);
        for (std::size_t k = 0; k < sample_.columns; ++k) {
            const T x = row[static_cast<std::ptrdiff_t>(k) * sample_.column_stride];
            std::int16_t number = 0;
            if (!whole_numbers(&x, 1, scale_, &number)) return std::isfinite(x) ? finer_scale(x, scale_) : 0.0;
        }
        return 0.0;
    }

private:
    const DenseView<T>& sample_;
    double scale_;
    std::vector<std::int16_t> numbers_;
    std::vector<T> straight_;
};

namespace {

/// The first row that holds something else than multiples of the scale, and the bounds of the columns if there is none.
template <class Reader>
std::size_t first_misfit(const Reader& reader, std::size_t rows, int threads, Bounds& bounds) {
    std::atomic<std::size_t> first{nobody};
    std::mutex merging;
    parallel_stretches(rows, threads, [&](std::size_t begin, std::size_t end) {
        Reader mine = reader;
        Bounds seen(bounds.least.size());
        for (std::size_t i = begin; i < end && i < first.load(std::memory_order_relaxed); ++i) {
            if (mine.read(i)) {
                seen.see(mine.numbers().data(), mine.numbers().data());
                continue;
            }
            for (std::size_t known = first.load(); i < known && !first.compare_exchange_weak(known, i);) {
            }
            break;
        }
        const std::scoped_lock lock(merging);
        bounds.see(seen.least.data(), seen.greatest.data());
    });
    return first.load();
}

}  // namespace

template <class T>
std::optional<WholeClasses> WholeClasses::of(const DenseView<T>& sample, double rate,
                                             const std::vector<std::vector<std::int64_t>>& members, int threads) {
    if (sample.rows * sample.columns < worth_threads) threads = 1;
    double scale = likely_scale<T>(sample, {});
    for (int attempt = 0; attempt < attempts && scale > 0.0; ++attempt) {
        Reader<T> reader(sample, scale);
        Bounds bounds(sample.columns);
        const std::size_t misfit = first_misfit(reader, sample.rows, threads, bounds);
        if (misfit != nobody) {
            scale = reader.finer(misfit);
            continue;
        }
        double farthest = 0.0;
        int widest = 0;
        for (std::size_t k = 0; k < sample.columns; ++k) {
            const int range = bounds.greatest[k] - bounds.least[k];
            widest = std::max(widest, range);
            farthest += static_cast<double>(range) * range;
        }
        WholeClasses out;
        out.bytes_ = widest <= std::numeric_limits<std::uint8_t>::max() && target().whole.bytes_row != nullptr;
        out.words_ = rounded_up(sample.columns, 4) / (out.bytes_ ? 4 : 2);
        out.rate_ = static_cast<float>(rate * std::numbers::log2e * scale * scale);
        if (farthest > greatest_distance || widest > greatest_short || out.words_ > greatest_place ||
            !std::isnormal(out.rate_)) {
            return std::nullopt;
        }
        out.least_ = std::move(bounds.least);
        out.rows_.resize(sample.rows);
        out.classes_.resize(members.size());
        parallel_tasks(members.size(), threads,
                       [&] { return [&, mine = reader](std::size_t c) mutable { out.pack(mine, members[c], c); }; });
        return out;
    }
    return std::nullopt;
}

template <class T>
void WholeClasses::pack(Reader<T>& reader, const std::vector<std::int64_t>& members, std::size_t c) {
    const std::size_t padded = rounded_up(members.size(), columns_together);
    const std::size_t width = reader.numbers().size();
    Class& into = classes_[c];
    into.size = members.size();
    into.panels.resize(padded * words_);
    into.norms.assign(padded, 0);
    std::vector<std::int32_t> packed(words_);
    const std::int32_t turned = bytes_ ? static_cast<std::int32_t>(0x80808080U) : 0;
    for (std::size_t m = 0; m < padded; ++m) {
        std::int32_t* panel = into.panels.data() + m / short_columns * short_columns * words_ + m % short_columns;
        if (m >= members.size()) {
            for (std::size_t w = 0; w < words_; ++w) panel[w * short_columns] = turned;
            continue;
        }
        const auto e = static_cast<std::size_t>(members[m]);
        reader.read(e);
        auto& numbers = reader.numbers();
        std::uint32_t norm = 0;
        std::uint32_t sum = 0;
        for (std::size_t k = 0; k < least_.size(); ++k) {
            const int x = numbers[k] - least_[k];
            numbers[k] = static_cast<std::int16_t>(x);
            norm += static_cast<std::uint32_t>(x * x);
            sum += static_cast<std::uint32_t>(x);
        }
        into.norms[m] = static_cast<std::int32_t>(norm);
        if (bytes_) {
            auto* to = reinterpret_cast<std::uint8_t*>(packed.data());
            for (std::size_t k = 0; k < width; ++k) to[k] = static_cast<std::uint8_t>(numbers[k]);
        } else {
            std::memcpy(packed.data(), numbers.data(), width * sizeof(std::int16_t));
        }
        Row& row = rows_[e];
        row.class_of = static_cast<std::uint32_t>(c);
        row.first = into.entries.size();
        // A column's bytes are less by 128 than they should be, and so the sum by that times the row's.
        row.norm = static_cast<std::int32_t>(bytes_ ? norm - 256U * sum : norm);
        for (std::size_t w = 0; w < words_; ++w) {
            panel[w * short_columns] = packed[w] ^ turned;
            if (packed[w] == 0) continue;
            into.places.push_back(static_cast<std::uint16_t>(w));
            into.entries.push_back(packed[w]);
        }
        row.count = static_cast<std::uint32_t>(into.entries.size() - row.first);
    }
}

void WholeClasses::row(std::size_t e, std::size_t c, float* out) const {
    const Row& of = rows_[e];
    const Class& own = classes_[of.class_of];
    const Class& columns = classes_[c];
    const auto& loops = target().whole;
    (bytes_ ? loops.bytes_row : loops.pairs_row)({.places = own.places.data() + of.first,
                                                  .entries = own.entries.data() + of.first,
                                                  .count = of.count,
                                                  .panels = columns.panels.data(),
                                                  .words = words_,
                                                  .norms = columns.norms.data(),
                                                  .norm = of.norm,
                                                  .rate = rate_,
                                                  .columns = columns.size,
                                                  .out = out});
}

template std::optional<WholeClasses> WholeClasses::of<float>(const DenseView<float>&, double,
                                                             const std::vector<std::vector<std::int64_t>>&, int);
template std::optional<WholeClasses> WholeClasses::of<double>(const DenseView<double>&, double,
                                                              const std::vector<std::vector<std::int64_t>>&, int);

}  // namespace drupe
