/// Small whole numbers times a scale: exact sums, whatever stands on the other side.
#include "check.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

/// Whole numbers from `low` to `high`, times the scale; a share of them zero, or whatever the background is.
template <class T>
Sample<T> whole(std::size_t rows, std::size_t columns, int low, int high, double scale, double zeros, unsigned seed,
                double background = 0.0) {
    Sample<T> sample(rows, columns, 0.0, seed);
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> number(low, high);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (auto& value : sample.dense) value = static_cast<T>(unit(random) < zeros ? background : scale * number(random));
    return Sample<T>(sample.rows, sample.columns, sample.dense);
}

template <class T>
Packing packing(const Sample<T>& sample, Metric metric = Metric::dot) {
    return Columns<T>({metric, 1.0}, sample.row_major(), target().loops<T>(), 2).packing();
}

/// Every way to look at both sides, against the plain comparison.
template <class T>
void check_all(const Sample<T>& left, const Sample<T>& right, double tolerance) {
    for (const Metric metric : {Metric::dot, Metric::squared}) {
        for (const auto& right_view : {right.row_major(), right.column_major(), right.sparse()}) {
            const Evaluator<T> evaluator(one_base(metric), right.seen_as({right_view}), 2);
            for (const auto& left_view : {left.row_major(), left.sparse()}) {
                std::vector<T> out(left.rows * right.rows);
                evaluator.block(left.seen_as({left_view}), out.data(), {.threads = 2});
                for (std::size_t i = 0; i < left.rows; ++i) {
                    for (std::size_t j = 0; j < right.rows; ++j) {
                        EXPECT_NEAR(out[i * right.rows + j], compare(metric, left, i, right, j), tolerance);
                    }
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("bytes of images are held as shorts, and sums of them do not round") {
    for (const double zeros : {0.0, 0.8}) {
        const auto right = whole<float>(150, 61, 0, 255, 1.0, zeros, 30);
        const auto left = whole<float>(40, 61, 0, 255, 1.0, zeros, 31);
        EXPECT(packing(right) == Packing::shorts);
        EXPECT(packing(right, Metric::squared) == Packing::shorts);
        check_all(left, right, 0.0);  // below 2²⁴ single precision is exact, too
    }
}

TEST_CASE("whole multiples of a scale are shorts; a scale that is not exact costs no more than rounding") {
    check_all(whole<double>(20, 33, -9, 9, 0.25, 0.3, 32), whole<double>(70, 33, -9, 9, 0.25, 0.3, 33), 0.0);
    const auto right = whole<double>(70, 33, 0, 255, 1.0 / 255.0, 0.5, 34);
    EXPECT(packing(right) == Packing::shorts);
    check_all(whole<double>(20, 33, 0, 255, 1.0 / 255.0, 0.5, 35), right, 1e-14);
    const auto single = whole<float>(70, 33, -1000, 1000, 0.001, 0.1, 36);
    EXPECT(packing(single) == Packing::shorts);
    check_all(whole<float>(20, 33, -1000, 1000, 0.001, 0.1, 37), single, 1e-6);
}

TEST_CASE("rows that are not whole, or too large, are met all the same") {
    const auto right = whole<double>(90, 40, 0, 255, 1.0, 0.5, 38);
    auto left = whole<double>(12, 40, 0, 255, 1.0, 0.5, 39);
    left.dense[3] = 0.5;
    left.dense[40 + 7] = 1e6;
    left.dense[80 + 1] = 40000.0;
    for (std::size_t k = 0; k < 40; ++k) left.dense[120 + k] = 30000.0;  // each fits, their sum does not
    check_all(Sample<double>(left.rows, left.columns, left.dense), right, 1e-14);
}

TEST_CASE("sums that could overflow are not shorts") {
    EXPECT(packing(whole<double>(50, 100, 20000, 30000, 1.0, 0.0, 40)) != Packing::shorts);
    EXPECT(packing(whole<double>(50, 3, -40000, 40000, 1.0, 0.0, 41)) != Packing::shorts);
    EXPECT(packing(Sample<double>(50, 3, 0.0, 42)) == Packing::panels);
    EXPECT(packing(whole<float>(50, 3, -3, 3, 1e20, 0.0, 43)) != Packing::shorts);  // the scale's square overflows
}

TEST_CASE("sums of squares may run over where no distance does") {
    const auto far = whole<double>(90, 260, 1500, 3000, 0.001, 0.0, 50);
    EXPECT(packing(far, Metric::squared) == Packing::shorts);
    auto left = whole<double>(20, 260, 1500, 3000, 0.001, 0.0, 51);
    for (std::size_t k = 0; k < 260; ++k) left.dense[260 + k] = 31.0;  // outside of what the columns span
    check_all(Sample<double>(left.rows, left.columns, left.dense), far, 1e-13);
    const auto wide = whole<double>(90, 600, 0, 2000, 0.001, 0.0, 52);
    EXPECT(packing(wide, Metric::squared) != Packing::shorts);
}

TEST_CASE("a background that is not zero is taken off in whole numbers") {
    const auto right = whole<float>(150, 61, -1000, 1000, 0.001, 0.8, 53, -1.0);
    EXPECT(packing(right, Metric::squared) == Packing::shorts);
    check_all(whole<float>(40, 61, -1000, 1000, 0.001, 0.8, 54, -1.0), right, 2e-6);
}

TEST_CASE("one odd number late in the data makes the scale finer") {
    auto even = whole<double>(3000, 4, 0, 20, 2.0, 0.2, 44);
    even.dense[2999 * 4 + 1] = 3.0;
    const Sample<double> odd(even.rows, even.columns, even.dense);
    EXPECT(packing(odd) == Packing::shorts);
    const Evaluator<double> evaluator(one_base(Metric::squared), odd.seen_as({odd.row_major()}));
    const std::vector<std::int64_t> index{2999, 5};
    std::vector<double> out(2 * odd.rows);
    evaluator.rows(index.data(), 2, out.data(), {});
    for (std::size_t j = 0; j < odd.rows; ++j) EXPECT(out[j] == compare(Metric::squared, odd, 2999, odd, j));
}

TEST_CASE("long vectors are met in turns") {
    const auto right = whole<float>(70, 9001, 0, 15, 1.0, 0.6, 45);
    EXPECT(packing(right) == Packing::shorts);
    const auto left = whole<float>(20, 9001, 0, 15, 1.0, 0.6, 46);
    const Evaluator<float> evaluator(one_base(Metric::dot), right.seen_as({right.row_major()}));
    std::vector<float> out(left.rows * right.rows);
    evaluator.block(left.seen_as({left.row_major()}), out.data(), {});
    for (std::size_t i = 0; i < left.rows; ++i) {
        for (std::size_t j = 0; j < right.rows; ++j)
            EXPECT(out[i * right.rows + j] == compare(Metric::dot, left, i, right, j));
    }
}

TEST_CASE("Gram matrices, columns and products of shorts agree, at all edges of panels") {
    for (const std::size_t n : {1U, 31U, 64U, 65U, 96U, 130U, 257U, 400U}) {
        const auto sample = whole<double>(n, 7, 0, 9, 1.0, 0.2, 47);
        const auto seen = sample.seen_as({sample.row_major()});
        const Evaluator<double> evaluator(one_base(Metric::squared), seen);
        std::vector<double> gram(n * n), product(n), columns(n * n);
        const std::vector<double> ones(n, 1.0);
        evaluator.gram(gram.data(), {.threads = 2});
        evaluator.product(seen, ones.data(), 1, product.data(), {.threads = 2});
        std::vector<std::int64_t> index(n);
        std::vector<double*> places(n);
        for (std::size_t i = 0; i < n; ++i) {
            index[i] = static_cast<std::int64_t>(i);
            places[i] = columns.data() + i * n;
        }
        evaluator.columns(index.data(), n, places.data(), {.threads = 2});
        for (std::size_t i = 0; i < n; ++i) {
            double total = 0.0;
            for (std::size_t j = 0; j < n; ++j) {
                EXPECT(gram[i * n + j] == compare(Metric::squared, sample, i, sample, j));
                EXPECT(columns[i * n + j] == gram[i * n + j]);
                total += gram[i * n + j];
            }
            EXPECT(product[i] == total);
        }
    }
}
