/// Storage is handed on from one user to the next, never shared, and not kept where there is too much of it.
#include "drupe/kept_array.hpp"

#include "check.hpp"

using namespace drupe;

namespace {

using Kept = KeptArray<float>;

float* storage_for(std::size_t count) {
    Kept mine;
    mine.need(count);
    return mine.data();
}

}  // namespace

TEST_CASE("the next user has the storage of the last") {
    const float* first = storage_for(1000);
    Kept next;
    EXPECT(next.data() == first);
    EXPECT(next.size() >= 1000);
    next.need(10);
    EXPECT(next.data() == first);
    const std::size_t more = next.size() + 1;
    next.need(more);
    EXPECT(next.size() == more);
}

TEST_CASE("two at once have storage of their own, and the larger is kept") {
    {
        Kept outer;
        outer.need(2000);
        {
            Kept inner;
            EXPECT(inner.size() == 0);
            inner.need(6000);
            EXPECT(inner.data() != outer.data());
        }
    }
    EXPECT(Kept().size() >= 6000);
}

TEST_CASE("too much is given back") {
    storage_for(1000);
    storage_for((std::size_t{8} << 20) / sizeof(float) + 1);
    EXPECT(Kept().size() * sizeof(float) <= std::size_t{8} << 20);
}
