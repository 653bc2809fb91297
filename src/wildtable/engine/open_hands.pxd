cimport cython
from wildtable.engine.cbits cimport ONE
from wildtable.engine.table cimport Table


cdef class OpenHands(Table):
    cdef unsigned char[768] shown

    cdef void copy_from(self, Table other) noexcept nogil
    cdef void copy_shown(self, OpenHands other) noexcept nogil
    cdef inline void show(self, int seat, int card) noexcept nogil
    @cython.locals(i=int)
    cdef void gain_shown(self, int seat, unsigned char* cards, int count) noexcept nogil
    cdef void show_held(self, int seat, int card) noexcept nogil
    cdef void forget(self, int seat, int card) noexcept nogil
    cdef void gather(self) noexcept nogil
    cdef int pinned(self, int viewer, int seat, int card) noexcept nogil
