/// Passes over rows, Kᵀ φ(K A): a block of kernel values is computed once and met from both sides while it is at hand.
#include <algorithm>

#include "drupe/evaluator.hpp"
#include "drupe/packed_weights.hpp"
#include "drupe/parallel.hpp"

namespace drupe {

namespace {

/// Bytes that the partial sums may take together, unless there are `fewest`.
constexpr std::size_t lane_bytes = std::size_t{32} << 20;
constexpr std::size_t fewest = 8;
constexpr std::size_t most = 64;

/// Partial sums, over every so-manieth block of rows. Their number depends on the problem alone, so that the sum does not
/// depend on the threads; each gets blocks enough that what it takes to clear and to add it up does not count.
std::size_t lanes_for(std::size_t blocks, std::size_t outputs, std::size_t padded) {
    const std::size_t worth_it = blocks / std::clamp<std::size_t>(outputs, 2, 16);
    const std::size_t affordable = std::max(fewest, lane_bytes / (outputs * padded * sizeof(double)));
    return std::clamp<std::size_t>(std::min(worth_it, affordable), 1, most);
}

/// What the blocks of every lane add up to. The slopes of a lane lie tile after tile, and in each a row for each output.
class LaneSums {
public:
    LaneSums(std::size_t lanes, const OutputGroups& groups, std::size_t padded)
        : size_(groups.outputs() * padded), outputs_(groups.outputs()), groups_(groups.groups), lanes_(lanes),
          slopes_(lanes * size_), pulls_(lanes * outputs_), tallies_(lanes * groups_) {}

    [[nodiscard]] double* slopes(std::size_t lane) { return slopes_.data() + lane * size_; }
    [[nodiscard]] double* pulls(std::size_t lane) { return pulls_.data() + lane * outputs_; }
    [[nodiscard]] Tallies* tallies(std::size_t lane) { return tallies_.data() + lane * groups_; }

    void clear(std::size_t lane) { std::fill_n(slopes(lane), size_, 0.0); }

    /// All lanes into the first, in their order.
    void add_up() {
        for (std::size_t lane = 1; lane < lanes_; ++lane) {
            for (std::size_t i = 0; i < size_; ++i) slopes_[i] += slopes(lane)[i];
            for (std::size_t c = 0; c < outputs_; ++c) pulls_[c] += pulls(lane)[c];
            for (std::size_t g = 0; g < groups_; ++g) tallies_[g] += tallies(lane)[g];
        }
    }

private:
    std::size_t size_;
    std::size_t outputs_;
    std::size_t groups_;
    std::size_t lanes_;
    Scratch<double> slopes_;
    Array<double> pulls_;
    std::vector<Tallies> tallies_;
};

}  // namespace

/// One thread's workplace: a block of kernel values, tile after tile, with the outputs and the pushes of its rows.
template <class T>
class Evaluator<T>::PassWorker {
public:
    PassWorker(const TileMaker<T>& maker, const PackedWeights<T>& weights, const Pass& pass, Watch& watch)
        : maker_(maker), weights_(weights), outputs_(pass.groups.outputs()), watch_(watch), rows_(maker),
          scratch_(maker), response_(pass.loss, pass.groups, block_rows),
          tiles_(rounded_up(maker.right().count, tile_columns) / tile_columns), block_(tiles_ * tile_size),
          pushes_(block_rows * outputs_) {}

    void add_block(const Examples<T>& left, const KnownRows& known, std::size_t first, LaneSums& sums,
                   std::size_t lane) {
        maker_.take(rows_, left, {nullptr, first, std::min(block_rows, left.count - first)});
        make_outputs();
        if (watch_.stopped()) return;
        response_.answer(known, first, rows_.count, pushes_.data(), sums.pulls(lane), sums.tallies(lane));
        // In double precision: errors of outputs are as harmless as noise in the targets, but those of slopes point in
        // directions that no kernel value has, and these are what a preconditioner makes large.
        for (std::size_t t = tiles_; t-- > 0;) {  // what was made last is nearest
            maker_.loops().weigh_rows(block_.data() + t * tile_size, rows_.count, ld_of(t), ld_of(t), pushes_.data(),
                                      outputs_, outputs_, sums.slopes(lane) + t * tile_columns * outputs_,
                                      tile_columns);
        }
    }

private:
    static constexpr std::size_t tile_size = block_rows * tile_columns;

    [[nodiscard]] std::size_t last_of(std::size_t tile) const {
        return std::min((tile + 1) * tile_columns, maker_.right().count);
    }
    [[nodiscard]] std::size_t ld_of(std::size_t tile) const {
        return rounded_up(last_of(tile) - tile * tile_columns, maker_.loops().column_step);
    }

    void make_outputs() {
        std::fill_n(response_.outputs(), rows_.count * outputs_, 0.0);
        const std::size_t size = maker_.right().count;
        const bool lists = maker_.looks_ahead();
        for (std::size_t t = 0, ahead = 0; t < tiles_ && !watch_.stopped(); ++t) {
            const std::size_t first = t * tile_columns, last = last_of(t);
            if (first >= ahead) ahead = lists ? maker_.look_ahead(rows_, scratch_, first, size) : size;
            const Tile tile = maker_.tile(rows_, scratch_, first, last, block_.data() + t * tile_size);
            weights_.multiply(tile.values, rows_.count, first, last - first, tile.ld, {response_.outputs(), outputs_});
            watch_.finished(static_cast<double>(rows_.count * (last - first)));
            watch_.poll();
        }
    }

    const TileMaker<T>& maker_;
    const PackedWeights<T>& weights_;
    std::size_t outputs_;
    Watch& watch_;
    Rows rows_;
    Scratch scratch_;
    Response response_;
    std::size_t tiles_;
    drupe::Scratch<T> block_;
    Array<double> pushes_;
};

template <class T>
void Evaluator<T>::two_sided(const Examples<T>& left, const KnownRows& known, const Pass& pass, const Swept& out,
                             const Run& run) const {
    const std::size_t outputs = pass.groups.outputs();
    const std::size_t padded = rounded_up(size(), tile_columns);
    const std::size_t blocks = rounded_up(left.count, block_rows) / block_rows;
    const std::size_t lanes = lanes_for(blocks, outputs, padded);
    const double pairs = static_cast<double>(left.count) * static_cast<double>(size());
    const PackedWeights<T> weights(pass.coefficients, outputs, size(), maker_.loops());
    LaneSums sums(lanes, pass.groups, padded);
    Watch watch(run.monitor, pairs);
    const auto make_worker = [&] {
        return [&, worker = PassWorker(maker_, weights, pass, watch)](std::size_t lane) mutable {
            sums.clear(lane);
            for (std::size_t b = lane; b < blocks && !watch.stopped(); b += lanes)
                worker.add_block(left, known, b * block_rows, sums, lane);
        };
    };
    const bool small = pairs < 1e6;  // waking threads costs more
    parallel_tasks(lanes, small ? 1 : run.threads, make_worker, [&] { watch.poll(); });
    watch.conclude();
    sums.add_up();
    for (std::size_t first = 0; first < size(); first += tile_columns) {
        const std::size_t here = std::min(tile_columns, size() - first);
        target().loops<double>().transpose(sums.slopes(0) + first * outputs, outputs, here, tile_columns,
                                           out.slopes + first * outputs, outputs);
    }
    std::copy_n(sums.pulls(0), outputs, out.pulls);
    std::copy_n(sums.tallies(0), pass.groups.groups, out.tallies);
}

template void Evaluator<float>::two_sided(const Examples<float>&, const KnownRows&, const Pass&, const Swept&,
                                          const Run&) const;
template void Evaluator<double>::two_sided(const Examples<double>&, const KnownRows&, const Pass&, const Swept&,
                                           const Run&) const;

}  // namespace drupe
