/// The vector type of the target that a file is compiled for, in the compiler's own vector extension.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX512F__)
#define DRUPE_SIMD_BYTES 64
#define DRUPE_ROW_STEP 12
#elif defined(__AVX2__)
#define DRUPE_SIMD_BYTES 32
#define DRUPE_ROW_STEP 6
#else
#define DRUPE_SIMD_BYTES 16
#define DRUPE_ROW_STEP 4
#endif

#define DRUPE_UNROLL _Pragma("GCC unroll 16")

// The namespace keeps code of different instruction sets apart: the linker must never pick one's for another.
namespace drupe::DRUPE_TARGET_NAMESPACE {

template <class T>
struct Simd {
    static constexpr std::size_t width = DRUPE_SIMD_BYTES / sizeof(T);
    typedef T Vec __attribute__((vector_size(DRUPE_SIMD_BYTES)));
};

template <class T>
using Vec = typename Simd<T>::Vec;

template <class T>
inline constexpr std::size_t width = Simd<T>::width;

template <class T>
[[gnu::always_inline]] inline Vec<T> load(const T* from) {
    Vec<T> v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

template <class T>
[[gnu::always_inline]] inline void store(T* to, const Vec<T>& v) {
    std::memcpy(to, &v, sizeof v);
}

template <class T>
[[gnu::always_inline]] inline Vec<T> splat(T value) {
    return value - Vec<T>{};
}

template <class T>
[[gnu::always_inline]] inline T sum(const Vec<T>& v) {
    T lanes[width<T>];
    store<T>(lanes, v);
    DRUPE_UNROLL for (std::size_t half = width<T> / 2; half > 0;
                      half /= 2) {  // in pairs: shorter chains, smaller errors
        DRUPE_UNROLL for (std::size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    }
    return lanes[0];
}

template <class T>
[[gnu::always_inline]] inline Vec<T> max(const Vec<T>& a, const Vec<T>& b) {
    return a > b ? a : b;
}

/// |a|: the sign bit cleared, one instruction where a comparison would take three.
[[gnu::always_inline]] inline Vec<float> magnitude(const Vec<float>& a) {
    typedef std::uint32_t Bits __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    return reinterpret_cast<Vec<float>>(reinterpret_cast<Bits>(a) & 0x7fffffffU);
}

[[gnu::always_inline]] inline Vec<double> magnitude(const Vec<double>& a) {
    typedef std::uint64_t Bits __attribute__((vector_size(DRUPE_SIMD_BYTES)));
    return reinterpret_cast<Vec<double>>(reinterpret_cast<Bits>(a) & 0x7fffffffffffffffULL);
}

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
