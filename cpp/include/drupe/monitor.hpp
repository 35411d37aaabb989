/// How a long computation tells how far it is and hears that it should stop.
#pragma once

#include <atomic>
#include <chrono>

namespace drupe {

/// Asked now and then, always from the thread that called the core.
class Monitor {
public:
    virtual ~Monitor() = default;
    /// Told the fraction done; answers whether to go on.
    virtual bool go_on(double fraction) = 0;
};

/// Thrown, after every thread has stopped, when the monitor said so.
struct Interrupted {};

/// One run under a monitor: counts finished tasks, asks at most every few milliseconds, remembers the answer.
class Watch {
public:
    Watch(Monitor* monitor, double tasks) : monitor_(monitor), tasks_(tasks) {}

    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    void finished(double amount) { done_.fetch_add(amount, std::memory_order_relaxed); }

    /// To be called by the calling thread only.
    void poll() {
        const auto now = Clock::now();
        if (monitor_ == nullptr || now - asked_ < std::chrono::milliseconds(30)) return;
        asked_ = now;
        if (!monitor_->go_on(done_.load(std::memory_order_relaxed) / tasks_)) stop_.store(true, std::memory_order_relaxed);
    }

    /// To be called once all threads have joined.
    void conclude() {
        if (stopped()) throw Interrupted{};
        if (monitor_ != nullptr && !monitor_->go_on(1.0)) throw Interrupted{};
    }

private:
    using Clock = std::chrono::steady_clock;
    Monitor* monitor_;
    double tasks_;
    std::atomic<double> done_{0.0};
    std::atomic<bool> stop_{false};
    Clock::time_point asked_ = Clock::now();
};

}  // namespace drupe
