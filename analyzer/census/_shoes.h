/* Whole shoes: deals them coup by coup, computes the EVs of bets before each coup, and adds these up.

   These functions take the same arrays as their namesakes in _shoes_py.py, which explains them, and give the
   same answers. Arithmetic is modulo 2^64, so a sum that fits 64 bits is right. */

#include <float.h>

enum { COUP_SUMS = 5 };

/* Returns the number of coups, or -1 if a shoe ends too early or there is too little room for the coups. */
static int64_t
deal_all(int64_t given, int64_t extra, int64_t reserve, const Py_buffer *v)
{
    const int64_t shoes = v[0].shape[0], cards = v[0].shape[1], kinds = v[4].shape[0], room = v[8].shape[0];
    const uint8_t *const kind = v[1].buf, *const points = v[2].buf, *const taken = v[3].buf;
    const int64_t *const burned = v[5].buf, *const shown = v[6].buf, *const behind = v[7].buf;
    int64_t *const unseen = v[8].buf, *const lengths = v[9].buf;
    const int64_t first = given < 0, most = 5 + first;
    int64_t rows = 0;

    for (int64_t shoe = 0; shoe < shoes; shoe++) {
        const uint8_t *const card = (const uint8_t *)v[0].buf + shoe * cards;
        int64_t at = burned[shoe], after = 0, coup = 0;
        int64_t left[52];
        memcpy(left, v[4].buf, kinds * sizeof *left);
        for (int64_t place = 0; place < shown[shoe]; place++)
            left[kind[card[place]]]--;

        /* Each coup, until enough have been dealt after the cut card. */
        for (; after <= extra; coup++) {
            if (most > cards - at || rows == room)
                return -1;
            memcpy(unseen + rows++ * kinds, left, kinds * sizeof *left);
            const uint8_t *const next = card + at + first;
            const int player = (first ? points[card[at]] : (int)given) + points[next[1]];
            const int banker = points[next[0]] + points[next[2]];
            const int64_t end = at + taken[(player % 10 * 10 + banker % 10) * 10 + points[next[3]]];
            const int64_t pulled = reserve ? at + most : end;
            for (; at < end; at++)
                left[kind[card[at]]]--;
            after += cards - pulled < behind[shoe];
        }
        lengths[shoe] = coup;
    }
    return rows;
}

/* Whether a whole number is a double. */
static int
is_double(int64_t number)
{
    return number >= -(INT64_C(1) << 62) && number <= INT64_C(1) << 62 && (int64_t)(double)number == number;
}

/* Returns how many quotients are left to the caller, as NaN; all if the machine does not divide doubles as
   doubles. */
static int64_t
divide_all(int64_t unit, const Py_buffer *ways, const Py_buffer v[2])
{
    const int64_t *const nets = v[0].buf;
    double *const values = v[1].buf;
    int64_t left = 0;
    for (int64_t row = 0; row < ways->shape[0]; row++) {
        const char *const of_row = (const char *)ways->buf + row * ways->strides[0];
        uint64_t gain = 0, total = 0;
        for (int64_t line = 0; line < ways->shape[1]; line++) {
            const uint64_t number = *(const uint64_t *)(of_row + line * ways->strides[1]);
            gain += (uint64_t)nets[line] * number;
            total += number;
        }
        const int64_t above = (int64_t)gain, below = (int64_t)((uint64_t)unit * total);
        const int exact = FLT_EVAL_METHOD == 0 && below > 0 && is_double(above) && is_double(below);
        values[row] = exact ? (double)above / (double)below : Py_NAN;
        left += !exact;
    }
    return left;
}

/* Returns false if an EV is in no bin. */
static int
add_up_all(int64_t group, const Py_buffer *v)
{
    const int64_t bets = v[0].shape[0], rows = v[0].shape[1], counts = v[2].shape[0], shoes = v[4].shape[0];
    const int64_t *const evs = v[0].buf, *const places = v[3].buf, *const lengths = v[4].buf;
    const uint8_t *const good = v[1].buf, *const triggered = v[2].buf;
    const int64_t *const least = v[5].buf, *const start = v[6].buf;
    int64_t *const made = v[7].buf, *const gains = v[8].buf, *const sums = v[9].buf, *const bins = v[12].buf;
    const int64_t longest = v[10].shape[1], groups = v[11].shape[1], width = v[12].shape[1];

    for (int64_t shoe = 0, row = 0; shoe < shoes; row += lengths[shoe++]) {
        /* Each bet in all coups of the shoe. */
        for (int64_t bet = 0; bet < bets; bet++) {
            const int64_t *const ev = evs + bet * rows + row;
            const uint8_t *const bets_on = good + bet * rows + row;
            uint64_t *of_coup = (uint64_t *)v[10].buf + bet * longest * COUP_SUMS;
            int64_t *extreme = (int64_t *)v[11].buf + bet * groups * 2, *bin = bins + start[bet];
            const uint64_t most = (uint64_t)(start[bet + 1] - start[bet]);
            uint64_t sum = 0, gain = 0;
            int64_t often = 0, in_group = 0;
            for (int64_t coup = 0; coup < lengths[shoe]; coup++, of_coup += COUP_SUMS) {
                const uint64_t high = (uint64_t)(ev[coup] >> 20), low = (uint64_t)ev[coup] & 0xFFFFF;
                const uint64_t at = (uint64_t)(ev[coup] >> 30) - (uint64_t)least[bet];
                const int on = bets_on[coup] != 0;
                if (in_group++ == group) {
                    extreme += 2;
                    bin += width;
                    in_group = 1;
                }
                if (at < most)
                    bin[at]++;
                else if (width > 0)
                    return 0;
                sum += (uint64_t)ev[coup];
                gain += on ? (uint64_t)ev[coup] : 0;
                often += on;
                of_coup[0] += (uint64_t)ev[coup];
                of_coup[1] += high * high;
                of_coup[2] += high * low;
                of_coup[3] += low * low;
                of_coup[4] += (uint64_t)on;
                extreme[0] = ev[coup] < extreme[0] ? ev[coup] : extreme[0];
                extreme[1] = ev[coup] > extreme[1] ? ev[coup] : extreme[1];
            }
            sums[bet * shoes + shoe] = (int64_t)sum;
            gains[bet * shoes + shoe] = (int64_t)gain;
            made[bet * shoes + shoe] = often;
        }

        /* The best bet of each coup in which any bet is good. */
        uint64_t gain = 0;
        int64_t often = 0;
        for (int64_t coup = row; coup < row + lengths[shoe]; coup++) {
            int64_t best = INT64_MIN;
            int any = 0;
            for (int64_t bet = 0; bet < bets; bet++) {
                const int64_t ev = evs[bet * rows + coup];
                best = ev > best ? ev : best;
                any |= good[bet * rows + coup] != 0;
            }
            gain += any ? (uint64_t)best : 0;
            often += any;
        }
        gains[bets * shoes + shoe] = (int64_t)gain;
        made[bets * shoes + shoe] = often;

        /* Each count on its bet. */
        for (int64_t count = 0; count < counts; count++) {
            const int64_t *const ev = evs + places[count] * rows + row;
            const uint8_t *const on = triggered + count * rows + row;
            gain = 0;
            often = 0;
            for (int64_t coup = 0; coup < lengths[shoe]; coup++) {
                gain += on[coup] ? (uint64_t)ev[coup] : 0;
                often += on[coup] != 0;
            }
            gains[(bets + 1 + count) * shoes + shoe] = (int64_t)gain;
            made[(bets + 1 + count) * shoes + shoe] = often;
        }
    }
    return 1;
}

/* Checks the arguments of `deal_shoes`, except whether shoes end too early, which dealing them shows. */
static const char *
deal_fault(int64_t given, int64_t extra, const Py_buffer v[10])
{
    static const int dimensions[10] = {2, 1, 1, 3, 1, 1, 1, 1, 2, 1};
    for (int i = 0; i < 10; i++)
        REQUIRE(is_array(&v[i], dimensions[i], i < 4 ? 1 : 8, i < 4 ? "B" : "lq"),
                "bytes of cards, then 64-bit numbers, in arrays of the documented dimensions");
    const int64_t shoes = v[0].shape[0], cards = v[0].shape[1], known = v[1].shape[0], kinds = v[4].shape[0];
    REQUIRE(given >= -1 && given < 10, "points of a given card, or -1");
    REQUIRE(extra >= 0, "0 or more extra coups");
    REQUIRE(known <= 255 && v[2].shape[0] == known && kinds <= 52 && v[8].shape[1] == kinds,
            "a kind and points for each cell, and the cards of each kind");
    REQUIRE(bytes_below(v[0].buf, v[0].len, known) && bytes_below(v[1].buf, known, kinds) &&
                bytes_below(v[2].buf, known, 10),
            "cards that are cells, a kind for each cell, and points from 0 to 9");
    REQUIRE(v[3].len == 1000 && bytes_below(v[3].buf, 1000, given < 0 ? 7 : 6),
            "10 x 10 x 10 bytes that say how many cards a coup takes");
    REQUIRE(memchr(v[3].buf, 0, 1000) == NULL, "coups that take one card or more");
    REQUIRE(v[5].shape[0] == shoes && v[6].shape[0] == shoes && v[7].shape[0] == shoes && v[9].shape[0] == shoes,
            "a number for each shoe");
    REQUIRE(below(v[5].buf, shoes, cards + 1) && below(v[6].buf, shoes, cards + 1),
            "no more cards burned or shown than the shoe has");
    return NULL;
}

/* Checks the arguments of `quotients`. */
static const char *
quotients_fault(int64_t unit, const Py_buffer *ways, const Py_buffer v[2])
{
    REQUIRE(is_array(ways, 2, 8, "lq") && (uintptr_t)ways->buf % 8 == 0 && ways->strides[0] % 8 == 0 &&
                ways->strides[1] % 8 == 0,
            "aligned 64-bit ways, shoes x lines");
    REQUIRE(is_array(&v[0], 1, 8, "lq") && v[0].shape[0] == ways->shape[1], "a 64-bit net for each line");
    REQUIRE(is_array(&v[1], 1, 8, "d") && v[1].shape[0] == ways->shape[0], "a double for each shoe");
    REQUIRE(unit > 0, "a unit above 0");
    return NULL;
}

/* Checks the arguments of `add_up`, except whether EVs are in the bins, which adding them up shows. */
static const char *
add_up_fault(int64_t group, const Py_buffer v[13])
{
    static const int dimensions[13] = {2, 2, 2, 1, 1, 1, 1, 2, 2, 2, 3, 3, 2};
    for (int i = 0; i < 13; i++)
        REQUIRE(is_array(&v[i], dimensions[i], i == 1 || i == 2 ? 1 : 8, i == 1 || i == 2 ? "?B" : "lq"),
                "64-bit numbers, with bytes for what is bet on, in arrays of the documented dimensions");
    const int64_t bets = v[0].shape[0], rows = v[0].shape[1], counts = v[2].shape[0], shoes = v[4].shape[0];
    const int64_t longest = v[10].shape[1], groups = v[11].shape[1], players = bets + 1 + counts;
    REQUIRE(bets > 0 && v[1].shape[0] == bets && v[1].shape[1] == rows && v[2].shape[1] == rows,
            "bets x coups, and counts x coups");
    REQUIRE(v[3].shape[0] == counts && below(v[3].buf, counts, bets), "the index of a bet for each count");
    REQUIRE(below(v[4].buf, shoes, longest + 1), "shoes no longer than the longest");
    int64_t left = rows;
    for (int64_t shoe = 0; shoe < shoes && left >= 0; shoe++)
        left -= ((const int64_t *)v[4].buf)[shoe];
    REQUIRE(left == 0, "as many coups as all shoes have");
    for (int i = 7; i < 10; i++)
        REQUIRE(v[i].shape[0] == (i == 9 ? bets : players) && v[i].shape[1] == shoes,
                "players x shoes, and bets x shoes");
    REQUIRE(v[10].shape[0] == bets && v[10].shape[2] == COUP_SUMS, "five sums of each bet before each coup");
    REQUIRE(group > 0 && groups > (longest - 1) / group && v[11].shape[0] == bets && v[11].shape[2] == 2,
            "the extremes of each bet in each group of coups");
    REQUIRE(v[5].shape[0] == bets && v[6].shape[0] == bets + 1 && v[12].shape[0] == groups &&
                rises(v[6].buf, bets + 1, v[12].shape[1]),
            "bins of each bet in each group of coups");
    return NULL;
}
