/// Text is taken apart to the last bit as strtod would, and only as far as it is plain.
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "check.hpp"
#include "drupe/decimal.hpp"
#include "drupe/plain_text.hpp"

using namespace drupe;

namespace {

bool reads_as_strtod(const std::string& text) {
    double value = 0.0;
    const char* const end = text.data() + text.size();
    const double wanted = std::strtod(text.c_str(), nullptr);
    const char* const stop = read_decimal(text.data(), end, value);
    // Who is not certain may say so.
    return stop == nullptr || (stop == end && value == wanted && std::signbit(value) == std::signbit(wanted));
}

bool refused(const std::string& text) {
    double value = 0.0;
    return read_decimal(text.data(), text.data() + text.size(), value) == nullptr;
}

TableForm form(std::vector<bool> numeric, char delimiter = ',', char point = '.') {
    return {delimiter, point, std::move(numeric), {"", "na", "?"}};
}

}  // namespace

TEST_CASE("numbers are those of strtod") {
    std::mt19937_64 random(1);
    std::string text(64, ' ');
    for (int i = 0; i < 200'000; ++i) {
        const auto bits = random();
        const char* const formats[] = {"%.17g", "%.6f", "%.15g", "%.3e", "%.25g"};
        double value = static_cast<double>(bits >> (bits & 63)) * std::pow(10.0, static_cast<double>(bits % 60) - 40.0);
        if (bits & 1) value = -value;
        text.resize(64);
        text.resize(static_cast<std::size_t>(std::snprintf(text.data(), 64, formats[bits % 5], value)));
        EXPECT(reads_as_strtod(text));
    }
    for (const char* odd :
         {"0", "-0", "+5", "5.", ".5", "-.5e-3", "1e22", "1e23", "9007199254740993", "123456789012345678901234567890",
          "0.000000000000000000000000000001", "2.2250738585072014e-308", "1.7976931348623157e308"}) {
        EXPECT(reads_as_strtod(odd));
    }
}

TEST_CASE("what is no finite number is refused") {
    for (const char* odd :
         {"", "-", ".", "e5", "nan", "inf", "-inf", "abc", "1e999", "-1e99999999999999999999", "--1", "+-1"})
        EXPECT(refused(odd));
    double value = 0.0;
    const std::string half = "1e";
    EXPECT(read_decimal(half.data(), half.data() + 2, value) == half.data() + 1);
}

TEST_CASE("a plain table is read to its end") {
    const std::string text = "1, 2.5 ,red\n-3,NA, green apple \r\n,4e2,\n";
    const auto table = read_plain_table(text, form({true, true, false}));
    EXPECT(table.rows == 3);
    EXPECT(table.bytes == text.size());
    EXPECT(table.numbers[0][1] == -3.0);
    EXPECT(std::isnan(table.numbers[0][2]));
    EXPECT(std::isnan(table.numbers[1][1]));
    EXPECT(table.numbers[1][2] == 400.0);
    EXPECT(table.words[0] == "red\ngreen apple\n\n");
}

TEST_CASE("a table is read up to the line that needs a closer look") {
    for (const char* odd :
         {"\"1\",2\n", "1\n", "1,2,3\n", "\n", " , \n", "x,2\n", "1,2x\n", "1\r,2\n", "1,2", "1_0,2\n", "inf,2\n"}) {
        const auto table = read_plain_table(std::string("1,2\n") + odd, form({true, true}));
        EXPECT(table.rows == 1);
        EXPECT(table.bytes == 4);
        EXPECT(table.numbers[0].size() == 1);
    }
    const std::string zero("1,2\n1\0,2\n", 9);
    EXPECT(read_plain_table(zero, form({false, true})).rows == 1);
}

TEST_CASE("tabs, blanks and decimal commas") {
    const auto tabs = read_plain_table("1\t\t x\t3\n", form({true, true, false, true}, '\t'));
    EXPECT(tabs.rows == 1);
    EXPECT(std::isnan(tabs.numbers[1][0]));
    EXPECT(tabs.words[0] == "x\n");
    const auto blanks = read_plain_table("  1   2\tx \n3 4 y\n5 6\n", form({true, true, false}, ' '));
    EXPECT(blanks.rows == 2);
    EXPECT(blanks.numbers[1][0] == 2.0);
    EXPECT(blanks.words[0] == "x\ny\n");
    const auto commas = read_plain_table("1,5;0,12345678901234567890\n", form({true, true}, ';', ','));
    EXPECT(commas.numbers[0][0] == 1.5);
    EXPECT(commas.rows == 0 || commas.numbers[1][0] == 0.12345678901234567890);
}

TEST_CASE("sparse rows are read up to the line that needs a closer look") {
    const auto rows = read_plain_sparse_rows("+1 1:0.5 3:-1 \n\n# none\n-1 qid:7 2:1e-3 # note\r\n2\n", 1);
    EXPECT(rows.labels == std::vector<double>({1.0, -1.0, 2.0}));
    EXPECT(rows.values == std::vector<double>({0.5, -1.0, 1e-3}));
    EXPECT(rows.columns == std::vector<std::int32_t>({0, 2, 1}));
    EXPECT(rows.starts == std::vector<std::int64_t>({0, 2, 3, 3}));
    EXPECT(rows.lines == std::vector<std::int64_t>({0, 3, 4}));
    for (const char* odd : {"1 0:1\n", "1 2:1 2:1\n", "1 3:1 2:1\n", "x 1:1\n", "1 1\n", "1 1:\n", "1 1: 2\n", "1 :2\n",
                            "1 1:nan\n", "1:1\n", "1 99999999999:1\n", "1 2147483648:1\n", "1 1:1x\n", "1 1:1 2:1"}) {
        const auto some = read_plain_sparse_rows(std::string("1 1:1\n") + odd, 1);
        EXPECT(some.labels.size() == 1);
        EXPECT(some.values.size() == 1);
        EXPECT(some.columns.size() == 1);
        EXPECT(some.bytes == 6);
    }
    EXPECT(read_plain_sparse_rows("1 2147483647:1\n", 1).columns[0] == 2147483646);
    EXPECT(read_plain_sparse_rows("1 0:1\n", 0).columns[0] == 0);
}
