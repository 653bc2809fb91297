# The compiled counterpart of bits.py.
cdef extern from *:
    """
    #define popcount(bits) __builtin_popcountll(bits)
    #define lowest_bit(bits) __builtin_ctzll(bits)
    #define highest_bit(bits) (63 - __builtin_clzll(bits))
    """
    int popcount(unsigned long long bits) noexcept nogil
    int lowest_bit(unsigned long long bits) noexcept nogil
    int highest_bit(unsigned long long bits) noexcept nogil
