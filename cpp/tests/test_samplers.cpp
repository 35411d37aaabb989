/// Chains against closed forms: spheres, orthants, arcs; same seed, same chain; a stop leaves what is there.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "check.hpp"
#include "drupe/billiard.hpp"
#include "drupe/gibbs.hpp"

using namespace drupe;

namespace {

struct StopAfter final : Monitor {
    explicit StopAfter(int calls) : left(calls) {}
    bool go_on(double fraction) override {
        rising = rising && fraction >= last && fraction <= 1.0;
        last = fraction;
        return left-- > 0;
    }
    int left;
    double last = 0.0;
    bool rising = true;
};

struct Drawn {
    std::vector<double> directions, margins;
    std::size_t count;
};

Drawn draw(Chain& chain, std::size_t count, std::size_t skip = 100, Monitor* monitor = nullptr) {
    Drawn out{std::vector<double>(count * chain.walls().rank()), std::vector<double>(count * chain.walls().size()), 0};
    out.count = chain.draw({skip, 1, count, out.directions.data(), out.margins.data()}, monitor);
    return out;
}

std::vector<double> random_rows(std::size_t rows, std::size_t columns, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> out(rows * columns);
    for (auto& value : out) value = random.normal();
    return out;
}

std::vector<double> identity(std::size_t n) {
    std::vector<double> out(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) out[i * n + i] = 1.0;
    return out;
}

/// All examples turned to the side of the first axis, which then is inside all walls.
std::vector<double> walls_around_first_axis(std::size_t n, std::size_t rank, std::uint64_t seed) {
    auto walls = random_rows(n, rank, seed);
    for (std::size_t i = 0; i < n; ++i) {
        const double side = walls[i * rank] > 0.0 ? 1.0 : -1.0;
        for (std::size_t j = 0; j < rank; ++j) walls[i * rank + j] *= side;
    }
    return walls;
}

std::vector<double> first_axis(std::size_t rank) {
    std::vector<double> out(rank, 0.0);
    out[0] = 1.0;
    return out;
}

double largest_drift(const Chain& chain, const Drawn& drawn) {
    const std::size_t n = chain.walls().size(), rank = chain.walls().rank();
    double worst = 0.0;
    for (std::size_t s = 0; s < drawn.count; ++s) {
        const double* w = drawn.directions.data() + s * rank;
        double squared = 0.0;
        for (std::size_t j = 0; j < rank; ++j) squared += w[j] * w[j];
        worst = std::max(worst, std::abs(squared - 1.0));
        for (std::size_t i = 0; i < n; ++i) {
            double margin = 0.0;
            for (std::size_t j = 0; j < rank; ++j) margin += w[j] * chain.walls().wall(i)[j];
            worst = std::max(worst, std::abs(margin - drawn.margins[s * n + i]));
        }
    }
    return worst;
}

}  // namespace

TEST_CASE("random numbers have the moments of their distributions") {
    Random random(3);
    constexpr int count = 200'000;
    double uniform = 0.0, squared = 0.0, normal = 0.0, fourth = 0.0;
    for (int s = 0; s < count; ++s) {
        const double u = random.uniform(), z = random.normal();
        EXPECT(u > 0.0 && u < 1.0);
        uniform += u / count;
        normal += z / count;
        squared += z * z / count;
        fourth += z * z * z * z / count;
    }
    EXPECT_NEAR(uniform, 0.5, 0.005);
    EXPECT_NEAR(normal, 0.0, 0.01);
    EXPECT_NEAR(squared, 1.0, 0.01);
    EXPECT_NEAR(fourth, 3.0, 0.03);
}

TEST_CASE("a seed fixes all random numbers") {
    Random a(7), b(7), other(8);
    bool same = true, differs = false;
    for (int s = 0; s < 100; ++s) {
        const auto drawn = a.bits();
        same = same && drawn == b.bits();
        differs = differs || drawn != other.bits();
    }
    EXPECT(same && differs);
}

TEST_CASE("margins of small and large products are the plain sums") {
    for (const std::size_t n : {std::size_t{3}, std::size_t{150}}) {
        const std::size_t rank = 70;
        const auto vectors = random_rows(n, rank, 1);
        const Walls walls(vectors.data(), n, rank);
        const auto directions = random_rows(120, rank, 2);
        std::vector<double> out(120 * n);
        walls.margins(directions.data(), 120, out.data());
        for (std::size_t k = 0; k < 120; ++k) {
            for (std::size_t i = 0; i < n; ++i) {
                double sum = 0.0;
                for (std::size_t j = 0; j < rank; ++j) sum += directions[k * rank + j] * vectors[i * rank + j];
                EXPECT_NEAR(out[k * n + i], sum, 1e-12);
            }
        }
    }
}

TEST_CASE("tangents are orthogonal, of unit length, and know their products") {
    const std::size_t n = 9, rank = 4;
    const auto vectors = random_rows(n, rank, 4);
    const Walls walls(vectors.data(), n, rank);
    Random random(5);
    Tangents tangents(walls, random);
    Point at{{0.5, 0.5, -0.5, 0.5}, Array<double>(n)}, out{Array<double>(rank), Array<double>(n)};
    walls.margins(at.direction.data(), 1, at.margins.data());
    for (int s = 0; s < 300; ++s) {
        tangents.draw(at, out);
        EXPECT_NEAR(dot(out.direction, out.direction), 1.0, 1e-12);
        EXPECT_NEAR(dot(out.direction, at.direction), 0.0, 1e-12);
        std::vector<double> products(n);
        walls.margins(out.direction.data(), 1, products.data());
        for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(out.margins[i], products[i], 1e-11);
    }
}

TEST_CASE("the sweep draws arcs with the probabilities that a fine grid gives") {
    constexpr std::size_t n = 6, cells = 3600;
    for (const double noise : {0.05, 0.3, 0.5, 0.8}) {
        Array<double> at{0.3, -0.7, 1.0, 0.2, -0.1, 0.0}, across{-0.4, 0.1, 0.5, 1.3, -0.9, 0.0};
        std::vector<double> wanted(n + 1, 0.0), got(n + 1, 0.0);
        const auto errors_at = [&](double z) {
            std::size_t errors = 0;
            for (std::size_t i = 0; i + 1 < n; ++i)
                errors += at[i] * std::cos(z) + across[i] * std::sin(z) <= 0.0 ? 1U : 0U;
            return errors;
        };
        double total = 0.0;
        for (std::size_t c = 0; c < cells; ++c) {
            const std::size_t errors = errors_at(2.0 * std::numbers::pi * (static_cast<double>(c) + 0.5) / cells);
            const double weight = std::pow(noise, errors) * std::pow(1.0 - noise, 5.0 - static_cast<double>(errors));
            wanted[errors] += weight;
            total += weight;
        }
        Circle circle(n, noise);
        Random random(6);
        constexpr int draws = 40'000;
        for (int s = 0; s < draws; ++s) got[errors_at(circle.draw(at, across, random))] += 1.0 / draws;
        for (std::size_t e = 0; e <= n; ++e) EXPECT_NEAR(got[e], wanted[e] / total, 0.012);
    }
}

TEST_CASE("without noise the arc ends at the nearest walls on both sides") {
    const Array<double> at{1.0, 0.5, 0.8}, across{2.0, -1.0, 0.1};
    Circle circle(3, 0.0);
    Random random(9);
    double low = 10.0, high = -10.0;
    for (int s = 0; s < 20'000; ++s) {
        const double z = circle.draw(at, across, random);
        low = std::min(low, z);
        high = std::max(high, z);
    }
    EXPECT_NEAR(low, -std::atan2(1.0, 2.0), 1e-3);
    EXPECT_NEAR(high, std::atan2(1.0, 2.0), 1e-3);
}

TEST_CASE("orthants: coordinates have their closed mean") {
    const auto walls = identity(5);
    const std::vector<double> start(5, 1.0 / std::sqrt(5.0));
    GibbsChain gibbs(walls.data(), 5, 5, start.data(), 0.0, 1);
    Billiard billiard(walls.data(), 5, 5, start.data(), 0.0, 5.0, 1);
    for (Chain* chain : {static_cast<Chain*>(&gibbs), static_cast<Chain*>(&billiard)}) {
        const auto drawn = draw(*chain, 100'000);
        for (std::size_t j = 0; j < 5; ++j) {
            double mean = 0.0;
            for (std::size_t s = 0; s < drawn.count; ++s)
                mean += drawn.directions[s * 5 + j] / static_cast<double>(drawn.count);
            EXPECT_NEAR(mean, 0.375, 0.012);
        }
    }
}

TEST_CASE("hard chains stay inside, of unit length, and do not drift") {
    for (const std::size_t rank : {std::size_t{2}, std::size_t{3}, std::size_t{40}}) {
        const auto walls = walls_around_first_axis(60, rank, 11);
        const auto start = first_axis(rank);
        GibbsChain gibbs(walls.data(), 60, rank, start.data(), 0.0, 1);
        Billiard billiard(walls.data(), 60, rank, start.data(), 0.0, 30.0, 1);
        for (Chain* chain : {static_cast<Chain*>(&gibbs), static_cast<Chain*>(&billiard)}) {
            const auto drawn = draw(*chain, 3000);
            EXPECT(*std::min_element(drawn.margins.begin(), drawn.margins.end()) > 0.0);
            EXPECT(largest_drift(*chain, drawn) < 1e-11);
        }
    }
}

TEST_CASE("with noise both chains visit the same numbers of errors") {
    const auto walls = random_rows(10, 3, 17);
    const auto start = first_axis(3);
    GibbsChain gibbs(walls.data(), 10, 3, start.data(), 0.2, 1);
    Billiard billiard(walls.data(), 10, 3, start.data(), 0.2, 20.0, 2);
    std::vector<std::vector<double>> shares;
    for (Chain* chain : {static_cast<Chain*>(&gibbs), static_cast<Chain*>(&billiard)}) {
        const auto drawn = draw(*chain, 50'000);
        std::vector<double> share(11, 0.0);
        for (std::size_t s = 0; s < drawn.count; ++s) {
            const auto* margins = drawn.margins.data() + s * 10;
            share[static_cast<std::size_t>(std::count_if(margins, margins + 10, [](double m) { return m <= 0.0; }))] +=
                1.0 / static_cast<double>(drawn.count);
        }
        shares.push_back(share);
        EXPECT(largest_drift(*chain, drawn) < 1e-10);
    }
    for (std::size_t e = 0; e <= 10; ++e) EXPECT_NEAR(shares[0][e], shares[1][e], 0.02);
}

TEST_CASE("corners, twins and examples at the origin do not stop the ball") {
    // Two equal walls, one nearly equal, an acute corner, and a zero wall that only noise allows.
    const std::vector<double> hard{1.0, 0.0, 1.0, 0.0, 1.0, 1e-13, -1.0, 1.0 + 1e-3};
    const std::vector<double> start{std::sqrt(0.5), std::sqrt(0.5)};
    Billiard inside(hard.data(), 4, 2, start.data(), 0.0, 10.0, 3);
    const auto drawn = draw(inside, 2000);
    EXPECT(drawn.count == 2000);
    EXPECT(*std::min_element(drawn.margins.begin(), drawn.margins.end()) > 0.0);
    const std::vector<double> soft{1.0, 0.0, 0.0, 0.0, -0.5, 1.0};
    Billiard anywhere(soft.data(), 3, 2, start.data(), 0.25, 10.0, 3);
    const auto noisy = draw(anywhere, 5000);
    EXPECT(noisy.count == 5000);
    EXPECT(largest_drift(anywhere, noisy) < 1e-10);
}

TEST_CASE("on a line the two directions have the probabilities of their errors") {
    const std::vector<double> walls{1.0, 2.0, -1.0};  // one error to the right, two to the left
    const double start = -1.0;
    GibbsChain gibbs(walls.data(), 3, 1, &start, 0.2, 1);
    Billiard billiard(walls.data(), 3, 1, &start, 0.2, 5.0, 1);
    for (Chain* chain : {static_cast<Chain*>(&gibbs), static_cast<Chain*>(&billiard)}) {
        const auto drawn = draw(*chain, 50'000);
        const auto right = std::count(drawn.directions.begin(), drawn.directions.end(), 1.0);
        EXPECT_NEAR(static_cast<double>(right) / 50'000.0, 0.8, 0.01);
    }
}

TEST_CASE("a chain does not hang on how its draws are asked for") {
    const auto walls = walls_around_first_axis(30, 8, 21);
    const auto start = first_axis(8);
    for (const double noise : {0.0, 0.1}) {
        GibbsChain gibbs_whole(walls.data(), 30, 8, start.data(), noise, 5),
            gibbs_parts(walls.data(), 30, 8, start.data(), noise, 5);
        Billiard ball_whole(walls.data(), 30, 8, start.data(), noise, 9.0, 5),
            ball_parts(walls.data(), 30, 8, start.data(), noise, 9.0, 5);
        const std::pair<Chain*, Chain*> pairs[] = {{&gibbs_whole, &gibbs_parts}, {&ball_whole, &ball_parts}};
        for (auto [whole, parts] : pairs) {
            const auto all = draw(*whole, 200);
            auto some = draw(*parts, 70).directions;
            const auto rest = draw(*parts, 130, 0).directions;
            some.insert(some.end(), rest.begin(), rest.end());
            EXPECT(all.directions == some);
        }
    }
}

TEST_CASE("a stopped chain keeps what it has drawn and can go on") {
    const auto walls = walls_around_first_axis(400, 300, 31);
    const auto start = first_axis(300);
    GibbsChain gibbs(walls.data(), 400, 300, start.data(), 0.1, 5);
    Billiard billiard(walls.data(), 400, 300, start.data(), 0.0, 100.0, 5);
    for (Chain* chain : {static_cast<Chain*>(&gibbs), static_cast<Chain*>(&billiard)}) {
        StopAfter monitor(3);
        const auto drawn = draw(*chain, 60'000, 0, &monitor);
        EXPECT(drawn.count > 0 && drawn.count < 60'000);
        EXPECT(monitor.rising);
        EXPECT(draw(*chain, 5, 0).count == 5);
    }
    StopAfter patient(1'000'000);
    EXPECT(draw(gibbs, 50, 0, &patient).count == 50);
    EXPECT(patient.last == 1.0);
}
