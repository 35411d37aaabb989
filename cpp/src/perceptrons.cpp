#include "drupe/perceptrons.hpp"

#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "drupe/parallel.hpp"
#include "drupe/row_cache.hpp"

namespace drupe {

namespace {

/// Columns that are computed together if there is use for so many: whole blocks of rows.
constexpr std::size_t batch = block_rows;

/// Columns that a run may ask for ahead of need, and the share of the examples in which it looks for them.
constexpr std::size_t ahead = 4;
constexpr std::size_t ahead_share = 16;

/// Updates between two looks at the clock.
constexpr std::int64_t patience = 64;

/// The part of the work that the first pass is, roughly: later ones make fewer mistakes.
constexpr double first_pass_share = 0.65;

constexpr std::int32_t nobody = -1;

/// What the threads hear: whether to stop. Only the calling thread asks the monitor.
class Listener {
public:
    explicit Listener(const PerceptronOptions& options) : options_{.monitor = options.monitor}, limits_(options_) {}

    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    void listen() {
        if (std::this_thread::get_id() == caller_ && !limits_.may_go_on(0, fraction_)) stop();
    }

    void tell(double fraction) { fraction_ = std::max(fraction_, fraction); }
    [[nodiscard]] double fraction() const { return fraction_; }

private:
    SolverOptions options_;
    Limits limits_;
    std::thread::id caller_ = std::this_thread::get_id();
    double fraction_ = 0.0;
    std::atomic<bool> stop_{false};
};

/// Columns of K, which are its rows: read where they are stored, else computed or fetched and kept for a while.
template <class T>
class KernelColumns {
public:
    KernelColumns(const RowSource<T>& source, const PerceptronOptions& options)
        : source_(source), stored_(std::get_if<Stored<T>>(&source.from)),
          cache_(stored_ == nullptr ? source.size() : 0, options.cache_bytes, fewest) {
        if (const auto* from = std::get_if<Computed<T>>(&source.from))
            evaluator_.emplace(*from->program, from->sample, options.threads);
    }

    /// Columns that can be there at once.
    [[nodiscard]] std::size_t capacity() const { return cache_.capacity(); }
    [[nodiscard]] std::int64_t made() const { return cache_.made(); }

    /// Column e if it is there; any thread may ask between two calls of `bring`.
    const T* find(std::size_t e) { return stored_ != nullptr ? stored_->row(e) : cache_.find(e); }

    /// Brings columns that are not there, at most `capacity` of them.
    void bring(const std::vector<std::int64_t>& index, const Run& run) {
        cache_.next_round();
        cache_.bring(index, [&](const std::vector<T*>& places) {
            if (evaluator_) return evaluator_->columns(index.data(), index.size(), places.data(), run);
            fetch_rows(std::get<Fetched<T>>(source_.from), index, places);
        });
    }

private:
    static constexpr std::size_t fewest = 4;
    const RowSource<T>& source_;
    const Stored<T>* stored_;
    RowCache<T> cache_;
    std::optional<Evaluator<T>> evaluator_;
};

/// One labelling in one order.
template <class T>
class Learner {
public:
    Learner(const PerceptronTask& task, std::size_t labelling, std::size_t order, double* outputs)
        : task_(task), signs_(task.signs.data() + labelling * task.size()),
          order_(task.orders.data() + order * task.size()), outputs_(outputs), counts_(task.size(), 0),
          loops_(target().loops<T>()) {
        std::fill(outputs_, outputs_ + task.size(), 0.0);
    }

    [[nodiscard]] bool ended() const { return ended_; }

    /// How far the first pass is.
    [[nodiscard]] double begun() const {
        return passes_ > 0 || ended_ ? 1.0 : static_cast<double>(position_) / static_cast<double>(task_.size());
    }

    /// The examples whose columns are missing, the first of them for the very next update.
    [[nodiscard]] const std::vector<std::int64_t>& wanted() const { return wanted_; }

    /// Goes on until a column is missing or the run ends.
    void advance(KernelColumns<T>& columns, Listener& listener, const PerceptronOptions& options) {
        wanted_.clear();
        for (std::int64_t updates = 0; !listener.stopped();) {
            if (!next_mistake(task_.size())) {
                if (end_pass(options)) return;
                continue;
            }
            const auto e = static_cast<std::size_t>(order_[position_]);
            const T* column = columns.find(e);
            if (column == nullptr) return look_ahead(columns);
            update(e, column);
            if (++updates % patience == 0) listener.listen();
        }
    }

    [[nodiscard]] Perceptron result() const {
        Perceptron out{{}, {}, mistakes_, passes_, ended_ ? stop_ : Stop::interrupted};
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            if (counts_[i] == 0) continue;
            out.support.push_back(static_cast<std::int64_t>(i));
            out.counts.push_back(counts_[i]);
        }
        return out;
    }

private:
    /// To the next mistake at or after the position, if there is one before `end`.
    bool next_mistake(std::size_t end) {
        for (; position_ < end; ++position_) {
            const std::int32_t i = order_[position_];
            if (signs_[i] * outputs_[i] <= 0.0) return true;
        }
        return false;
    }

    /// Whether it was the last.
    bool end_pass(const PerceptronOptions& options) {
        ++passes_;
        ended_ = in_pass_ <= options.tolerated || passes_ >= options.max_passes;
        stop_ = in_pass_ <= options.tolerated ? Stop::converged : Stop::iterations;
        position_ = 0;
        in_pass_ = 0;
        return ended_;
    }

    void update(std::size_t e, const T* column) {
        constexpr std::int64_t first = 0;
        const double sign = signs_[e];
        const double step = sign * task_.steps[e];
        loops_.add_rows(column, 0, &first, &step, 1, task_.size(), outputs_);
        outputs_[e] += sign * task_.lifts[e];
        ++counts_[e];
        ++mistakes_;
        ++in_pass_;
        ++position_;
    }

    /// What will be mistakes next if the coming update does not mend them.
    void look_ahead(KernelColumns<T>& columns) {
        const std::size_t here = position_;
        const std::size_t end = std::min(task_.size(), here + 1 + task_.size() / ahead_share);
        wanted_.push_back(order_[position_++]);
        while (wanted_.size() < ahead && next_mistake(end)) {
            const std::int32_t i = order_[position_++];
            if (columns.find(static_cast<std::size_t>(i)) == nullptr) wanted_.push_back(i);
        }
        position_ = here;
    }

    const PerceptronTask& task_;
    const std::int8_t* signs_;
    const std::int32_t* order_;
    double* outputs_;
    std::vector<std::int32_t> counts_;
    const TileLoops<T>& loops_;
    std::size_t position_ = 0;
    std::int64_t mistakes_ = 0;
    std::int64_t in_pass_ = 0;
    std::int64_t passes_ = 0;
    bool ended_ = false;
    Stop stop_ = Stop::converged;
    std::vector<std::int64_t> wanted_;
};

/// Passes on that the whole goes on, while only a batch of columns is being computed.
class WithinBatch final : public Monitor {
public:
    WithinBatch(Monitor* whole, double fraction) : whole_(whole), fraction_(fraction) {}
    bool go_on(double) override { return whole_ == nullptr || whole_->go_on(fraction_); }

private:
    Monitor* whole_;
    double fraction_;
};

template <class T>
void advance_all(std::vector<Learner<T>*>& active, KernelColumns<T>& columns, Listener& listener,
                 const PerceptronOptions& options) {
    const auto advance = [&](std::size_t k) {
        active[k]->advance(columns, listener, options);
        listener.listen();
    };
    parallel_tasks(active.size(), options.threads, [&] { return advance; }, [&] { listener.listen(); });
}

/// What to compute next: all columns that runs wait for, then some that they will ask for soon.
template <class T>
std::vector<std::int64_t> next_batch(const std::vector<Learner<T>*>& active, std::vector<std::int32_t>& asked,
                                     std::int32_t round, std::size_t capacity) {
    std::vector<std::int64_t> index;
    for (std::size_t place = 0; place < ahead; ++place) {
        const std::size_t limit =
            std::min(capacity, place == 0 ? capacity : rounded_up(std::max(index.size(), batch), block_rows));
        for (const Learner<T>* run : active) {
            if (index.size() >= limit) return index;
            if (place >= run->wanted().size()) continue;
            const auto e = run->wanted()[place];
            if (std::exchange(asked[static_cast<std::size_t>(e)], round) != round) index.push_back(e);
        }
    }
    return index;
}

template <class T>
double share_done(const std::vector<Learner<T>>& runs) {
    double begun = 0.0;
    double ended = 0.0;
    for (const auto& run : runs) {
        begun += run.begun();
        ended += run.ended() ? 1.0 : 0.0;
    }
    return (first_pass_share * begun + (1.0 - first_pass_share) * ended) / static_cast<double>(runs.size());
}

}  // namespace

template <class T>
Perceptrons train_perceptrons(const PerceptronTask& task, const PerceptronOptions& options, const RowSource<T>& source,
                              double* outputs) {
    const std::size_t orders = task.order_count();
    std::vector<Learner<T>> runs;
    for (std::size_t r = 0; r < task.labellings() * orders; ++r) {
        runs.emplace_back(task, r / orders, r % orders, outputs + r * task.size());
    }
    std::vector<Learner<T>*> active;
    for (auto& run : runs) active.push_back(&run);
    KernelColumns<T> columns(source, options);
    std::vector<std::int32_t> asked(task.size(), nobody);
    Listener listener(options);
    for (std::int32_t round = 0; !active.empty() && !listener.stopped(); ++round) {
        advance_all(active, columns, listener, options);
        std::erase_if(active, [](const Learner<T>* run) { return run->ended(); });
        listener.tell(share_done(runs));
        if (active.empty() || listener.stopped()) break;
        WithinBatch monitor(options.monitor, listener.fraction());
        try {
            columns.bring(next_batch(active, asked, round, columns.capacity()), {options.threads, &monitor});
        } catch (const Interrupted&) {
            listener.stop();
        }
    }
    Perceptrons out;
    for (const auto& run : runs) out.runs.push_back(run.result());
    out.columns = columns.made();
    return out;
}

template Perceptrons train_perceptrons<float>(const PerceptronTask&, const PerceptronOptions&, const RowSource<float>&,
                                              double*);
template Perceptrons train_perceptrons<double>(const PerceptronTask&, const PerceptronOptions&,
                                               const RowSource<double>&, double*);

}  // namespace drupe
