/// Programs and evaluators, as Python sees them.
#include "border.hpp"
#include "known_arrays.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

void check_same_columns(std::size_t ours, std::size_t theirs) {
    if (ours != theirs) {
        throw std::invalid_argument("the left examples have " + std::to_string(theirs) +
                                    " columns where the right ones have " + std::to_string(ours));
    }
}

/// The evaluator with the Python arrays that it looks at.
template <class T>
class BoundEvaluator {
public:
    BoundEvaluator(const Program& program, nb::list tables, nb::list functions, nb::object identity, int threads)
        : tables_(std::move(tables)), functions_(std::move(functions)), identity_(std::move(identity)),
          right_(examples<T>(tables_, functions_, nb::cast<Positions>(identity_, false))) {
        const nb::gil_scoped_release release;
        evaluator_ = std::make_unique<Evaluator<T>>(program, right_, threads);
    }

    void block(const nb::list& tables, const nb::list& functions, const Positions& identity, Out<T> out, int threads,
               nb::handle progress) const {
        const auto left = fitting(tables, functions, identity);
        require_shape(out, left.count, evaluator_->size());
        run(threads, progress, [&](const Run& how) { evaluator_->block(left, data_of(out), how); });
    }

    void rows(const Positions& index, Out<T> out, int threads, nb::handle progress) const {
        for (std::size_t i = 0; i < index.size(); ++i) {
            if (data_of(index)[i] < 0 || static_cast<std::size_t>(data_of(index)[i]) >= evaluator_->size()) {
                throw nb::index_error("a row lies outside the Gram matrix");
            }
        }
        require_shape(out, index.size(), evaluator_->size());
        run(threads, progress,
            [&](const Run& how) { evaluator_->rows(data_of(index), index.size(), data_of(out), how); });
    }

    void gram(Out<T> out, int threads, nb::handle progress) const {
        require_shape(out, evaluator_->size(), evaluator_->size());
        run(threads, progress, [&](const Run& how) { evaluator_->gram(data_of(out), how); });
    }

    void product(const nb::list& tables, const nb::list& functions, const Positions& identity, Out<const T> weights,
                 Out<double> out, int threads, nb::handle progress) const {
        const auto left = fitting(tables, functions, identity);
        require_shape(weights, weights.shape(0), evaluator_->size());
        require_shape(out, left.count, weights.shape(0));
        run(threads, progress,
            [&](const Run& how) { evaluator_->product(left, data_of(weights), weights.shape(0), data_of(out), how); });
    }

    void gram_product(Out<const T> weights, Out<double> out, int threads, nb::handle progress) const {
        require_shape(weights, weights.shape(0), evaluator_->size());
        require_shape(out, evaluator_->size(), weights.shape(0));
        run(threads, progress,
            [&](const Run& how) { evaluator_->gram_product(data_of(weights), weights.shape(0), data_of(out), how); });
    }

    void pair_outputs(const nb::list& tables, const nb::list& functions, const Positions& identity,
                      const PairFunctions<T>& pairs, Out<double> out, int threads, nb::handle progress) const {
        require_columns(pairs);
        with_rows(tables, functions, identity, [&](const auto& left) {
            require_shape(out, left.count, pairs.pairs());
            run(threads, progress, [&](const Run& how) { evaluator_->pair_outputs(left, pairs, data_of(out), how); });
        });
    }

    void pair_winners(const nb::list& tables, const nb::list& functions, const Positions& identity,
                      const PairFunctions<T>& pairs, const Doubles& doubts, const Filled<std::int64_t>& codes,
                      const Filled<bool>& certain, int threads, nb::handle progress) const {
        require_columns(pairs);
        with_rows(tables, functions, identity, [&](const auto& left) {
            if (doubts.size() != pairs.pairs() || codes.size() != left.count || certain.size() != left.count)
                throw std::invalid_argument("an array has the wrong shape");
            const typename Evaluator<T>::Votes votes{data_of(doubts), data_of(codes), data_of(certain)};
            run(threads, progress, [&](const Run& how) { evaluator_->pair_winners(left, pairs, votes, how); });
        });
    }

    void two_sided(const nb::list& tables, const nb::list& functions, const Positions& identity,
                   const KnownArrays& known, Out<const T> coefficients, const Doubles& offsets,
                   const Positions& leaves_out, const RowLoss& loss, Out<double> slopes, Out<double> pulls,
                   Out<double> tallies, int threads, nb::handle progress) const {
        static_assert(sizeof(Tallies) == 9 * sizeof(double));
        const auto left = fitting(tables, functions, identity);
        const std::size_t outputs = offsets.size(), groups = leaves_out.size();
        if (groups == 0 || outputs == 0 || outputs % groups != 0)
            throw std::invalid_argument("groups have not one number of outputs");
        const OutputGroups grouped{groups, outputs / groups, data_of(offsets), data_of(leaves_out)};
        require_shape(coefficients, outputs, evaluator_->size());
        require_shape(slopes, evaluator_->size(), outputs);
        require_shape(pulls, 1, outputs);
        require_shape(tallies, groups, 9);
        const KnownRows rows = known.fitting(left.count, grouped.width, loss);
        const typename Evaluator<T>::Pass pass{grouped, data_of(coefficients), loss};
        std::vector<Tallies> counted(groups);
        run(threads, progress, [&](const Run& how) {
            evaluator_->two_sided(left, rows, pass, {data_of(slopes), data_of(pulls), counted.data()}, how);
        });
        std::memcpy(data_of(tallies), counted.data(), groups * sizeof(Tallies));
    }

private:
    /// work(examples), in the precision that the tables are in; those in double may meet columns in single.
    template <class Work>
    void with_rows(const nb::list& tables, const nb::list& functions, const Positions& identity, Work work) const {
        if constexpr (!std::is_same_v<T, double>) {
            const auto wide = [](nb::handle table) {
                const nb::object numbers = nb::isinstance<nb::tuple>(table) ? nb::object(table[0]) : nb::borrow(table);
                return nb::isinstance<nb::ndarray<const double>>(numbers);
            };
            if (std::all_of(tables.begin(), tables.end(), wide))
                return work(fitting<double>(tables, functions, identity));
        }
        work(fitting(tables, functions, identity));
    }

    void require_columns(const PairFunctions<T>& pairs) const {
        if (pairs.columns() != evaluator_->size())
            throw std::invalid_argument("the weights are not those of the columns");
    }

    template <class Left = T>
    Examples<Left> fitting(const nb::list& tables, const nb::list& functions, const Positions& identity) const {
        auto left = examples<Left>(tables, functions, identity);
        if (left.vectors.size() != right_.vectors.size() || left.functions.size() != right_.functions.size()) {
            throw std::invalid_argument("the left examples do not fit the program");
        }
        for (std::size_t b = 0; b < left.vectors.size(); ++b) {
            check_same_columns(column_count(right_.vectors[b]), column_count(left.vectors[b]));
        }
        return left;
    }

    template <class Any>
    static void require_shape(const Any& array, std::size_t rows, std::size_t columns) {
        if (array.shape(0) != rows || array.shape(1) != columns)
            throw std::invalid_argument("an array has the wrong shape");
    }

    nb::list tables_;
    nb::list functions_;
    nb::object identity_;
    Examples<T> right_;
    std::unique_ptr<Evaluator<T>> evaluator_;
};

/// One function for each pair of classes, from rows of weights, the first column of each class and the offsets.
template <class T>
void bind_pair_functions(nb::module_& m, const char* name) {
    nb::class_<PairFunctions<T>>(m, name, "One function for each pair of classes.")
        .def(
            "__init__",
            [](PairFunctions<T>* at, const Out<const T>& weights, const Positions& starts, const Doubles& offsets) {
                std::vector<std::size_t> columns;
                for (std::size_t c = 0; c < starts.size(); ++c) {
                    if (data_of(starts)[c] < 0) throw std::invalid_argument("a class starts before the first column");
                    columns.push_back(static_cast<std::size_t>(data_of(starts)[c]));
                }
                if (columns.size() < 2 || weights.shape(0) + 2 != columns.size() || weights.shape(1) != columns.back())
                    throw std::invalid_argument("the weights are not those of the classes");
                new (at) PairFunctions<T>(data_of(weights), std::move(columns), numbers(offsets));
            },
            "weights"_a.noconvert(), "starts"_a.noconvert(), "offsets"_a.noconvert());
}

template <class T>
void bind_evaluator(nb::module_& m, const char* name) {
    using Bound = BoundEvaluator<T>;
    nb::class_<Bound>(m, name, "A program with its right-hand examples packed.")
        .def(nb::init<const Program&, nb::list, nb::list, nb::object, int>(), "program"_a, "tables"_a, "functions"_a,
             "identity"_a, "threads"_a = 1)
        .def("block", &Bound::block, "tables"_a, "functions"_a, "identity"_a.noconvert(), "out"_a.noconvert(),
             "threads"_a, "progress"_a.none())
        .def("rows", &Bound::rows, "index"_a.noconvert(), "out"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("gram", &Bound::gram, "out"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("product", &Bound::product, "tables"_a, "functions"_a, "identity"_a.noconvert(), "weights"_a.noconvert(),
             "out"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("gram_product", &Bound::gram_product, "weights"_a.noconvert(), "out"_a.noconvert(), "threads"_a,
             "progress"_a.none())
        .def("pair_outputs", &Bound::pair_outputs, "tables"_a, "functions"_a, "identity"_a.noconvert(), "pairs"_a,
             "out"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("pair_winners", &Bound::pair_winners, "tables"_a, "functions"_a, "identity"_a.noconvert(), "pairs"_a,
             "doubts"_a.noconvert(), "codes"_a.noconvert(), "certain"_a.noconvert(), "threads"_a, "progress"_a.none())
        .def("two_sided", &Bound::two_sided, "tables"_a, "functions"_a, "identity"_a.noconvert(), "known"_a,
             "coefficients"_a.noconvert(), "offsets"_a.noconvert(), "leaves_out"_a.noconvert(), "loss"_a,
             "slopes"_a.noconvert(), "pulls"_a.noconvert(), "tallies"_a.noconvert(), "threads"_a, "progress"_a.none());
}

}  // namespace

void bind_evaluators(nb::module_& m) {
    nb::enum_<Metric>(m, "Metric", "Comparisons of two vectors.")
        .value("DOT", Metric::dot)
        .value("SQUARED", Metric::squared)
        .value("DIFFERENCE", Metric::difference)
        .value("L1", Metric::l1)
        .value("CHI_SQUARED", Metric::chi_squared)
        .value("SAME", Metric::same);

    nb::enum_<Op>(m, "Op", "Instructions of a program.")
        .value("BASE", Op::base)
        .value("CONSTANT", Op::constant)
        .value("AFFINE", Op::affine)
        .value("EXP", Op::exp)
        .value("POWER", Op::power)
        .value("SQRT", Op::sqrt)
        .value("POLYNOMIAL", Op::polynomial)
        .value("TANH", Op::tanh)
        .value("COSINE", Op::cosine)
        .value("SINC", Op::sinc)
        .value("TIMES_LOG", Op::times_log)
        .value("POSITIVE", Op::positive)
        .value("STEP", Op::step)
        .value("AT_MOST", Op::at_most)
        .value("TIMES_OUTER_PRODUCT", Op::times_outer_product)
        .value("PLUS_OUTER_SUM", Op::plus_outer_sum)
        .value("ADD", Op::add)
        .value("MULTIPLY", Op::multiply);

    nb::class_<Program>(m, "Program", "Bases, functions and instructions, written down once.")
        .def(nb::init<>())
        .def(
            "base", [](Program& p, Metric metric, double rate) { p.bases.push_back({metric, rate}); }, "metric"_a,
            "rate"_a, "Declare the next base.")
        .def(
            "function", [](Program& p) { ++p.functions; }, "Declare the next function.")
        .def(
            "emit",
            [](Program& p, Op op, std::uint32_t operand, double a, double b, const nb::sequence& coefficients) {
                p.code.push_back({op, operand, a, b, values<double>(coefficients)});
            },
            "op"_a, "operand"_a = 0, "a"_a = 0.0, "b"_a = 0.0, "coefficients"_a = nb::make_tuple(),
            "Append an instruction.")
        .def("validate", [](const Program& p) { return p.validate(); }, "Check the program; the height of its stack.");

    bind_pair_functions<float>(m, "PairFunctionsFloat32");
    bind_pair_functions<double>(m, "PairFunctionsFloat64");
    bind_evaluator<float>(m, "EvaluatorFloat32");
    bind_evaluator<double>(m, "EvaluatorFloat64");
}

}  // namespace drupe::border
