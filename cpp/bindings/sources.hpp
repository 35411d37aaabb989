/// Sources of rows as Python names them, with the Python objects that they look at.
#pragma once

#include <variant>

#include "border.hpp"
#include "drupe/row_source.hpp"

namespace drupe::border {

/// Rows that functions of Python compute; an exception there ends the run.
template <class T>
class PythonRows final : public RowFetcher<T> {
public:
    PythonRows(nb::callable rows, nb::callable block, std::size_t size)
        : rows_(std::move(rows)), block_(std::move(block)), size_(size) {}

    void rows(const std::vector<std::int64_t>& rows, T* out) override {
        fetch(out, rows.size(), size_, [&] { return rows_(positions(rows)); });
    }

    void block(const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& columns, T* out) override {
        fetch(out, rows.size(), columns.size(), [&] { return block_(positions(rows), positions(columns)); });
    }

private:
    nb::callable rows_, block_;
    std::size_t size_;
};

/// A value that can be used many times; it keeps its arrays alive.
template <class T>
class BoundSource {
public:
    static BoundSource computed(const nb::object& program, const nb::list& tables, const nb::list& functions,
                                const Positions& identity, const Doubles& diagonal) {
        const auto sample = examples<T>(tables, functions, identity);
        check_length(diagonal, sample.count, "the diagonal has another length");
        BoundSource out(Computed<T>{nb::cast<const Program*>(program), sample, data_of(diagonal)});
        out.examples_ = nb::make_tuple(program, nb::tuple(tables), nb::tuple(functions));
        out.identity_ = identity;
        out.diagonal_ = diagonal;
        return out;
    }

    static BoundSource stored(const Out<const T>& matrix) {
        if (matrix.shape(0) != matrix.shape(1)) throw std::invalid_argument("a Gram matrix must be square");
        BoundSource out(Stored<T>{data_of(matrix), matrix.shape(0)});
        out.matrix_ = matrix;
        return out;
    }

    static BoundSource fetched(const nb::callable& rows, const nb::callable& block, const Doubles& diagonal) {
        auto fetcher = std::make_shared<PythonRows<T>>(rows, block, diagonal.size());
        BoundSource out(Fetched<T>{fetcher.get(), data_of(diagonal), diagonal.size()});
        out.fetcher_ = std::move(fetcher);
        out.diagonal_ = diagonal;
        return out;
    }

    [[nodiscard]] BoundSource ridged(const Doubles& ridge) const {
        check_length(ridge, rows_.size(), "the ridge has another length");
        BoundSource out = *this;
        out.rows_.ridge = data_of(ridge);
        out.ridge_ = ridge;
        return out;
    }

    [[nodiscard]] const RowSource<T>& rows() const { return rows_; }

    /// The source, for those who can use no other kind and no ridge.
    template <class Kind>
    [[nodiscard]] const Kind& only(const char* complaint) const {
        const Kind* from = std::get_if<Kind>(&rows_.from);
        if (from == nullptr || rows_.ridge != nullptr) throw std::invalid_argument(complaint);
        return *from;
    }

private:
    template <class Kind>
    explicit BoundSource(Kind from) : rows_{std::move(from)} {}

    static void check_length(const Doubles& numbers, std::size_t length, const char* complaint) {
        if (numbers.size() != length) throw std::invalid_argument(complaint);
    }

    RowSource<T> rows_;
    // What it looks at.
    nb::object examples_;
    Positions identity_;
    Doubles diagonal_, ridge_;
    Out<const T> matrix_;
    std::shared_ptr<PythonRows<T>> fetcher_;
};

}  // namespace drupe::border
