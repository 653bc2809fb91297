# The compiled counterpart of bits.py.
cdef extern from *:
    """
    #define ONE 1ULL
    #define ALL_64 0xFFFFFFFFFFFFFFFFULL
    #define popcount(bits) __builtin_popcountll(bits)
    #define lowest_bit(bits) __builtin_ctzll(bits)
    #define highest_bit(bits) (63 - __builtin_clzll(bits))

    /* The place of a bit, without a loop: no processor foresees where one over a random number of bits ends. The eight
       bytes of a word are worked on side by side: first it is found in which byte the bit is, then in the same way
       which bit of that byte it is, with its eight bits spread over a word. */
    #define EACH_BYTE 0x0101010101010101ULL

    /* How many of eight running totals, one a byte, are not greater than n: the bytes that the bit lies behind. */
    static inline int bytes_before(unsigned long long totals, int n) {
        return __builtin_popcountll((EACH_BYTE * (128 + n) - totals) & EACH_BYTE * 128);
    }

    static inline int nth_bit_anywhere(unsigned long long bits, int n) {
        unsigned long long counts = bits - (bits >> 1 & EACH_BYTE * 0x55);
        counts = (counts & EACH_BYTE * 0x33) + (counts >> 2 & EACH_BYTE * 0x33);
        counts = (counts + (counts >> 4)) & EACH_BYTE * 0x0F;
        unsigned long long totals = counts * EACH_BYTE;
        int first = 8 * bytes_before(totals, n);  /* bit of the byte */
        unsigned long long spread = (bits >> first & 0xFF) * EACH_BYTE & 0x8040201008040201ULL;
        spread = (spread + EACH_BYTE * 0x7F) >> 7 & EACH_BYTE;
        return first + bytes_before(spread * EACH_BYTE, n - (int)(totals << 8 >> first & 0xFF));
    }

    #ifdef __x86_64__
    /* Most processors have an instruction for it: it deposits bit n of a number on the n-th bit set. Which processor
       runs this is found out when the file is loaded, so that it need not be the one that has compiled it. The first
       two of Zen have the instruction, but very slow. */
    static int deposits_fast;
    static void __attribute__((constructor)) find_out_whether_deposits_are_fast(void) {
        __builtin_cpu_init();
        deposits_fast = __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    }

    static inline int nth_bit(unsigned long long bits, int n) {
        unsigned long long deposited;
        if (!deposits_fast)
            return nth_bit_anywhere(bits, n);
        __asm__("pdepq %2, %1, %0" : "=r"(deposited) : "r"(1ULL << n), "r"(bits));
        return __builtin_ctzll(deposited);
    }
    #else
    #define nth_bit(bits, n) nth_bit_anywhere(bits, n)
    #endif
    """
    const unsigned long long ONE, ALL_64
    int popcount(unsigned long long bits) noexcept nogil
    int lowest_bit(unsigned long long bits) noexcept nogil
    int highest_bit(unsigned long long bits) noexcept nogil
    int nth_bit(unsigned long long bits, int n) noexcept nogil
