# Eight blocks of four words from Philox4x32-10, two in each vector where there are some: every x86-64 has SSE2.
#
# A product takes the low halves of both lanes of a vector, so that whatever is in the high halves does no harm.

cdef extern from *:
    """
    #define PHILOX_BLOCKS 8
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #define PHILOX_VECTORS (PHILOX_BLOCKS / 2)
    static void philox_blocks(const uint32_t *key, const uint32_t *repeat, uint64_t block, uint32_t *words)
    {
        const __m128i m0 = _mm_set1_epi64x(0xD2511F53), m1 = _mm_set1_epi64x(0xCD9E8D57);
        __m128i c0[PHILOX_VECTORS], c1[PHILOX_VECTORS], c2[PHILOX_VECTORS], c3[PHILOX_VECTORS];
        uint32_t k0 = key[0], k1 = key[1];
        for (int i = 0; i < PHILOX_VECTORS; i++) {
            c0[i] = _mm_set_epi64x((long long)(block + 2 * i + 1), (long long)(block + 2 * i));
            c1[i] = _mm_srli_epi64(c0[i], 32);
            c2[i] = _mm_set1_epi64x(repeat[0]);
            c3[i] = _mm_set1_epi64x(repeat[1]);
        }
        for (int round = 0; round < 10; round++) {
            const __m128i both0 = _mm_set1_epi64x(k0), both1 = _mm_set1_epi64x(k1);
            for (int i = 0; i < PHILOX_VECTORS; i++) {
                const __m128i p0 = _mm_mul_epu32(m0, c0[i]), p1 = _mm_mul_epu32(m1, c2[i]);
                c0[i] = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(p1, 32), c1[i]), both0);
                c1[i] = p1;
                c2[i] = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(p0, 32), c3[i]), both1);
                c3[i] = p0;
            }
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        const __m128i low = _mm_set1_epi64x(0xFFFFFFFF);
        for (int i = 0; i < PHILOX_VECTORS; i++) {
            const __m128i front = _mm_or_si128(_mm_and_si128(c0[i], low), _mm_slli_epi64(c1[i], 32));
            const __m128i back = _mm_or_si128(_mm_and_si128(c2[i], low), _mm_slli_epi64(c3[i], 32));
            _mm_storeu_si128((__m128i *)(words + 8 * i), _mm_unpacklo_epi64(front, back));
            _mm_storeu_si128((__m128i *)(words + 8 * i + 4), _mm_unpackhi_epi64(front, back));
        }
    }
    #else
    static void philox_blocks(const uint32_t *key, const uint32_t *repeat, uint64_t block, uint32_t *words)
    {
        for (int i = 0; i < PHILOX_BLOCKS; i++, block++, words += 4) {
            uint32_t c0 = (uint32_t)block, c1 = (uint32_t)(block >> 32), c2 = repeat[0], c3 = repeat[1];
            uint32_t k0 = key[0], k1 = key[1];
            for (int round = 0; round < 10; round++) {
                const uint64_t p0 = (uint64_t)0xD2511F53u * c0, p1 = (uint64_t)0xCD9E8D57u * c2;
                c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
                c1 = (uint32_t)p1;
                c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
                c3 = (uint32_t)p0;
                k0 += 0x9E3779B9u;
                k1 += 0xBB67AE85u;
            }
            words[0] = c0;
            words[1] = c1;
            words[2] = c2;
            words[3] = c3;
        }
    }
    #endif
    """
    void philox_blocks(
        const uint32_t* key, const uint32_t* repeat, uint64_t block, uint32_t* words
    ) noexcept nogil
