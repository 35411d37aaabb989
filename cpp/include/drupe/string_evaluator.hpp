/// Blocks, rows, Gram matrices and diagonals of a kernel that compares strings pair by pair.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "drupe/run.hpp"
#include "drupe/string_pairs.hpp"

namespace drupe {

class StringEvaluator {
public:
    /// Makes the kernel of right-hand strings, which are given longest first.
    using MakeKernel = std::function<std::unique_ptr<StringKernel>(const SequencesView&)>;

    /// Keeps a copy of the right-hand strings, and has the kernel made on it.
    StringEvaluator(const SequencesView& right, const MakeKernel& make);

    [[nodiscard]] std::size_t size() const { return order_.size(); }

    /// out[i, j] = k(xᵢ, zⱼ).
    template <class T>
    void block(const SequencesView& left, T* out, const Run& run) const;

    /// out[i, j] = k(z_index[i], zⱼ).
    template <class T>
    void rows(const std::int64_t* index, std::size_t count, T* out, const Run& run) const;

    /// out[i, j] = k(zᵢ, zⱼ); each pair is computed once.
    template <class T>
    void gram(T* out, const Run& run) const;

    /// out[i] = k(zᵢ, zᵢ).
    void diagonal(double* out, const Run& run) const;

private:
    [[nodiscard]] SequencesView right() const { return {codes_.data(), offsets_.data(), size()}; }
    [[nodiscard]] std::size_t groups() const { return (size() + kernel_->group() - 1) / kernel_->group(); }

    template <class Left, class First, class Consume>
    void sweep(std::size_t count, Left left, First first_group, const Run& run, Consume consume) const;

    std::vector<std::size_t> order_;  // where the r-th longest string came from
    std::vector<std::size_t> place_;  // and the other way round
    std::vector<std::int32_t> codes_;
    std::vector<std::int64_t> offsets_;
    std::unique_ptr<StringKernel> kernel_;
};

}  // namespace drupe
