/// A kernel with its right-hand examples in place: blocks, Gram matrices and products, tile by tile.
#pragma once

#include <memory>
#include <vector>

#include "drupe/monitor.hpp"
#include "drupe/rows.hpp"

namespace drupe {

/// One side of a comparison, as every base and every function of the program sees it. Owns nothing.
template <class T>
struct Examples {
    std::size_t count = 0;
    std::vector<VectorsView<T>> vectors;     // one per base
    std::vector<const double*> functions;    // one per function, `count` numbers each
    const std::int64_t* identity = nullptr;  // equal numbers: the same example
};

/// How to run: threads (0: what OpenMP says) and who watches.
struct Run {
    int threads = 0;
    Monitor* monitor = nullptr;
};

template <class T>
class Evaluator {
public:
    /// Packs the right-hand examples on so many threads (0: what OpenMP says); views that the packing keeps must stay alive.
    Evaluator(Program program, const Examples<T>& right, int threads = 1);

    [[nodiscard]] std::size_t size() const { return right_.count; }

    /// out[i, j] = k(xᵢ, zⱼ).
    void block(const Examples<T>& left, T* out, const Run& run) const;

    /// out[i, j] = k(z_index[i], zⱼ).
    void rows(const std::int64_t* index, std::size_t count, T* out, const Run& run) const;

    /// The same, each row to a place of its own: out[i][j]. The threads share the columns, so that few rows keep all busy.
    void columns(const std::int64_t* index, std::size_t count, T* const* out, const Run& run) const;

    /// out[i, j] = k(zᵢ, zⱼ); each pair is computed once. Rows of `out` lie `ld` numbers apart.
    void gram(T* out, const Run& run, std::size_t ld) const;
    void gram(T* out, const Run& run) const { gram(out, run, size()); }

    /// out[i, w] = Σⱼ k(xᵢ, zⱼ) weights[w, j]: weights are given as `width` rows of size() numbers.
    void product(const Examples<T>& left, const T* weights, std::size_t width, double* out, const Run& run) const;

    /// out[i, w] = Σⱼ k(zᵢ, zⱼ) weights[w, j]; each pair is computed once where `width` is small.
    void gram_product(const T* weights, std::size_t width, double* out, const Run& run) const;

    /// out[j] += Σᵢ weights[i] k(x_index[i], zⱼ).
    void accumulate(const Examples<T>& left, const std::int64_t* index, const double* weights, std::size_t count,
                    double* out, const Run& run) const;

    /// One thread's workplace for single rows.
    class RowWorker;

private:
    struct Rows;
    struct Scratch;
    struct Tile;

    [[nodiscard]] bool in_place(std::size_t base) const;
    void take(Rows& rows, const Examples<T>& left, const Selection& chosen) const;
    Tile tile(const Rows& rows, Scratch& scratch, std::size_t first, std::size_t last) const;
    void interpret(const Rows& rows, Scratch& scratch, const Selection& strip, std::size_t first, std::size_t ld) const;
    void compare_identity(const Rows& rows, std::size_t first, std::size_t last, T* out, std::size_t ld) const;

    template <class Consume>
    void sweep(const Examples<T>& left, const Selection& rows, const Run& run, Consume consume) const;
    template <class Consume>
    void sweep_tiles(const Examples<T>& left, const Selection& rows, const Run& run, Consume consume) const;
    template <class Consume>
    void sweep_half(std::size_t lanes, const Run& run, Consume consume) const;

    Program program_;
    std::size_t height_;
    const TileLoops<T>& loops_;
    std::vector<std::size_t> uses_;  // of each base
    std::vector<Columns<T>> columns_;
    std::vector<Array<T>> functions_;  // right-hand values, padded
    std::vector<std::int64_t> identity_;
    Examples<T> right_;
};

/// Computes one row at a time with storage that is made once; the evaluator must outlive it.
template <class T>
class Evaluator<T>::RowWorker {
public:
    explicit RowWorker(const Evaluator& evaluator);
    ~RowWorker();
    RowWorker(RowWorker&&) noexcept;

    /// out[j] = k(xᵢ, zⱼ).
    void row(const Examples<T>& left, std::size_t i, T* out);

private:
    const Evaluator& evaluator_;
    std::unique_ptr<Rows> rows_;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace drupe
