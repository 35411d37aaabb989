#include "drupe/go_board.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace drupe {

namespace {

/// 64 of the points that lie so many places behind a member of the set.
std::uint64_t word_of_later(const GoPoints& points, std::size_t word, std::size_t places) {
    const std::uint64_t carried = word == 0 ? 0 : points[word - 1] >> (64 - places);
    return (points[word] << places) | carried;
}

/// 64 of the points that lie so many places before a member of the set.
std::uint64_t word_of_earlier(const GoPoints& points, std::size_t word, std::size_t places) {
    const std::uint64_t carried = word + 1 == points.size() ? 0 : points[word + 1] << (64 - places);
    return (points[word] >> places) | carried;
}

template <std::size_t... Sides>
const GoGrid& grid_among(std::size_t size, std::index_sequence<Sides...>) {
    static const std::array<GoGrid, sizeof...(Sides)> all{GoGrid(Sides + 1)...};
    return all[size - 1];
}

}  // namespace

const GoGrid& go_grid(std::size_t size) {
    if (size < 1 || size > go_largest) throw std::invalid_argument("a board has 1 to 25 rows");
    return grid_among(size, std::make_index_sequence<go_largest>());
}

GoBoard::GoBoard(std::size_t size) : grid_(&go_grid(size)) {
    stone_[grid_->points] = GoStone::off_board;
    for (std::size_t point = 0; point < grid_->points; ++point) clear(static_cast<GoPoint>(point));
    past_.insert(key_);
}

GoBoard::GoBoard(std::size_t size, const GoStone* stones, GoStone to_play) : GoBoard(size) {
    for (std::size_t point = 0; point < grid_->points; ++point) {
        if (stones[point] != GoStone::empty) set(static_cast<GoPoint>(point), stones[point]);
    }
    to_play_ = to_play;
    past_.remove_last();
    past_.insert(key_);
    chain_all();
    for (std::size_t point = 0; point < grid_->points; ++point) {
        if (stones[point] != GoStone::empty && pseudo_liberties_[head_[point]] == 0)
            throw std::invalid_argument("a chain has no liberties");
    }
}

bool GoBoard::over() const {
    const auto passed = [this](const Turn& turn) { return turn.point == grid_->points; };
    return turns_.size() >= 2 && std::all_of(turns_.end() - 2, turns_.end(), passed);
}

// --- what a move would do ---------------------------------------------------------------------------------------------

int GoBoard::touches(GoPoint point, GoPoint head) const {
    int count = 0;
    for (const GoPoint next : grid_->neighbors[point]) {
        const GoStone there = stone_[next];
        count += (there == GoStone::black || there == GoStone::white) && head_[next] == head ? 1 : 0;
    }
    return count;
}

bool GoBoard::legal(GoPoint point, GoStone player, GoSuicide suicide) const {
    if (stone_[point] != GoStone::empty) return false;
    bool room = false;
    for (const GoPoint next : grid_->neighbors[point]) room |= stone_[next] == GoStone::empty;
    if (!room) return legal_without_room(point, player, suicide);
    return !once(point, player) || !past_.contains(key_after(point, player));
}

GoPoints GoBoard::legal_points(GoStone player, GoSuicide suicide) const {
    const GoPoints& held = once_[static_cast<std::size_t>(player)];
    GoPoints found{};
    for (std::size_t word = 0; word * 64 < grid_->points; ++word) {
        const std::uint64_t beside = (word_of_later(is_empty_, word, 1) & grid_->not_first_column[word]) |
                                     (word_of_earlier(is_empty_, word, 1) & grid_->not_last_column[word]) |
                                     word_of_later(is_empty_, word, grid_->size) |
                                     word_of_earlier(is_empty_, word, grid_->size);
        found[word] = is_empty_[word] & beside & ~held[word];
        for (std::uint64_t left = is_empty_[word] & ~found[word]; left != 0; left &= left - 1) {
            const std::size_t point = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
            if (legal(static_cast<GoPoint>(point), player, suicide)) insert(found, point);
        }
    }
    return found;
}

bool GoBoard::legal_without_room(GoPoint point, GoStone player, GoSuicide suicide) const {
    bool lives = false, alone = true;
    for (const GoPoint next : grid_->neighbors[point]) {
        const GoStone there = stone_[next];
        if (there == GoStone::off_board) continue;
        const bool last_liberty = pseudo_liberties_[head_[next]] == touches(point, head_[next]);
        lives |= (there == player) != last_liberty;  // keeps a liberty of ours, or takes the last of theirs
        alone &= there != player;
    }
    if (!lives && (alone || suicide == GoSuicide::forbidden)) return false;
    if (lives && !once(point, player)) return true;
    return !past_.contains(key_after(point, player));
}

std::uint64_t GoBoard::key_after(GoPoint point, GoStone player) const {
    std::uint64_t with = key_ ^ go_key(point, player), without = key_;
    std::array<GoPoint, 4> seen{};
    std::size_t chains = 0;
    bool lives = false;
    for (const GoPoint next : grid_->neighbors[point]) {
        const GoStone there = stone_[next];
        if (there == GoStone::off_board) continue;
        if (there == GoStone::empty) {
            lives = true;
            continue;
        }
        const GoPoint head = head_[next];
        if (std::find(seen.begin(), seen.begin() + chains, head) != seen.begin() + chains) continue;
        seen[chains++] = head;
        const bool last_liberty = pseudo_liberties_[head] == touches(point, head);
        lives |= (there == player) != last_liberty;
        if (there == player) {
            without ^= key_of_[head];
        } else if (last_liberty) {
            with ^= key_of_[head];
        }
    }
    return lives ? with : without;
}

bool GoBoard::eye(GoPoint point, GoStone owner) const {
    for (const GoPoint next : grid_->neighbors[point]) {
        if (stone_[next] != owner && stone_[next] != GoStone::off_board) return false;
    }
    int enemies = 0, off = 0;
    for (const GoPoint corner : grid_->diagonals[point]) {
        enemies += stone_[corner] == opponent(owner) ? 1 : 0;
        off += stone_[corner] == GoStone::off_board ? 1 : 0;
    }
    return enemies + (off > 0 ? 1 : 0) < 2;
}

// --- moves ------------------------------------------------------------------------------------------------------------

void GoBoard::set(GoPoint point, GoStone stone) {
    stone_[point] = stone;
    insert(once_[static_cast<std::size_t>(stone)], point);
    key_ ^= go_key(point, stone);
    swap_empties(place_[point], --empties_);
    erase(is_empty_, point);
}

void GoBoard::clear(GoPoint point) {
    if (stone_[point] != GoStone::empty) key_ ^= go_key(point, stone_[point]);
    stone_[point] = GoStone::empty;
    place_[point] = static_cast<GoPoint>(empties_);
    empty_[empties_++] = point;
    insert(is_empty_, point);
}

void GoBoard::swap_empties(std::size_t i, std::size_t j) {
    std::swap(empty_[i], empty_[j]);
    place_[empty_[i]] = static_cast<GoPoint>(i);
    place_[empty_[j]] = static_cast<GoPoint>(j);
}

void GoBoard::play(GoPoint point, GoStone player) {
    turns_.push_back({static_cast<std::uint32_t>(taken_.size()), point, player, to_play_, false, false});
    set(point, player);
    found(point, player);
    for (const GoPoint next : grid_->neighbors[point]) {
        const GoStone there = stone_[next];
        if (there == opponent(player) && pseudo_liberties_[head_[next]] == 0) take(head_[next]);
    }
    if (pseudo_liberties_[head_[point]] == 0) {
        turns_.back().suicide = true;
        take(head_[point]);
    }
    turns_.back().new_position = past_.insert(key_);
    to_play_ = opponent(player);
}

/// A new stone: a chain of its own at first, then one with those of its color next to it.
void GoBoard::found(GoPoint point, GoStone player) {
    head_[point] = next_[point] = point;
    stones_of_[point] = 1;
    key_of_[point] = go_key(point, player);
    std::uint16_t liberties = 0;
    for (const GoPoint next : grid_->neighbors[point]) {
        if (stone_[next] == GoStone::empty) {
            ++liberties;
        } else if (stone_[next] != GoStone::off_board) {
            --pseudo_liberties_[head_[next]];
        }
    }
    pseudo_liberties_[point] = liberties;
    for (const GoPoint next : grid_->neighbors[point]) {
        if (stone_[next] == player && head_[next] != head_[point]) join(head_[next], head_[point]);
    }
}

void GoBoard::join(GoPoint into, GoPoint from) {
    if (stones_of_[into] < stones_of_[from]) std::swap(into, from);
    GoPoint at = from;
    do {
        head_[at] = into;
        at = next_[at];
    } while (at != from);
    std::swap(next_[into], next_[from]);
    stones_of_[into] = static_cast<std::uint16_t>(stones_of_[into] + stones_of_[from]);
    pseudo_liberties_[into] = static_cast<std::uint16_t>(pseudo_liberties_[into] + pseudo_liberties_[from]);
    key_of_[into] ^= key_of_[from];
}

void GoBoard::take(GoPoint head) {
    GoPoint at = head;
    do {
        clear(at);
        taken_.push_back(at);
        for (const GoPoint next : grid_->neighbors[at]) {
            if (stone_[next] == GoStone::black || stone_[next] == GoStone::white) ++pseudo_liberties_[head_[next]];
        }
        at = next_[at];
    } while (at != head);
}

void GoBoard::pass(GoStone player) {
    turns_.push_back({static_cast<std::uint32_t>(taken_.size()), static_cast<GoPoint>(grid_->points), player, to_play_,
                      false, false});
    to_play_ = opponent(player);
}

void GoBoard::undo() {
    const Turn last = turns_.back();
    turns_.pop_back();
    to_play_ = last.to_play;
    if (last.point == grid_->points) return;
    if (last.new_position) past_.remove_last();
    if (!last.suicide) clear(last.point);
    const GoStone taken = last.suicide ? last.player : opponent(last.player);
    for (std::size_t i = last.first_taken; i < taken_.size(); ++i) {
        if (!(last.suicide && taken_[i] == last.point)) set(taken_[i], taken);
    }
    taken_.resize(last.first_taken);
    chain_all();
}

void GoBoard::chain_all() {
    pseudo_liberties_.fill(0);
    for (std::size_t each = 0; each < grid_->points; ++each) {
        const auto point = static_cast<GoPoint>(each);
        head_[point] = next_[point] = point;
        stones_of_[point] = 1;
        if (stone_[point] == GoStone::empty) continue;
        key_of_[point] = go_key(point, stone_[point]);
        for (const GoPoint next : grid_->neighbors[point]) {
            if (stone_[next] == GoStone::empty) ++pseudo_liberties_[head_[point]];
            const bool done = next < point && stone_[next] == stone_[point];
            if (done && head_[next] != head_[point]) join(head_[next], head_[point]);
        }
    }
}

}  // namespace drupe
