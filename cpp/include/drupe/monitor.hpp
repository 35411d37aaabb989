/// How a long computation tells how far it is and hears that it should stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace drupe {

/// Asked now and then, always from the thread that called the core.
class Monitor {
public:
    virtual ~Monitor() = default;
    /// Told the fraction done; answers whether to go on.
    virtual bool go_on(double fraction) = 0;
    /// Told, by those who minimize something, how far from the optimality conditions they are; NaN if they cannot say.
    virtual void reached(double /*violation*/) {}
};

/// Thrown, after every thread has stopped, when the monitor said so.
struct Interrupted {};

/// One run under a monitor: counts finished tasks, asks at most every few milliseconds, remembers the answer.
class Watch {
public:
    /// `work` is what `finished` adds up to.
    Watch(Monitor* monitor, double work) : monitor_(monitor), work_(work) {}

    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    void finished(double amount) { done_.fetch_add(amount, std::memory_order_relaxed); }

    /// Any thread may call; only the one that made the watch asks the monitor.
    void poll() {
        if (std::this_thread::get_id() != maker_) return;
        const auto now = Clock::now();
        if (monitor_ == nullptr || stopped() || now - asked_ < std::chrono::milliseconds(30)) return;
        asked_ = now;
        constexpr double not_yet = 1.0 - 1e-9;  // the end is told once, by `conclude`
        const double fraction = std::min(done_.load(std::memory_order_relaxed) / work_, not_yet);
        if (!monitor_->go_on(fraction)) stop_.store(true, std::memory_order_relaxed);
    }

    /// To be called once all threads have joined.
    void conclude() {
        if (stopped()) throw Interrupted{};
        if (monitor_ != nullptr && !monitor_->go_on(1.0)) throw Interrupted{};
    }

private:
    using Clock = std::chrono::steady_clock;
    Monitor* monitor_;
    double work_;
    std::atomic<double> done_{0.0};
    std::atomic<bool> stop_{false};
    Clock::time_point asked_ = Clock::now();
    std::thread::id maker_ = std::this_thread::get_id();
};

}  // namespace drupe
