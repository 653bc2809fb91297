cimport cython
from wildtable.engine.table cimport Table

cdef int BRISK, DECLINE, NOBODY
cdef int WIN, EXACT, BUCKETS, LARGEST, CHOICES, MOVES, ROUNDS

@cython.locals(shift=int)
cpdef int bucket_of(long long number) noexcept nogil


cdef class Tally:
    cdef readonly long long games
    cdef readonly long long without_winner
    cdef readonly long long shared
    cdef readonly long long over_limit
    cdef readonly long long first_over_limit
    cdef unsigned long long[12] win_units
    cdef unsigned long long[3] total
    cdef unsigned long long[3] total_of_squares
    cdef long long[3] smallest
    cdef long long[3] largest
    cdef readonly long long decisions
    cdef long long[12] score_total
    cdef long long[12] score_squares
    cdef long long[1920] counts
    cdef public bint stopped

    cpdef void clear(self) noexcept
    @cython.locals(game="long long")
    cpdef play_block(self, Table scratch, Table root, long long games, unsigned long long seed, long long limit, int brisk=*)
    @cython.locals(decisions="long long", moves="long long", choice=int, seat=int)
    cdef void play_match(self, Table table, long long game, long long limit, int brisk) noexcept nogil
    @cython.locals(seat=int, score="long long")
    cdef void count_match(self, Table table, long long game, long long decisions, long long moves) noexcept nogil
    @cython.locals(winners=int, seat=int)
    cdef void count_winners(self, Table table) noexcept nogil
    @cython.locals(first=bint, bucket=int)
    cdef void measure(self, int which, long long number) noexcept nogil
    @cython.locals(bucket=int, count="long long")
    cpdef add_counts(self, int which, list totals)
