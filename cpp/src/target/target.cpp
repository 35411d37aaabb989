/// Compiled once for every instruction set; DRUPE_TARGET_NAMESPACE names it.
#include "drupe/target.hpp"

#include "compare.hpp"
#include "costs.hpp"
#include "counts.hpp"
#include "gaussian.hpp"
#include "gaussian_rows.hpp"
#include "linear.hpp"
#include "maps.hpp"
#include "markov.hpp"
#include "pairs.hpp"
#include "products.hpp"
#include "shorts.hpp"
#include "softmax.hpp"
#include "subsequences.hpp"

#define DRUPE_TEXT_OF(name) #name
#define DRUPE_TEXT(name) DRUPE_TEXT_OF(name)

namespace drupe::DRUPE_TARGET_NAMESPACE {

template <class T>
static constexpr TileLoops<T> loops() {
    static_assert(block_rows % row_step == 0 && block_rows % column_step<T> == 0);
    return {.row_step = row_step,
            .column_step = column_step<T>,
            .compare = compare<T>,
            .compare_row = compare_row<T>,
            .compare_sparse = compare_sparse<T>,
            .compare_bytes = compare_bytes<T>,
            .differ_bytes = differ_bytes<T>,
            .map_counts = map_counts<T>,
            .sum_counts = sum_counts<T>,
            .sum_gaussians = sum_gaussians<T>,
            .compare_shorts = compare_shorts<T>,
            .scale_sums = scale_sums<T>,
            .compare_short_row = compare_short_row<T>,
            .norms = norms<T>,
            .distances = distances<T>,
            .map = map<T>,
            .times_outer_product = times_outer_product<T>,
            .plus_outer_sum = plus_outer_sum<T>,
            .add = add<T>,
            .multiply = multiply<T>,
            .times_columns = times_columns<T>,
            .times_weights = times_weights<T>,
            .times_rows = times_rows<T>,
            .weigh_rows = weigh_rows<T>,
            .add_rows = add_rows<T>,
            .add_listed_rows = add_listed_rows<T>,
            .rotate = rotate<T>,
            .extremes = extremes<T>,
            .move_pair = move_pair<T>,
            .partner = partner<T>,
            .steepest = steepest<T>,
            .move_single = move_single<T>,
            .gaussian_row = gaussian_row<T>,
            .transpose = transpose<T>,
            .lanes = width<T>,
            .subsequence_rows = subsequence_rows,
            .sweep_subsequences = sweep_subsequences<T>};
}

extern const Target here;
const Target here{
    DRUPE_TEXT(DRUPE_TARGET_NAMESPACE),
    loops<float>(),
    loops<double>(),
    {.lanes = markov_lanes, .forward = markov_forward, .backward = markov_backward, .count = markov_count},
    {.squared = squared_cost, .huber = huber_cost, .logistic = logistic_cost, .squared_hinge = squared_hinge_cost},
    {.answer = answer_linear, .along = along_linear, .dense_outputs = dense_outputs, .dense_pull = dense_pull},
    {.weigh = weigh_classes,
     .weigh_sparse = weigh_sparse_classes,
     .spread = spread_classes,
     .spread_sparse = spread_sparse_classes,
     .chances = class_chances,
     .curve = curve_classes},
    {.pairs_row = whole_row<Halves>,
     .bytes_row = bytes_row,
     .from_single = whole_numbers<float>,
     .from_double = whole_numbers<double>}};

}  // namespace drupe::DRUPE_TARGET_NAMESPACE
