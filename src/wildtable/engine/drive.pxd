cimport cython
from wildtable.engine.table cimport Table

cdef int BRISK

@cython.locals(decisions="long long", manner=int)
cpdef long long play_out(Table table, long long limit=*, bint brisk=*)
@cython.locals(total="long long", game="long long", manner=int)
cpdef long long play_many(Table scratch, Table root, long long games, unsigned long long seed, bint brisk=*)
@cython.locals(total="long long", number="long long", manner=int)
cpdef long long search_rounds(Table scratch, Table root, int viewer, long long rounds, unsigned long long seed, bint brisk=*)
