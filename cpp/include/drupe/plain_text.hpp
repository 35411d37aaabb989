/// Tables and sparse rows in plain text, taken apart as far as nothing needs a closer look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drupe {

/// How the lines of a table are to be read.
struct TableForm {
    char delimiter = ',';              // a blank stands for any number of blanks and tabs
    char point = '.';                  // before decimals
    std::vector<bool> numeric;         // one for each column: does it hold numbers, or words?
    std::vector<std::string> missing;  // cells of numbers, in small letters, that stand for none
};

/// The rows at the beginning of a text, column by column.
struct PlainTable {
    std::vector<std::vector<double>> numbers;  // NaN where a number is missing
    std::vector<std::string> words;            // cells without blanks around them, each with a line end behind it
    std::size_t rows = 0;
    std::size_t bytes = 0;  // of the text that they take
};

/// Reads line after line up to the first that is not plain: quoted, blank, ragged, or with something else where a number
/// should be. The text must end with a line.
PlainTable read_plain_table(std::string_view text, const TableForm& form);

/// The rows at the beginning of a text in LIBSVM's format.
struct PlainSparseRows {
    std::vector<double> labels;
    std::vector<double> values;
    std::vector<std::int32_t> columns;    // from 0
    std::vector<std::int64_t> starts{0};  // row i has the entries from starts[i] to starts[i + 1]
    std::vector<std::int64_t> lines;      // of each row, from 0
    std::size_t bytes = 0;
};

/// Reads `label index:value index:value ...` line after line, where columns are counted from `first`; comments, query
/// numbers and blank lines are left out. Ends before the first line that is something else.
PlainSparseRows read_plain_sparse_rows(std::string_view text, std::int64_t first);

}  // namespace drupe
