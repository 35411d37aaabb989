/// Sequences as Python hands them over: all letters in one array, and where each sequence starts.
#pragma once

#include "border.hpp"
#include "drupe/sequences.hpp"

namespace drupe::border {

using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline SequencesView sequences(const Codes& codes, const Positions& offsets) {
    if (offsets.size() == 0 || data_of(offsets)[0] != 0 ||
        data_of(offsets)[offsets.size() - 1] != static_cast<std::int64_t>(codes.size()))
        throw std::invalid_argument("the parts of sequences do not fit together");
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        if (data_of(offsets)[i] > data_of(offsets)[i + 1])
            throw std::invalid_argument("a sequence ends before it starts");
    }
    return {data_of(codes), data_of(offsets), offsets.size() - 1};
}

}  // namespace drupe::border
