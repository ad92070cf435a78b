/* The yardstick: Player, Banker and Tie by the usual published enumeration.

   55 Player hands, 55 Banker hands, then the third cards, each case weighted by the cards left; one shoe after
   another. Plain C in 64-bit integers, exact up to 1,450 cards. Shares nothing with the package. */

#include <stdint.h>

enum { PLAYER, BANKER, TIE };

static int winner(int player, int banker)
{
    return player > banker ? PLAYER : player < banker ? BANKER : TIE;
}

/* Whether Banker draws on a two-card total; third is Player's third card, -1 where Player stood. */
static int banker_draws(int total, int third)
{
    switch (total) {
    case 0: case 1: case 2: return 1;
    case 3: return third != 8;
    case 4: return third == -1 || (third >= 2 && third <= 7);
    case 5: return third == -1 || (third >= 4 && third <= 7);
    case 6: return third == 6 || third == 7;
    default: return 0;
    }
}

/* The ordered deals of two cards of these points, in either order. */
static int64_t pairs(const int64_t *left, int a, int b)
{
    return a == b ? left[a] * (left[a] - 1) : 2 * left[a] * left[b];
}

/* Adds the ordered six-card deals that begin with these hands, which themselves can be dealt in `weight`
   ways; `left` are the cards by points after these hands, `cards` their sum. */
static void third_cards(int player, int banker, int64_t weight, int64_t *left, int64_t cards, int64_t *ways)
{
    if (player >= 8 || banker >= 8 || (player >= 6 && !banker_draws(banker, -1))) {
        ways[winner(player, banker)] += weight * cards * (cards - 1);
    } else if (player >= 6) {
        for (int e = 0; e < 10; e++)
            ways[winner(player, (banker + e) % 10)] += weight * left[e] * (cards - 1);
    } else {
        for (int e = 0; e < 10; e++) {
            int total = (player + e) % 10;
            int64_t drawn = weight * left[e];
            if (!banker_draws(banker, e)) {
                ways[winner(total, banker)] += drawn * (cards - 1);
                continue;
            }
            left[e]--;
            for (int f = 0; f < 10; f++)
                ways[winner(total, (banker + f) % 10)] += drawn * left[f];
            left[e]++;
        }
    }
}

/* Ways of Player, Banker and Tie for each shoe: counts are shoes × 10 cards by points, ways shoes × 3. */
void yardstick(const int64_t *counts, int64_t shoes, int64_t *ways)
{
    for (; shoes > 0; shoes--, counts += 10, ways += 3) {
        int64_t left[10], cards = 0;
        for (int kind = 0; kind < 10; kind++)
            cards += left[kind] = counts[kind];
        ways[PLAYER] = ways[BANKER] = ways[TIE] = 0;
        for (int a = 0; a < 10; a++)
            for (int b = a; b < 10; b++) {
                int64_t player = pairs(left, a, b);
                if (player == 0)
                    continue;
                left[a]--, left[b]--;
                for (int c = 0; c < 10; c++)
                    for (int d = c; d < 10; d++) {
                        int64_t weight = player * pairs(left, c, d);
                        if (weight == 0)
                            continue;
                        left[c]--, left[d]--;
                        third_cards((a + b) % 10, (c + d) % 10, weight, left, cards - 4, ways);
                        left[c]++, left[d]++;
                    }
                left[a]++, left[b]++;
            }
    }
}
