/// Dense vectors, class by class, and rows of a Gaussian kernel between an example and a class.
#pragma once

#include <vector>

#include "drupe/data.hpp"
#include "drupe/memory.hpp"
#include "drupe/target.hpp"

namespace drupe {

template <class T>
class DenseClasses {
public:
    /// K = exp(rate ‖x − z‖²), rate ≤ 0; every example belongs to one class.
    DenseClasses(const DenseView<T>& sample, double rate, const std::vector<std::vector<std::int64_t>>& members,
                 int threads);

    /// Whether this is faster than to go by what is not zero.
    [[nodiscard]] static bool suits(const DenseView<T>& sample);

    /// Example e against class c, in whole vectors.
    void row(std::size_t e, std::size_t c, T* out) const;

private:
    struct Class {
        std::size_t size = 0;
        Scratch<T> panels;
        Array<T> norms;
    };

    void take(const DenseView<T>& sample, int threads);
    void find_shift(const DenseView<T>& sample);
    void pack(const std::vector<std::int64_t>& members, Class& into) const;

    const TileLoops<T>& loops_;
    std::size_t depth_;
    T rate_;
    bool by_differences_;
    std::vector<T> shift_;
    Scratch<T> vectors_;  // less the shift
    Array<T> norms_;
    std::vector<Class> classes_;
};

}  // namespace drupe
