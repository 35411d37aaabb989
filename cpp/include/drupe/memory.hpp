/// Arrays of numbers that start on a cache line.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace drupe {

template <class T>
struct CacheLineAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    CacheLineAllocator() = default;
    template <class U>
    CacheLineAllocator(const CacheLineAllocator<U>&) {}  // NOLINT: allocators convert

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
    void deallocate(T* at, std::size_t) { ::operator delete(at, alignment); }
    bool operator==(const CacheLineAllocator&) const { return true; }
};

template <class T>
using Array = std::vector<T, CacheLineAllocator<T>>;

inline std::size_t rounded_up(std::size_t count, std::size_t step) { return (count + step - 1) / step * step; }

}  // namespace drupe
