/// Runs every test case; the exit code says whether all held.
#include "check.hpp"
#include "drupe/target.hpp"

int main() {
    std::printf("target %.*s\n", static_cast<int>(drupe::target().name.size()), drupe::target().name.data());
    int failed = 0;
    for (const auto& test : drupe::test::cases()) {
        const int before = drupe::test::failures();
        test.body();
        const bool passed = drupe::test::failures() == before;
        failed += passed ? 0 : 1;
        std::printf("%s %s\n", passed ? "ok  " : "FAIL", test.name.c_str());
    }
    std::printf("%d passed, %d failed\n", static_cast<int>(drupe::test::cases().size()) - failed, failed);
    return failed == 0 ? 0 : 1;
}
