#include "drupe/chain.hpp"

#include <algorithm>
#include <cmath>

namespace drupe {

Chain::Chain(const double* walls, std::size_t count, std::size_t rank, const double* start, std::uint64_t seed)
    : walls_(walls, count, rank), random_(seed), here_{Array<double>(start, start + rank), {}} {
    const double length = std::sqrt(dot(here_.direction, here_.direction));
    for (auto& coordinate : here_.direction) coordinate /= length;
    here_.margins = fresh_margins(here_.direction);
}

Array<double> Chain::fresh_margins(const Array<double>& direction) const {
    Array<double> out(walls_.size());
    walls_.margins(direction.data(), 1, out.data());
    return out;
}

std::size_t Chain::draw(const Draws& draws, Monitor* monitor) {
    const std::size_t steps = draws.skip + draws.count * draws.apart;
    Watch watch(monitor, static_cast<double>(std::max<std::size_t>(steps, 1)));
    std::size_t drawn = 0;
    for (std::size_t s = 0; s < steps; ++s) {
        if (!step(watch, s < draws.skip)) return drawn;
        watch.finished(1.0);
        watch.poll();
        if (s >= draws.skip && (s - draws.skip + 1) % draws.apart == 0) {
            std::copy(here_.direction.begin(), here_.direction.end(), draws.directions + drawn * walls_.rank());
            std::copy(here_.margins.begin(), here_.margins.end(), draws.margins + drawn * walls_.size());
            ++drawn;
        }
        if (watch.stopped()) return drawn;
    }
    if (monitor != nullptr) monitor->go_on(1.0);
    return drawn;
}

void Chain::choose_side(double noise) {
    double majority = 0.0;
    for (const double margin : here_.margins) majority += margin > 0.0 ? 1.0 : margin < 0.0 ? -1.0 : 0.0;
    if (majority == 0.0) noise = 0.5;
    const double here_over_there = std::exp(majority * std::log((1.0 - noise) / noise));
    if (random_.uniform() * (1.0 + here_over_there) >= 1.0) return;
    for (auto& coordinate : here_.direction) coordinate = -coordinate;
    for (auto& margin : here_.margins) margin = -margin;
}

void turn(Array<double>& a, Array<double>& b, double cosine, double sine) {
    double* left = a.data();
    double* right = b.data();
    for (std::size_t j = 0; j < a.size(); ++j) {
        const double turned = cosine * left[j] + sine * right[j];
        right[j] = cosine * right[j] - sine * left[j];
        left[j] = turned;
    }
}

}  // namespace drupe
