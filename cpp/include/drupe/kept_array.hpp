/// Storage that a thread keeps for its next problem: to have it from the system anew takes longer than to fill it.
#pragma once

#include <utility>

#include "drupe/memory.hpp"

namespace drupe {

/// An array that begins as what the last one of its kind left in this thread, if it was not too large to be kept.
///
/// Whoever needs one while another is in use, as a problem that is solved inside the progress of another, begins anew.
template <class T>
class KeptArray {
public:
    KeptArray() : here_(std::move(kept())) { kept().clear(); }
    ~KeptArray() {
        if (here_.size() * sizeof(T) <= most_kept && here_.size() > kept().size()) kept() = std::move(here_);
    }
    KeptArray(const KeptArray&) = delete;
    KeptArray& operator=(const KeptArray&) = delete;

    /// Makes it as long as this, at least; what is in it is not told.
    void need(std::size_t count) {
        if (here_.size() < count) here_ = Scratch<T>(count);
    }

    [[nodiscard]] T* data() { return here_.data(); }
    [[nodiscard]] std::size_t size() const { return here_.size(); }

private:
    static constexpr std::size_t most_kept = std::size_t{8} << 20;

    static Scratch<T>& kept() {
        thread_local Scratch<T> last;
        return last;
    }

    Scratch<T> here_;
};

}  // namespace drupe
