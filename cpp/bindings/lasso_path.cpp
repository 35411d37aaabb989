/// The path of the LASSO, as Python sees it.
#include "drupe/lasso_path.hpp"

#include "border.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

/// Columns that functions of Python compute; an exception there ends the run.
class PythonColumns final : public ColumnSource {
public:
    PythonColumns(nb::callable fetched, nb::callable correlated, std::size_t rows, std::size_t columns)
        : fetch_(std::move(fetched)), correlate_(std::move(correlated)), rows_(rows), columns_(columns) {}

    void fetch(const std::vector<std::int64_t>& index, double* columns, double* images) override {
        std::vector<double> both(index.size() * (rows_ + columns_));
        border::fetch(both.data(), index.size(), rows_ + columns_, [&] { return fetch_(positions(index)); });
        for (std::size_t i = 0; i < index.size(); ++i) {
            const double* row = both.data() + i * (rows_ + columns_);
            std::copy_n(row, rows_, columns + i * rows_);
            std::copy_n(row + rows_, columns_, images + i * columns_);
        }
    }

    void correlate(const double* vector, double* out) override {
        const std::vector<double> copy(vector, vector + rows_);
        border::fetch(out, 1, columns_, [&] {
            nb::ndarray<nb::numpy, const double, nb::ndim<1>> view(copy.data(), {copy.size()}, nb::handle());
            return correlate_(view.cast(nb::rv_policy::copy));
        });
    }

private:
    nb::callable fetch_, correlate_;
    std::size_t rows_, columns_;
};

LassoPath follow(const Doubles& targets, std::size_t columns, const LassoOptions& options, const nb::callable& fetched,
                 const nb::callable& correlated, bool keep, nb::handle progress) {
    if (targets.size() == 0 || columns == 0) throw std::invalid_argument("a path needs targets and columns");
    const LassoProblem problem{numbers(targets), columns};
    PythonColumns source(fetched, correlated, targets.size(), columns);
    return under_watch(options, keep, progress,
                       [&](const LassoOptions& how) { return follow_lasso_path(problem, how, source); });
}

}  // namespace

void bind_lasso_path(nb::module_& m) {
    nb::class_<LassoOptions>(m, "LassoOptions", "Where the path ends, and how many columns are fetched at a time.")
        .def(
            "__init__",
            [](LassoOptions* at, double least, std::int64_t max_nonzeros, std::int64_t max_iterations,
               std::size_t together) {
                if (!(least >= 0.0) || together == 0) throw std::invalid_argument("a path ends at zero or above");
                new (at) LassoOptions{least, max_nonzeros, max_iterations, together, nullptr};
            },
            "least"_a, "max_nonzeros"_a, "max_iterations"_a, "together"_a);
    nb::class_<LassoPath>(m, "LassoPath", "The knots of a path, and how exact the last one is.")
        .def_prop_ro(
            "alphas", [](const LassoPath& path) { return handed_over(path.alphas); }, nb::rv_policy::move)
        .def_prop_ro(
            "sizes", [](const LassoPath& path) { return handed_over(path.sizes); }, nb::rv_policy::move)
        .def_prop_ro(
            "support", [](const LassoPath& path) { return handed_over(path.support); }, nb::rv_policy::move)
        .def_prop_ro(
            "values", [](const LassoPath& path) { return handed_over(path.values); }, nb::rv_policy::move)
        .def_ro("violation", &LassoPath::violation)
        .def_ro("iterations", &LassoPath::iterations)
        .def_ro("fetched", &LassoPath::fetched)
        .def_ro("stop", &LassoPath::stop);
    m.def("follow_lasso_path", &follow, "targets"_a.noconvert(), "columns"_a, "options"_a, "fetch"_a, "correlate"_a,
          "keep"_a, "progress"_a.none(), "Follow the LASSO from the largest penalty down.");
}

}  // namespace drupe::border
