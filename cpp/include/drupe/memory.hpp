/// Arrays of numbers that start on a cache line, and large ones on a large page.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace drupe {

/// Arrays that fill a large page ask for such: the first touch of small ones costs more than what is done with them.
constexpr std::size_t large_page = std::size_t{2} << 20;

/// Asks the system to back this memory by large pages, where it can.
void ask_for_large_pages(void* at, std::size_t bytes);

template <class T>
struct CacheLineAllocator {
    using value_type = T;

    CacheLineAllocator() = default;
    template <class U>
    CacheLineAllocator(const CacheLineAllocator<U>&) {}  // NOLINT: allocators convert

    T* allocate(std::size_t count) {
        void* at = ::operator new(count * sizeof(T), alignment(count));
        if (count * sizeof(T) >= large_page) ask_for_large_pages(at, count * sizeof(T));
        return static_cast<T*>(at);
    }
    void deallocate(T* at, std::size_t count) { ::operator delete(at, alignment(count)); }
    bool operator==(const CacheLineAllocator&) const { return true; }

private:
    static std::align_val_t alignment(std::size_t count) {
        return std::align_val_t{count * sizeof(T) >= large_page ? large_page : 64};
    }
};

/// Leaves numbers as they come, until somebody writes them.
template <class T>
struct UnsetAllocator : CacheLineAllocator<T> {
    UnsetAllocator() = default;
    template <class U>
    UnsetAllocator(const UnsetAllocator<U>&) {}  // NOLINT: allocators convert
    template <class U>
    void construct(U* at) {
        ::new (static_cast<void*>(at)) U;
    }
};

template <class T>
using Array = std::vector<T, CacheLineAllocator<T>>;

/// For what is written before it is read.
template <class T>
using Scratch = std::vector<T, UnsetAllocator<T>>;

inline std::size_t rounded_up(std::size_t count, std::size_t step) { return (count + step - 1) / step * step; }

}  // namespace drupe
