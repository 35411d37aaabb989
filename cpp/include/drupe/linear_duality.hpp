/// What a pair of weights and dual variables proves: F(w) − D(a) ≥ F(w) − F(w*), in double precision, from the rows.
#pragma once

#include <vector>

#include "drupe/linear_table.hpp"

namespace drupe {

struct LinearProof {
    double objective = 0.0;  // F(w)
    double gap = 0.0;        // F(w) − D(a)
};

/// Makes a feasible: in its box, Σ a = 0 where the constant is free, |X'a| ≤ 1 under absolute values; and tells the gap.
/// `outputs` are Xw.
LinearProof prove(const LinearTable& table, const LinearProblem& problem, const std::vector<double>& weights,
                  const std::vector<double>& outputs, std::vector<double>& dual);

/// The same, where Xw is not at hand.
LinearProof prove(const LinearTable& table, const LinearProblem& problem, const std::vector<double>& weights,
                  std::vector<double>& dual);

/// rⱼ of every weight: 1, and 0 of a free constant.
std::vector<double> penalized(const LinearProblem& problem);

}  // namespace drupe
