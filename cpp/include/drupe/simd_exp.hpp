/// 2^y for a vector of numbers: rounding to a whole power, and a polynomial for the rest.
#pragma once

#include "drupe/simd.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace drupe::DRUPE_TARGET_NAMESPACE {

inline constexpr double log2_e = 0x1.71547652b82fep0;

/// Coefficients: best relative approximation of 2^r on |r| ≤ 1/2, errors 2e-9 (float) and 3e-18 (double).
template <class T>
struct TwoTo;

template <>
struct TwoTo<float> {
    typedef std::uint32_t Int __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    static constexpr float round = 0x1.8p23F;  // adding it leaves the nearest whole number in the lowest bits
    static constexpr int mantissa = 23;
    static constexpr int terms = 7;
    static constexpr float coefficients[terms] = {1.0F,         0.6931472057F,   0.2402264689F,   0.05550328777F,
                                                  0.009618489F, 0.001339993118F, 0.0001534581216F};
};

template <>
struct TwoTo<double> {
    typedef std::int64_t Int __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    static constexpr double round = 0x1.8p52;
    static constexpr int mantissa = 52;
    static constexpr int terms = 12;
    static constexpr double coefficients[terms] = {
        1.0,
        0x1.62e42fefa39efp-1,
        0x1.ebfbdff82c5adp-3,
        0x1.c6b08d7049fd1p-5,
        0x1.3b2ab6fb9f413p-7,
        0x1.5d87fe78cf260p-10,
        0x1.43091310bf66dp-13,
        0x1.ffcbfba7bc9a1p-17,
        0x1.62bfc3c1d2153p-20,
        0x1.b5267882d5309p-24,
        0x1.e620fb67ac6ddp-28,
        0x1.e7aa1c12faa3cp-32,
    };
};

template <class To, class From>
[[gnu::always_inline]] inline To bits_as(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

template <class T>
[[gnu::always_inline]] inline Vec<T> two_to_fraction(const Vec<T>& r) {
    Vec<T> p = splat<T>(TwoTo<T>::coefficients[TwoTo<T>::terms - 1]);
    DRUPE_UNROLL for (int k = TwoTo<T>::terms - 2; k >= 0; --k) p = p * r + TwoTo<T>::coefficients[k];
    return p;
}

/// 2^r − 1 for |r| ≤ 1/2, with all its digits however small r is.
template <class T>
[[gnu::always_inline]] inline Vec<T> two_to_fraction_less_one(const Vec<T>& r) {
    Vec<T> p = splat<T>(TwoTo<T>::coefficients[TwoTo<T>::terms - 1]);
    DRUPE_UNROLL for (int k = TwoTo<T>::terms - 2; k >= 1; --k) p = p * r + TwoTo<T>::coefficients[k];
    return p * r;
}

/// Below the normal numbers the result is 0: what is that far away no longer counts in single precision.
[[gnu::always_inline]] inline Vec<float> two_to(Vec<float> y) {
    using C = TwoTo<float>;
    y = y > 128.0F ? splat(128.0F) : y;
    const Vec<float> rounded = y + C::round;
    const Vec<float> p = two_to_fraction<float>(y - (rounded - C::round));
    const auto raised = bits_as<C::Int>(p) + (bits_as<C::Int>(rounded) << C::mantissa);
    return y < -126.0F ? Vec<float>{} : bits_as<Vec<float>>(raised);
}

/// The power is applied by the processor, or in two halves: either way the result may be denormal.
[[gnu::always_inline]] inline Vec<double> two_to(Vec<double> y) {
    using C = TwoTo<double>;
    y = y < -1080.0 ? splat(-1080.0) : y;
    y = y > 1024.0 ? splat(1024.0) : y;
    const Vec<double> rounded = y + C::round;
    const Vec<double> p = two_to_fraction<double>(y - (rounded - C::round));
#if defined(__AVX512F__)
    return _mm512_scalef_pd(p, rounded - C::round);
#else
    const C::Int n = bits_as<C::Int>(rounded) - bits_as<C::Int>(splat(C::round));
    const C::Int half = n >> 1;
    const auto power = [](const C::Int& e) { return bits_as<Vec<double>>((e + 1023) << C::mantissa); };
    return p * power(half) * power(n - half);
#endif
}

/// tanh t = m / (m + 2) with m = e^{2|t|} − 1, and the sign of t.
template <class T>
[[gnu::always_inline]] inline Vec<T> tanh(const Vec<T>& t) {
    const Vec<T> doublings = magnitude(t) * static_cast<T>(2 * log2_e);
    const Vec<T> y = doublings > 60 ? splat<T>(60) : doublings;  // beyond, the result is 1 to the last digit
    const Vec<T> m = y <= static_cast<T>(0.5) ? two_to_fraction_less_one<T>(y) : two_to(y) - 1;
    const Vec<T> size = m / (m + 2);
    return t < 0 ? -size : size;
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
