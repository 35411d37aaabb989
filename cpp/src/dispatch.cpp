/// Picks the target once, when it is first asked for.
#include <cstdlib>
#include <string_view>

#include "drupe/target.hpp"

namespace drupe {

namespace baseline {
extern const Target here;
}
#ifdef DRUPE_X86
namespace avx2 {
extern const Target here;
}
namespace avx512 {
extern const Target here;
}
namespace avx512vnni {
extern const Target here;
}
#endif

namespace {

const Target& choose() {
    const char* wish = std::getenv("DRUPE_TARGET");
    const std::string_view wanted = wish == nullptr ? "" : wish;
    if (wanted == "baseline") return baseline::here;
#ifdef DRUPE_X86
    const bool runs_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool runs_avx512 = runs_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    const bool runs_vnni = runs_avx512 && __builtin_cpu_supports("avx512vnni");
    if (runs_vnni && wanted != "avx512" && wanted != "avx2") return avx512vnni::here;
    if (runs_avx512 && wanted != "avx2") return avx512::here;
    if (runs_avx2) return avx2::here;
#endif
    return baseline::here;
}

}  // namespace

const Target& target() {
    static const Target& chosen = choose();
    return chosen;
}

}  // namespace drupe
