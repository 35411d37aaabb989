/// Newton's method for ½ Σⱼ rⱼwⱼ², or Σⱼ rⱼ|wⱼ|, + Σᵢ smooth costs, with the whole X' diag(h) X kept from step to step.
#pragma once

#include <cstdint>
#include <vector>

#include "drupe/absolute_model.hpp"
#include "drupe/equilibrated_factor.hpp"
#include "drupe/linear_loops.hpp"
#include "drupe/weighted_gram.hpp"

namespace drupe {

/// What the rows cost.
struct SmoothCost {
    LinearCurve curve = LinearCurve::squared_hinge;
    CurveRows rows;
    double unit = 1.0;  // how large a change of an output is large
};

class SmoothSearch {
public:
    SmoothSearch(const LinearTable& table, LinearPenalty penalty, std::vector<double> rates, GramPrecision precision);

    /// From these weights on.
    void begin(std::vector<double> weights);

    /// Costs, slopes and curvatures at the weights; to be called after each step and whenever the cost is another.
    void look(const SmoothCost& cost);

    /// One step toward the minimum. A Hessian whose row weights are wrong by no more than `slack` of themselves will do.
    void step(const SmoothCost& cost, double slack = 1e-9);

    /// Outputs from the weights, without what rounding has left in them.
    void refresh();

    [[nodiscard]] double objective() const { return objective_; }
    [[nodiscard]] const std::vector<double>& weights() const { return weights_; }
    [[nodiscard]] const std::vector<double>& outputs() const { return outputs_; }
    /// aᵢ = −cᵢ L'(mᵢ).
    [[nodiscard]] const std::vector<double>& pulls() const { return pulls_; }
    /// Σⱼ of what weights cost.
    [[nodiscard]] double penalty() const;
    /// Slopes of all that is smooth: −X'a, and R w with it under squares.
    [[nodiscard]] const std::vector<double>& gradient() const { return gradient_; }
    [[nodiscard]] const std::vector<double>& curvatures() const { return curvatures_; }
    [[nodiscard]] WeightedGram& gram() { return gram_; }

    /// F(w) − D(a), what F may still fall where nothing is free: ½ Σⱼ rⱼgⱼ² under squares; under absolute values, where a
    /// has to be scaled, nearly so.
    [[nodiscard]] double gap() const;

private:
    [[nodiscard]] double best_length(const SmoothCost& cost) const;
    void find_direction(const SmoothCost& cost);
    [[nodiscard]] double best_share(const SmoothCost& cost) const;
    [[nodiscard]] LineSlope slope_at(const SmoothCost& cost, double t, LineSlope squares) const;

    const LinearTable& table_;
    LinearPenalty penalty_;
    std::vector<double> penalties_;
    AbsoluteModel model_;
    WeightedGram gram_;
    EquilibratedFactor factor_;
    double ridge_;
    double objective_ = 0.0;
    std::vector<double> weights_, outputs_, pulls_, curvatures_, gradient_, direction_, changes_;
};

}  // namespace drupe
