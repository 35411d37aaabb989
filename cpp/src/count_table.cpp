#include "drupe/count_table.hpp"

#include <algorithm>
#include <cmath>

namespace drupe {

namespace {

constexpr std::size_t counts = ByteColumns<float>::greatest_count + 1;

/// Factors of a vector lie between e^−40 and 1, products of three of them within the numbers that single precision holds.
constexpr double largest_exponent = 40.0;

bool pointwise(Op op) { return op >= Op::affine && op <= Op::at_most; }

/// Where the functions of x and z begin if there is nothing between them and the base but pointwise maps; else nowhere.
std::size_t end_of_maps(const Program& program) {
    const auto& code = program.code;
    const auto is_map = [](const Instruction& i) { return pointwise(i.op); };
    const auto is_factor = [](const Instruction& i) { return i.op == Op::times_outer_product; };
    if (program.bases.size() != 1 || code.front().op != Op::base) return 0;
    const auto end = std::find_if_not(code.begin() + 1, code.end(), is_map);
    return std::all_of(end, code.end(), is_factor) ? static_cast<std::size_t>(end - code.begin()) : 0;
}

}  // namespace

template <class T>
std::optional<CountTable<T>> CountTable<T>::of(const Program& program, const Columns<T>& columns,
                                               const TileLoops<T>& loops) {
    const std::size_t end = end_of_maps(program);
    if (end == 0 || columns.packing() != Packing::bytes) return std::nullopt;
    const auto& code = program.code;
    const double value = static_cast<double>(columns.bytes().value());
    CountTable found;
    found.table_.resize(counts);
    for (std::size_t k = end; k < code.size(); ++k) found.functions_.push_back(code[k].operand);
    if (columns.metric() == Metric::dot) {
        for (std::size_t c = 0; c < counts; ++c)
            found.table_[c] = columns.bytes().value() * columns.bytes().value() * static_cast<T>(c);
        for (std::size_t k = 1; k < end; ++k) loops.map(code[k], found.table_.data(), counts);
        found.factors_.assign(counts, T(1));
        return found;
    }
    // In double precision no digit is given away for the sake of speed.
    if (sizeof(T) != sizeof(float) || end != 2 || code[1].op != Op::exp) return std::nullopt;
    const double exponent = code[1].a * value * value;
    const std::size_t longest = columns.bytes().longest();
    if (!(std::abs(exponent) * static_cast<double>(longest) <= largest_exponent)) return std::nullopt;
    for (std::size_t c = 0; c <= longest; ++c)
        found.table_[c] = static_cast<T>(std::exp(-2.0 * exponent * static_cast<double>(c)));
    for (std::size_t c = 0; c < counts && std::abs(exponent) * static_cast<double>(c) <= largest_exponent; ++c)
        found.factors_.push_back(static_cast<T>(std::exp(exponent * static_cast<double>(c))));
    return found;
}

template class CountTable<float>;
template class CountTable<double>;

}  // namespace drupe
