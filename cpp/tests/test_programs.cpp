/// Programs: what they compute, what is refused.
#include <stdexcept>

#include "check.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

/// k = (2 exp(−0.3 ‖x − z‖²) + 0.5)² f(x) f(z) + ⟨x, z⟩ + f(x) + f(z)
Program elaborate() {
    Program program;
    program.bases = {{Metric::squared, 0.3}, {Metric::dot, 0.0}};
    program.functions = 1;
    program.code = {
        {.op = Op::base, .operand = 0},
        {.op = Op::exp, .a = -0.3},
        {.op = Op::polynomial, .coefficients = {0.25, 2.0, 4.0}},
        {.op = Op::times_outer_product, .operand = 0},
        {.op = Op::base, .operand = 1},
        {.op = Op::plus_outer_sum, .operand = 0},
        {.op = Op::add},
    };
    return program;
}

double elaborate_value(const Sample<double>& s, std::size_t i, std::size_t j) {
    const double g = 2.0 * std::exp(-0.3 * compare(Metric::squared, s, i, s, j)) + 0.5;
    return g * g * s.function[i] * s.function[j] + compare(Metric::dot, s, i, s, j) + s.function[i] + s.function[j];
}

bool refused(const Program& program) {
    try {
        (void)program.validate();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

TEST_CASE("Gram, rows and products of an elaborate program agree with its formula") {
    const Sample<double> s(350, 9, 0.2, 7);
    const Evaluator<double> evaluator(elaborate(), s.seen_as({s.row_major(), s.row_major()}, 1));
    std::vector<double> gram(s.rows * s.rows);
    evaluator.gram(gram.data(), {.threads = 2});
    for (std::size_t i = 0; i < s.rows; ++i) {
        for (std::size_t j = 0; j < s.rows; ++j) {
            EXPECT_NEAR(gram[i * s.rows + j], elaborate_value(s, i, j), 1e-13);
            EXPECT(gram[i * s.rows + j] == gram[j * s.rows + i]);
        }
    }
    const std::int64_t index[] = {349, 0, 0, 97};
    std::vector<double> rows(4 * s.rows);
    evaluator.rows(index, 4, rows.data(), {});
    for (std::size_t j = 0; j < s.rows; ++j) EXPECT(rows[3 * s.rows + j] == gram[97 * s.rows + j]);

    for (const std::size_t width : {std::size_t{1}, std::size_t{3}, std::size_t{20}}) {
        std::vector<double> weights(width * s.rows);
        for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = std::sin(static_cast<double>(k));
        std::vector<double> half(s.rows * width), whole(s.rows * width);
        evaluator.gram_product(weights.data(), width, half.data(), {.threads = 2});
        evaluator.product(s.seen_as({s.row_major(), s.row_major()}, 1), weights.data(), width, whole.data(),
                          {.threads = 2});
        for (std::size_t i = 0; i < s.rows; ++i) {
            double wanted = 0.0;
            for (std::size_t j = 0; j < s.rows; ++j) wanted += gram[i * s.rows + j] * weights[(width - 1) * s.rows + j];
            EXPECT_NEAR(half[i * width + width - 1], wanted, 1e-11);
            EXPECT_NEAR(whole[i * width + width - 1], wanted, 1e-11);
        }
    }
}

TEST_CASE("one thread and three give the same bits") {
    const Sample<float> s(700, 20, 0.2, 8);
    Program program = one_base(Metric::squared, 0.5);
    program.code.push_back({.op = Op::exp, .a = -0.5});
    const Evaluator<float> evaluator(program, s.seen_as({s.row_major()}));
    std::vector<float> weights(s.rows, 0.37F), one(s.rows * s.rows), three(s.rows * s.rows);
    std::vector<double> product_one(s.rows), product_three(s.rows);
    evaluator.gram(one.data(), {.threads = 1});
    evaluator.gram(three.data(), {.threads = 3});
    EXPECT(one == three);
    evaluator.gram_product(weights.data(), 1, product_one.data(), {.threads = 1});
    evaluator.gram_product(weights.data(), 1, product_three.data(), {.threads = 3});
    EXPECT(product_one == product_three);
}

TEST_CASE("exp over its whole range") {
    for (double x = -760.0; x <= 720.0; x += 0.37) {
        double value = x;
        alignas(64) double run[16];
        std::fill(run, run + 16, value);
        target().loops<double>().map({.op = Op::exp, .a = 1.0}, run, 16);
        const double wanted = std::exp(x);
        EXPECT(wanted == run[0] || std::abs(run[0] - wanted) <= 4e-13 * wanted + 1e-323);
        alignas(64) float single[32];
        std::fill(single, single + 32, static_cast<float>(x));
        target().loops<float>().map({.op = Op::exp, .a = 1.0}, single, 32);
        const auto in_single = static_cast<double>(std::exp(static_cast<float>(x)));
        EXPECT(in_single == static_cast<double>(single[0]) ||
               std::abs(static_cast<double>(single[0]) - in_single) <= 1e-5 * in_single + 1.2e-38);
    }
}

TEST_CASE("tanh keeps its digits at zero and beyond") {
    for (double x : {0.0, 1e-300, 1e-20, 1e-9, 1e-3, 0.17, 0.1733, 0.18, 0.5, 3.0, 19.0, 30.0, 1e10, 1e300}) {
        for (const double sign : {1.0, -1.0}) {
            alignas(64) double run[16];
            std::fill(run, run + 16, sign * x);
            target().loops<double>().map({.op = Op::tanh}, run, 16);
            EXPECT(std::abs(run[3] - std::tanh(sign * x)) <= 4e-16 * std::tanh(x));
        }
    }
}

TEST_CASE("programs that cannot run are refused") {
    Program empty;
    EXPECT(refused(empty));
    Program short_of_tiles = one_base(Metric::dot);
    short_of_tiles.code.push_back({.op = Op::add});
    EXPECT(refused(short_of_tiles));
    Program two_left = one_base(Metric::dot);
    two_left.code.push_back({.op = Op::constant, .a = 1.0});
    EXPECT(refused(two_left));
    Program no_such_base = one_base(Metric::dot);
    no_such_base.code[0].operand = 1;
    EXPECT(refused(no_such_base));
    Program no_such_function = one_base(Metric::dot);
    no_such_function.code.push_back({.op = Op::plus_outer_sum, .operand = 0});
    EXPECT(refused(no_such_function));
}
