#include <algorithm>
#include <cmath>
#include <limits>

#include "drupe/parallel.hpp"
#include "drupe/subsequences.hpp"

namespace drupe {

namespace {

/// One string after the other, with room for the words that it holds.
///
/// open[k] holds, for each word of k symbols, Σ decay^(symbols from its first to the last one read), and the words of length
/// k + 1 that end with the next symbol c are those of length k, c added: a contiguous stretch, as the last symbol is the
/// major part of a word's number.
class Scan {
public:
    Scan(const SubsequenceWeights& form, std::size_t symbols) : form_(form), symbols_(symbols) {
        std::size_t words = 1;
        for (std::size_t k = 0; k < form.weights.size(); ++k, words *= symbols) {
            counts_.push_back(words);
            open_.emplace_back(words, k == 0 ? 1.0 : 0.0);
        }
        counts_.push_back(words);
    }

    void operator()(Sequence string, double* out) {
        const std::size_t longest = form_.weights.size();
        for (std::size_t k = 1; k < longest; ++k) std::fill(open_[k].begin(), open_[k].end(), 0.0);
        for (const std::int32_t code : string) {
            const auto c = static_cast<std::size_t>(code);
            double* closed = out + width_of(longest);
            for (std::size_t k = longest; k > 0; --k) {
                if (form_.weights[k - 1] > 0.0) {
                    closed -= counts_[k];
                    if (c < symbols_) add(open_[k - 1], closed + c * counts_[k - 1]);
                }
                if (k == longest) continue;
                for (double& word : open_[k]) word *= form_.decay;
                if (c < symbols_) add(open_[k - 1], open_[k].data() + c * counts_[k - 1]);
            }
        }
        for (std::size_t k = 1; k <= longest; ++k) {
            if (form_.weights[k - 1] == 0.0) continue;
            const double root = std::sqrt(form_.weights[k - 1]);
            for (std::size_t u = 0; u < counts_[k]; ++u) *out++ *= root;
        }
    }

private:
    [[nodiscard]] std::size_t width_of(std::size_t levels) const {
        std::size_t width = 0;
        for (std::size_t k = 1; k <= levels; ++k) width += form_.weights[k - 1] > 0.0 ? counts_[k] : 0;
        return width;
    }

    void add(const std::vector<double>& words, double* __restrict to) const {
        const double* __restrict from = words.data();
        for (std::size_t u = 0; u < words.size(); ++u) to[u] += form_.decay * from[u];
    }

    const SubsequenceWeights& form_;
    std::size_t symbols_;
    std::vector<std::size_t> counts_;  // of words of each length
    std::vector<std::vector<double>> open_;
};

}  // namespace

std::size_t subsequence_features(const SubsequenceWeights& form, std::size_t symbols) {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    std::size_t words = 1, features = 0;
    for (const double weight : form.weights) {
        words *= symbols;
        if (words > most) return 0;
        if (weight > 0.0) features += words;
    }
    return features > most ? 0 : features;
}

void map_subsequences(const SequencesView& strings, const SubsequenceWeights& form, std::size_t symbols, double* out,
                      const Run& run) {
    const std::size_t width = subsequence_features(form, symbols);
    Watch watch(run.monitor, std::max(1.0, static_cast<double>(strings.count)));
    const auto make_worker = [&] {
        return [&, scan = Scan(form, symbols)](std::size_t i) mutable {
            if (watch.stopped()) return;
            std::fill_n(out + i * width, width, 0.0);
            scan(strings[i], out + i * width);
            watch.finished(1.0);
            watch.poll();
        };
    };
    parallel_tasks(strings.count, run.threads, make_worker, [&] { watch.poll(); });
    watch.conclude();
}

}  // namespace drupe
