/// Sequences of like length are put into lanes together; long ones are gone through in stretches, so that memory is bounded.
#include "drupe/hidden_markov.hpp"

#include <algorithm>
#include <numeric>

#include "drupe/memory.hpp"
#include "drupe/parallel.hpp"
#include "drupe/target.hpp"

namespace drupe {

namespace {

/// Bytes of what is kept for every state and step of time in one stretch.
constexpr std::size_t stretch_bytes = std::size_t{2} << 20;

/// Sums are taken in so many parts, each by one thread, and then in this order, whatever the number of threads.
constexpr std::size_t most_parts = 32;

/// The transitions in the order in which they are counted, and turned around.
class Links {
public:
    explicit Links(const HiddenMarkov& model) : states_(model.states) {
        const std::size_t states = model.states;
        starts_ = {0};
        for (std::size_t i = 0; i < states; ++i) {
            for (std::size_t j = 0; j < states; ++j) {
                const double value = model.transitions[i * states + j];
                if (value == 0.0) continue;
                rows_.push_back(i);
                columns_.push_back(static_cast<std::int32_t>(j));
                values_.push_back(value);
            }
            starts_.push_back(static_cast<std::int64_t>(values_.size()));
        }
        whole_ = 2 * values_.size() > states * states;
        if (whole_) {
            forward_.assign(model.transitions, model.transitions + states * states);
            turned_.resize(states * states);
            for (std::size_t i = 0; i < states; ++i) {
                for (std::size_t j = 0; j < states; ++j) turned_[j * states + i] = forward_[i * states + j];
            }
        } else {
            turn();
        }
    }

    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] double value(std::size_t entry) const { return values_[entry]; }

    /// Where the inner loops count this entry.
    [[nodiscard]] std::size_t place(std::size_t entry) const {
        return whole_ ? rows_[entry] * states_ + static_cast<std::size_t>(columns_[entry]) : entry;
    }
    [[nodiscard]] std::size_t places() const { return whole_ ? states_ * states_ : size(); }

    [[nodiscard]] MarkovLinks forth() const {
        return {states_, whole_ ? forward_.data() : nullptr, starts_.data(), columns_.data(), values_.data()};
    }
    [[nodiscard]] MarkovLinks back() const {
        return {states_, whole_ ? turned_.data() : nullptr, turned_starts_.data(), turned_columns_.data(),
                turned_values_.data()};
    }

private:
    void turn() {
        turned_starts_.assign(states_ + 1, 0);
        for (const auto column : columns_) ++turned_starts_[static_cast<std::size_t>(column) + 1];
        std::partial_sum(turned_starts_.begin(), turned_starts_.end(), turned_starts_.begin());
        turned_columns_.resize(size());
        turned_values_.resize(size());
        auto next = turned_starts_;
        for (std::size_t e = 0; e < size(); ++e) {
            const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(columns_[e])]++);
            turned_columns_[at] = static_cast<std::int32_t>(rows_[e]);
            turned_values_[at] = values_[e];
        }
    }

    std::size_t states_;
    bool whole_ = false;
    std::vector<std::size_t> rows_;
    std::vector<std::int64_t> starts_, turned_starts_;
    std::vector<std::int32_t> columns_, turned_columns_;
    std::vector<double> values_, turned_values_;
    Array<double> forward_, turned_;
};

/// What all threads share.
struct Task {
    const HiddenMarkov& model;
    const SequencesView& sequences;
    const MarkovLoops& loops;
    Links links;
    Array<double> emissions;         // with a last row for symbols that say nothing
    std::vector<std::size_t> order;  // of the sequences, longest first
    std::size_t stretch;             // steps of time
    Watch watch;

    Task(const HiddenMarkov& m, const SequencesView& s, Monitor* monitor)
        : model(m), sequences(s), loops(target().markov), links(m), order(s.count),
          watch(monitor, static_cast<double>(s.offsets[s.count]) + 1.0) {
        emissions.assign(m.emissions, m.emissions + m.symbols * m.states);
        emissions.insert(emissions.end(), m.states, 1.0);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return length(a) > length(b); });
        stretch = std::max<std::size_t>(16, stretch_bytes / (m.states * loops.lanes * sizeof(double)));
        const std::size_t longest = s.count > 0 ? length(order.front()) : 0;
        stretch = std::max<std::size_t>(1, std::min(stretch, longest));
    }

    [[nodiscard]] std::size_t length(std::size_t i) const {
        return static_cast<std::size_t>(sequences.offsets[i + 1] - sequences.offsets[i]);
    }
    [[nodiscard]] std::size_t groups() const { return (sequences.count + loops.lanes - 1) / loops.lanes; }
    [[nodiscard]] std::size_t table_size() const { return (model.symbols + 1) * model.states; }
};

/// One thread's memory, and the way through a group of sequences, one in each lane.
class Sweeper {
public:
    explicit Sweeper(Task& task)
        : task_(task), lanes_(task.loops.lanes), step_(task.model.states * lanes_), lengths_(lanes_), logs_(lanes_),
          betas_(step_), alphas_((task.stretch + 1) * step_), weights_(task.stretch * step_),
          inverses_(task.stretch * lanes_) {}

    /// ln P of the sequences of a group, from the front.
    void look(std::size_t group, double* logs) {
        place(group);
        const std::size_t size = longest_;
        checkpoints_.clear();
        std::fill(logs_.begin(), logs_.end(), 0.0);
        for (std::size_t first = 0; first < size; first += task_.stretch) {
            if (first > 0) std::copy_n(alphas_.data() + task_.stretch * step_, step_, alphas_.data());
            checkpoints_.insert(checkpoints_.end(), alphas_.begin(),
                                alphas_.begin() + static_cast<std::ptrdiff_t>(step_));
            const auto part = stretch(first);
            task_.loops.forward(task_.links.back(), task_.model.start, part, logs_.data());
            task_.watch.poll();
            if (task_.watch.stopped()) return;
        }
        for (std::size_t l = 0; l < here_; ++l) logs[sequence(group, l)] = logs_[l];
    }

    /// Goes back after `look`: adds to the lanes' tables of emissions, their sums of transitions, and what they start with.
    void go_back(double* const* tables, double* sums, double* const* starts) {
        if (longest_ == 0) return;
        const std::size_t last = (longest_ - 1) / task_.stretch * task_.stretch;
        for (std::size_t first = last + task_.stretch; first > 0;) {
            first -= task_.stretch;
            const auto part = stretch(first);
            if (first != last) {
                std::copy_n(checkpoints_.data() + first / task_.stretch * step_, step_, alphas_.data());
                task_.loops.forward(task_.links.back(), task_.model.start, part, nullptr);
            }
            task_.loops.backward(task_.links.forth(), part, betas_.data(), tables);
            task_.loops.count(task_.links.forth(), part, sums);
            task_.watch.poll();
            if (task_.watch.stopped()) return;
        }
        for (std::size_t l = 0; l < here_; ++l) {  // the betas are still those of the first symbol
            for (std::size_t i = 0; i < task_.model.states && lengths_[l] > 0; ++i)
                starts[l][i] += alphas_[step_ + i * lanes_ + l] * betas_[i * lanes_ + l];
        }
    }

    void finished() const {
        double symbols = 0.0;
        for (const auto length : lengths_) symbols += static_cast<double>(length);
        task_.watch.finished(symbols);
        task_.watch.poll();
    }

    [[nodiscard]] std::size_t sequence(std::size_t group, std::size_t lane) const {
        return task_.order[group * lanes_ + lane];
    }
    [[nodiscard]] std::size_t here() const { return here_; }

private:
    /// Puts the sequences of a group into the lanes.
    void place(std::size_t group) {
        const std::size_t states = task_.model.states;
        here_ = std::min(lanes_, task_.sequences.count - group * lanes_);
        longest_ = task_.length(sequence(group, 0));
        symbols_.assign(longest_ * lanes_, static_cast<std::int32_t>(task_.model.symbols * states));
        std::fill(lengths_.begin(), lengths_.end(), 0);
        for (std::size_t l = 0; l < here_; ++l) {
            const std::size_t i = sequence(group, l);
            lengths_[l] = static_cast<std::int64_t>(task_.length(i));
            const std::int32_t* codes = task_.sequences.letters + task_.sequences.offsets[i];
            for (std::size_t t = 0; t < task_.length(i); ++t)
                symbols_[t * lanes_ + l] = codes[t] * static_cast<std::int32_t>(states);
        }
    }

    MarkovStretch stretch(std::size_t first) {
        return {first,
                std::min(first + task_.stretch, longest_),
                symbols_.data(),
                lengths_.data(),
                task_.emissions.data(),
                alphas_.data(),
                weights_.data(),
                inverses_.data()};
    }

    Task& task_;
    std::size_t lanes_, step_;
    std::size_t here_ = 0, longest_ = 0;
    std::vector<std::int32_t> symbols_;
    std::vector<std::int64_t> lengths_;
    std::vector<double> logs_;
    Array<double> betas_, alphas_, weights_;
    Array<double> inverses_;
    Array<double> checkpoints_;
};

/// Expected counts as they are summed: emissions in a table, starts, and transitions for every lane.
struct Sums {
    Array<double> table, starts, links;

    explicit Sums(const Task& task)
        : table(task.table_size()), starts(task.model.states), links(task.links.places() * task.loops.lanes) {}
};

/// Writes counts in their order: of transitions the lanes from `first` to before `last` together.
void add_counts(const Task& task, const double* starts, const double* links, const double* table, std::size_t first,
                std::size_t last, double* counts) {
    const std::size_t states = task.model.states;
    for (std::size_t i = 0; i < states; ++i) *counts++ += starts[i];
    for (std::size_t e = 0; e < task.links.size(); ++e) {
        const double* lanes = links + task.links.place(e) * task.loops.lanes;
        *counts++ += task.links.value(e) * std::accumulate(lanes + first, lanes + last, 0.0);
    }
    for (std::size_t k = 0; k < task.model.symbols * states; ++k) *counts++ += table[k];
}

}  // namespace

std::size_t count_width(const HiddenMarkov& model) {
    const std::size_t states = model.states;
    const auto links = std::count_if(model.transitions, model.transitions + states * states,
                                     [](double value) { return value != 0.0; });
    return states + static_cast<std::size_t>(links) + model.symbols * states;
}

void log_likelihoods(const HiddenMarkov& model, const SequencesView& sequences, const Run& options, double* logs) {
    Task task(model, sequences, options.monitor);
    parallel_tasks(
        task.groups(), options.threads,
        [&] {
            return [&, sweeper = Sweeper(task)](std::size_t group) mutable {
                if (task.watch.stopped()) return;
                sweeper.look(group, logs);
                sweeper.finished();
            };
        },
        [&] { task.watch.poll(); });
    task.watch.conclude();
}

void expected_counts(const HiddenMarkov& model, const SequencesView& sequences, const Run& options, double* logs,
                     double* counts) {
    Task task(model, sequences, options.monitor);
    const std::size_t groups = task.groups(), parts = std::min(groups, most_parts), lanes = task.loops.lanes;
    const std::size_t width = count_width(model);
    Array<double> sums(parts * width);
    parallel_tasks(
        parts, options.threads,
        [&] {
            return [&, sweeper = Sweeper(task)](std::size_t part) mutable {
                Sums found(task);
                const std::vector<double*> tables(lanes, found.table.data()), starts(lanes, found.starts.data());
                for (std::size_t group = part; group < groups && !task.watch.stopped(); group += parts) {
                    sweeper.look(group, logs);
                    if (task.watch.stopped()) return;
                    sweeper.go_back(tables.data(), found.links.data(), starts.data());
                    sweeper.finished();
                }
                add_counts(task, found.starts.data(), found.links.data(), found.table.data(), 0, lanes,
                           sums.data() + part * width);
            };
        },
        [&] { task.watch.poll(); });
    task.watch.conclude();
    std::fill_n(counts, width, 0.0);
    for (std::size_t part = 0; part < parts; ++part) {
        for (std::size_t k = 0; k < width; ++k) counts[k] += sums[part * width + k];
    }
}

void counts_of_each(const HiddenMarkov& model, const SequencesView& sequences, const Run& options, double* logs,
                    double* counts) {
    Task task(model, sequences, options.monitor);
    const std::size_t lanes = task.loops.lanes, width = count_width(model), states = model.states;
    parallel_tasks(
        task.groups(), options.threads,
        [&] {
            return [&, sweeper = Sweeper(task), links = Array<double>(task.links.places() * lanes),
                    table = Array<double>(lanes * task.table_size()),
                    start = Array<double>(lanes * states)](std::size_t group) mutable {
                if (task.watch.stopped()) return;
                std::fill(links.begin(), links.end(), 0.0);
                std::fill(table.begin(), table.end(), 0.0);
                std::fill(start.begin(), start.end(), 0.0);
                std::vector<double*> tables, starts;
                for (std::size_t l = 0; l < lanes; ++l) {
                    tables.push_back(table.data() + l * task.table_size());
                    starts.push_back(start.data() + l * states);
                }
                sweeper.look(group, logs);
                if (task.watch.stopped()) return;
                sweeper.go_back(tables.data(), links.data(), starts.data());
                for (std::size_t l = 0; l < sweeper.here(); ++l) {
                    double* row = counts + sweeper.sequence(group, l) * width;
                    std::fill_n(row, width, 0.0);
                    add_counts(task, starts[l], links.data(), tables[l], l, l + 1, row);
                }
                sweeper.finished();
            };
        },
        [&] { task.watch.poll(); });
    task.watch.conclude();
}

}  // namespace drupe
