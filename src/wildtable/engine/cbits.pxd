# The compiled counterpart of bits.py.
cdef extern from *:
    """
    #define popcount(bits) __builtin_popcountll(bits)
    #define lowest_bit(bits) __builtin_ctzll(bits)
    """
    int popcount(unsigned long long bits) noexcept nogil
    int lowest_bit(unsigned long long bits) noexcept nogil
