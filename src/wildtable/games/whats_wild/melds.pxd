cimport cython
from wildtable.engine.cbits cimport ONE, highest_bit, lowest_bit, popcount

cdef int CHAM, CHAM_POINTS, MOST_CARDS, NUMBERS, WILD, WILD_POINTS
cdef int COST_PLACE, NEVER, ARENA, NO_PAIR
cdef unsigned long long ONE_NUMBER, LOW, SPREAD_8, SPREAD_4, SPREAD_2, TALLY

cdef unsigned char[4096] NEED
cdef unsigned char[11] AFTER_NONE
cdef unsigned char[11] AFTER_FIRST
cdef unsigned char[11] AFTER_SECOND
cdef unsigned char[11] AFTER_BOTH

@cython.locals(
    cards=int, fewest=int, lowest=int, rest=int, count=int, highest=int, length=int, pair=int, first=int, second=int
)
cdef void fill_tables()

@cython.locals(x="unsigned long long")
cdef unsigned long long spread(unsigned long long cards) noexcept nogil
@cython.locals(tally="unsigned long long", twins="unsigned long long")
cdef unsigned long long tally_of(unsigned long long mask, unsigned long long twice, int skin) noexcept nogil
@cython.locals(
    costs="unsigned char[11]", further="unsigned char[11]", number=int, end=int, pair=int, cover=int, cost=int, extra=int,
    best=int, fewest=int
)
cdef int need_of_twins(int cards, int twins, int most) noexcept nogil
@cython.locals(near=int, reach=int, doubled=int, others=int, single=int, need=int)
cdef int list_skin(int cards, int twins, int wilds, unsigned long long* arena, int count) noexcept nogil

@cython.locals(
    low="unsigned long long", second="unsigned long long", big="unsigned long long", singles="unsigned long long",
    pairs="unsigned long long", left="unsigned long long", numbers="unsigned long long", most_saved=int,
    saved_singles=int, saved=int, i=int, place=int
)
cdef unsigned long long left_by_herds(unsigned long long tally, int wilds, int stray) noexcept nogil
@cython.locals(points=int, place=int)
cdef int weigh(unsigned long long tally, unsigned long long numbers, int stray) noexcept nogil

@cython.locals(i=int, entry="unsigned long long", need=int, tally="unsigned long long", points=int, best=int)
cdef int combine(
    unsigned long long* arena, int* ends, int skin, unsigned long long rest, int wilds, int stray,
    unsigned long long* found
) noexcept nogil
@cython.locals(
    arena="unsigned long long[4096]", ends="int[5]", count=int, skin=int, cards=int
)
cdef int solve(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds, int stray,
    unsigned long long* found
) noexcept nogil
@cython.locals(points=int, plain=int, number=int, column="unsigned long long")
cdef int points_of(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds, int stray,
    unsigned long long* found
) noexcept nogil
@cython.locals(found="unsigned long long[9]", points=int)
cdef int judge(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds, int stray,
    unsigned long long* left
) noexcept nogil
@cython.locals(
    rest="unsigned long long", numbers="unsigned long long", kinds="unsigned long long", skin=int, place=int
)
cdef unsigned long long left_after(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds, int stray,
    unsigned long long* found
) noexcept nogil

@cython.locals(
    runs="unsigned long long", alone="unsigned long long", bare="unsigned long long", rows=int, columns=int, count=int,
    kind=int, number=int
)
cdef bint is_complete(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds
) noexcept nogil
@cython.locals(a=int, c=int, p=int, z=int, most=int)
cdef bint lines_suffice(unsigned long long bare, int lines) noexcept nogil
@cython.locals(arena="unsigned long long[4096]", ends="int[5]", count=int, skin=int, cards=int)
cdef bint all_fit(
    unsigned long long mask, unsigned long long twice, unsigned long long tally, int wilds
) noexcept nogil
@cython.locals(own="unsigned long long", used="unsigned long long", further="unsigned long long", i=int, left=int)
cdef bint fit_from(
    unsigned long long* arena, int* ends, unsigned long long mask, unsigned long long twice, int skin,
    unsigned long long rest, unsigned long long herds, int wilds
) noexcept nogil
@cython.locals(low="unsigned long long", second="unsigned long long", big="unsigned long long")
cdef int wilds_for_herds(unsigned long long tally, unsigned long long numbers) noexcept nogil

@cython.locals(found="unsigned long long[9]")
cpdef int least_of(unsigned long long mask, unsigned long long twice, int wilds)
@cython.locals(left="unsigned long long[1]")
cpdef unsigned long long leftovers_of(unsigned long long mask, unsigned long long twice, int wilds)
cpdef bint complete_of(unsigned long long mask, unsigned long long twice, int wilds)
cdef unsigned long long whole_tally(unsigned long long mask, unsigned long long twice) noexcept nogil
@cython.locals(found="unsigned long long[9]", rest="unsigned long long", skin=int)
cpdef list plan(unsigned long long mask, unsigned long long twice, int wilds)
