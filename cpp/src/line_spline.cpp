#include "drupe/line_spline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace drupe {

namespace {

template <std::size_t M>
using Block = std::array<std::array<double, M>, M>;

/// What is the same between all knots, of a distance of one.
template <std::size_t M>
struct Step {
    Block<M> root{};   // G, upper triangular: GᵀG is the inverse of the covariance that the process gains
    Block<M> moved{};  // G F, with F the Taylor polynomial from one knot to the next

    Step() {
        std::array<double, M> factorial{};
        for (std::size_t j = 0; j < M; ++j) factorial[j] = j == 0 ? 1.0 : factorial[j - 1] * static_cast<double>(j);
        // Cov(f⁽ʲ⁾, f⁽ᵏ⁾) = 1 / ((2m − 1 − j − k) (m − 1 − j)! (m − 1 − k)!) = U Uᵀ with U upper triangular, G = U⁻¹.
        Block<M> upper{};
        for (std::size_t k = M; k-- > 0;) {
            for (std::size_t j = k + 1; j-- > 0;) {
                double left =
                    1.0 / (static_cast<double>(2 * M - 1 - j - k) * factorial[M - 1 - j] * factorial[M - 1 - k]);
                for (std::size_t l = k + 1; l < M; ++l) left -= upper[j][l] * upper[k][l];
                upper[j][k] = j == k ? std::sqrt(left) : left / upper[k][k];
            }
        }
        for (std::size_t k = 0; k < M; ++k) {
            root[k][k] = 1.0 / upper[k][k];
            for (std::size_t j = k; j-- > 0;) {
                double sum = 0.0;
                for (std::size_t l = j + 1; l <= k; ++l) sum += upper[j][l] * root[l][k];
                root[j][k] = -sum / upper[j][j];
            }
        }
        for (std::size_t k = 0; k < M; ++k) {
            for (std::size_t j = k; j < M; ++j) {
                for (std::size_t l = k; l <= j; ++l) moved[k][j] += root[k][l] / factorial[j - l];
            }
        }
    }
};

/// h^(j + ½ − m) for every j: a distance h makes of the process what a distance of one does, in these units.
template <std::size_t M>
std::array<double, M> units(double distance) {
    std::array<double, M> out{};
    out[M - 1] = 1.0 / std::sqrt(distance);
    for (std::size_t j = M - 1; j-- > 0;) out[j] = out[j + 1] / distance;
    return out;
}

/// The rows of a least squares problem in s at a knot, s at the next one, and the right sides; two M of them.
template <std::size_t M>
class Rows {
public:
    explicit Rows(std::size_t outputs) : width_(2 * M + outputs), values_(2 * M * width_) {}

    [[nodiscard]] double* row(std::size_t k) { return values_.data() + k * width_; }
    void clear(std::size_t k) { std::fill_n(row(k), width_, 0.0); }

    /// Turn two rows so that the lower one has a zero in this column.
    void turn(std::size_t upper, std::size_t lower, std::size_t column) {
        double *a = row(upper), *b = row(lower);
        if (b[column] == 0.0) return;
        const double length = std::hypot(a[column], b[column]);
        const double c = a[column] / length, s = b[column] / length;
        a[column] = length;
        b[column] = 0.0;
        for (std::size_t j = column + 1; j < width_; ++j) {
            const double above = a[j], below = b[j];
            a[j] = c * above + s * below;
            b[j] = c * below - s * above;
        }
    }

private:
    std::size_t width_;
    std::vector<double> values_;
};

template <std::size_t M>
class Smoother {
public:
    explicit Smoother(const LineSplineProblem& problem)
        : problem_(problem), n_(problem.knots), q_(problem.outputs), root_of_strength_(std::sqrt(problem.strength)),
          rows_(q_), triangles_(n_), links_(n_ - 1), rights_(n_ * M * q_) {
        out_.states.resize(n_ * M * q_);
        out_.covariances.resize(n_ * M * M);
        out_.crossings.resize((n_ - 1) * M * M);
        out_.objective.resize(q_);
        out_.energy.resize(q_);
    }

    LineSpline solved() {
        for (std::size_t k = 0; k < 2 * M; ++k) rows_.clear(k);
        for (std::size_t i = 0; i < n_; ++i) {
            observe(i);
            if (i + 1 < n_) advance(i);
        }
        finish();
        for (std::size_t i = n_ - 1; i-- > 0;) go_back(i);
        return std::move(out_);
    }

private:
    /// Take the measurement at a knot into the triangle of the first M rows; one row below serves as its place.
    void observe(std::size_t i) {
        rows_.clear(M);
        const double root = std::sqrt(problem_.weights[i]);
        double* measured = rows_.row(M);
        measured[0] = root;
        for (std::size_t o = 0; o < q_; ++o) measured[2 * M + o] = root * problem_.targets[i * q_ + o];
        for (std::size_t k = 0; k < M; ++k) rows_.turn(k, M, k);
        // What no state can explain is left over.
        for (std::size_t o = 0; o < q_; ++o) out_.objective[o] += measured[2 * M + o] * measured[2 * M + o];
    }

    /// Eliminate the state at knot i, which leaves a triangle in that at the next.
    void advance(std::size_t i) {
        const auto unit = units<M>(problem_.places[i + 1] - problem_.places[i]);
        double gain = 1.0;
        for (std::size_t k = 0; k < M; ++k) {
            double* below = rows_.row(M + k);
            rows_.clear(M + k);
            for (std::size_t j = k; j < M; ++j) {
                below[j] = -root_of_strength_ * step_.moved[k][j] * unit[j];
                below[M + j] = root_of_strength_ * step_.root[k][j] * unit[j];
            }
            gain *= below[M + k];
        }
        for (std::size_t j = 0; j < M; ++j) {
            for (std::size_t k = 0; k <= j; ++k) rows_.turn(j, M + k, j);
        }
        for (std::size_t j = 0; j < M; ++j) {
            for (std::size_t k = j + 1; k < M; ++k) rows_.turn(M + j, M + k, M + j);
        }
        double product = 1.0;
        for (std::size_t k = 0; k < M; ++k) {
            const double* above = rows_.row(k);
            for (std::size_t j = 0; j < M; ++j) triangles_[i][k][j] = above[j], links_[i][k][j] = above[M + j];
            std::copy_n(above + 2 * M, q_, rights_.data() + (i * M + k) * q_);
            product *= above[k];
        }
        // One logarithm for each knot, of a number that is neither large nor small.
        out_.log_determinant += 2.0 * std::log(std::abs(product / gain));
        for (std::size_t k = 0; k < M; ++k) {
            double *above = rows_.row(k), *below = rows_.row(M + k);
            std::copy_n(below + M, M, above);
            std::fill_n(above + M, M, 0.0);
            std::copy_n(below + 2 * M, q_, above + 2 * M);
        }
    }

    /// The last state, from its triangle alone.
    void finish() {
        const std::size_t i = n_ - 1;
        for (std::size_t k = 0; k < M; ++k) {
            std::copy_n(rows_.row(k), M, triangles_[i][k].begin());
            std::copy_n(rows_.row(k) + 2 * M, q_, state(i) + k * q_);
            out_.log_determinant += 2.0 * std::log(std::abs(triangles_[i][k][k]));
        }
        solve_state(i);
        const Block<M> inverse = inverted(triangles_[i]);
        for (std::size_t k = 0; k < M; ++k) {
            for (std::size_t j = 0; j < M; ++j) {
                for (std::size_t l = std::max(j, k); l < M; ++l)
                    covariance(i)[k * M + j] += inverse[k][l] * inverse[j][l];
            }
        }
    }

    /// The state at knot i, given that at the next: R s = z − E s′, and its covariance R⁻¹(I + E S′ Eᵀ)R⁻ᵀ.
    void go_back(std::size_t i) {
        const double* next = state(i + 1);
        for (std::size_t k = 0; k < M; ++k) {
            for (std::size_t o = 0; o < q_; ++o) {
                double right = rights_[(i * M + k) * q_ + o];
                for (std::size_t j = 0; j < M; ++j) right -= links_[i][k][j] * next[j * q_ + o];
                state(i)[k * q_ + o] = right;
            }
        }
        solve_state(i);
        const Block<M> inverse = inverted(triangles_[i]);
        Block<M> carried{};  // R⁻¹E
        for (std::size_t k = 0; k < M; ++k) {
            for (std::size_t l = k; l < M; ++l) {
                for (std::size_t j = 0; j < M; ++j) carried[k][j] += inverse[k][l] * links_[i][l][j];
            }
        }
        double* crossing = out_.crossings.data() + i * M * M;
        for (std::size_t k = 0; k < M; ++k) {
            for (std::size_t j = 0; j < M; ++j) {
                for (std::size_t l = 0; l < M; ++l) crossing[k * M + j] -= carried[k][l] * covariance(i + 1)[l * M + j];
            }
        }
        for (std::size_t k = 0; k < M; ++k) {
            for (std::size_t j = 0; j <= k; ++j) {
                double sum = 0.0;
                for (std::size_t l = k; l < M; ++l) sum += inverse[k][l] * inverse[j][l];
                for (std::size_t l = 0; l < M; ++l) sum -= crossing[k * M + l] * carried[j][l];
                covariance(i)[k * M + j] = covariance(i)[j * M + k] = sum;
            }
        }
        add_energy(i);
    }

    /// The shortest path between two states has the energy ‖G D⁻¹(s′ − F s)‖².
    void add_energy(std::size_t i) {
        const auto unit = units<M>(problem_.places[i + 1] - problem_.places[i]);
        for (std::size_t o = 0; o < q_; ++o) {
            for (std::size_t k = 0; k < M; ++k) {
                double bent = 0.0;
                for (std::size_t j = k; j < M; ++j)
                    bent += unit[j] *
                            (step_.root[k][j] * state(i + 1)[j * q_ + o] - step_.moved[k][j] * state(i)[j * q_ + o]);
                out_.energy[o] += bent * bent;
            }
        }
    }

    void solve_state(std::size_t i) {
        for (std::size_t k = M; k-- > 0;) {
            for (std::size_t o = 0; o < q_; ++o) {
                double left = state(i)[k * q_ + o];
                for (std::size_t j = k + 1; j < M; ++j) left -= triangles_[i][k][j] * state(i)[j * q_ + o];
                state(i)[k * q_ + o] = left / triangles_[i][k][k];
            }
        }
    }

    [[nodiscard]] static Block<M> inverted(const Block<M>& triangle) {
        Block<M> out{};
        for (std::size_t k = 0; k < M; ++k) {
            out[k][k] = 1.0 / triangle[k][k];
            for (std::size_t j = k; j-- > 0;) {
                double sum = 0.0;
                for (std::size_t l = j + 1; l <= k; ++l) sum += triangle[j][l] * out[l][k];
                out[j][k] = -sum / triangle[j][j];
            }
        }
        return out;
    }

    [[nodiscard]] double* state(std::size_t i) { return out_.states.data() + i * M * q_; }
    [[nodiscard]] double* covariance(std::size_t i) { return out_.covariances.data() + i * M * M; }

    const LineSplineProblem& problem_;
    std::size_t n_, q_;
    double root_of_strength_;
    Step<M> step_;
    Rows<M> rows_;
    std::vector<Block<M>> triangles_, links_;
    std::vector<double> rights_;
    LineSpline out_;
};

}  // namespace

LineSpline smooth_on_line(const LineSplineProblem& problem) {
    switch (problem.order) {
        case 1: return Smoother<1>(problem).solved();
        case 2: return Smoother<2>(problem).solved();
        case 3: return Smoother<3>(problem).solved();
        case 4: return Smoother<4>(problem).solved();
        default: throw std::invalid_argument("splines on the line have an order from 1 to 4");
    }
}

}  // namespace drupe
