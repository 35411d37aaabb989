/// exp for a vector of numbers, to about one unit in the last place, down into the denormals.
#pragma once

#include "drupe/simd.hpp"

namespace drupe::DRUPE_TARGET_NAMESPACE {

template <class T>
struct ExpConstants;

template <>
struct ExpConstants<float> {
    typedef std::int32_t Int __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    static constexpr float lowest = -104.0F, highest = 89.0F;       // beyond: 0 and infinity
    static constexpr float round = 0x1.8p23F;                       // adding it rounds to a whole number
    static constexpr float log2e = 0x1.715476p0F;
    static constexpr float ln2_high = 0x1.62e4p-1F, ln2_low = 0x1.7f7d1cp-20F;  // high part: n · high is exact
    static constexpr int mantissa = 23, bias = 127, degree = 7;
};

template <>
struct ExpConstants<double> {
    typedef std::int64_t Int __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    static constexpr double lowest = -746.0, highest = 710.0;
    static constexpr double round = 0x1.8p52;
    static constexpr double log2e = 0x1.71547652b82fep0;
    static constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
    static constexpr int mantissa = 52, bias = 1023, degree = 13;
};

/// 1/k!, the Taylor coefficients: on |r| ≤ ln 2 / 2 the remainder lies below rounding.
inline constexpr double inverse_factorials[] = {
    1.0,         1.0,          1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,        1.0 / 720,
    1.0 / 5040,  1.0 / 40320,  1.0 / 362880,  1.0 / 3628800,  1.0 / 39916800,  1.0 / 479001600,  1.0 / 6227020800.0};

/// 2ⁿ for whole n that do not leave the range of normal numbers.
template <class T>
[[gnu::always_inline]] inline Vec<T> two_to(const typename ExpConstants<T>::Int& n) {
    const auto bits = (n + ExpConstants<T>::bias) << ExpConstants<T>::mantissa;
    Vec<T> out;
    std::memcpy(&out, &bits, sizeof out);
    return out;
}

/// exp(x) = 2ⁿ exp(r), n = round(x / ln 2). The power is applied in two halves, so that results may be denormal.
template <class T>
[[gnu::always_inline]] inline Vec<T> exp(Vec<T> x) {
    using C = ExpConstants<T>;
    x = x < C::lowest ? splat<T>(C::lowest) : x;
    x = x > C::highest ? splat<T>(C::highest) : x;
    const Vec<T> whole = (x * C::log2e + C::round) - C::round;
    const Vec<T> r = (x - whole * C::ln2_high) - whole * C::ln2_low;
    Vec<T> p = splat<T>(static_cast<T>(inverse_factorials[C::degree]));
    DRUPE_UNROLL for (int k = C::degree - 1; k >= 0; --k) p = p * r + static_cast<T>(inverse_factorials[k]);
    const auto n = __builtin_convertvector(whole, typename C::Int);
    const auto half = n >> 1;
    return p * two_to<T>(half) * two_to<T>(n - half);
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
