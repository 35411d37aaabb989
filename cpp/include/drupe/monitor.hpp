/// How a long computation tells how far it is and hears that it should stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
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
    /// `work` is what `finished` adds up to, `tasks` how often `task_ended` will be called.
    Watch(Monitor* monitor, double work, std::size_t tasks) : monitor_(monitor), work_(work), tasks_left_(tasks) {}

    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }

    void finished(double amount) { done_.fetch_add(amount, std::memory_order_relaxed); }

    /// To be called at the end of every task, whether it was done or skipped.
    void task_ended() { tasks_left_.fetch_sub(1, std::memory_order_release); }

    /// To be called by every thread that finds no more tasks: the calling one keeps listening while others work.
    void no_more_tasks(bool calling_thread) {
        constexpr int patience = 2000;  // others usually end soon: do not oversleep it
        for (int waits = 0; calling_thread && monitor_ != nullptr && tasks_left_.load(std::memory_order_acquire) > 0; ++waits) {
            if (waits < patience) {
                std::this_thread::yield();
            } else {
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
            poll();
        }
    }

    /// To be called by the calling thread only.
    void poll() {
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
    std::atomic<std::size_t> tasks_left_;
    std::atomic<double> done_{0.0};
    std::atomic<bool> stop_{false};
    Clock::time_point asked_ = Clock::now();
};

}  // namespace drupe
