/// Rows of a Gaussian between examples and classes, in every way that they are computed, against plain sums in double.
#include <algorithm>
#include <limits>
#include <random>

#include "check.hpp"
#include "drupe/rows_by_class.hpp"

using namespace drupe;

namespace {

using Members = std::vector<std::vector<std::int64_t>>;

/// Example i is in class i mod 3, of which the last has but one member.
Members dealt(std::size_t rows) {
    Members members(3);
    for (std::size_t i = 0; i < rows; ++i) members[i == 2 ? 2 : i % 2].push_back(static_cast<std::int64_t>(i));
    return members;
}

template <class T>
struct Table {
    std::size_t rows, columns;
    std::vector<T> numbers;

    [[nodiscard]] DenseView<T> view() const {
        return {numbers.data(), rows, columns, static_cast<std::ptrdiff_t>(columns), 1};
    }
    [[nodiscard]] double kernel(std::size_t i, std::size_t j, double rate) const {
        double squared = 0.0;
        for (std::size_t k = 0; k < columns; ++k) {
            const double apart =
                static_cast<double>(numbers[i * columns + k]) - static_cast<double>(numbers[j * columns + k]);
            squared += apart * apart;
        }
        return std::exp(rate * squared);
    }
};

/// Whole numbers of a range, from `least` on, times a scale.
template <class T>
Table<T> whole(std::size_t rows, std::size_t columns, int least, int range, double scale) {
    Table<T> out{rows, columns, std::vector<T>(rows * columns)};
    std::mt19937 random(static_cast<unsigned>(rows + columns));
    std::uniform_int_distribution<int> any(0, range);
    std::uniform_int_distribution<int> zero(0, 2);
    for (auto& x : out.numbers) x = static_cast<T>((least + (zero(random) == 0 ? 0 : any(random))) * scale);
    out.numbers[0] = static_cast<T>(least * scale);
    if (out.numbers.size() > 1) out.numbers.back() = static_cast<T>((least + range) * scale);
    return out;
}

template <class T, class Rows>
void check_rows(const Table<T>& table, const Members& members, double rate, double tolerance, Rows row) {
    for (std::size_t c = 0; c < members.size(); ++c) {
        Array<T> out(rounded_up(members[c].size(), 64), std::numeric_limits<T>::quiet_NaN());
        for (std::size_t e = 0; e < table.rows; ++e) {
            row(e, c, out.data());
            for (std::size_t m = 0; m < members[c].size(); ++m)
                EXPECT_NEAR(out[m], table.kernel(e, static_cast<std::size_t>(members[c][m]), rate), tolerance);
        }
    }
}

void check_whole(const Table<float>& table, double rate) {
    const Members members = dealt(table.rows);
    for (const int threads : {1, 2}) {
        const auto classes = WholeClasses::of(table.view(), rate, members, threads);
        EXPECT(classes.has_value());
        if (!classes) return;
        check_rows(table, members, rate, 1e-5,  // the table itself is rounded

                   [&](std::size_t e, std::size_t c, float* out) { classes->row(e, c, out); });
    }
}

template <class T>
bool refused(const Table<T>& table, double rate = -1.0) {
    return !WholeClasses::of(table.view(), rate, dealt(table.rows), 1).has_value();
}

template <class T>
void check_dense(std::size_t rows, std::size_t columns, double offset, double rate, double tolerance) {
    Table<T> table{rows, columns, std::vector<T>(rows * columns)};
    std::mt19937 random(7);
    std::normal_distribution<double> any(offset, 1.0);
    for (auto& x : table.numbers) x = static_cast<T>(any(random));
    if (rows > 5)
        std::copy_n(table.numbers.begin(), columns, table.numbers.end() - static_cast<std::ptrdiff_t>(columns));
    const Members members = dealt(rows);
    const DenseClasses<T> classes(table.view(), rate, members, 1);
    check_rows(table, members, rate, tolerance, [&](std::size_t e, std::size_t c, T* out) { classes.row(e, c, out); });
}

}  // namespace

TEST_CASE("rows of whole numbers: bytes and 16 bits, any scale, any offset") {
    for (const std::size_t columns : {1UL, 3UL, 4UL, 7UL, 130UL}) {
        const double rate = -0.5 / static_cast<double>(columns);
        for (const std::size_t rows : {70UL, 129UL, 300UL}) {
            check_whole(whole<float>(rows, columns, 0, 1, 1.0), rate);
            check_whole(whole<float>(rows, columns, 0, 15, 1.0 / 15), rate);
            check_whole(whole<float>(rows, columns, -128, 255, 1.0 / 255), rate);
            check_whole(whole<float>(rows, columns, -7, 256, 0.3), rate);
            check_whole(whole<float>(rows, columns, -1000, 2000, 1e-3), rate);
            check_whole(whole<float>(rows, columns, 100, 255, 1e6), rate * 1e-16);
        }
    }
}

TEST_CASE("what is not whole, or could overflow, is left to others") {
    auto table = whole<float>(50, 8, 0, 200, 1.0);
    EXPECT(!refused(table));
    const auto with = [&](float x) {
        auto other = table;
        other.numbers[123] = x;
        return other;
    };
    EXPECT(!refused(with(0.5F)));  // a scale that is finer
    EXPECT(refused(with(0.12345F)));
    EXPECT(refused(with(1e9F)));
    EXPECT(refused(with(std::numeric_limits<float>::infinity())));
    EXPECT(refused(with(std::numeric_limits<float>::quiet_NaN())));
    EXPECT(!refused(whole<float>(50, 2, -16383, 32766, 1.0)));
    EXPECT(refused(whole<float>(50, 3, -16383, 32766, 1.0)));  // squared distances of 32 bits
    EXPECT(refused(whole<float>(50, 1, -32767, 65534, 1.0)));
    EXPECT(refused(table, -1e-42));  // a rate without all its digits
    EXPECT(refused(table, 0.0));
    EXPECT(refused(Table<float>{10, 4, std::vector<float>(40, 0.0F)}));
    EXPECT(refused(Table<float>{10, 0, {}}));
}

TEST_CASE("the greatest squared distance that fits is exact") {
    Table<float> table{4, 2, {-16383.0F, -16383.0F, 16383.0F, 16383.0F, -16383.0F, 16383.0F, 0.0F, 1.0F}};
    check_whole(table, -1e-9);
}

TEST_CASE("whole numbers straight from double precision, and from columns that lie far apart") {
    const auto table = whole<double>(60, 9, -3, 40, 0.1);
    const auto single = whole<float>(60, 9, -3, 40, 0.1);
    const Members members = dealt(table.rows);
    Table<double> turned{table.rows, table.columns, std::vector<double>(table.numbers.size())};
    for (std::size_t i = 0; i < table.rows; ++i)
        for (std::size_t k = 0; k < table.columns; ++k)
            turned.numbers[k * table.rows + i] = table.numbers[i * table.columns + k];
    const DenseView<double> by_columns{turned.numbers.data(), table.rows, table.columns, 1,
                                       static_cast<std::ptrdiff_t>(table.rows)};
    for (const auto& view : {table.view(), by_columns}) {
        const auto classes = WholeClasses::of(view, -0.01, members, 1);
        EXPECT(classes.has_value());
        if (!classes) return;
        check_rows(single, members, -0.01, 2e-6,
                   [&](std::size_t e, std::size_t c, float* out) { classes->row(e, c, out); });
    }
}

TEST_CASE("rows of dense vectors by products and by differences") {
    for (const std::size_t columns : {0UL, 1UL, 12UL, 13UL, 31UL, 33UL, 100UL}) {
        for (const std::size_t rows : {3UL, 150UL, 700UL}) {
            const double rate = -1.0 / static_cast<double>(columns + 1);
            check_dense<float>(rows, columns, 0.0, rate, 1e-5);
            check_dense<double>(rows, columns, 0.0, rate, 1e-12);
            check_dense<double>(rows, columns, 1e6, rate, 1e-8);
        }
    }
    check_dense<float>(150, 40, 0.0, -50.0, 1e-4);  // products would lose too many digits
}
