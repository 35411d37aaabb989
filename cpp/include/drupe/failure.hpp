/// The first exception of several threads, for the one that started them: none may leave a parallel region.
#pragma once

#include <atomic>
#include <exception>

namespace drupe {

class Failure {
public:
    /// Does the task; what it throws is kept.
    template <class Task>
    void guard(Task task) noexcept {
        try {
            task();
        } catch (...) {
            if (claimed_.exchange(true)) return;
            error_ = std::current_exception();
            happened_.store(true, std::memory_order_release);
        }
    }

    [[nodiscard]] bool happened() const { return happened_.load(std::memory_order_acquire); }

    void rethrow() const {
        if (happened()) std::rethrow_exception(error_);
    }

private:
    std::atomic<bool> claimed_{false};
    std::atomic<bool> happened_{false};
    std::exception_ptr error_;
};

}  // namespace drupe
