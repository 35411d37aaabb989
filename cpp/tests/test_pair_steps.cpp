/// The loops of a pair step against plain ones, with closed ways, ties, huge leads and flat curvature.
#include <random>

#include "check.hpp"
#include "drupe/memory.hpp"
#include "drupe/target.hpp"

using namespace drupe;

namespace {

/// Scores, rows and ways of so many variables, whatever fills the last vectors closed; few numbers, so that many are equal.
template <class T>
struct Pairs {
    Pairs(std::size_t count, double open, unsigned seed)
        : size(rounded_up(count, target().loops<T>().column_step)), scores(size), row_i(size), row_j(size),
          diagonal(size, T(1)), may_rise(size, -huge<T>), may_fall(size, -huge<T>) {
        std::mt19937 random(seed);
        std::uniform_int_distribution<int> few(-9, 9);
        std::uniform_real_distribution<double> unit(0.0, 1.0);
        for (std::size_t v = 0; v < size; ++v) {
            scores[v] = static_cast<T>(few(random)) / T(4);
            row_i[v] = static_cast<T>(few(random)) / T(16);
            row_j[v] = static_cast<T>(few(random)) / T(16);
            if (v >= count) continue;
            if (unit(random) < open) may_rise[v] = 0;
            if (unit(random) < open) may_fall[v] = 0;
        }
    }

    [[nodiscard]] Best<T> highest() const {
        Best<T> out{-huge<T>, -1};
        for (std::size_t v = 0; v < size; ++v)
            if (may_rise[v] == 0 && scores[v] > out.value) out = {scores[v], static_cast<std::int64_t>(v)};
        return out;
    }

    [[nodiscard]] Best<T> lowest() const {
        Best<T> out{-huge<T>, -1};
        for (std::size_t v = 0; v < size; ++v)
            if (may_fall[v] == 0 && -scores[v] > out.value) out = {-scores[v], static_cast<std::int64_t>(v)};
        return out;
    }

    [[nodiscard]] double gain(std::size_t i, std::size_t v) const {
        const auto lead = static_cast<double>(scores[i] - scores[v]);
        const auto curvature = static_cast<double>(diagonal[i] + diagonal[v] - 2 * row_i[v]);
        return std::min(lead * lead / std::max(curvature, static_cast<double>(flat<T>)), 0.5 * huge<T>);
    }

    /// Rows are split where the first half of the panels ends.
    [[nodiscard]] PairScores<T> state() {
        const std::size_t step = target().loops<T>().column_step;
        return {scores.data(), diagonal.data(), may_rise.data(), may_fall.data(), size / step / 2 * step, size};
    }
    [[nodiscard]] RowParts<T> parts(const Array<T>& row) { return {row.data(), row.data() + state().split}; }

    std::size_t size;
    Array<T> scores, row_i, row_j, diagonal, may_rise, may_fall;
};

template <class T>
bool same(const Best<T>& a, const Best<T>& b) {
    return a.index == b.index && (a.index < 0 || a.value == b.value);
}

template <class T>
void check_extremes(std::size_t count, double open, unsigned seed) {
    Pairs<T> p(count, open, seed);
    const auto& loops = target().loops<T>();
    const auto before = loops.extremes(p.state());
    EXPECT(same(before.rise, p.highest()) && same(before.fall, p.lowest()));
    const Array<T> old = p.scores;
    const auto after = loops.move_pair(p.state(), p.parts(p.row_i), p.parts(p.row_j), T(0.5));
    for (std::size_t v = 0; v < p.size; ++v) EXPECT(p.scores[v] == old[v] - T(0.5) * (p.row_i[v] - p.row_j[v]));
    EXPECT(same(after.rise, p.highest()) && same(after.fall, p.lowest()));
}

/// A partner that gains nearly most, among those that may fall and lie lower.
template <class T>
void check_partner(Pairs<T>& p, std::size_t i) {
    const auto found = target().loops<T>().partner(p.state(), p.parts(p.row_i), i);
    double most = -1.0;
    for (std::size_t v = 0; v < p.size; ++v)
        if (p.may_fall[v] == 0 && p.scores[v] < p.scores[i]) most = std::max(most, p.gain(i, v));
    EXPECT((found.index < 0) == (most < 0.0));
    if (found.index < 0) return;
    const auto j = static_cast<std::size_t>(found.index);
    EXPECT(p.may_fall[j] == 0 && p.scores[j] < p.scores[i] && p.gain(i, j) >= 0.999 * most);
}

template <class T>
void check_steepest(std::size_t count, double open, unsigned seed) {
    Pairs<T> p(count, open, seed);
    const auto found = target().loops<T>().steepest(p.state());
    double most = -1.0;
    for (std::size_t v = 0; v < p.size; ++v) {
        const auto f = static_cast<double>(p.scores[v]);
        if ((f > 0 ? p.may_rise : p.may_fall)[v] == 0) most = std::max(most, f * f);
    }
    EXPECT((found.index < 0) == (most < 0.0));
    if (found.index >= 0) EXPECT_NEAR(found.value, most, 1e-3);
}

template <class T>
void check_all() {
    unsigned seed = 0;
    for (const std::size_t count : {1UL, 2UL, 15UL, 16UL, 17UL, 31UL, 33UL, 100UL, 257UL}) {
        for (const double open : {0.0, 0.05, 0.5, 1.0}) {
            check_extremes<T>(count, open, ++seed);
            check_steepest<T>(count, open, seed);
            Pairs<T> p(count, open, seed);
            for (std::size_t i = 0; i < count; ++i) check_partner(p, i);
        }
    }
}

}  // namespace

TEST_CASE("pair steps in single precision") { check_all<float>(); }
TEST_CASE("pair steps in double precision") { check_all<double>(); }

TEST_CASE("a partner is found where gains overflow or curvature is flat") {
    Pairs<float> p(40, 1.0, 3);
    p.scores[7] = 1e25F;
    check_partner(p, 7);  // the squares of all leads are infinite
    for (auto& k : p.row_i) k = 1.0F;
    check_partner(p, 7);
    std::fill(p.diagonal.begin(), p.diagonal.end(), 3e38F);  // whose inverse is no normal number
    std::fill(p.row_i.begin(), p.row_i.end(), 0.0F);
    EXPECT(target().loops<float>().partner(p.state(), p.parts(p.row_i), 7).index >= 0);
}
