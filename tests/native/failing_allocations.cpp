/// Preloaded into a process: the operators new of C++, of which one call fails at will.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> seen{0};
std::atomic<long> first_failure{0};  // none if 0
std::atomic<long> last_failure{0};

void* allocated(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    const long number = seen.fetch_add(1) + 1;
    if (number >= first_failure && number <= last_failure) return nullptr;
    void* at = nullptr;
    return posix_memalign(&at, alignment, bytes == 0 ? 1 : bytes) == 0 ? at : nullptr;
}

void* or_throw(void* at) {
    if (at == nullptr) throw std::bad_alloc();
    return at;
}

}  // namespace

/// From now on the allocations number `first` to `last` fail, counted from 1.
extern "C" void fail_allocations(long first, long last) {
    last_failure = 0;
    seen = 0;
    first_failure = first;
    last_failure = last;
}

/// Allocations since then.
extern "C" long count_allocations() { return seen; }

void* operator new(std::size_t bytes) { return or_throw(allocated(bytes)); }
void* operator new[](std::size_t bytes) { return or_throw(allocated(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t line) { return or_throw(allocated(bytes, static_cast<std::size_t>(line))); }
void* operator new[](std::size_t bytes, std::align_val_t line) { return or_throw(allocated(bytes, static_cast<std::size_t>(line))); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocated(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocated(bytes); }
void operator delete(void* at) noexcept { std::free(at); }
void operator delete[](void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }
void operator delete[](void* at, std::size_t) noexcept { std::free(at); }
void operator delete(void* at, std::align_val_t) noexcept { std::free(at); }
void operator delete[](void* at, std::align_val_t) noexcept { std::free(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { std::free(at); }
void operator delete[](void* at, std::size_t, std::align_val_t) noexcept { std::free(at); }
