/// Kernels on pairs of strings, against their definitions written down plainly.
#include <cmath>
#include <map>
#include <random>

#include "check.hpp"
#include "drupe/all_substrings.hpp"
#include "drupe/local_alignment.hpp"
#include "drupe/string_evaluator.hpp"
#include "drupe/subsequences.hpp"
#include "drupe/target.hpp"

using namespace drupe;
using namespace drupe::test;

namespace {

using Word = std::vector<std::int32_t>;

struct Collection {
    std::vector<std::int32_t> letters;
    std::vector<std::int64_t> offsets{0};

    void add(const Word& word) {
        letters.insert(letters.end(), word.begin(), word.end());
        offsets.push_back(static_cast<std::int64_t>(letters.size()));
    }
    [[nodiscard]] SequencesView view() const { return {letters.data(), offsets.data(), offsets.size() - 1}; }
};

Word random_word(std::size_t length, std::size_t alphabet, std::mt19937& random) {
    Word word(length);
    for (auto& letter : word) letter = static_cast<std::int32_t>(random() % alphabet);
    return word;
}

/// Strings of all lengths from 0 on, some of them twice.
Collection strings(std::size_t count, std::size_t longest, std::size_t alphabet, unsigned seed) {
    std::mt19937 random(seed);
    Collection out;
    for (std::size_t i = 0; i < count; ++i) out.add(random_word(random() % (longest + 1), alphabet, random));
    return out;
}

/// The features of subsequences of one length, by choosing places one after the other.
void choose(Sequence s, std::size_t level, std::size_t from, std::size_t first, double decay, Word& word,
            std::map<Word, double>& features) {
    for (std::size_t i = from; i < s.size(); ++i) {
        word.push_back(s[i]);
        const std::size_t start = word.size() == 1 ? i : first;
        if (word.size() == level) {
            features[word] += std::pow(decay, static_cast<double>(i - start + 1));
        } else {
            choose(s, level, i + 1, start, decay, word, features);
        }
        word.pop_back();
    }
}

std::map<Word, double> subsequences_of(Sequence s, std::size_t level, double decay) {
    std::map<Word, double> features;
    Word word;
    choose(s, level, 0, 0, decay, word, features);
    return features;
}

std::map<Word, double> substrings_of(Sequence s, double decay) {
    std::map<Word, double> features;
    for (std::size_t i = 0; i < s.size(); ++i) {
        for (std::size_t j = i + 1; j <= s.size(); ++j)
            features[Word(s.begin() + static_cast<std::ptrdiff_t>(i), s.begin() + static_cast<std::ptrdiff_t>(j))] +=
                std::pow(decay, static_cast<double>(j - i));
    }
    return features;
}

double dot(const std::map<Word, double>& x, const std::map<Word, double>& z) {
    double sum = 0.0;
    for (const auto& [word, value] : x) {
        const auto found = z.find(word);
        if (found != z.end()) sum += value * found->second;
    }
    return sum;
}

template <class T>
StringEvaluator subsequences(const Collection& right, const SubsequenceWeights& form) {
    return {right.view(), [&](const SequencesView& view) { return subsequence_kernel<T>(view, form); }};
}

/// What the definition says, for all pairs.
std::vector<double> by_choosing(const Collection& left, const Collection& right, const SubsequenceWeights& form) {
    const std::size_t n = right.view().count;
    std::vector<double> out(left.view().count * n, 0.0);
    for (std::size_t level = 1; level <= form.weights.size(); ++level) {
        if (form.weights[level - 1] == 0.0) continue;
        std::vector<std::map<Word, double>> features;
        for (std::size_t j = 0; j < n; ++j) features.push_back(subsequences_of(right.view()[j], level, form.decay));
        for (std::size_t i = 0; i < left.view().count; ++i) {
            const auto own = subsequences_of(left.view()[i], level, form.decay);
            for (std::size_t j = 0; j < n; ++j) out[i * n + j] += form.weights[level - 1] * dot(own, features[j]);
        }
    }
    return out;
}

void check_against_features(const SubsequenceWeights& form) {
    const Collection left = strings(7, 9, 4, 1), right = strings(37, 9, 3, 2);
    const auto wanted = by_choosing(left, right, form);
    std::vector<double> out(wanted.size());
    subsequences<double>(right, form).block(left.view(), out.data(), {.threads = 2});
    for (std::size_t e = 0; e < out.size(); ++e) EXPECT_NEAR(out[e], wanted[e], 1e-13);
    subsequences<float>(right, form).block(left.view(), out.data(), {.threads = 2});
    for (std::size_t e = 0; e < out.size(); ++e) EXPECT_NEAR(out[e], wanted[e], 1e-6);
}

}  // namespace

TEST_CASE("subsequences of every length are those that one finds by choosing places") {
    for (std::size_t level = 1; level <= 8; ++level) {
        SubsequenceWeights form{std::vector<double>(level, 0.0), 0.7};
        form.weights.back() = 1.0;
        check_against_features(form);
        for (std::size_t i = 0; i < level; ++i) form.weights[i] = 1.0 + static_cast<double>(i);
        check_against_features(form);
    }
}

TEST_CASE("the map of subsequences has the same inner products as the recursion") {
    const Collection all = strings(40, 60, 4, 3);
    const std::size_t n = all.view().count, symbols = 4;
    for (const SubsequenceWeights& form : {SubsequenceWeights{{0.0, 0.0, 1.0}, 0.6}, {{0.5, 0.0, 2.0, 1.0}, 1.0}}) {
        const std::size_t width = subsequence_features(form, symbols);
        std::vector<double> map(n * width), gram(n * n);
        map_subsequences(all.view(), form, symbols, map.data(), {.threads = 2});
        subsequences<double>(all, form).gram(gram.data(), {.threads = 2});
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                double sum = 0.0;
                for (std::size_t u = 0; u < width; ++u) sum += map[i * width + u] * map[j * width + u];
                EXPECT_NEAR(gram[i * n + j], sum, 1e-12);
            }
        }
    }
    EXPECT(subsequence_features({{0.0, 1.0, 1.0}, 0.5}, 20) == 8400);
    EXPECT(subsequence_features({std::vector<double>(40, 1.0), 0.5}, 4) == 0);
}

TEST_CASE("letters that the map does not know are gaps") {
    Collection known, strange;
    known.add({0, 1});
    strange.add({0, 7, 1});
    const SubsequenceWeights form{{0.0, 1.0}, 0.5};
    std::vector<double> known_map(4), strange_map(4);
    map_subsequences(known.view(), form, 2, known_map.data(), {});
    map_subsequences(strange.view(), form, 2, strange_map.data(), {});
    EXPECT(known_map[2] == 0.25);  // the word 0, 1: its last letter is the major one
    EXPECT(strange_map[2] == 0.125);
    EXPECT(known_map[1] == 0.0 && strange_map[1] == 0.0);
}

TEST_CASE("long strings meet in blocks, whichever side is the longer") {
    std::mt19937 random(4);
    Collection collection;
    for (const std::size_t length : {2500U, 1025U, 1024U, 800U, 3U}) collection.add(random_word(length, 3, random));
    const SubsequenceWeights form{{0.0, 0.0, 1.0}, 0.9};
    const std::size_t n = collection.view().count, width = subsequence_features(form, 3);
    std::vector<double> map(n * width), block(n * n), rough(n * n), diagonal(n);
    map_subsequences(collection.view(), form, 3, map.data(), {});
    const auto evaluator = subsequences<double>(collection, form);
    evaluator.block(collection.view(), block.data(), {.threads = 2});
    subsequences<float>(collection, form).block(collection.view(), rough.data(), {.threads = 2});
    evaluator.diagonal(diagonal.data(), {.threads = 2});
    for (std::size_t i = 0; i < n; ++i) {
        EXPECT(diagonal[i] == block[i * n + i]);
        for (std::size_t j = 0; j < n; ++j) {
            double sum = 0.0;
            for (std::size_t u = 0; u < width; ++u) sum += map[i * width + u] * map[j * width + u];
            EXPECT(std::abs(block[i * n + j] - sum) <= 1e-12 * sum);
            EXPECT(std::abs(rough[i * n + j] - sum) <= 1e-6 * sum);
        }
    }
    const SubsequenceWeights deep{{0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0}, 0.8};  // more levels than registers
    Collection one, other;
    for (std::size_t i = 0; i < 3; ++i) (i < 2 ? one : other).add(random_word(i == 1 ? 1500 : 1200, 2, random));
    std::vector<double> there(2), back(2);
    subsequences<double>(one, deep).block(other.view(), there.data(), {});
    subsequences<double>(other, deep).block(one.view(), back.data(), {});
    for (std::size_t i = 0; i < 2; ++i) EXPECT(std::abs(there[i] - back[i]) <= 1e-12 * back[i]);
}

TEST_CASE("a pair has the same value to the last bit whoever stands beside it, and however many threads there are") {
    const Collection all = strings(70, 40, 3, 5);
    const std::size_t n = all.view().count;
    const SubsequenceWeights form{{1.0, 0.5, 0.25, 1.0}, 0.7};
    std::vector<float> gram(n * n), again(n * n);
    const auto evaluator = subsequences<float>(all, form);
    evaluator.gram(gram.data(), {.threads = 1});
    evaluator.gram(again.data(), {.threads = 2});
    EXPECT(gram == again);
    std::vector<double> diagonal(n);
    evaluator.diagonal(diagonal.data(), {.threads = 2});
    for (std::size_t i = 0; i < n; ++i) {
        Collection alone;
        alone.add({all.view()[i].begin(), all.view()[i].end()});
        std::vector<float> row(n), own(1);
        const auto index = static_cast<std::int64_t>(i);
        evaluator.rows(&index, 1, row.data(), {.threads = 2});
        subsequences<float>(alone, form).block(alone.view(), own.data(), {});
        EXPECT(own[0] == gram[i * n + i] && row[i] == own[0] && static_cast<float>(diagonal[i]) == own[0]);
        for (std::size_t j = 0; j < n; ++j) {
            EXPECT(gram[i * n + j] == gram[j * n + i]);
            EXPECT_NEAR(row[j], gram[i * n + j], 1e-6);
        }
    }
}

TEST_CASE("all substrings are those that one finds by cutting") {
    for (const double decay : {0.5, 1.0, 1.3}) {
        const Collection left = strings(12, 14, 3, 6), right = strings(40, 14, 2, 7);
        const StringEvaluator evaluator(right.view(),
                                        [&](const SequencesView& view) { return all_substrings_kernel(view, decay); });
        const std::size_t n = right.view().count;
        std::vector<double> out(left.view().count * n), gram(n * n), diagonal(n);
        evaluator.block(left.view(), out.data(), {.threads = 2});
        evaluator.gram(gram.data(), {.threads = 2});
        evaluator.diagonal(diagonal.data(), {.threads = 2});
        for (std::size_t j = 0; j < n; ++j) {
            const auto features = substrings_of(right.view()[j], decay);
            EXPECT(diagonal[j] == gram[j * n + j]);
            EXPECT_NEAR(diagonal[j], dot(features, features), 1e-13);
            for (std::size_t i = 0; i < left.view().count; ++i)
                EXPECT_NEAR(out[i * n + j], dot(substrings_of(left.view()[i], decay), features), 1e-13);
        }
    }
}

TEST_CASE("one letter repeated has as many substrings as there are pairs of places") {
    const std::size_t length = 100000;
    Collection collection;
    collection.add(Word(length, 0));
    const StringEvaluator evaluator(collection.view(),
                                    [](const SequencesView& view) { return all_substrings_kernel(view, 1.0); });
    std::vector<double> out(1);
    evaluator.diagonal(out.data(), {});
    const auto n = static_cast<double>(length);
    EXPECT(std::abs(out[0] / (n * (n + 1.0) * (2.0 * n + 1.0) / 6.0) - 1.0) < 1e-12);  // Σ of squares
}

TEST_CASE("alignments of two letters are counted once each") {
    // Each of the pairs alone, or both: with factors 2 for equal letters, 1 for others.
    Collection x, z;
    x.add({0, 1});
    z.add({0, 1});
    const AlignmentFactors factors{{}, 0, 2.0, 1.0, 0.5, 0.25};
    const StringEvaluator evaluator(z.view(),
                                    [&](const SequencesView& view) { return local_alignment_kernel(view, factors); });
    std::vector<double> out(1);
    evaluator.block(x.view(), out.data(), {});
    EXPECT_NEAR(out[0], 1.0 + (2.0 + 1.0 + 1.0 + 2.0) + 2.0 * 2.0, 1e-15);
}

TEST_CASE("a comparison of strings stops when its monitor says so") {
    struct StopAtOnce final : Monitor {
        bool go_on(double) override { return false; }
    } monitor;
    const Collection all = strings(400, 2000, 4, 8);
    const std::size_t n = all.view().count;
    const auto evaluator = subsequences<double>(all, {{0.0, 0.0, 0.0, 0.0, 1.0}, 0.5});
    std::vector<float> out(n * n);
    bool interrupted = false;
    try {
        evaluator.gram(out.data(), {.threads = 2, .monitor = &monitor});
    } catch (const Interrupted&) {
        interrupted = true;
    }
    EXPECT(interrupted);
}
