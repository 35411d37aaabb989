#include "drupe/output_rows.hpp"

#include <algorithm>
#include <cmath>

#include "drupe/target.hpp"

namespace drupe {

namespace {

/// Numbers of a vector, for every target.
constexpr std::size_t vector_size = 8;

/// A row is wrong where another class has the largest output, or the one output the wrong sign.
double wrong(const double* f, std::size_t width, std::int64_t code) {
    const std::int64_t answer =
        width == 1 ? static_cast<std::int64_t>(f[0] >= 0.0) : std::max_element(f, f + width) - f;
    return answer == code ? 0.0 : 1.0;
}

Tally& kind_of(Tallies& tallies, std::int64_t tag, std::int64_t left_out) {
    if (tag == held_out) return tallies.held;
    return tag == left_out ? tallies.left_out : tallies.learned;
}

/// Runs the loop of a loss.
struct Cost {
    const Costs& costs;

    void operator()(const SquaredLoss& loss) const { target().costs.squared(loss.weight, costs); }
    void operator()(const HuberLoss& loss) const { target().costs.huber(loss.transition, costs); }
    void operator()(const LogisticLoss& loss) const { target().costs.logistic(loss.rate, loss.scale, costs); }
    void operator()(const SquaredHingeLoss& loss) const { target().costs.squared_hinge(loss.margin, costs); }
};

}  // namespace

Response::Response(const RowLoss& loss, const OutputGroups& groups, std::size_t rows)
    : loss_(loss), groups_(groups), outputs_(rounded_up(rows * groups.outputs(), vector_size)),
      wanted_(outputs_.size()), losses_(outputs_.size()), slopes_(outputs_.size()) {}

void Response::add_offsets(std::size_t rows) {
    const std::size_t outputs = groups_.outputs();
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < outputs; ++c) outputs_[r * outputs + c] += groups_.offsets[c];
    }
}

/// The number that each output should come to: the row's own, or ±1.
void Response::find_wanted(const KnownRows& known, std::size_t first, std::size_t rows) {
    const std::size_t width = groups_.width;
    double* to = wanted_.data();
    for (std::size_t row = first; row < first + rows; ++row) {
        for (std::size_t g = 0; g < groups_.groups; ++g, to += width) {
            if (known.numbers != nullptr) {
                std::copy_n(known.numbers + row * width, width, to);
            } else if (width == 1) {
                *to = known.codes[row] == 1 ? 1.0 : -1.0;
            } else {
                const auto code = static_cast<std::size_t>(known.codes[row]);
                std::fill_n(to, width, -1.0);
                if (code < width) to[code] = 1.0;
            }
        }
    }
}

void Response::find_costs(std::size_t rows) {
    const Costs costs{outputs_.data(), wanted_.data(), losses_.data(), slopes_.data(), rows * groups_.outputs()};
    const auto* each = std::get_if<EachTarget>(&loss_);
    std::visit(Cost{costs}, each != nullptr ? each->loss : std::get<OneAgainstRest>(loss_).loss);
}

/// exp(f_c − max f) of every group, still without their sums.
void Response::find_shares(std::size_t rows) {
    const std::size_t width = groups_.width;
    for (std::size_t at = 0; at < rows * groups_.outputs(); at += width) {
        const double largest = *std::max_element(outputs_.data() + at, outputs_.data() + at + width);
        for (std::size_t c = at; c < at + width; ++c) slopes_[c] = outputs_[c] - largest;
    }
    const std::size_t count = rounded_up(rows * groups_.outputs(), vector_size);
    target().loops<double>().map({.op = Op::exp, .a = 1.0}, slopes_.data(), count);
}

/// Of the group whose outputs begin there; slopes of the softmax are finished on the way.
Response::Verdict Response::verdict(const KnownRows& known, std::size_t row, std::size_t at) {
    const std::size_t width = groups_.width;
    const double* f = outputs_.data() + at;
    double total = 0.0;
    if (std::holds_alternative<Softmax>(loss_)) {
        const auto code = static_cast<std::size_t>(known.codes[row]);
        for (std::size_t c = 0; c < width; ++c) total += slopes_[at + c];
        for (std::size_t c = 0; c < width; ++c) slopes_[at + c] /= total;
        slopes_[at + code] -= 1.0;
        return {std::log(total) + (*std::max_element(f, f + width) - f[code]), wrong(f, width, known.codes[row])};
    }
    for (std::size_t c = 0; c < width; ++c) total += losses_[at + c];
    if (known.numbers == nullptr) return {total, wrong(f, width, known.codes[row])};
    double distance = 0.0;
    for (std::size_t c = 0; c < width; ++c) distance += (f[c] - wanted_[at + c]) * (f[c] - wanted_[at + c]);
    return {total, distance};
}

void Response::answer(const KnownRows& known, std::size_t first, std::size_t rows, double* pushes, double* pulls,
                      Tallies* tallies) {
    add_offsets(rows);
    if (std::holds_alternative<Softmax>(loss_)) {
        find_shares(rows);
    } else {
        find_wanted(known, first, rows);
        find_costs(rows);
    }
    const std::size_t width = groups_.width;
    for (std::size_t r = 0, at = 0; r < rows; ++r) {
        const std::size_t row = first + r;
        const double weight = known.weights[row];
        for (std::size_t g = 0; g < groups_.groups; ++g, at += width) {
            const Verdict found = verdict(known, row, at);
            Tally& tally = kind_of(tallies[g], known.tags[row], groups_.leaves_out[g]);
            tally += {weight, weight * found.loss, weight * found.error};
            if (&tally != &tallies[g].learned) {
                std::fill_n(pushes + at, width, 0.0);
                continue;
            }
            for (std::size_t c = 0; c < width; ++c) {
                const double push = weight * slopes_[at + c];
                pushes[at + c] = push;
                pulls[g * width + c] += push;
            }
        }
    }
}

}  // namespace drupe
