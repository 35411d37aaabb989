/// The samplers' part of the module.
#pragma once

#include <nanobind/nanobind.h>

namespace drupe {

void bind_samplers(nanobind::module_& m);

}  // namespace drupe
