/// Vectors of whole numbers times one scale, class by class, and rows of a Gaussian kernel that do not round before exp.
#pragma once

#include <optional>
#include <vector>

#include "drupe/data.hpp"
#include "drupe/memory.hpp"
#include "drupe/target.hpp"

namespace drupe {

/// Of every column its least value is taken off, which no distance sees. Numbers of 16 bits lie two to a word, or bytes four
/// where all of them are such and the processor has products for them.
class WholeClasses {
public:
    /// K = exp(rate ‖x − z‖²), rate ≤ 0, if all entries are whole multiples of one scale and no squared distance can
    /// overflow; every example belongs to one class.
    template <class T>
    static std::optional<WholeClasses> of(const DenseView<T>& sample, double rate,
                                          const std::vector<std::vector<std::int64_t>>& members, int threads);

    /// Example e against class c, in whole vectors.
    void row(std::size_t e, std::size_t c, float* out) const;

private:
    struct Class {
        std::size_t size = 0;
        Scratch<std::int32_t> panels;
        Array<std::int32_t> norms;
        std::vector<std::uint16_t> places;  // of the words of its examples that are not zero
        std::vector<std::int32_t> entries;  // these words
    };
    struct Row {
        std::uint32_t class_of = 0;
        std::uint32_t count = 0;
        std::size_t first = 0;  // of its words, in the lists of its class
        std::int32_t norm = 0;
    };

    WholeClasses() = default;
    template <class T>
    class Reader;
    template <class T>
    void pack(Reader<T>& reader, const std::vector<std::int64_t>& members, std::size_t c);

    bool bytes_ = false;
    float rate_ = 0.0F;
    std::size_t words_ = 0;
    std::vector<std::int16_t> least_;  // of each column
    std::vector<Row> rows_;
    std::vector<Class> classes_;
};

}  // namespace drupe
