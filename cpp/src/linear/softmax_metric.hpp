/// What conjugate gradients are preconditioned by in soft-max regression, whichever the shape of the problem asks for.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/equilibrated_factor.hpp"
#include "softmax_rows.hpp"

namespace drupe {

class SoftmaxMetric {
public:
    /// `ridge` holds r for each row of W.
    SoftmaxMetric(SoftmaxRows& rows, const std::vector<double>& ridge, const SoftmaxProblem& problem);

    /// Looks at the curvature at P, if it is time to; `taken` are the products that the last step took.
    void renew(const Array<double>& p, std::int64_t taken);

    /// z = M⁻¹ r.
    void apply(const Array<double>& r, Array<double>& z) const;

private:
    enum class Kind { exact, one_class, diagonal };

    void renew_exact(const Array<double>& p);
    void renew_one_class(const Array<double>& p);

    SoftmaxRows& rows_;
    const std::vector<double>& ridge_;
    const SoftmaxProblem& problem_;
    Kind kind_;
    bool fresh_ = true;
    double share_ = 0.0;        // of the mean curvature, of which the factor of one class was made
    std::vector<double> gram_;  // X' diag(c) X
    EquilibratedFactor factor_;
    Array<double> diagonal_;
};

}  // namespace drupe
