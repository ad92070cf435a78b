/* The peak: how many multiplications with an addition of doubles one core can do, at each vector width.

   Fifteen independent chains a·x + x are enough to hide the latency of the arithmetic; together with x they
   exactly fill the sixteen registers of every width. They are fused if the width has fused instructions; the
   portable width of x86-64 multiplies and then adds. */

#include <stdint.h>

#define EACH(DO) \
    DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#define BEGIN(k) vector a##k = x + k;
#define STEP(k) a##k = a##k * x + x;
#define ADD(k) sum += a##k;

/* Does `rounds` steps of every chain. Returns the number of steps done, 0 if the machine lacks the width; adds
   the results to *kept, so that no compiler can leave out the work. The chains tend to 1, so that no number
   grows, or becomes so small that it is slow. */
#define PEAK(width, lanes, target, machine_has)                         \
    target int64_t peak_##width(int64_t rounds, double *kept)           \
    {                                                                   \
        typedef double vector __attribute__((vector_size(8 * lanes)));  \
        if (!(machine_has))                                             \
            return 0;                                                   \
        vector sum = {0}, x = sum + 0.5;                                \
        EACH(BEGIN)                                                     \
        for (int64_t round = 0; round < rounds; round++) {              \
            EACH(STEP)                                                  \
        }                                                               \
        EACH(ADD)                                                       \
        for (int lane = 0; lane < lanes; lane++)                        \
            *kept += sum[lane];                                         \
        return rounds * 15 * lanes;                                     \
    }

PEAK(portable, 2, , 1)
#ifdef __x86_64__
PEAK(avx2, 4, __attribute__((target("avx2,fma"))),
     __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
PEAK(avx512, 8, __attribute__((target("avx512f"))), __builtin_cpu_supports("avx512f"))
#endif
