/// Sums of Gaussians in registers, of every length that vectors may have, against plain ones.
#include "check.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

template <class T>
void check_sums(Metric metric, std::size_t columns, std::size_t depth, double far) {
    constexpr double rate = 0.3;
    Program program;
    program.bases = {{metric, rate}};
    program.code = {{.op = Op::base}, {.op = Op::exp, .a = -rate}};
    Sample<T> left(203, depth, 0.0, 1);
    const Sample<T> right(columns, depth, 0.0, 2);
    left.dense[5 * depth] += static_cast<T>(far);  // a row whose distances would cancel
    const Evaluator<T> evaluator(program, right.seen_as({right.row_major()}));
    std::vector<std::int64_t> index;
    std::vector<double> weights;
    for (std::size_t i = 0; i < 199; ++i) {
        index.push_back(static_cast<std::int64_t>(i + i / 100));
        weights.push_back(i % 2 == 0 ? 1.0 : -0.7);
    }
    std::vector<double> sums(right.rows, 2.0);
    evaluator.accumulate(left.seen_as({left.row_major()}), index.data(), weights.data(), index.size(), sums.data(),
                         {.threads = 2});
    for (std::size_t j = 0; j < right.rows; ++j) {
        double wanted = 2.0;
        for (std::size_t k = 0; k < index.size(); ++k) {
            const double apart = compare(Metric::squared, left, static_cast<std::size_t>(index[k]), right, j);
            wanted += weights[k] * std::exp(-rate * apart);
        }
        const double digits = sizeof(T) == sizeof(float) ? 4e-6 : 1e-12;
        EXPECT(std::abs(sums[j] - wanted) <= digits * static_cast<double>(index.size()));
    }
}

}  // namespace

TEST_CASE("sums of Gaussians agree with plain ones, whatever the length of vectors and the number of columns") {
    for (const std::size_t depth : std::vector<std::size_t>{1, 5, 12, 13, 32, 33, 70, 128, 129}) {
        for (const Metric metric : {Metric::squared, Metric::difference}) {
            check_sums<float>(metric, 300, depth, 0.0);
            check_sums<double>(metric, 300, depth, 0.0);
        }
    }
    for (const std::size_t columns : std::vector<std::size_t>{1, 31, 256, 257, 511})
        check_sums<float>(Metric::squared, columns, 22, 0.0);
}

TEST_CASE("far rows are summed by differences") { check_sums<float>(Metric::squared, 300, 22, 1e5); }

TEST_CASE("short vectors are compared by differences in single precision, long ones and doubles by products") {
    const auto metric = []<class T>(T, std::size_t depth) {
        const Sample<T> s(300, depth, 0.0, 3);
        return Columns<T>({Metric::squared, 1.0}, s.row_major(), target().loops<T>()).metric();
    };
    EXPECT(metric(0.0F, 12) == Metric::difference && metric(0.0F, 13) == Metric::squared);
    EXPECT(metric(0.0, 12) == Metric::squared);
}
