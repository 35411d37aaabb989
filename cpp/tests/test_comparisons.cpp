/// Every comparison, in every way that vectors can be held, against the plain one.
#include "check.hpp"
#include "sample.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

template <class T>
constexpr double tolerance = sizeof(T) == sizeof(float) ? 3e-6 : 1e-13;

template <class T>
void check_block(Metric metric, const Sample<T>& left, VectorsView<T> left_view, const Sample<T>& right,
                 VectorsView<T> right_view) {
    const Evaluator<T> evaluator(one_base(metric), right.seen_as({right_view}));
    std::vector<T> out(left.rows * right.rows);
    evaluator.block(left.seen_as({left_view}), out.data(), {.threads = 2});
    for (std::size_t i = 0; i < left.rows; ++i) {
        for (std::size_t j = 0; j < right.rows; ++j) {
            EXPECT_NEAR(out[i * right.rows + j], compare(metric, left, i, right, j), tolerance<T>);
        }
    }
}

template <class T>
void check_all_views(std::size_t rows, std::size_t columns, std::size_t depth, double zeros) {
    const Sample<T> left(rows, depth, zeros, 1);
    const Sample<T> right(columns, depth, zeros, 2);
    for (const Metric metric :
         {Metric::dot, Metric::squared, Metric::difference, Metric::l1, Metric::chi_squared, Metric::same}) {
        check_block(metric, left, left.row_major(), right, right.row_major());
        check_block(metric, left, left.column_major(), right, right.column_major());
        check_block(metric, left, left.sparse(), right, right.sparse());
        check_block(metric, left, left.row_major(), right, right.sparse());
        check_block(metric, left, left.sparse(), right, right.row_major());
    }
}

}  // namespace

TEST_CASE("comparisons of odd shapes, single precision") {
    check_all_views<float>(1, 1, 1, 0.0);
    check_all_views<float>(13, 33, 5, 0.3);
    check_all_views<float>(100, 300, 300, 0.8);
}

TEST_CASE("comparisons of odd shapes, double precision") {
    check_all_views<double>(1, 1, 1, 0.0);
    check_all_views<double>(97, 257, 7, 0.3);
    check_all_views<double>(30, 100, 513, 0.9);
}

TEST_CASE("lists of non-zeros for wide sparse vectors") {
    // Wide enough that dense panels would be wasteful.
    const Sample<double> right(260, 40000, 0.999, 3);
    const Sample<double> left(10, 40000, 0.999, 4);
    const Columns<double> columns({Metric::dot, 1.0}, right.sparse(), target().loops<double>());
    EXPECT(columns.packing() == Packing::lists);
    for (const Metric metric : {Metric::dot, Metric::squared}) {
        check_block(metric, left, left.sparse(), right, right.sparse());
        check_block(metric, left, left.row_major(), right, right.sparse());
    }
    const Evaluator<double> exact(one_base(Metric::squared, 1e20), right.seen_as({right.sparse()}));
    std::vector<double> out(left.rows * right.rows);
    exact.block(left.seen_as({left.sparse()}), out.data(), {});
    EXPECT_NEAR(out[5], compare(Metric::squared, left, 0, right, 5), 1e-15);
}

TEST_CASE("bytes for data of zeros and one other value") {
    for (const double background : {0.0, -0.5}) {
        const Sample<float> right(300, 40, 0.8, 16, 0.75, background);
        const Sample<float> alike(50, 40, 0.8, 17, 0.75, background);
        const Sample<float> unlike(50, 40, 0.8, 18);
        const Columns<float> columns({Metric::squared, 1.0}, right.row_major(), target().loops<float>());
        EXPECT(columns.packing() == Packing::bytes);
        for (const Metric metric : {Metric::dot, Metric::squared}) {
            for (const Sample<float>* left : {&alike, &unlike}) {
                check_block(metric, *left, left->row_major(), right, right.row_major());
                check_block(metric, *left, left->sparse(), right, right.row_major());
                check_block(metric, *left, left->sparse(), right, right.sparse());
            }
        }
        const Evaluator<float> evaluator(one_base(Metric::squared), right.seen_as({right.row_major()}));
        std::vector<float> gram(right.rows * right.rows);
        evaluator.gram(gram.data(), {.threads = 2});
        EXPECT_NEAR(gram[5 * right.rows + 280], compare(Metric::squared, right, 5, right, 280), 1e-6);
        EXPECT(gram[7 * right.rows + 7] == 0.0F);
    }
}

TEST_CASE("a vector has distance zero from itself, whatever the rounding") {
    const Sample<float> sample(200, 50, 0.5, 5);
    for (const auto& view : {sample.row_major(), sample.sparse()}) {
        const Evaluator<float> evaluator(one_base(Metric::squared), sample.seen_as({view}));
        std::vector<float> out(sample.rows * sample.rows);
        evaluator.block(sample.seen_as({view}), out.data(), {});
        for (std::size_t i = 0; i < sample.rows; ++i) EXPECT(out[i * sample.rows + i] == 0.0F);
    }
}

TEST_CASE("squared distances far from the origin keep their digits") {
    Sample<double> sample(40, 3, 0.0, 6);
    for (auto& value : sample.dense) value += 1e8;
    for (std::size_t i = 20; i < 40; ++i) sample.dense[i * 3] = -1e8;  // centring alone does not help
    const Evaluator<double> evaluator(one_base(Metric::squared), sample.seen_as({sample.row_major()}));
    std::vector<double> out(1600);
    evaluator.gram(out.data(), {});
    EXPECT_NEAR(out[1], compare(Metric::squared, sample, 0, sample, 1), 1e-15);
}
