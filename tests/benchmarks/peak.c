/* The peak: the multiply-adds of doubles that one core can do, at each vector width.

   Fifteen chains a·x + x that do not wait for each other: enough to hide the latency of the arithmetic, and
   with x just what fits the sixteen registers of every width. Fused where the width has fused instructions;
   the portable width of x86-64 multiplies and then adds. */

#include <stdint.h>

#define EACH(DO) \
    DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#define BEGIN(k) vector a##k = x + k;
#define STEP(k) a##k = a##k * x + x;
#define ADD(k) sum += a##k;

/* Does `rounds` steps of every chain. Returns the multiply-adds done, 0 where the machine lacks the width; adds
   what came of them to *kept, so that no compiler may leave them out. The chains tend to 1, so that no number
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
