/// Passes over the rows of a soft-max regression. Sums are made in parts that do not depend on the number of threads.
#pragma once

#include <vector>

#include "drupe/memory.hpp"
#include "drupe/softmax.hpp"
#include "drupe/target.hpp"

namespace drupe {

class SoftmaxRows {
public:
    SoftmaxRows(const SoftmaxProblem& problem, int threads);

    [[nodiscard]] std::size_t size() const { return problem_.size(); }
    [[nodiscard]] std::size_t classes() const { return problem_.class_count; }
    [[nodiscard]] std::size_t width() const { return width_; }  // classes, filled up
    [[nodiscard]] std::size_t rows() const { return problem_.rows.n; }
    [[nodiscard]] std::size_t entries() const;

    /// Z = X W.
    void outputs(const Array<double>& weights, Array<double>& z) const;

    /// The probabilities at Z, and what they cost; `moves` may be null.
    ClassSums chances(const Array<double>& z, const Array<double>* moves, Array<double>& p) const;

    /// X' diag(c) (P − E), E the classes as they are; of `p` null X' diag(c) E.
    void slopes(const Array<double>* p, Array<double>& out);

    /// X' S (X V), S the curvature at P, in one pass.
    void curved(const Array<double>& p, const Array<double>& v, Array<double>& out);

    /// The Hessian without its ridge: H(jk + a, lk + b), all of it.
    std::vector<double> hessian(const Array<double>& p);

    /// Its diagonal, in the shape of W.
    void diagonal(const Array<double>& p, Array<double>& out);

    /// X' diag(c) X over every `step`-th row, times `step`.
    std::vector<double> gram(std::size_t step);

private:
    template <class Work>
    void each_part(Work work) const;
    template <class Work>
    void summed(std::size_t count, Array<double>& out, Work work);
    [[nodiscard]] DenseBlock block(std::size_t first, std::size_t count) const;
    [[nodiscard]] SparseRow sparse(std::size_t row) const;
    void weigh(std::size_t first, std::size_t count, const double* weights, double* out) const;
    void spread(std::size_t first, std::size_t count, const double* values, double* out) const;

    const SoftmaxProblem& problem_;
    const SoftmaxLoops& loops_;
    int threads_;
    std::size_t width_;
    std::size_t parts_;
    std::vector<Array<double>> sums_;
};

}  // namespace drupe
