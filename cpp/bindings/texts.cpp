/// Plain text as numbers, as Python sees it.
#include <string>
#include <string_view>
#include <vector>

#include "border.hpp"
#include "drupe/plain_text.hpp"
#include "parts.hpp"

namespace drupe::border {

namespace {

std::string_view content(const nb::bytes& text) { return {text.c_str(), text.size()}; }

char single(const nb::str& text) {
    const std::string_view characters = text.c_str();
    if (characters.size() != 1) throw std::invalid_argument("a delimiter and a decimal point are one character each");
    return characters[0];
}

nb::tuple plain_table(const nb::bytes& text, const nb::str& delimiter, const nb::str& point,
                      const nb::sequence& numeric, const nb::sequence& missing) {
    TableForm form{single(delimiter), single(point), values<bool>(numeric), {}};
    for (const auto& word : values<nb::str>(missing)) form.missing.emplace_back(word.c_str());
    if (form.numeric.empty()) throw std::invalid_argument("a table has no columns");
    PlainTable table;
    {
        const auto read = content(text);
        const nb::gil_scoped_release release;
        table = read_plain_table(read, form);
    }
    nb::list numbers;
    for (auto& column : table.numbers) numbers.append(handed_over(std::move(column)));
    nb::list words;
    for (const auto& column : table.words) words.append(nb::bytes(column.data(), column.size()));
    return nb::make_tuple(numbers, words, table.rows, table.bytes);
}

nb::tuple plain_sparse_rows(const nb::bytes& text, std::int64_t first) {
    if (first != 0 && first != 1) throw std::invalid_argument("the first column has the number 0 or 1");
    PlainSparseRows rows;
    {
        const auto read = content(text);
        const nb::gil_scoped_release release;
        rows = read_plain_sparse_rows(read, first);
    }
    return nb::make_tuple(handed_over(std::move(rows.labels)), handed_over(std::move(rows.values)),
                          handed_over(std::move(rows.columns)), handed_over(std::move(rows.starts)),
                          handed_over(std::move(rows.lines)), rows.bytes);
}

}  // namespace

void bind_texts(nb::module_& m) {
    m.def("read_plain_table", &plain_table, "text"_a, "delimiter"_a, "point"_a, "numeric"_a, "missing"_a,
          "Columns of numbers, columns of words, rows and bytes of the lines up to the first that is not plain.");
    m.def("read_plain_sparse_rows", &plain_sparse_rows, "text"_a, "first"_a,
          "Labels, values, columns, starts, lines and bytes of the rows up to the first that is not plain.");
}

}  // namespace drupe::border
