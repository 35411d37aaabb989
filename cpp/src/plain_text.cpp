#include "drupe/plain_text.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "drupe/decimal.hpp"

namespace drupe {

namespace {

/// Columns are numbered with 32 bits.
constexpr std::int64_t last_column = std::numeric_limits<std::int32_t>::max() - 1;
constexpr std::ptrdiff_t longest_index = 10;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

const char* after_blanks(const char* at, const char* end) {
    while (at != end && is_blank(*at)) ++at;
    return at;
}

const char* find(const char* at, const char* end, char c) {
    const auto* found = static_cast<const char*>(std::memchr(at, c, static_cast<std::size_t>(end - at)));
    return found == nullptr ? end : found;
}

std::string_view trimmed(const char* at, const char* end) {
    at = after_blanks(at, end);
    while (end != at && is_blank(end[-1])) --end;
    return {at, static_cast<std::size_t>(end - at)};
}

/// One line of a table, cell by cell.
class TableRow {
public:
    explicit TableRow(const TableForm& form)
        : form_(form), numbers_(form.numeric.size()), words_(form.numeric.size()) {}

    /// Whether the line is plain; only then may it be added.
    bool read(const char* at, const char* end) {
        for (const char odd : {'"', '\r', '\0'}) {
            if (find(at, end, odd) != end) return false;
        }
        blank_ = true;
        for (std::size_t j = 0; j < form_.numeric.size(); ++j) {
            const char* const next = form_.numeric[j] ? number(at, end, j) : word(at, end, j);
            if (next == nullptr) return false;
            const bool last = j + 1 == form_.numeric.size();
            if (last != (next == end)) return false;
            at = last ? end : next + 1;
        }
        return !blank_;
    }

    void add_to(PlainTable& table) const {
        std::size_t numbers = 0;
        std::size_t words = 0;
        for (std::size_t j = 0; j < form_.numeric.size(); ++j) {
            if (form_.numeric[j]) {
                table.numbers[numbers++].push_back(numbers_[j]);
            } else {
                table.words[words++].append(words_[j]).push_back('\n');
            }
        }
        ++table.rows;
    }

private:
    /// Each reads a cell and returns where it ends: at a delimiter, or at the end of the line; nullptr if it is not plain.
    const char* number(const char* at, const char* end, std::size_t j) {
        while (at != end && is_blank(*at) && (*at != form_.delimiter || *at == ' ')) ++at;
        const char* next = read_decimal(at, end, numbers_[j], form_.point);
        if (next != nullptr) next = cell_end(next, end);
        if (next != nullptr) {
            blank_ = false;
            return next;
        }
        next = word(at, end, j);
        if (next == nullptr || !is_missing(words_[j])) return nullptr;
        numbers_[j] = std::numeric_limits<double>::quiet_NaN();
        return next;
    }

    const char* word(const char* at, const char* end, std::size_t j) {
        if (form_.delimiter == ' ') {
            at = after_blanks(at, end);
            const char* const stop = std::find_if(at, end, is_blank);
            words_[j] = {at, static_cast<std::size_t>(stop - at)};
            if (stop != at) blank_ = false;
            return stop == at ? nullptr : cell_end(stop, end);
        }
        const char* const stop = find(at, end, form_.delimiter);
        words_[j] = trimmed(at, stop);
        if (!words_[j].empty()) blank_ = false;
        return stop;
    }

    /// Where the cell ends whose content ends here; nullptr if there is more of it.
    [[nodiscard]] const char* cell_end(const char* at, const char* end) const {
        if (form_.delimiter != ' ') {
            while (at != end && is_blank(*at) && *at != form_.delimiter) ++at;
            return at == end || *at == form_.delimiter ? at : nullptr;
        }
        // Of several blanks the last one separates, so that the next cell begins behind it.
        const char* const next = after_blanks(at, end);
        return next == end ? end : next == at ? nullptr : next - 1;
    }

    [[nodiscard]] bool is_missing(std::string_view cell) const {
        return std::ranges::any_of(form_.missing, [&](const std::string& word) {
            return std::ranges::equal(cell, word,
                                      [](char c, char small) { return (c >= 'A' && c <= 'Z' ? c + 32 : c) == small; });
        });
    }

    const TableForm& form_;
    std::vector<double> numbers_;
    std::vector<std::string_view> words_;
    bool blank_ = true;
};

/// One line of LIBSVM's format, added to the rows entry by entry and taken back if it is not plain.
class SparseLine {
public:
    SparseLine(PlainSparseRows& rows, std::int64_t first) : rows_(rows), first_(first) {}

    bool read(const char* at, const char* end, std::int64_t line) {
        end = find(at, end, '#');
        at = skipped(at, end);
        if (at == end) return true;
        double label = 0.0;
        at = word_end(read_decimal(at, end, label), end);
        if (at == nullptr || !entries(after_query(at, end), end)) {
            rows_.values.resize(static_cast<std::size_t>(rows_.starts.back()));
            rows_.columns.resize(rows_.values.size());
            return false;
        }
        rows_.labels.push_back(label);
        rows_.starts.push_back(static_cast<std::int64_t>(rows_.values.size()));
        rows_.lines.push_back(line);
        return true;
    }

private:
    bool entries(const char* at, const char* end) {
        std::int64_t last = -1;
        while (at != end) {
            std::int64_t index = 0;
            const char* const begin = at;
            for (; at != end && is_digit(*at); ++at) {
                if (at - begin == longest_index) return false;
                index = 10 * index + (*at - '0');
            }
            const std::int64_t column = index - first_;
            if (at == begin || at == end || *at != ':' || column <= last || column > last_column) return false;
            double value = 0.0;
            at = word_end(read_decimal(at + 1, end, value), end);
            if (at == nullptr) return false;
            rows_.values.push_back(value);
            rows_.columns.push_back(static_cast<std::int32_t>(column));
            last = column;
        }
        return true;
    }

    /// Behind `qid:7`, if that comes next.
    static const char* after_query(const char* at, const char* end) {
        constexpr std::string_view word = "qid:";
        if (!std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(word)) return at;
        const char* p = at + word.size();
        while (p != end && is_digit(*p)) ++p;
        const char* const next = word_end(p, end);
        return next == nullptr ? at : next;
    }

    /// Where the next word begins, if the last one ends here.
    static const char* word_end(const char* at, const char* end) {
        if (at == nullptr || (at != end && !is_blank(*at) && *at != '\r')) return nullptr;
        return skipped(at, end);
    }

    static const char* skipped(const char* at, const char* end) {
        while (at != end && (is_blank(*at) || *at == '\r')) ++at;
        return at;
    }

    PlainSparseRows& rows_;
    std::int64_t first_;
};

}  // namespace

PlainTable read_plain_table(std::string_view text, const TableForm& form) {
    PlainTable table;
    const auto numbers = static_cast<std::size_t>(std::ranges::count(form.numeric, true));
    table.numbers.resize(numbers);
    table.words.resize(form.numeric.size() - numbers);
    TableRow row(form);
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        const char* const stop = find(at, end, '\n');
        const char* const content = stop != at && stop[-1] == '\r' ? stop - 1 : stop;
        if (stop == end || !row.read(at, content)) break;
        if (table.rows == 0) {
            // As many lines as fit if all are as long as the first one.
            const std::size_t expected = text.size() / static_cast<std::size_t>(stop + 1 - at) + 1;
            for (auto& column : table.numbers) column.reserve(expected);
        }
        row.add_to(table);
        at = stop + 1;
    }
    table.bytes = static_cast<std::size_t>(at - text.data());
    return table;
}

PlainSparseRows read_plain_sparse_rows(std::string_view text, std::int64_t first) {
    PlainSparseRows rows;
    const auto expected = static_cast<std::size_t>(std::ranges::count(text, ':'));
    rows.values.reserve(expected);
    rows.columns.reserve(expected);
    SparseLine reader(rows, first);
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::int64_t line = 0; at != end; ++line) {
        const char* const stop = find(at, end, '\n');
        if (stop == end || !reader.read(at, stop, line)) break;
        at = stop + 1;
    }
    rows.bytes = static_cast<std::size_t>(at - text.data());
    return rows;
}

}  // namespace drupe
