cimport cython
from wildtable.engine.cbits cimport lowest_bit
from wildtable.engine.table cimport Table

cdef int BRISK, NOBODY, REQUIRED, DEALT, MATCH_WITHOUT_WINNER, MATCH_WON, ROUND_WITHOUT_WINNER, ROUND_WON
cdef int DRAW, EIGHT, HAND, PASS, PASSED, PLAY, PLAYED, SAY_SUIT, SUIT, TURNED_UP
cdef unsigned long long ONE, ONE_SUIT, ONE_RANK, EIGHTS


cdef class CrazyEights(Table):
    cdef bint eights_wild
    cdef readonly int suit
    cdef int said_card

    cdef void copy_from(self, Table other) noexcept nogil
    cdef void copy_game(self, CrazyEights other) noexcept nogil
    cdef void open_match(self) noexcept nogil
    cdef unsigned long long playable(self, int seat) noexcept nogil
    cdef int offer(self, int seat, int which, unsigned long long* words) noexcept nogil
    @cython.locals(card=int)
    cdef void make(self, int seat, int choice) noexcept nogil
    @cython.locals(card=int)
    cdef void lay(self, int seat, int suit) noexcept nogil
    cdef void end(self, int winner) noexcept nogil
