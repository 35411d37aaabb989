/// What is known of rows, as Python hands it over.
#pragma once

#include "border.hpp"
#include "drupe/output_rows.hpp"

namespace drupe::border {

/// Codes of classes, one for each row, or numbers, a row for each with one for each output; weights and tags.
class KnownArrays {
public:
    KnownArrays(nb::object targets, nb::object weights, nb::object tags)
        : targets_(std::move(targets)), weights_(nb::cast<Doubles>(weights, false)),
          tags_(nb::cast<Positions>(tags, false)) {}

    /// The arrays, if there are so many rows and this loss can look at them.
    [[nodiscard]] KnownRows fitting(std::size_t rows, std::size_t width, const RowLoss& loss) const {
        if (weights_.size() != rows || tags_.size() != rows)
            throw std::invalid_argument("there is not one weight and one tag for each row");
        KnownRows out{nullptr, nullptr, data_of(weights_), data_of(tags_)};
        if (std::holds_alternative<EachTarget>(loss)) {
            const auto numbers = nb::cast<Out<const double>>(targets_, false);
            if (numbers.shape(0) != rows || numbers.shape(1) != width)
                throw std::invalid_argument("there is not one target for each row and output");
            out.numbers = data_of(numbers);
            return out;
        }
        const auto codes = nb::cast<Positions>(targets_, false);
        if (codes.size() != rows) throw std::invalid_argument("there is not one class for each row");
        out.codes = data_of(codes);
        const auto outside = [&](std::int64_t code) { return code < 0 || static_cast<std::size_t>(code) >= width; };
        if (std::holds_alternative<Softmax>(loss) && std::any_of(out.codes, out.codes + rows, outside))
            throw nb::index_error("a row has a class that has no output");
        return out;
    }

private:
    nb::object targets_;
    Doubles weights_;
    Positions tags_;
};

}  // namespace drupe::border
