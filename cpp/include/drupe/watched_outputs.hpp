/// Σ s_v α_v K[e_v, ·] at chosen examples, kept up to date in double precision as α changes.
#pragma once

#include "drupe/box.hpp"
#include "drupe/row_source.hpp"
#include "drupe/stretches.hpp"
#include "drupe/target.hpp"

namespace drupe {

template <class T>
class WatchedOutputs {
public:
    WatchedOutputs(const Stored<T>& gram, std::vector<std::int64_t> examples, const BoxProblem& problem)
        : gram_(gram), p_(problem), examples_(std::move(examples)), parts_(stretches(examples_)),
          whole_(examples_.size() + each * parts_.size() > gram.count),
          sums_(whole_ ? gram.count : examples_.size(), 0.0), known_(problem.size(), 0.0) {
        if (whole_) parts_ = {{0, 0, gram.count}};
    }

    [[nodiscard]] double at(std::size_t i) const { return sums_[whole_ ? static_cast<std::size_t>(examples_[i]) : i]; }

    void append_to(std::vector<double>& out) const {
        for (std::size_t i = 0; i < examples_.size(); ++i) out.push_back(at(i));
    }

    /// Hears of what has changed in α.
    void follow(const std::vector<double>& alpha) {
        index_.clear();
        amounts_.clear();
        for (std::size_t v = 0; v < alpha.size(); ++v) {
            if (alpha[v] == known_[v]) continue;
            index_.push_back(p_.examples[v]);
            amounts_.push_back(p_.signs[v] * (alpha[v] - known_[v]));
        }
        known_ = alpha;
        for (const Stretch& part : parts_) {
            target().loops<T>().add_rows(gram_.matrix + part.from, gram_.count, index_.data(), amounts_.data(),
                                         index_.size(), part.length, sums_.data() + part.to);
        }
    }

    /// The α that was followed last has been multiplied by the factor, which made it this.
    void scale(double factor, const std::vector<double>& alpha) {
        for (double& sum : sums_) sum *= factor;
        known_ = alpha;
    }

private:
    /// Beginning a stretch costs about as much as so many numbers of it.
    static constexpr std::size_t each = 16;

    Stored<T> gram_;
    const BoxProblem& p_;
    std::vector<std::int64_t> examples_;
    std::vector<Stretch> parts_;
    bool whole_;  // where stretches are short it is faster to add up whole rows
    std::vector<double> sums_;
    std::vector<double> known_;  // the α that the sums know of
    std::vector<std::int64_t> index_;
    std::vector<double> amounts_;
};

}  // namespace drupe
