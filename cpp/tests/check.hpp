/// The smallest test frame: named cases, and checks that say what did not hold.
#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace drupe::test {

struct Case {
    std::string name;
    std::function<void()> body;
};

inline std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}

inline int& failures() {
    static int count = 0;
    return count;
}

struct Register {
    Register(const char* name, std::function<void()> body) { cases().push_back({name, std::move(body)}); }
};

inline void expect(bool holds, const char* what, const char* file, int line) {
    if (holds) return;
    ++failures();
    std::printf("%s:%d: does not hold: %s\n", file, line, what);
}

inline void expect_near(double got, double wanted, double tolerance, const char* file, int line) {
    if (std::abs(got - wanted) <= tolerance * (1.0 + std::abs(wanted))) return;
    ++failures();
    std::printf("%s:%d: got %.17g, wanted %.17g\n", file, line, got, wanted);
}

}  // namespace drupe::test

#define DRUPE_JOIN_TWO(a, b) a##b
#define DRUPE_JOIN(a, b) DRUPE_JOIN_TWO(a, b)
#define TEST_CASE(name)                                                                                    \
    static void DRUPE_JOIN(body_, __LINE__)();                                                             \
    static const drupe::test::Register DRUPE_JOIN(register_, __LINE__)(name, DRUPE_JOIN(body_, __LINE__)); \
    static void DRUPE_JOIN(body_, __LINE__)()
#define EXPECT(condition) drupe::test::expect((condition), #condition, __FILE__, __LINE__)
#define EXPECT_NEAR(got, wanted, tolerance) drupe::test::expect_near((got), (wanted), (tolerance), __FILE__, __LINE__)
