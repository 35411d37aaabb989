/// The first exception of several threads, for the one that started them: none may leave a parallel region.
#pragma once

#include <atomic>
#include <exception>

namespace drupe {

class Failure {
public:
    /// Does the task, unless another has failed already.
    template <class Task>
    void guard(Task task) noexcept {
        if (failed_.load(std::memory_order_relaxed)) return;
        try {
            task();
        } catch (...) {
            if (!failed_.exchange(true)) error_ = std::current_exception();
        }
    }

    /// To be called when all threads have ended.
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    std::atomic<bool> failed_{false};
    std::exception_ptr error_;
};

}  // namespace drupe
