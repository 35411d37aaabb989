#include "drupe/program.hpp"

#include <algorithm>
#include <stdexcept>

namespace drupe {

std::size_t Program::validate() const {
    std::size_t height = 0;
    std::size_t greatest = 0;
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw std::invalid_argument(what);
    };
    for (const auto& instruction : code) {
        switch (instruction.op) {
            case Op::base:
                require(instruction.operand < bases.size(), "a program names a base that it does not have");
                ++height;
                break;
            case Op::constant: ++height; break;
            case Op::add:
            case Op::multiply:
                require(height >= 2, "a program combines two tiles where there are fewer");
                --height;
                break;
            case Op::times_outer_product:
            case Op::plus_outer_sum:
                require(instruction.operand < functions, "a program names a function that it does not have");
                [[fallthrough]];
            default:
                require(height >= 1, "a program maps a tile where there is none");
                require(instruction.op != Op::polynomial || !instruction.coefficients.empty(),
                        "a polynomial has no coefficients");
        }
        greatest = std::max(greatest, height);
    }
    require(height == 1, "a program must leave exactly one tile");
    return greatest;
}

}  // namespace drupe
