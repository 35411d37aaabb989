#include "drupe/all_substrings.hpp"

#include <algorithm>
#include <vector>

namespace drupe {

namespace {

/// Right strings that are read in turn.
constexpr std::size_t strings_at_once = 16;

/// Symbols read before the watch is asked again.
constexpr std::size_t patience = 1 << 16;

/// Where symbols lead to from states, in a table of hashed places.
class Edges {
public:
    static constexpr std::int32_t none = -1;

    /// Forgets all edges, and makes room for those of a string of this length: at most three for each symbol.
    void clear(std::size_t length) {
        std::size_t room = 16;
        shift_ = 60;
        while (room < 6 * length) {
            room *= 2;
            --shift_;
        }
        places_.assign(room, {none, 0, 0});
    }

    [[nodiscard]] std::int32_t find(std::int32_t state, std::int32_t symbol) const {
        const Edge& edge = places_[place(state, symbol)];
        return edge.state == none ? none : edge.target;
    }

    void set(std::int32_t state, std::int32_t symbol, std::int32_t target) {
        places_[place(state, symbol)] = {state, symbol, target};
    }

private:
    struct Edge {
        std::int32_t state, symbol, target;
    };

    [[nodiscard]] std::size_t place(std::int32_t state, std::int32_t symbol) const {
        const std::uint64_t key =
            static_cast<std::uint64_t>(static_cast<std::uint32_t>(state)) << 32 | static_cast<std::uint32_t>(symbol);
        std::size_t at = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> shift_);
        while (places_[at].state != none && (places_[at].state != state || places_[at].symbol != symbol))
            at = (at + 1) & (places_.size() - 1);
        return at;
    }

    std::vector<Edge> places_;
    int shift_ = 60;
};

/// States stand for the words of a string that end at the same places; see Blumer et al., 1985.
class SuffixAutomaton {
public:
    static constexpr std::int32_t root = 0;

    /// weights[l] = Σ of the weights of lengths 1..l.
    void build(Sequence string, const std::vector<double>& weights) {
        states_.assign(1, {0, Edges::none, 0.0, 0.0, Edges::none});
        states_.reserve(2 * string.size() + 1);
        onward_.clear();
        edges_.clear(string.size());
        std::int32_t last = root;
        for (const std::int32_t symbol : string) last = append(last, symbol);
        weigh(weights);
    }

    struct State {
        std::int32_t length;  // of the longest word
        std::int32_t link;    // to the words that are their suffixes, and end in more places
        double places;
        double total;         // Σ over all suffixes of the longest word of weight · places
        std::int32_t onward;  // the first in its list of symbols that lead on, or none
    };

    [[nodiscard]] const State& operator[](std::int32_t state) const { return states_[static_cast<std::size_t>(state)]; }
    [[nodiscard]] std::int32_t next(std::int32_t state, std::int32_t symbol) const {
        return edges_.find(state, symbol);
    }

private:
    State& at(std::int32_t state) { return states_[static_cast<std::size_t>(state)]; }

    void connect(std::int32_t from, std::int32_t symbol, std::int32_t to) {
        edges_.set(from, symbol, to);
        onward_.push_back({symbol, at(from).onward});
        at(from).onward = static_cast<std::int32_t>(onward_.size()) - 1;
    }

    std::int32_t add(const State& state) {
        states_.push_back(state);
        return static_cast<std::int32_t>(states_.size()) - 1;
    }

    /// The state of the whole string with one more symbol.
    std::int32_t append(std::int32_t last, std::int32_t symbol) {
        const std::int32_t longer = add({at(last).length + 1, root, 1.0, 0.0, Edges::none});
        std::int32_t state = last;
        for (; state != Edges::none && edges_.find(state, symbol) == Edges::none; state = at(state).link)
            connect(state, symbol, longer);
        if (state == Edges::none) return longer;
        const std::int32_t met = edges_.find(state, symbol);
        if (at(met).length == at(state).length + 1) {
            at(longer).link = met;
            return longer;
        }
        // Some of the words that end like `met` now end here too, the longer ones do not: they part.
        const std::int32_t shorter = add({at(state).length + 1, at(met).link, 0.0, 0.0, Edges::none});
        for (std::int32_t o = at(met).onward; o != Edges::none; o = onward_[static_cast<std::size_t>(o)].next) {
            const std::int32_t on = onward_[static_cast<std::size_t>(o)].symbol;
            connect(shorter, on, edges_.find(met, on));
        }
        for (; state != Edges::none && edges_.find(state, symbol) == met; state = at(state).link)
            edges_.set(state, symbol, shorter);
        at(met).link = at(longer).link = shorter;
        return longer;
    }

    void weigh(const std::vector<double>& weights) {
        // By length, so that whoever links comes after what it links to: counted, not compared.
        by_length_.assign(static_cast<std::size_t>(states_.empty() ? 0 : longest()) + 2, 0);
        for (const State& state : states_) ++by_length_[static_cast<std::size_t>(state.length) + 1];
        for (std::size_t l = 1; l < by_length_.size(); ++l) by_length_[l] += by_length_[l - 1];
        ordered_.resize(states_.size());
        for (std::size_t s = 0; s < states_.size(); ++s)
            ordered_[by_length_[static_cast<std::size_t>(states_[s].length)]++] = static_cast<std::int32_t>(s);
        for (std::size_t o = ordered_.size(); o-- > 1;) at(at(ordered_[o]).link).places += at(ordered_[o]).places;
        for (std::size_t o = 1; o < ordered_.size(); ++o) {
            State& state = at(ordered_[o]);
            const State& suffixes = at(state.link);
            state.total = suffixes.total + state.places * (weights[static_cast<std::size_t>(state.length)] -
                                                           weights[static_cast<std::size_t>(suffixes.length)]);
        }
    }

    [[nodiscard]] std::int32_t longest() const {
        return std::max_element(states_.begin(), states_.end(),
                                [](const State& a, const State& b) { return a.length < b.length; })
            ->length;
    }

    /// The symbols that lead on from a state, in lists.
    struct Onward {
        std::int32_t symbol, next;
    };

    std::vector<State> states_;
    std::vector<Onward> onward_;
    Edges edges_;
    std::vector<std::size_t> by_length_;
    std::vector<std::int32_t> ordered_;
};

class AllSubstrings final : public StringKernel {
public:
    AllSubstrings(const SequencesView& right, double decay) : right_(right), decay_(decay) {}

    [[nodiscard]] std::size_t group() const override { return strings_at_once; }
    [[nodiscard]] double work(std::size_t group) const override {
        double symbols = 0.0;
        for (std::size_t r = first(group); r < last(group); ++r) symbols += static_cast<double>(right_.length(r));
        return symbols;
    }
    [[nodiscard]] std::unique_ptr<StringComparer> comparer() const override;

private:
    class Comparer;

    [[nodiscard]] static std::size_t first(std::size_t group) { return group * strings_at_once; }
    [[nodiscard]] std::size_t last(std::size_t group) const {
        return std::min(right_.count, (group + 1) * strings_at_once);
    }

    SequencesView right_;
    double decay_;
};

class AllSubstrings::Comparer final : public StringComparer {
public:
    explicit Comparer(const AllSubstrings& kernel) : kernel_(kernel), weights_(1, 0.0) {}

    void take(Sequence left) override {
        const double weight = kernel_.decay_ * kernel_.decay_;
        while (weights_.size() <= left.size()) {
            longest_weight_ *= weight;
            weights_.push_back(weights_.back() + longest_weight_);
        }
        left_length_ = static_cast<double>(left.size());
        automaton_.build(left, weights_);
    }

    void compare(std::size_t group, double* values, Watch& watch) override {
        for (std::size_t r = AllSubstrings::first(group); r < kernel_.last(group); ++r)
            values[r - AllSubstrings::first(group)] = read(kernel_.right_[r], watch);
    }

    void compare_each_with_itself(std::size_t group, double* values, Watch& watch) override {
        for (std::size_t r = AllSubstrings::first(group); r < kernel_.last(group); ++r) {
            take(kernel_.right_[r]);
            values[r - AllSubstrings::first(group)] = read(kernel_.right_[r], watch);
        }
    }

private:
    /// At each symbol the longest word that ends there and is one of the left string; with it, all its suffixes.
    double read(Sequence right, Watch& watch) {
        double sum = 0.0;
        std::int32_t state = SuffixAutomaton::root, length = 0;
        for (std::size_t start = 0; start < right.size() && !watch.stopped(); start += patience) {
            const std::size_t end = std::min(right.size(), start + patience);
            for (std::size_t b = start; b < end; ++b) {
                std::int32_t next = automaton_.next(state, right[b]);
                while (next == Edges::none && state != SuffixAutomaton::root) {
                    state = automaton_[state].link;
                    length = automaton_[state].length;
                    next = automaton_.next(state, right[b]);
                }
                if (next == Edges::none) continue;
                state = next;
                ++length;
                const auto& words = automaton_[state];
                const auto& suffixes = automaton_[words.link];
                sum += suffixes.total + words.places * (weights_[static_cast<std::size_t>(length)] -
                                                        weights_[static_cast<std::size_t>(suffixes.length)]);
            }
            watch.finished(left_length_ * static_cast<double>(end - start));
            watch.poll();
        }
        return sum;
    }

    const AllSubstrings& kernel_;
    std::vector<double> weights_;  // of words of up to so many symbols
    double longest_weight_ = 1.0;
    double left_length_ = 0.0;
    SuffixAutomaton automaton_;
};

std::unique_ptr<StringComparer> AllSubstrings::comparer() const { return std::make_unique<Comparer>(*this); }

}  // namespace

std::unique_ptr<StringKernel> all_substrings_kernel(const SequencesView& right, double decay) {
    return std::make_unique<AllSubstrings>(right, decay);
}

}  // namespace drupe
