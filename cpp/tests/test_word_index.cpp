/// Words are counted as a map of plain vectors counts them, whatever their length, alphabet and number of threads.
#include <map>
#include <random>
#include <vector>

#include "check.hpp"
#include "drupe/sorted_keys.hpp"
#include "drupe/word_index.hpp"

using namespace drupe;

namespace {

struct Sequences {
    std::vector<std::int32_t> letters;
    std::vector<std::int64_t> offsets{0};

    [[nodiscard]] SequencesView view() const { return {letters.data(), offsets.data(), offsets.size() - 1}; }
};

Sequences drawn(std::size_t count, std::size_t longest, std::int32_t alphabet, unsigned seed) {
    std::mt19937_64 random(seed);
    Sequences out;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t length = random() % (longest + 1);
        for (std::size_t at = 0; at < length; ++at)
            out.letters.push_back(static_cast<std::int32_t>(random() % static_cast<unsigned>(alphabet)));
        out.offsets.push_back(static_cast<std::int64_t>(out.letters.size()));
    }
    return out;
}

/// Pattern, place if it counts, letters.
using Word = std::vector<std::int64_t>;
using Bag = std::map<Word, std::int32_t>;

Bag bag(const WordKind& kind, const Sequences& from, std::size_t i) {
    Bag out;
    const auto view = from.view();
    const std::int32_t* letters = view.letters + view.offsets[i];
    for (std::size_t p = 0; p < kind.patterns.size(); ++p) {
        const auto& pattern = kind.patterns[p];
        for (std::size_t at = 0; at + pattern.span <= view.length(i); ++at) {
            bool known = true;
            for (std::size_t k = 0; k < pattern.span; ++k)
                known = known && letters[at + k] >= 0 && letters[at + k] < static_cast<std::int64_t>(kind.alphabet);
            if (!known) continue;
            Word word{static_cast<std::int64_t>(p), kind.positional ? static_cast<std::int64_t>(at) : -1};
            for (const auto place : pattern.places) word.push_back(letters[at + place]);
            ++out[word];
        }
    }
    return out;
}

/// The columns are numbered in the order of the map.
bool counts_as_a_map(const WordKind& kind, const Sequences& right, const Sequences& left, int threads) {
    std::map<Word, std::int32_t> column;
    for (std::size_t i = 0; i < right.view().count; ++i) {
        for (const auto& [word, count] : bag(kind, right, i)) column[word] = 0;
    }
    std::int32_t next = 0;
    for (auto& [word, number] : column) number = next++;
    const WordIndex index(kind, right.view(), {threads, nullptr});
    if (index.width() != column.size()) return false;
    const auto counts = index.counts(left.view(), {threads, nullptr});
    std::size_t entry = 0;
    for (std::size_t i = 0; i < left.view().count; ++i) {
        if (counts.starts[i] != static_cast<std::int64_t>(entry)) return false;
        for (const auto& [word, count] : bag(kind, left, i)) {
            const auto known = column.find(word);
            if (known == column.end()) continue;
            if (entry == counts.columns.size()) return false;
            if (counts.columns[entry] != known->second || counts.counts[entry] != count) return false;
            ++entry;
        }
    }
    const auto places = index.places(left.view(), {threads, nullptr});
    std::int64_t all = 0;
    for (const auto count : counts.counts) all += count;
    return entry == counts.columns.size() && static_cast<std::size_t>(all) == places.columns.size();
}

WordPattern whole(std::size_t length) {
    WordPattern pattern{{}, length};
    for (std::size_t p = 0; p < length; ++p) pattern.places.push_back(p);
    return pattern;
}

}  // namespace

TEST_CASE("words of any length over any alphabet are counted as by a map") {
    for (const std::int32_t alphabet : {1, 2, 4, 20, 100'000}) {
        for (const std::size_t length : {1U, 3U, 8U, 40U, 70U}) {
            const auto right = drawn(30, 120, alphabet, 1);
            const auto left = drawn(20, 150, alphabet + 1, 2);  // with a letter that nobody knows
            for (const bool positional : {false, true}) {
                const WordKind kind{{whole(length)}, static_cast<std::size_t>(alphabet), positional};
                EXPECT(counts_as_a_map(kind, right, right, 1));
                EXPECT(counts_as_a_map(kind, right, left, 2));
            }
        }
    }
}

TEST_CASE("long words that differ in one letter only are different words") {
    Sequences right;
    for (std::int32_t odd = 0; odd < 60; ++odd) {
        for (std::int32_t at = 0; at < 60; ++at) right.letters.push_back(at == odd ? 1 : 0);
        right.offsets.push_back(static_cast<std::int64_t>(right.letters.size()));
    }
    const WordIndex index({{whole(60)}, 1000, false}, right.view(), {1, nullptr});
    EXPECT(index.width() == 60);
}

TEST_CASE("several patterns with gaps have columns of their own") {
    const WordKind kind{{whole(1), whole(2), {{0, 2}, 3}, {{1}, 3}, {{}, 4}}, 3, false};
    EXPECT(counts_as_a_map(kind, drawn(40, 30, 3, 3), drawn(40, 30, 4, 4), 2));
}

TEST_CASE("nothing at all has no words") {
    Sequences empty;
    EXPECT(counts_as_a_map({{whole(2)}, 0, false}, empty, empty, 1));
    empty.offsets = {0, 0, 0};
    EXPECT(counts_as_a_map({{whole(2)}, 0, true}, empty, empty, 1));
    EXPECT(counts_as_a_map({{whole(2)}, 4, false}, empty, drawn(5, 10, 4, 1), 1));
}

TEST_CASE("many letters give the same columns on one thread and on more") {
    const auto right = drawn(3000, 200, 4, 5);
    const WordKind kind{{whole(12)}, 4, false};
    const WordIndex one(kind, right.view(), {1, nullptr});
    const WordIndex two(kind, right.view(), {2, nullptr});
    const auto a = one.counts(right.view(), {1, nullptr});
    const auto b = two.counts(right.view(), {2, nullptr});
    EXPECT(a.columns == b.columns && a.counts == b.counts && a.starts == b.starts);
}

TEST_CASE("keys are sorted, small or large, few or many") {
    std::mt19937_64 random(7);
    std::vector<std::uint64_t> spare;
    for (const std::size_t count : {0U, 1U, 100U, 5000U}) {
        for (const unsigned bits : {1U, 8U, 20U, 63U}) {
            std::vector<std::uint64_t> keys(count);
            const std::uint64_t largest = (std::uint64_t{1} << bits) - 1;
            for (auto& key : keys) key = random() & largest;
            auto expected = keys;
            std::sort(expected.begin(), expected.end());
            sort_keys(keys, spare, largest);
            EXPECT(keys == expected);
        }
    }
}
