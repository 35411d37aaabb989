#include "drupe/word_index.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>

#include "drupe/parallel.hpp"
#include "drupe/sorted_keys.hpp"

namespace drupe {

namespace {

/// Letters that a thread takes at a time, if sequences are not longer.
constexpr std::size_t letters_at_once = std::size_t{1} << 16;

/// Tables of ranks are made where they are no larger than this, or than a few numbers for every letter.
constexpr std::uint64_t small_table = std::uint64_t{1} << 16;
constexpr std::uint64_t table_per_letter = 4;

/// Sequences first, ..., last − 1.
struct Chunk {
    std::size_t first;
    std::size_t last;
};

std::size_t all_letters(const SequencesView& sequences) {
    return static_cast<std::size_t>(sequences.offsets[sequences.count] - sequences.offsets[0]);
}

std::vector<Chunk> chunks_of(const SequencesView& sequences) {
    std::vector<Chunk> chunks;
    for (std::size_t first = 0; first < sequences.count;) {
        std::size_t last = first;
        for (std::size_t letters = 0; last < sequences.count && letters < letters_at_once; ++last)
            letters += sequences.length(last) + 1;
        chunks.push_back({first, last});
        first = last;
    }
    return chunks;
}

/// One sequence after the other, with the letters that belong to the alphabet found.
class Reader {
public:
    Reader(const SequencesView& sequences, std::size_t alphabet) : sequences_(sequences), alphabet_(alphabet) {}

    Letters read(std::size_t i) {
        const std::int32_t* letters = sequences_.letters + sequences_.offsets[i];
        const std::size_t count = sequences_.length(i);
        known_.resize(count);
        std::size_t run = 0;
        for (std::size_t at = count; at-- > 0; known_[at] = run)
            run = letters[at] >= 0 && static_cast<std::size_t>(letters[at]) < alphabet_ ? run + 1 : 0;
        return {letters, count, known_.data()};
    }

private:
    const SequencesView& sequences_;
    std::size_t alphabet_;
    std::vector<std::size_t> known_;
};

/// work(chunk number, its sequences, reader) for every chunk, on all threads; `watch` hears of every chunk's letters.
template <class MakeWork>
void for_chunks(const SequencesView& sequences, std::size_t alphabet, const Run& run, Watch& watch,
                MakeWork make_work) {
    const auto chunks = chunks_of(sequences);
    const auto make_worker = [&] {
        return [&, reader = Reader(sequences, alphabet), work = make_work()](std::size_t c) mutable {
            if (watch.stopped()) return;
            for (std::size_t i = chunks[c].first; i < chunks[c].last; ++i) work(c, i, reader.read(i));
            watch.finished(static_cast<double>(sequences.offsets[chunks[c].last] - sequences.offsets[chunks[c].first]));
            watch.poll();
        };
    };
    parallel_tasks(chunks.size(), chunks.size() < 2 ? 1 : run.threads, make_worker, [&] { watch.poll(); });
    if (watch.stopped()) throw Interrupted{};
}

/// The numbers that occur, if there are few enough of them to mark each in a table.
std::vector<std::uint64_t> marked(const WordKeys& keys, const SequencesView& sequences, std::size_t alphabet,
                                  const Run& run, Watch& watch) {
    std::vector<std::uint8_t> present(static_cast<std::size_t>(keys.largest()) + 1, 0);
    for_chunks(sequences, alphabet, run, watch, [&] {
        return [&, found = std::vector<std::uint64_t>()](std::size_t, std::size_t, const Letters& letters) mutable {
            keys.of(letters, found);
            for (const auto key : found) {
                if (key == WordKeys::none) continue;
                std::atomic_ref(present[key]).store(1, std::memory_order_relaxed);
            }
        };
    });
    std::vector<std::uint64_t> members;
    for (std::size_t key = 0; key < present.size(); ++key) {
        if (present[key] != 0) members.push_back(key);
    }
    return members;
}

/// The numbers that occur, in order: first within every chunk, then all together.
std::vector<std::uint64_t> sorted(const WordKeys& keys, const SequencesView& sequences, std::size_t alphabet,
                                  const Run& run, Watch& watch) {
    const auto chunks = chunks_of(sequences);
    std::vector<std::vector<std::uint64_t>> parts(chunks.size());
    for_chunks(sequences, alphabet, run, watch, [&] {
        return [&, found = std::vector<std::uint64_t>(), spare = std::vector<std::uint64_t>()](
                   std::size_t c, std::size_t i, const Letters& letters) mutable {
            keys.of(letters, found);
            std::erase(found, WordKeys::none);
            parts[c].insert(parts[c].end(), found.begin(), found.end());
            if (i + 1 < chunks[c].last) return;
            sort_unique(parts[c], spare, keys.largest());
            parts[c].shrink_to_fit();
        };
    });
    std::vector<std::uint64_t> members;
    for (auto& part : parts) {
        members.insert(members.end(), part.begin(), part.end());
        part = {};
    }
    std::vector<std::uint64_t> spare;
    sort_unique(members, spare, keys.largest());
    return members;
}

RankedKeys ranked(const WordKeys& keys, const SequencesView& sequences, std::size_t alphabet, const Run& run,
                  Watch& watch) {
    const std::uint64_t table_size = std::max(small_table, table_per_letter * all_letters(sequences));
    auto members = keys.largest() < table_size ? marked(keys, sequences, alphabet, run, watch)
                                               : sorted(keys, sequences, alphabet, run, watch);
    return {std::move(members), keys.largest(), table_size};
}

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
    from = {};
}

}  // namespace

WordIndex::WordIndex(const WordKind& kind, const SequencesView& sequences, const Run& run)
    : alphabet_(kind.alphabet), positional_(kind.positional), firsts_{0} {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < sequences.count; ++i) longest = std::max(longest, sequences.length(i));
    Watch watch(run.monitor, static_cast<double>(kind.patterns.size() * all_letters(sequences) + 1));
    for (const auto& pattern : kind.patterns) {
        WordKeys keys(pattern, alphabet_, positional_ ? std::max<std::size_t>(longest, 1) : 0);
        while (!keys.complete()) keys.go_on(ranked(keys, sequences, alphabet_, run, watch));
        auto ranks = ranked(keys, sequences, alphabet_, run, watch);
        firsts_.push_back(firsts_.back() + ranks.size());
        words_.push_back({std::move(keys), std::move(ranks)});
    }
    if (width() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw std::length_error("there are more different words than 32 bits can number");
    watch.conclude();
}

WordCounts WordIndex::counts(const SequencesView& sequences, const Run& run) const {
    std::vector<WordCounts> parts(chunks_of(sequences).size());
    WordCounts all;
    all.starts.assign(sequences.count + 1, 0);
    Watch watch(run.monitor, static_cast<double>(all_letters(sequences) + 1));
    for_chunks(sequences, alphabet_, run, watch, [&] {
        return [&, found = std::vector<std::uint64_t>(), spare = std::vector<std::uint64_t>()](
                   std::size_t c, std::size_t i, const Letters& letters) mutable {
            auto& [counts, columns, starts] = parts[c];
            const std::size_t before = columns.size();
            for (std::size_t w = 0; w < words_.size(); ++w) {
                words_[w].keys.of(letters, found);
                std::erase(found, WordKeys::none);
                if (!positional_) sort_keys(found, spare, words_[w].keys.largest());
                for (std::size_t first = 0; first < found.size();) {
                    const std::uint64_t key = found[first];
                    std::size_t last = first + 1;
                    while (last < found.size() && found[last] == key) ++last;
                    if (const std::int32_t rank = words_[w].ranks.rank(key); rank != RankedKeys::absent) {
                        columns.push_back(static_cast<std::int32_t>(firsts_[w]) + rank);
                        counts.push_back(static_cast<std::int32_t>(last - first));
                    }
                    first = last;
                }
            }
            all.starts[i + 1] = static_cast<std::int64_t>(columns.size() - before);
        };
    });
    for (std::size_t i = 0; i < sequences.count; ++i) all.starts[i + 1] += all.starts[i];
    all.counts.reserve(static_cast<std::size_t>(all.starts.back()));
    all.columns.reserve(static_cast<std::size_t>(all.starts.back()));
    for (auto& part : parts) {
        append(all.counts, part.counts);
        append(all.columns, part.columns);
    }
    watch.conclude();
    return all;
}

WordPlaces WordIndex::places(const SequencesView& sequences, const Run& run) const {
    std::vector<WordPlaces> parts(chunks_of(sequences).size());
    Watch watch(run.monitor, static_cast<double>(all_letters(sequences) + 1));
    for_chunks(sequences, alphabet_, run, watch, [&] {
        return [&, found = std::vector<std::uint64_t>()](std::size_t c, std::size_t i, const Letters& letters) mutable {
            for (std::size_t w = 0; w < words_.size(); ++w) {
                words_[w].keys.of(letters, found);
                for (std::size_t at = 0; at < found.size(); ++at) {
                    if (found[at] == WordKeys::none) continue;
                    const std::int32_t rank = words_[w].ranks.rank(found[at]);
                    if (rank == RankedKeys::absent) continue;
                    parts[c].sequences.push_back(static_cast<std::int64_t>(i));
                    parts[c].starts.push_back(static_cast<std::int64_t>(at));
                    parts[c].patterns.push_back(static_cast<std::int32_t>(w));
                    parts[c].columns.push_back(static_cast<std::int32_t>(firsts_[w]) + rank);
                }
            }
        };
    });
    WordPlaces all;
    for (auto& part : parts) {
        append(all.sequences, part.sequences);
        append(all.starts, part.starts);
        append(all.patterns, part.patterns);
        append(all.columns, part.columns);
    }
    watch.conclude();
    return all;
}

}  // namespace drupe
