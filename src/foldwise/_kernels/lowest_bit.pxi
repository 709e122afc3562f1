# The place of the lowest bit that is set.

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define lowest_bit __builtin_ctzll
    #else
    static inline int lowest_bit(unsigned long long bits)
    {
        int place = 0;
        while (!(bits >> place & 1)) place++;
        return place;
    }
    #endif
    """
    int lowest_bit(uint64_t bits) noexcept nogil
