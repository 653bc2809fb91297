cimport cython
from wildtable.engine.cbits cimport ONE, highest_bit, lowest_bit
from wildtable.games.whats_wild.melds cimport judge

cdef int CHAM, CHAM_POINTS, WILD, WILD_POINTS

@cython.locals(
    total=int, cards=int, more_wilds=int, kind=int, count=int, bit="unsigned long long", further="unsigned long long"
)
cdef double expected_cost(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds, int chams, int wild,
    unsigned char* unseen, int stray
) noexcept nogil
@cython.locals(rest="unsigned long long[1]", cost=int, left="unsigned long long", dearest=int, kind=int)
cdef int cost_less_one(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds, int chams, int stray
) noexcept nogil
@cython.locals(
    rest="unsigned long long[1]", least=int, kinds="unsigned long long", kind=int, bit="unsigned long long",
    further="unsigned long long", twin="unsigned long long", cost=int
)
cdef int cost_of_breaking(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds, int stray
) noexcept nogil
