/// A visit to a face ends at its least, or at ends of the box, with less of the objective and the same sum.
#include <cmath>

#include "check.hpp"
#include "drupe/face.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

constexpr std::size_t count = 40;

std::vector<double> bells(double width) {
    std::vector<double> out(count * count);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < count; ++j)
            out[i * count + j] = std::exp(-0.5 * std::pow((double(i) - double(j)) / width, 2));
    }
    return out;
}

std::vector<FaceVariable> variables(double room) {
    std::vector<FaceVariable> out;
    for (std::size_t i = 0; i < count; ++i)
        out.push_back({std::sin(3.0 * double(i * i)), room * (1.0 + double(i % 3)), room * (1.0 + double(i % 5))});
    return out;
}

/// Scores after the moves.
std::vector<double> moved(const std::vector<double>& kernel, const std::vector<FaceVariable>& variables,
                          const std::vector<FaceMove>& moves) {
    std::vector<double> out;
    for (std::size_t i = 0; i < count; ++i) {
        double score = variables[i].score;
        for (std::size_t j = 0; j < count; ++j) score -= kernel[i * count + j] * moves[j].amount;
        out.push_back(score);
    }
    return out;
}

}  // namespace

TEST_CASE("where there is room all scores become level, or zero where no sum is fixed") {
    const auto kernel = bells(0.7);
    for (const bool balanced : {true, false}) {
        const auto room = variables(1e6);
        const auto moves = Face(1e-13, balanced).descend(kernel, room);
        EXPECT(moves.size() == count);
        double sum = 0.0;
        for (const auto& move : moves) {
            EXPECT(move.end == 0);
            sum += move.amount;
        }
        const auto scores = moved(kernel, room, moves);
        for (const double score : scores) EXPECT(std::abs(score - (balanced ? scores[0] : 0.0)) < 1e-8);
        if (balanced) EXPECT(std::abs(sum) < 1e-9);
    }
}

TEST_CASE("where there is little room nobody leaves the box, and the objective falls") {
    for (const double width : {0.7, 3.0, 30.0}) {
        const auto kernel = bells(width);
        for (const double room : {0.01, 0.3, 5.0}) {
            const auto box = variables(room);
            const auto moves = Face(1e-6, true).descend(kernel, box);
            EXPECT(moves.size() == count);
            const auto scores = moved(kernel, box, moves);
            double sum = 0.0;
            double gain = 0.0;
            std::size_t ends = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const double amount = moves[i].amount;
                EXPECT(amount <= box[i].up * (1.0 + 1e-12) && amount >= -box[i].down * (1.0 + 1e-12));
                if (moves[i].end != 0)
                    EXPECT(std::abs(amount - (moves[i].end > 0 ? box[i].up : -box[i].down)) < 1e-12 * (1.0 + room));
                ends += moves[i].end != 0 ? 1U : 0U;
                sum += amount;
                gain += 0.5 * (scores[i] + box[i].score) * amount;
            }
            EXPECT(std::abs(sum) < 1e-9);
            EXPECT(gain > 0.0);
            EXPECT(ends > 0 || room > 1.0);
        }
    }
}

TEST_CASE("a matrix that is none of a kernel moves nobody") {
    std::vector<double> kernel(count * count, 1.0);
    for (std::size_t i = 0; i < count; ++i) kernel[i * count + i] = i == 7 ? -1.0 : 1.0;
    EXPECT(Face(1e-6, true).descend(kernel, variables(1.0)).empty());
}
