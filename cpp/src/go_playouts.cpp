#include "drupe/go_playouts.hpp"

#include <algorithm>

#include "drupe/parallel.hpp"
#include "drupe/random.hpp"

namespace drupe {

namespace {

/// Games that one task plays, and how many tasks there are at most.
constexpr std::size_t at_least_together = 64;
constexpr std::size_t most_tasks = 1024;

std::size_t play_out(GoBoard& board, Random& random, std::size_t most_turns) {
    const auto below = [&random](std::size_t count) {
        return static_cast<std::size_t>(((random.bits() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
    };
    std::size_t turns = 0;
    for (std::size_t passes = 0; passes < 2 && turns < most_turns; ++turns) {
        const GoPoint move = board.sensible_move(below);
        if (move == board.grid().points) {
            board.pass(board.to_play());
            ++passes;
        } else {
            board.play(move, board.to_play());
            passes = 0;
        }
    }
    return turns;
}

}  // namespace

GoPlayouts go_playouts(const GoBoard& start, std::size_t games, std::uint64_t seed, std::size_t most_turns,
                       const Run& run) {
    const std::size_t points = start.grid().points;
    const std::size_t together = std::max(at_least_together, (games + most_tasks - 1) / most_tasks);
    const std::size_t tasks = (games + together - 1) / together;
    GoPlayouts all;
    for (auto* numbers : {&all.black, &all.white, &all.turns}) numbers->resize(games);
    std::vector<std::int64_t> owned(tasks * points, 0);
    Watch watch(run.monitor, static_cast<double>(games + 1));
    const auto make_worker = [&] {
        return [&, board = start, owner = std::vector<GoStone>(points)](std::size_t task) mutable {
            const std::size_t last = std::min(games, (task + 1) * together);
            for (std::size_t game = task * together; game < last && !watch.stopped(); ++game) {
                board = start;
                Random random(seed + 0x632be59bd9b4e019ULL * (game + 1));
                all.turns[game] = static_cast<std::int32_t>(play_out(board, random, most_turns));
                board.owners(owner.data());
                for (std::size_t point = 0; point < points; ++point) {
                    all.black[game] += owner[point] == GoStone::black ? 1 : 0;
                    all.white[game] += owner[point] == GoStone::white ? 1 : 0;
                    owned[task * points + point] +=
                        (owner[point] == GoStone::black ? 1 : 0) - (owner[point] == GoStone::white ? 1 : 0);
                }
                watch.finished(1.0);
                watch.poll();
            }
        };
    };
    parallel_tasks(tasks, run.threads, make_worker, [&] { watch.poll(); });
    watch.conclude();
    all.owned.assign(points, 0);
    for (std::size_t i = 0; i < owned.size(); ++i) all.owned[i % points] += owned[i];
    return all;
}

}  // namespace drupe
