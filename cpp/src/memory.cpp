#include "drupe/memory.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace drupe {

void ask_for_large_pages([[maybe_unused]] void* at, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    // Advice: if it is refused, small pages serve as well.
    (void)madvise(at, bytes / large_page * large_page, MADV_HUGEPAGE);
#endif
}

}  // namespace drupe
