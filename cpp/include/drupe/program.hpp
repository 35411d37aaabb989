/// A kernel as the core sees it: base comparisons of vectors, and a stack program over tiles of their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drupe {

/// The comparisons of two vectors.
enum class Metric : std::uint8_t {
    dot,          // ⟨x, z⟩
    squared,      // ‖x − z‖² from dot products where that is accurate enough, else from differences
    difference,   // ‖x − z‖² from differences
    l1,           // Σ |x − z|
    chi_squared,  // Σ (x − z)² / (x + z), 0/0 = 0
    same,         // 1 if both are the same example
};

struct Base {
    Metric metric = Metric::dot;
    double rate = 0.0;  // how fast the kernel's logarithm can change with a squared distance
};

enum class Op : std::uint8_t {
    // push one tile
    base,      // the values of base `operand`
    constant,  // `a`
    // replace the topmost tile, number by number
    affine,      // a t + b
    exp,         // exp(a t)
    power,       // t to the power a
    sqrt,        // √t
    polynomial,  // Σ coefficients[i] tⁱ
    tanh,        // tanh t
    cosine,      // cos(a t)
    sinc,        // sin(a t) / (π t)
    times_log,   // t log t
    positive,    // max(t, 0)
    step,        // 1 if t ≤ a
    at_most,     // min(t, a)
    // combine the topmost tile with f(x) and f(z) of function `operand`
    times_outer_product,  // t f(x) f(z)
    plus_outer_sum,       // t + f(x) + f(z)
    // replace the two topmost tiles by one
    add,
    multiply,
};

struct Instruction {
    Op op = Op::constant;
    std::uint32_t operand = 0;
    double a = 0.0;
    double b = 0.0;
    std::vector<double> coefficients = {};
};

struct Program {
    std::vector<Base> bases;
    std::size_t functions = 0;
    std::vector<Instruction> code;

    /// Checks operands and stack heights; throws std::invalid_argument. Returns the greatest height.
    [[nodiscard]] std::size_t validate() const;
};

}  // namespace drupe
