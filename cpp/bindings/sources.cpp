#include "sources.hpp"

#include "parts.hpp"

namespace drupe::border {

namespace {

template <class T>
void bind_source(nb::module_& m, const char* name) {
    using Bound = BoundSource<T>;
    nb::class_<Bound>(m, name, "Where rows of K come from.")
        .def_static("computed", &Bound::computed, "program"_a, "tables"_a, "functions"_a, "identity"_a.noconvert(),
                    "diagonal"_a.noconvert(), "The core evaluates the kernel.")
        .def_static("stored", &Bound::stored, "matrix"_a.noconvert(), "A Gram matrix is read.")
        .def_static("fetched", &Bound::fetched, "rows"_a, "block"_a, "diagonal"_a.noconvert(),
                    "Functions are called for rows.")
        .def("ridged", &Bound::ridged, "ridge"_a.noconvert(),
             "The same with this ridge on the diagonal, instead of any other.");
}

}  // namespace

void bind_sources(nb::module_& m) {
    bind_source<float>(m, "SourceFloat32");
    bind_source<double>(m, "SourceFloat64");
}

}  // namespace drupe::border
