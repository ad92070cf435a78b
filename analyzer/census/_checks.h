/* The checks of the kernel's arguments: with any arguments, it reads and writes nothing out of bounds.

   Each function returns what was expected of the arguments, or NULL if they are valid. The cost of a check
   grows with the program, not with the number of shoes; a program from `prepared` is not checked again. */

#define REQUIRE(condition, expected) \
    if (!(condition)) \
    return expected

/* Whether a buffer is an array of this many dimensions, of elements of this size and of one of these types. */
static int
is_array(const Py_buffer *view, int dimensions, Py_ssize_t size, const char *types)
{
    return view->ndim == dimensions && view->itemsize == size && view->format != NULL &&
           strlen(view->format) == 1 && strchr(types, view->format[0]) != NULL;
}

/* The sign bit is set if a number is negative or not below a bound, which is not negative. */
#define OUTSIDE(number, bound) ((uint64_t)(number) | ((uint64_t)(bound) - 1 - (uint64_t)(number)))

/* Whether all numbers are at least 0 and below a bound. */
static int
below(const int64_t *number, int64_t length, int64_t bound)
{
    uint64_t outside = 0;
    for (int64_t i = 0; i < length; i++)
        outside |= OUTSIDE(number[i], bound);
    return !(outside >> 63);
}

static int
bytes_below(const uint8_t *number, int64_t length, int64_t bound)
{
    int outside = 0;
    for (int64_t i = 0; i < length; i++)
        outside |= number[i] >= bound;
    return !outside;
}

/* Whether numbers never fall and are between 0 and `last`. */
static int
rises(const int64_t *number, int64_t length, int64_t last)
{
    uint64_t outside = length > 0 ? (uint64_t)number[0] | ((uint64_t)last - (uint64_t)number[length - 1]) : 0;
    for (int64_t i = 1; i < length; i++)
        outside |= (uint64_t)number[i] | ((uint64_t)number[i] - (uint64_t)number[i - 1]);
    return !(outside >> 63);
}

/* Checks that the program has as many words as its head says, which `unpacked` needs. */
static const char *
length_fault(const Py_buffer *view)
{
    const int64_t *const words = view->buf;
    int64_t left = view->len / 8 - PROGRAM_SIZES - PROGRAM_ARRAYS;
    REQUIRE((uintptr_t)words % 8 == 0 && view->len % 8 == 0 && left >= 0, "a program of aligned 64-bit words");
    for (int i = 0; i < PROGRAM_SIZES + PROGRAM_ARRAYS; i++)
        REQUIRE(words[i] >= 0 && words[i] <= view->len, "sizes of the program that its words have room for");
    for (int i = 0; i < PROGRAM_ARRAYS; i++)
        left -= words[PROGRAM_SIZES + i];
    REQUIRE(left == words[PROGRAM_SIZES + ORDERS_AT], "as many words as the arrays of the program have");
    return NULL;
}

static const char *
program_fault(const Program *p, const int64_t *length)
{
    const int64_t rows = length[7], entries = length[9], terms = length[13];
    const int64_t expected[PROGRAM_ARRAYS] = {
        p->kinds + 1, length[1], p->factors, p->factors, p->products, p->products,  p->polynomials,
        rows,         rows + 1,  entries,    entries,    p->sums + 1, p->sums, terms,
    };
    for (int i = 0; i < PROGRAM_ARRAYS; i++)
        REQUIRE(length[i] == expected[i], "arrays of the program that have the lengths of its sizes");
    REQUIRE(p->products > 0 && p->outcomes <= p->polynomials + p->sums, "a program with all its outcomes");
    REQUIRE(rises(p->kind_start, p->kinds + 1, length[1]) && below(p->kind_cell, length[1], p->cells) &&
                below(p->factor_kind, p->factors, p->kinds) &&
                below(p->last + 1, p->products - 1, p->factors) &&
                rises(p->row_end, p->polynomials, rows) && below(p->outer, rows, p->products) &&
                rises(p->entry_start, rows + 1, entries) && below(p->inner, entries, p->products) &&
                rises(p->sum_start, p->sums + 1, terms),
            "indices of the program that are in its arrays");
    uint64_t outside = 0;
    for (int64_t i = 1; i < p->products; i++)
        outside |= OUTSIDE(p->parent[i], i);
    REQUIRE(!(outside >> 63), "products of the program made of earlier ones");
    for (int64_t s = 0; s < p->sums; s++) {
        const int64_t begin = p->sum_start[s], end = p->sum_start[s + 1];
        REQUIRE(p->less_start[s] >= begin && p->less_start[s] <= end &&
                    below(p->term + begin, end - begin, p->polynomials + s),
                "sums of the program made of earlier values");
    }
    return NULL;
}

/* Checks a packed program, and unpacks it to `p`. */
static const char *
packed_fault(const Py_buffer *view, Program *p)
{
    const char *const fault = length_fault(view);
    if (fault != NULL)
        return fault;
    *p = unpacked(view->buf);
    return program_fault(p, (const int64_t *)view->buf + PROGRAM_SIZES);
}

/* Checks the arguments of `weigh`: width, type of number, program, shoes, workspace, ways. */
static const char *
weigh_fault(long width, long numbers, const Program *p, const Py_buffer views[3])
{
    const Py_buffer *const cells = &views[0], *const workspace = &views[1], *const ways = &views[2];
    REQUIRE(width >= 0 && width < width_count(), "a vector width of this machine");
    REQUIRE(numbers == DOUBLES || numbers == WORDS || (numbers == PAIRS && BITS == 128), "a type of number");
    REQUIRE(is_array(cells, 2, 8, "lq") && cells->shape[1] == p->cells, "64-bit cells, shoes x cells");
    REQUIRE(is_array(ways, 2, 8, "LQ") && ways->shape[1] == cells->shape[0] &&
                ways->shape[0] == p->outcomes * (numbers == PAIRS ? 2 : 1),
            "unsigned 64-bit ways, outcomes x shoes");
    const int64_t words = numbers == PAIRS ? 2 : loops[width][numbers][0].shoes;
    const int64_t values = p->cells + p->kinds + p->factors + p->products + p->polynomials + p->sums;
    REQUIRE(workspace->len >= 8 * words * values + 63, "a workspace with room for every lane");
    return NULL;
}

/* Checks the arguments of `enumerate_patterns`. */
static const char *
course_fault(const Py_buffer v[12], Course *c)
{
    static const int dimensions[12] = {1, 1, 3, 2, 2, 1, 1, 1, 3, 2, 1, 1};
    for (int i = 0; i < 12; i++)
        REQUIRE(is_array(&v[i], dimensions[i], i == 8 || i == 11 ? 8 : 1, i == 8 || i == 11 ? "lq" : "B"),
                "bytes, with 64-bit addends and codes, in arrays of the documented dimensions");
    *c = course(v);
    REQUIRE(v[1].shape[0] == c->kinds && bytes_below(c->points, c->kinds, 10),
            "points from 0 to 9 for each kind");
    REQUIRE(v[2].len == 1100, "10 x 10 x 11 bytes that say which hands take the course");
    REQUIRE(c->player_places >= 0 && c->player_places <= 2 && c->banker_places >= 0 && c->banker_places <= 2 &&
                c->places == c->player_places + c->banker_places + (c->player_third_count > 0) +
                                 (c->banker_third_count > 0),
            "a group for each place of the course");
    REQUIRE(bytes_below(c->player_thirds, c->player_third_count, c->kinds) &&
                bytes_below(c->banker_thirds, c->banker_third_count, c->kinds),
            "third cards that are kinds");
    for (int64_t i = 0; i < c->player_count; i++)
        REQUIRE(bytes_below(c->player_hands + i * (c->player_places + 1), c->player_places, c->kinds),
                "first cards of Player that are kinds");
    for (int64_t j = 0; j < c->banker_count; j++)
        REQUIRE(bytes_below(c->banker_hands + j * (c->banker_places + 1), c->banker_places, c->kinds),
                "first cards of Banker that are kinds");
    REQUIRE(v[8].shape[1] == 6 && v[8].shape[2] == c->kinds, "addends, groups x 6 x kinds");
    /* As doubles, the product of four lengths cannot overflow. */
    REQUIRE((double)c->player_count * (double)c->banker_count *
                        (double)(c->player_third_count ? c->player_third_count : 1) *
                        (double)(c->banker_third_count ? c->banker_third_count : 1) <=
                    (double)c->capacity &&
                v[9].shape[0] == c->places && v[9].shape[1] == c->capacity && v[11].shape[0] == c->capacity,
            "columns, orders and codes with room for every pattern");
    return NULL;
}
