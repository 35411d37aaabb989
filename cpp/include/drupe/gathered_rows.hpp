/// Rows of a matrix, only some columns of them and close together, gathered when they are first asked for.
#pragma once

#include <algorithm>
#include <cstdint>

#include "drupe/held_rows.hpp"
#include "drupe/row_source.hpp"
#include "drupe/stretches.hpp"

namespace drupe {

template <class T>
class GatheredRows {
public:
    GatheredRows(const Stored<T>& from, std::size_t budget) : from_(from), rows_(budget) {}

    /// From now on rows and columns are those of these examples, padded with zeros to `length`.
    void choose(std::vector<std::int64_t> examples, std::size_t length) {
        examples_ = std::move(examples);
        parts_ = stretches(examples_);
        short_ = 8 * parts_.size() > examples_.size();
        rows_.start(examples_.size(), length);
    }

    [[nodiscard]] std::size_t length() const { return rows_.length(); }

    /// K[examples[v], examples[·]]; it and the row given out before stay where they are until the next call.
    const T* row(std::size_t v) {
        return rows_.row(v, [&](T* out) { gather(from_.row(static_cast<std::size_t>(examples_[v])), out); });
    }

private:
    void gather(const T* row, T* out) {
        if (short_) {
            for (std::size_t w = 0; w < examples_.size(); ++w) out[w] = row[examples_[w]];
        } else {
            for (const Stretch& part : parts_) std::copy_n(row + part.from, part.length, out + part.to);
        }
        std::fill(out + examples_.size(), out + length(), T(0));
    }

    Stored<T> from_;
    HeldRows<T> rows_;
    std::vector<std::int64_t> examples_;
    std::vector<Stretch> parts_;
    bool short_ = false;  // whether stretches are so short that numbers are copied one by one
};

}  // namespace drupe
