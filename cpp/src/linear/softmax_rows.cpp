#include "softmax_rows.hpp"

#include <algorithm>

#include "drupe/parallel.hpp"

namespace drupe {

namespace {

constexpr std::size_t block_of_rows = 64;  // a multiple of all row steps

/// Parts in which sums are made: as many as rows and the size of a sum are worth, whatever the threads.
std::size_t parts_of(const SoftmaxProblem& problem, std::size_t entries) {
    constexpr std::size_t most = 8;
    const std::size_t by_rows = problem.rows.n / (2 * block_of_rows);
    const std::size_t by_sums = entries / (2 * std::max<std::size_t>(problem.size(), 1));
    return std::clamp(std::min(by_rows, by_sums), std::size_t{1}, most);
}

/// A compressed row with the constant behind its entries.
struct WholeRow {
    std::vector<std::size_t> columns;
    std::vector<double> values;

    void gather(const SparseRow& row, std::size_t last, double constant) {
        columns.assign(row.columns, row.columns + row.count);
        values.assign(row.values, row.values + row.count);
        if (constant == 0.0) return;
        columns.push_back(last);
        values.push_back(constant);
    }
};

std::size_t triangle(std::size_t j) { return j * (j + 1) / 2; }

}  // namespace

SoftmaxRows::SoftmaxRows(const SoftmaxProblem& problem, int threads)
    : problem_(problem), loops_(target().softmax), threads_(threads),
      width_(rounded_up(problem.class_count, class_step)), parts_(parts_of(problem, entries())), sums_(parts_) {}

std::size_t SoftmaxRows::entries() const {
    const LinearRows& rows = problem_.rows;
    return rows.is_dense() ? rows.n * rows.d : static_cast<std::size_t>(rows.starts[rows.n]);
}

template <class Work>
void SoftmaxRows::each_part(Work work) const {
    const std::size_t blocks = (rows() + block_of_rows - 1) / block_of_rows;
    parallel_tasks(parts_, threads_, [&] {
        return [&](std::size_t part) {
            const std::size_t end = std::min((part + 1) * blocks / parts_ * block_of_rows, rows());
            for (std::size_t first = part * blocks / parts_ * block_of_rows; first < end; first += block_of_rows)
                work(part, first, std::min(block_of_rows, end - first));
        };
    });
}

/// out = the sum over all parts of what work(block of rows, sums of the part) adds up.
template <class Work>
void SoftmaxRows::summed(std::size_t count, Array<double>& out, Work work) {
    const std::size_t blocks = (rows() + block_of_rows - 1) / block_of_rows;
    parallel_tasks(parts_, threads_, [&] {
        return [&](std::size_t part) {
            sums_[part].assign(count, 0.0);
            const std::size_t end = std::min((part + 1) * blocks / parts_ * block_of_rows, rows());
            for (std::size_t first = part * blocks / parts_ * block_of_rows; first < end; first += block_of_rows)
                work(first, std::min(block_of_rows, end - first), sums_[part].data());
        };
    });
    out.resize(count);
    parallel_stretches(count, count < 100000 ? 1 : threads_, [&](std::size_t first, std::size_t last) {
        std::copy(sums_[0].begin() + static_cast<std::ptrdiff_t>(first),
                  sums_[0].begin() + static_cast<std::ptrdiff_t>(last),
                  out.begin() + static_cast<std::ptrdiff_t>(first));
        for (std::size_t part = 1; part < parts_; ++part) {
            const double* more = sums_[part].data();
            for (std::size_t i = first; i < last; ++i) out[i] += more[i];
        }
    });
}

DenseBlock SoftmaxRows::block(std::size_t first, std::size_t count) const {
    const LinearRows& all = problem_.rows;
    return {all.dense + first * all.d, all.d, count, all.d, problem_.constant};
}

SparseRow SoftmaxRows::sparse(std::size_t row) const {
    const LinearRows& all = problem_.rows;
    const auto from = all.starts[row];
    return {all.columns + from, all.values + from, static_cast<std::size_t>(all.starts[row + 1] - from)};
}

void SoftmaxRows::weigh(std::size_t first, std::size_t count, const double* weights, double* out) const {
    if (problem_.rows.is_dense()) return loops_.weigh(block(first, count), weights, width_, out);
    const double* last = weights + problem_.rows.d * width_;
    for (std::size_t r = 0; r < count; ++r) {
        double* to = out + r * width_;
        loops_.weigh_sparse(sparse(first + r), weights, width_, to);
        if (problem_.constant == 0.0) continue;
        for (std::size_t c = 0; c < width_; ++c) to[c] += problem_.constant * last[c];
    }
}

void SoftmaxRows::spread(std::size_t first, std::size_t count, const double* values, double* out) const {
    if (problem_.rows.is_dense()) return loops_.spread(block(first, count), values, width_, out);
    double* last = out + problem_.rows.d * width_;
    for (std::size_t r = 0; r < count; ++r) {
        const double* from = values + r * width_;
        loops_.spread_sparse(sparse(first + r), from, width_, out);
        if (problem_.constant == 0.0) continue;
        for (std::size_t c = 0; c < width_; ++c) last[c] += problem_.constant * from[c];
    }
}

void SoftmaxRows::outputs(const Array<double>& weights, Array<double>& z) const {
    z.resize(rows() * width_);
    each_part([&](std::size_t, std::size_t first, std::size_t count) {
        weigh(first, count, weights.data(), z.data() + first * width_);
    });
}

ClassSums SoftmaxRows::chances(const Array<double>& z, const Array<double>* moves, Array<double>& p) const {
    p.resize(z.size());
    std::vector<ClassSums> sums(parts_);
    each_part([&](std::size_t part, std::size_t first, std::size_t count) {
        const std::size_t at = first * width_;
        const ClassSums more =
            loops_.chances({z.data() + at, moves == nullptr ? nullptr : moves->data() + at, problem_.classes + first,
                            problem_.costs + first, p.data() + at, count, classes(), width_});
        sums[part].loss += more.loss;
        sums[part].entropy += more.entropy;
        sums[part].slope += more.slope;
    });
    ClassSums all;
    for (const ClassSums& one : sums) {
        all.loss += one.loss;
        all.entropy += one.entropy;
        all.slope += one.slope;
    }
    return all;
}

void SoftmaxRows::slopes(const Array<double>* p, Array<double>& out) {
    summed(size() * width_, out, [&](std::size_t first, std::size_t count, double* into) {
        double values[block_of_rows * class_step];
        std::vector<double> wide(width_ > class_step ? count * width_ : 0);
        double* at = wide.empty() ? values : wide.data();
        for (std::size_t r = 0; r < count; ++r) {
            const double cost = problem_.costs[first + r];
            double* to = at + r * width_;
            for (std::size_t c = 0; c < width_; ++c) to[c] = p == nullptr ? 0.0 : cost * (*p)[(first + r) * width_ + c];
            to[problem_.classes[first + r]] += p == nullptr ? cost : -cost;
        }
        spread(first, count, at, into);
    });
}

void SoftmaxRows::curved(const Array<double>& p, const Array<double>& v, Array<double>& out) {
    constexpr std::size_t few = 8;  // which are still in the nearest cache when they are met again
    summed(size() * width_, out, [&](std::size_t first, std::size_t count, double* into) {
        std::vector<double> moves(few * width_);
        for (std::size_t r = first; r < first + count; r += few) {
            const std::size_t rows_now = std::min(few, first + count - r);
            weigh(r, rows_now, v.data(), moves.data());
            loops_.curve(p.data() + r * width_, problem_.costs + r, rows_now, width_, moves.data());
            spread(r, rows_now, moves.data(), into);
        }
    });
}

std::vector<double> SoftmaxRows::hessian(const Array<double>& p) {
    const std::size_t k = classes(), m = size(), pairs = rounded_up(triangle(k), class_step);
    const std::size_t d = problem_.rows.d;
    Array<double> sums;
    summed(triangle(m) * pairs, sums, [&](std::size_t first, std::size_t count, double* into) {
        // Of every pair of classes a ≤ b the curvature c p(a) (δ(a, b) − p(b)).
        std::vector<double> curvature(count * pairs, 0.0), scaled(count * pairs);
        for (std::size_t r = 0; r < count; ++r) {
            const double* q = p.data() + (first + r) * width_;
            double* to = curvature.data() + r * pairs;
            const double cost = problem_.costs[first + r];
            for (std::size_t b = 0; b < k; ++b) {
                for (std::size_t a = 0; a <= b; ++a) *to++ = cost * q[a] * ((a == b ? 1.0 : 0.0) - q[b]);
            }
        }
        if (!problem_.rows.is_dense()) {
            WholeRow row;
            for (std::size_t r = 0; r < count; ++r) {
                row.gather(sparse(first + r), d, problem_.constant);
                for (std::size_t e = 0; e < row.columns.size(); ++e) {
                    for (std::size_t c = 0; c < pairs; ++c) scaled[c] = row.values[e] * curvature[r * pairs + c];
                    for (std::size_t f = 0; f < row.columns.size(); ++f) {
                        if (row.columns[f] > row.columns[e]) continue;
                        double* to = into + (triangle(row.columns[e]) + row.columns[f]) * pairs;
                        const double value = row.values[f];
                        for (std::size_t c = 0; c < pairs; ++c) to[c] += value * scaled[c];
                    }
                }
            }
            return;
        }
        DenseBlock part = block(first, count);
        for (std::size_t j = 0; j < m; ++j) {
            for (std::size_t r = 0; r < count; ++r) {
                const double value = j < d ? part.rows[r * part.stride + j] : problem_.constant;
                for (std::size_t c = 0; c < pairs; ++c) scaled[r * pairs + c] = value * curvature[r * pairs + c];
            }
            part.depth = std::min(j + 1, d);
            part.constant = j < d ? 0.0 : problem_.constant;
            loops_.spread(part, scaled.data(), pairs, into + triangle(j) * pairs);
        }
    });
    std::vector<double> out(m * k * m * k);
    for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t l = 0; l <= j; ++l) {
            const double* from = sums.data() + (triangle(j) + l) * pairs;
            for (std::size_t a = 0; a < k; ++a) {
                for (std::size_t b = 0; b < k; ++b) {
                    const double value = from[triangle(std::max(a, b)) + std::min(a, b)];
                    out[(j * k + a) * m * k + l * k + b] = value;
                    out[(l * k + b) * m * k + j * k + a] = value;
                }
            }
        }
    }
    return out;
}

void SoftmaxRows::diagonal(const Array<double>& p, Array<double>& out) {
    summed(size() * width_, out, [&](std::size_t first, std::size_t count, double* into) {
        std::vector<double> curvature(width_);
        WholeRow row;
        for (std::size_t r = first; r < first + count; ++r) {
            for (std::size_t c = 0; c < width_; ++c) {
                const double q = p[r * width_ + c];
                curvature[c] = problem_.costs[r] * q * (1.0 - q);
            }
            const auto add = [&](std::size_t j, double x) {
                double* to = into + j * width_;
                for (std::size_t c = 0; c < width_; ++c) to[c] += x * x * curvature[c];
            };
            if (problem_.rows.is_dense()) {
                for (std::size_t j = 0; j < problem_.rows.d; ++j) add(j, problem_.rows.dense[r * problem_.rows.d + j]);
                if (problem_.constant != 0.0) add(problem_.rows.d, problem_.constant);
            } else {
                row.gather(sparse(r), problem_.rows.d, problem_.constant);
                for (std::size_t e = 0; e < row.columns.size(); ++e) add(row.columns[e], row.values[e]);
            }
        }
    });
}

std::vector<double> SoftmaxRows::gram(std::size_t step) {
    constexpr std::size_t together = 4 * class_step;
    const std::size_t m = size(), d = problem_.rows.d, ld = rounded_up(m, together);
    Array<double> sums;
    summed(m * ld, sums, [&](std::size_t first, std::size_t count, double* into) {
        WholeRow row;
        std::vector<double> scaled(count * together);
        if (!problem_.rows.is_dense()) {
            for (std::size_t r = first; r < first + count; ++r) {
                if (r % step != 0) continue;
                row.gather(sparse(r), d, problem_.constant);
                for (std::size_t e = 0; e < row.columns.size(); ++e) {
                    const double value = problem_.costs[r] * row.values[e];
                    double* to = into + row.columns[e] * ld;
                    for (std::size_t f = 0; f < row.columns.size(); ++f) to[row.columns[f]] += value * row.values[f];
                }
            }
            return;
        }
        if (first / block_of_rows % step != 0) return;  // whole blocks of rows, which stand beside each other
        for (std::size_t j = 0; j < m; j += together) {
            const std::size_t wide = std::min(together, m - j);
            for (std::size_t r = 0; r < count; ++r) {
                const double* x = problem_.rows.dense + (first + r) * d;
                for (std::size_t c = 0; c < wide; ++c)
                    scaled[r * together + c] = problem_.costs[first + r] * (j + c < d ? x[j + c] : problem_.constant);
            }
            // Tiles of `together` columns, one below the other.
            loops_.spread(block(first, count), scaled.data(), together, into + j * m);
        }
    });
    std::vector<double> out(m * m);
    for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t l = 0; l < m; ++l) {
            const double value = problem_.rows.is_dense() ? sums[(l - l % together) * m + j * together + l % together]
                                                          : sums[j * ld + l];
            out[j * m + l] = static_cast<double>(step) * value;
        }
    }
    return out;
}

}  // namespace drupe
