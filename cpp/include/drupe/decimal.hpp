/// Decimal numbers in text, read to the nearest double: the same bits as strtod and Python's float.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace drupe {

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

/// The nearest double where one operation on exact numbers cannot give it; false if it is infinite, or too much for us.
inline bool nearest_double([[maybe_unused]] const char* at, [[maybe_unused]] const char* end,
                           [[maybe_unused]] char point, [[maybe_unused]] double& value) {
#if defined(__cpp_lib_to_chars)
    std::array<char, 64> copy;
    if (point != '.') {
        if (static_cast<std::size_t>(end - at) > copy.size()) return false;
        char* out = copy.data();
        for (; at != end; ++at) *out++ = *at == point ? '.' : *at;
        at = copy.data();
        end = out;
    }
    const auto read = std::from_chars(at, end, value);
    return read.ec == std::errc{} && read.ptr == end;
#else
    return false;
#endif
}

/// Reads [-+] digits [point digits] [e [-+] digits], with digits on one side of the point at least, from the beginning of
/// [at, end). Returns where the number ends; nullptr if there is none, or none that is finite and certain to be right.
inline const char* read_decimal(const char* at, const char* end, double& value, char point = '.') {
    // Powers of ten that are doubles without rounding.
    static constexpr std::array<double, 23> power = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr std::uint64_t exact = std::uint64_t{1} << 53;
    constexpr std::ptrdiff_t digits_of_64_bits = 19;
    constexpr std::ptrdiff_t beyond = 100'000;  // an exponent that is out of range whatever comes before it

    const char* p = at;
    const bool negative = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+')) ++p;
    const char* const begin = p;
    std::uint64_t mantissa = 0;
    while (p != end && is_digit(*p)) mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p++ - '0');
    std::ptrdiff_t digits = p - begin;
    std::ptrdiff_t exponent = 0;
    if (p != end && *p == point) {
        const char* const decimals = ++p;
        while (p != end && is_digit(*p)) mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p++ - '0');
        exponent = decimals - p;
        digits += p - decimals;
    }
    if (digits == 0) return nullptr;
    if (p != end && (*p == 'e' || *p == 'E')) {
        const char* q = p + 1;
        const bool down = q != end && *q == '-';
        if (q != end && (*q == '-' || *q == '+')) ++q;
        if (q != end && is_digit(*q)) {
            std::ptrdiff_t shift = 0;
            for (; q != end && is_digit(*q); ++q) shift = shift < beyond ? 10 * shift + (*q - '0') : shift;
            exponent += down ? -shift : shift;
            p = q;
        }
    }
    double size = 0.0;
    constexpr auto largest_power = static_cast<std::ptrdiff_t>(power.size()) - 1;
    if (digits <= digits_of_64_bits && mantissa <= exact && -largest_power <= exponent && exponent <= largest_power) {
        // Both numbers are exact, so that their product or quotient is rounded once: the easy cases of [Clinger90].
        size = static_cast<double>(mantissa);
        size = exponent < 0 ? size / power[static_cast<std::size_t>(-exponent)]
                            : size * power[static_cast<std::size_t>(exponent)];
    } else if (!nearest_double(begin, p, point, size)) {
        return nullptr;
    }
    value = negative ? -size : size;
    return p;
}

}  // namespace drupe
