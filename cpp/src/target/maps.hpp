/// Pointwise instructions on runs of numbers.
#pragma once

#include <cmath>

#include "drupe/simd_exp.hpp"
#include "drupe/target.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

/// `count` is a whole number of vectors: tiles are padded.
template <class T, class F>
[[gnu::always_inline]] inline void each_vector(T* values, std::size_t count, F f) {
    for (std::size_t i = 0; i < count; i += width<T>) store<T>(values + i, f(load(values + i)));
}

template <class T, class F>
[[gnu::always_inline]] inline void each_number(T* values, std::size_t count, F f) {
    for (std::size_t i = 0; i < count; ++i) values[i] = f(values[i]);
}

/// t to a whole power by repeated squaring.
template <class T>
[[gnu::always_inline]] inline Vec<T> whole_power(Vec<T> t, unsigned exponent) {
    Vec<T> value = splat<T>(1);
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1U) != 0) value *= t;
        t *= t;
    }
    return value;
}

template <class T>
void power(double exponent, T* values, std::size_t count) {
    const double size = exponent < 0 ? -exponent : exponent;
    if (size <= 64 && size == static_cast<double>(static_cast<unsigned>(size))) {
        const auto whole = static_cast<unsigned>(size);
        if (exponent < 0) {
            each_vector(values, count, [=](const Vec<T>& t) { return 1 / whole_power<T>(t, whole); });
        } else {
            each_vector(values, count, [=](const Vec<T>& t) { return whole_power<T>(t, whole); });
        }
    } else if (exponent == -0.5) {
        each_number(values, count, [](T t) { return 1 / std::sqrt(t); });
    } else {
        each_number(values, count, [=](T t) { return static_cast<T>(std::pow(static_cast<double>(t), exponent)); });
    }
}

/// sin(a t) / (π t), with its limit at 0.
template <class T>
T sinc(double a, T t) {
    constexpr double pi = 3.14159265358979323846;
    const auto u = static_cast<double>(t);
    return static_cast<T>(u == 0.0 ? a / pi : std::sin(a * u) / (pi * u));
}

template <class T>
void polynomial(const double* coefficients, std::size_t terms, T* values, std::size_t count) {
    each_vector(values, count, [=](const Vec<T>& t) {
        Vec<T> value = splat<T>(static_cast<T>(coefficients[terms - 1]));
        for (std::size_t k = terms - 1; k-- > 0;) value = value * t + static_cast<T>(coefficients[k]);
        return value;
    });
}

template <class T>
void map(const Instruction& instruction, T* values, std::size_t count) {
    const T a = static_cast<T>(instruction.a);
    const T b = static_cast<T>(instruction.b);
    switch (instruction.op) {
        case Op::affine: return each_vector(values, count, [=](const Vec<T>& t) { return t * a + b; });
        case Op::exp: {
            const T doublings = static_cast<T>(instruction.a * log2_e);
            return each_vector(values, count, [=](const Vec<T>& t) { return two_to(t * doublings); });
        }
        case Op::power: return power(instruction.a, values, count);
        case Op::sqrt: return each_number(values, count, [](T t) { return std::sqrt(t); });
        case Op::polynomial:
            return polynomial(instruction.coefficients.data(), instruction.coefficients.size(), values, count);
        case Op::tanh: return each_vector(values, count, [](const Vec<T>& t) { return tanh<T>(t); });
        case Op::cosine:
            return each_number(values, count,
                               [=](T t) { return static_cast<T>(std::cos(instruction.a * static_cast<double>(t))); });
        case Op::sinc: return each_number(values, count, [=](T t) { return sinc(instruction.a, t); });
        case Op::times_log: return each_number(values, count, [](T t) { return t > 0 ? t * std::log(t) : T(0); });
        case Op::positive: return each_vector(values, count, [](const Vec<T>& t) { return max<T>(t, Vec<T>{}); });
        case Op::at_most: return each_vector(values, count, [=](const Vec<T>& t) { return t > a ? splat(a) : t; });
        case Op::step: return each_number(values, count, [=](T t) { return t <= a ? T(1) : T(0); });
        default: return;
    }
}

template <class T>
void distances(T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* row_norms,
               const T* column_norms) {
    for (std::size_t r = 0; r < rows; ++r) {
        const Vec<T> own = splat(row_norms[r]);
        for (std::size_t c = 0; c < columns; c += width<T>) {
            T* at = tile + r * ld + c;
            store<T>(at, max<T>((own + load(column_norms + c)) - 2 * load(at), Vec<T>{}));
        }
    }
}

template <class T>
void times_outer_product(T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* left,
                         const T* right) {
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; c += width<T>) {
            T* at = tile + r * ld + c;
            // The product of both lengths first: it does not depend on which side is which.
            store<T>(at, load(at) * (left[r] * load(right + c)));
        }
    }
}

template <class T>
void plus_outer_sum(T* tile, std::size_t rows, std::size_t columns, std::size_t ld, const T* left, const T* right) {
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; c += width<T>) {
            T* at = tile + r * ld + c;
            store<T>(at, load(at) + (left[r] + load(right + c)));
        }
    }
}

template <class T>
void add(T* into, const T* other, std::size_t count) {
    for (std::size_t i = 0; i < count; i += width<T>) store<T>(into + i, load(into + i) + load(other + i));
}

template <class T>
void multiply(T* into, const T* other, std::size_t count) {
    for (std::size_t i = 0; i < count; i += width<T>) store<T>(into + i, load(into + i) * load(other + i));
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
