/// Kernels of vectors that hold one value, looked up by shared entries: what comes out, and when it is left alone.
#include "check.hpp"
#include "drupe/count_table.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

constexpr double value = 0.75;

Program gaussian(double rate) {
    Program program;
    program.bases = {{Metric::squared, rate}};
    program.code = {{.op = Op::base}, {.op = Op::exp, .a = -rate}};
    return program;
}

/// e^{−rate ‖x − z‖²} f(x) f(z), or (0.5 ⟨x, z⟩ + 1)³ f(x) f(z)
Program with_factors(Program program) {
    program.functions = 1;
    program.code.push_back({.op = Op::times_outer_product});
    return program;
}

Program cubic() {
    Program program;
    program.bases = {{Metric::dot}};
    program.code = {{.op = Op::base}, {.op = Op::affine, .a = 0.5, .b = 1.0}, {.op = Op::power, .a = 3.0}};
    return program;
}

template <class T>
double wanted(const Program& program, const Sample<T>& left, std::size_t i, const Sample<T>& right, std::size_t j) {
    const double base = compare(program.bases[0].metric, left, i, right, j);
    const double factors = program.functions == 0 ? 1.0 : left.function[i] * right.function[j];
    return factors * (program.code[1].op == Op::exp ? std::exp(program.code[1].a * base) : std::pow(0.5 * base + 1, 3));
}

template <class T>
bool tabled(const Program& program, const Sample<T>& right) {
    const Columns<T> columns(program.bases[0], right.sparse(), target().loops<T>());
    return CountTable<T>::of(program, columns, target().loops<T>()).has_value();
}

template <class T>
void check_values(const Program& program, const Sample<T>& left, const Sample<T>& right) {
    constexpr double tolerance = sizeof(T) == sizeof(float) ? 2e-6 : 1e-13;
    const Evaluator<T> evaluator(program, right.seen_as({right.sparse()}, program.functions));
    const Examples<T> rows = left.seen_as({left.sparse()}, program.functions);
    std::vector<T> block(left.rows * right.rows);
    evaluator.block(rows, block.data(), {.threads = 2});
    std::vector<std::int64_t> index;
    std::vector<double> weights;
    for (std::size_t i = 0; i < left.rows; i += 1 + i % 2) {
        index.push_back(static_cast<std::int64_t>(left.rows - 1 - i));
        weights.push_back(i % 3 == 0 ? -1.5 : 0.25 * static_cast<double>(i % 7));
    }
    std::vector<double> sums(right.rows, 1.0);
    evaluator.accumulate(rows, index.data(), weights.data(), index.size(), sums.data(), {.threads = 2});
    for (std::size_t j = 0; j < right.rows; ++j) {
        double sum = 1.0;
        double size = 1.0;
        for (std::size_t k = 0; k < index.size(); ++k) {
            const double term = weights[k] * wanted(program, left, static_cast<std::size_t>(index[k]), right, j);
            sum += term;
            size += std::abs(term);
        }
        EXPECT(std::abs(sums[j] - sum) <= tolerance * size);
        for (std::size_t i = 0; i < left.rows; ++i)
            EXPECT_NEAR(block[i * right.rows + j], wanted(program, left, i, right, j), tolerance);
    }
}

template <class T>
void check_lengths(const Program& program) {
    for (const std::size_t depth : {std::size_t{3}, std::size_t{20}, std::size_t{60}, std::size_t{150}}) {
        // Rows with fewer and with more entries than the table's parts have, columns that do not fill their tiles.
        const Sample<T> left(110, depth, 0.1, 1, value);
        const Sample<T> right(555, depth, 0.4, 2, value);
        EXPECT(tabled(program, right) == (sizeof(T) == sizeof(float) || program.bases[0].metric == Metric::dot));
        check_values(program, left, right);
        check_values(with_factors(program), left, right);
    }
}

}  // namespace

TEST_CASE("kernels of counts by a table, single precision") {
    check_lengths<float>(gaussian(0.05));
    check_lengths<float>(cubic());
}

TEST_CASE("kernels of counts by a table, double precision") {
    check_lengths<double>(gaussian(0.05));
    check_lengths<double>(cubic());
}

TEST_CASE("a Gram matrix by a table of counts is symmetric to the last bit") {
    const Sample<float> s(700, 30, 0.6, 3, value);
    const Evaluator<float> evaluator(with_factors(gaussian(0.3)), s.seen_as({s.row_major()}, 1));
    std::vector<float> gram(s.rows * s.rows);
    evaluator.gram(gram.data(), {.threads = 2});
    for (std::size_t i = 0; i < s.rows; ++i) {
        for (std::size_t j = 0; j < i; ++j) EXPECT(gram[i * s.rows + j] == gram[j * s.rows + i]);
        EXPECT_NEAR(gram[i * s.rows + i], s.function[i] * s.function[i], 1e-6);
    }
}

TEST_CASE("rows that hold something else, or too much, go the usual way") {
    const Sample<float> right(300, 40, 0.8, 4, value);
    check_values(gaussian(0.3), Sample<float>(150, 40, 0.8, 5), right);
    Sample<float> mixed(150, 40, 0.8, 6, value);
    mixed.dense[140 * 40] = 0.5F;
    const Sample<float> one_else(150, 40, mixed.dense);
    check_values(gaussian(0.3), one_else, right);
    // What one row holds does not change the value of another.
    const Evaluator<float> evaluator(gaussian(0.3), right.seen_as({right.sparse()}));
    std::vector<float> among(one_else.rows * right.rows);
    std::vector<float> alone(right.rows);
    evaluator.block(one_else.seen_as({one_else.row_major()}), among.data(), {});
    Evaluator<float>::RowWorker(evaluator).row(one_else.seen_as({one_else.row_major()}), 141, alone.data());
    for (std::size_t j = 0; j < right.rows; ++j) EXPECT(among[141 * right.rows + j] == alone[j]);
    // Factors of these long rows leave what single precision holds; those of the columns do not.
    const Sample<float> long_rows(20, 300, 0.2, 7, value);
    const Sample<float> short_columns(300, 300, 0.97, 8, value);
    EXPECT(tabled(gaussian(1.0), short_columns));
    check_values(gaussian(1.0), long_rows, short_columns);
}

TEST_CASE("a kernel so narrow that a factor would be lost has no table") {
    const Sample<float> s(300, 40, 0.5, 9, value);
    EXPECT(tabled(gaussian(0.5), s) && !tabled(gaussian(5.0), s) && !tabled(gaussian(1e6), s));
    check_values(gaussian(5.0), s, s);
    check_values(gaussian(1e6), s, s);
}

TEST_CASE("other kernels have no table of counts") {
    const Sample<float> s(300, 40, 0.7, 10, value);
    Program program = gaussian(0.3);
    program.code.push_back({.op = Op::affine, .a = 1.0, .b = 1.0});
    EXPECT(!tabled(program, s));
    EXPECT(!tabled(one_base(Metric::squared), s) && tabled(one_base(Metric::dot), s));
    EXPECT(!tabled(gaussian(0.3), Sample<float>(300, 40, 0.7, 11)));
}
