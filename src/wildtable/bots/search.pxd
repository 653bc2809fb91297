cimport cython
from libc.math cimport sqrt
from wildtable.bots.race cimport Race
from wildtable.engine.cbits cimport ONE, lowest_bit, nth_bit, popcount
from wildtable.engine.table cimport Table

cdef int BRISK, NOBODY, OPTIONAL, REQUIRED
cdef int NODES, DEPTH, WHIM, TRUST
cdef double DOUBT


cdef class Search:
    cdef Table scratch
    cdef Table deal
    cdef readonly Race race
    cdef int[262144] visits
    cdef int[262144] offered
    cdef float[262144] value
    cdef int[262144] first_child
    cdef int[262144] sibling
    cdef short[262144] choice
    cdef signed char[262144] mover
    cdef readonly int nodes
    cdef int[400] path
    cdef int steps
    cdef unsigned long long[12] words
    cdef unsigned long long[12] sensible
    cdef public double curiosity
    cdef readonly long long rounds

    cdef void clear(self) noexcept nogil
    @cython.locals(enough="long long", i=int)
    cpdef think(self, Table root, int viewer, long long rounds, unsigned long long seed, int which=*)
    @cython.locals(count=int, i=int)
    cdef void open_tree(self, Table root, int viewer, int which) noexcept nogil
    cdef void enter_all(self, int word, unsigned long long bits, int viewer, bint regular) noexcept nogil
    @cython.locals(node=int)
    cdef void one_round(self, int viewer, int entrant) noexcept nogil
    @cython.locals(seat=int, which=int, count=int, child=int, fresh=bint, choice=int)
    cdef void walk(self, Table table, int viewer, int node) noexcept nogil
    @cython.locals(i=int)
    cdef void find_sensible(self, Table table, int seat, int count) noexcept nogil
    @cython.locals(found=int, i=int, bits="unsigned long long")
    cdef int only_choice(self, int count) noexcept nogil
    @cython.locals(i=int, found=int)
    cdef int how_many(self, unsigned long long* words, int count) noexcept nogil
    @cython.locals(
        unlikely=double, likely=double, total=double, all_values=double, urge=double, number=double, worth=double,
        most=double, best=int, child=int, word=int, bit="unsigned long long", i=int
    )
    cdef int best_child(self, int node, int count) noexcept nogil
    @cython.locals(i=int)
    cdef int untried_choice(self, Table table, int count) noexcept nogil
    @cython.locals(i=int)
    cdef int usual_choice(self, Table table, int count) noexcept nogil
    @cython.locals(child=int)
    cdef int child_with(self, int node, int choice) noexcept nogil
    @cython.locals(i=int, n=int, r=int, bits="unsigned long long")
    cdef int some_choice(self, Table table, int count) noexcept nogil
    @cython.locals(child=int)
    cdef int add_child(self, int node, int choice, int seat) noexcept nogil
    @cython.locals(steps=int, seat=int, which=int, count=int)
    cdef void play_round(self, Table table) noexcept nogil
    @cython.locals(i=int, node=int)
    cdef void learn(self, Table table) noexcept nogil
    cpdef bint is_decided(self)
