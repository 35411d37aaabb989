#include "drupe/solve.hpp"

#include <memory>

#include "drupe/block_solver.hpp"
#include "drupe/computed_rows.hpp"
#include "drupe/duplicates_merged.hpp"
#include "drupe/fetched_rows.hpp"
#include "drupe/nonzeros_only.hpp"
#include "drupe/optimality.hpp"
#include "drupe/ridged_rows.hpp"
#include "drupe/stored_rows.hpp"

namespace drupe {

namespace {

template <class T>
class Strategy {
public:
    Strategy(const BoxProblem& problem, const SolverOptions& options, const double* ridge)
        : problem_(problem), options_(options), ridge_(ridge) {}

    BoxSolution operator()(const Computed<T>& from) const {
        const NonzerosOnly<T> seen(*from.program, from.sample);
        const Computed<T> source{from.program, seen.view(), from.diagonal};
        if (ridge_ == nullptr) return solve_duplicates_merged<T>(problem_, options_, source);
        return in_blocks(
            std::make_unique<ComputedRows<T>>(source, options_.threads));  // a ridge tells equal examples apart
    }

    BoxSolution operator()(const Stored<T>& from) const { return in_blocks(std::make_unique<StoredRows<T>>(from)); }

    BoxSolution operator()(const Fetched<T>& from) const {
        return in_blocks(std::make_unique<FetchedRows<T>>(from, options_.cache_bytes));
    }

private:
    BoxSolution in_blocks(std::unique_ptr<KernelRows<T>> rows) const {
        if (ridge_ != nullptr) rows = std::make_unique<RidgedRows<T>>(std::move(rows), ridge_);
        return solve_in_blocks<T>(problem_, *rows, options_);
    }

    const BoxProblem& problem_;
    const SolverOptions& options_;
    const double* ridge_;
};

}  // namespace

template <class T>
BoxSolution solve(const BoxProblem& problem, const SolverOptions& options, const RowSource<T>& source) {
    BoxSolution solution = std::visit(Strategy<T>(problem, options, source.ridge), source.from);
    state_optimality(solution, problem);
    return solution;
}

template BoxSolution solve<float>(const BoxProblem&, const SolverOptions&, const RowSource<float>&);
template BoxSolution solve<double>(const BoxProblem&, const SolverOptions&, const RowSource<double>&);

}  // namespace drupe
