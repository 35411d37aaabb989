/// How the core's monitor reaches Python: signals and progress.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <limits>

#include "drupe/monitor.hpp"

namespace drupe {

/// Passes signals and progress on to Python.
class PythonMonitor final : public Monitor {
public:
    explicit PythonMonitor(nanobind::handle progress)
        : progress_(progress), listens_(nanobind::hasattr(progress, "reached")) {}

    bool go_on(double fraction) override {
        const nanobind::gil_scoped_acquire gil;
        if (PyErr_Occurred() != nullptr) return false;  // said no before; Python must not be called again
        if (PyErr_CheckSignals() != 0) return false;
        if (progress_.is_none()) return true;
        try {
            if (listens_ && !std::isnan(violation_)) progress_.attr("reached")(violation_);
            progress_(fraction);
        } catch (nanobind::python_error& error) {
            error.restore();
            return false;
        }
        return true;
    }

    void reached(double violation) override { violation_ = violation; }

private:
    nanobind::handle progress_;
    bool listens_;  // whether it has a method for violations too
    double violation_ = std::numeric_limits<double>::quiet_NaN();
};

/// After a run: raises what Python has set meanwhile, unless it is Ctrl-C and what there is shall be kept.
inline void raise_unless_kept(bool keep) {
    if (PyErr_Occurred() == nullptr) return;
    if (!keep || PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) == 0) throw nanobind::python_error();
    PyErr_Clear();
}

}  // namespace drupe
