cimport cython
from libc.math cimport log

cdef int ROOM, ENOUGH
cdef double SURE, NEARLY_SURE


cdef class Race:
    cdef readonly int entrants
    cdef int regulars
    cdef int guests
    cdef int[64] order
    cdef int[64] kept
    cdef readonly int best
    cdef readonly long long deals
    cdef double[64] result
    cdef int[4096] both
    cdef double[4096] ahead
    cdef double[4096] squares

    cdef void clear(self) noexcept nogil
    cdef bint has_room(self) noexcept nogil
    @cython.locals(one=int, other=int)
    cdef void enter(self, bint regular) noexcept nogil
    cdef void forget(self, int place) noexcept nogil
    cdef int starters(self) noexcept nogil
    cdef int starter(self, int i) noexcept nogil
    @cython.locals(i=int, j=int, one=int, other=int)
    cdef void end_deal(self) noexcept nogil
    @cython.locals(there=int, back=int, difference=double)
    cdef void compare(self, int one, int other) noexcept nogil
    @cython.locals(i=int)
    cdef void find_best(self) noexcept nogil
    @cython.locals(place=int, lead=double, errors=double)
    cdef bint is_ahead(self, int one, int other, double sure) noexcept nogil
    @cython.locals(runners=int, kept=int, i=int, one=int, stays=bint, regulars=int)
    cdef void drop_and_promote(self) noexcept nogil
    cdef bint is_decided(self) noexcept nogil
