/* The hot loops in C: patterns laid out, and shoes weighed against polynomials in falling factorials.

   The twin of _kernel_py.py: the same two functions on the same arrays, with the same answers. Knows nothing
   of cards, rules or bets. Callers have validated everything, so nothing here can fail; no state outlives a
   call; the interpreter is left to other threads while it works.

   Every number is exact: polynomials.py (number_type) proves which type of number holds every sum, so neither
   the order of additions nor a fused multiplication and addition can change an answer.

   The file includes itself: the module at the end asks for every vector width, a width asks for every type of
   number, each many shoes at a time and few, and the template that comes first is the one function that does
   the work. */

#if defined(NUMBERS)

/* The template: as many shoes side by side as there are lanes in VECTORS vectors. */

#if NUMBERS == DOUBLES
#define NUMBER double
#define INTEGER int64_t
#define ORDERS orders_as_doubles
#else
#define NUMBER INTEGER
#define ORDERS orders
#if NUMBERS == WORDS
#define INTEGER uint64_t
#else
#define INTEGER unsigned __int128
#endif
#endif

#if FEW
#define VECTORS 1
#define PARTS 4 /* sums kept apart, so that an addition need not wait for the one before */
#else
#define VECTORS MANY
#define PARTS 1
#endif

TARGET static void
WEIGH(WIDTH, NUMBERS, FEW)(const Program *p, const int64_t *cells, int64_t shoes, void *room, uint64_t *ways)
{
#if NUMBERS == PAIRS || defined(PLAIN_C)
    typedef NUMBER V;
#else
    typedef NUMBER V __attribute__((vector_size(BYTES), may_alias));
#endif
    enum { LANES = VECTORS * sizeof(V) / sizeof(NUMBER) };
    const V zero = {0};
    V *const cell = room;
    V *const count = cell + p->cells * VECTORS;
    V *const factor = count + p->kinds * VECTORS;
    V *const product = factor + p->factors * VECTORS;
    V *const value = product + p->products * VECTORS;

    /* Shoes become lanes; a lane without a shoe holds no cards. */
    for (int64_t c = 0; c < p->cells; c++)
        for (int64_t lane = 0; lane < LANES; lane++)
            ((NUMBER *)cell)[c * LANES + lane] = (NUMBER)(lane < shoes ? cells[lane * p->cells + c] : 0);

    /* Cards of each kind. */
    for (int64_t k = 0; k < p->kinds; k++) {
        V sum[VECTORS];
        EACH sum[u] = zero;
        for (int64_t j = p->kind_start[k]; j < p->kind_start[k + 1]; j++)
            EACH sum[u] += cell[p->kind_cell[j] * VECTORS + u];
        EACH count[k * VECTORS + u] = sum[u];
    }

    /* Factors: the cards of a kind when some of them are gone. */
    for (int64_t f = 0; f < p->factors; f++) {
        const NUMBER gone = (NUMBER)p->factor_gone[f];
        EACH factor[f * VECTORS + u] = count[p->factor_kind[f] * VECTORS + u] - gone;
    }

    /* Products of factors: each its parent times one more. */
    EACH product[u] = zero + (NUMBER)1;
    for (int64_t i = 1; i < p->products; i++) {
        const V *const parent = product + p->parent[i] * VECTORS, *const last = factor + p->last[i] * VECTORS;
        EACH product[i * VECTORS + u] = parent[u] * last[u];
    }

    /* Polynomials: each the sum over its rows of an outer product times a sum over inner products. */
    for (int64_t slot = 0, row = 0; slot < p->slots; slot++) {
        V total[VECTORS];
        EACH total[u] = zero;
        for (; row < p->slot_end[slot]; row++) {
            const V *const outer = product + p->outer[row] * VECTORS;
            V sum[PARTS][VECTORS];
            int64_t e = p->row_start[row];
            for (int part = 0; part < PARTS; part++)
                EACH sum[part][u] = zero;
            for (; e + PARTS <= p->row_start[row + 1]; e += PARTS)
                UNROLLED for (int part = 0; part < PARTS; part++) {
                    const V *const inner = product + p->inner[e + part] * VECTORS;
                    const NUMBER orders = (NUMBER)p->ORDERS[e + part];
                    EACH sum[part][u] += inner[u] * orders;
                }
            for (; e < p->row_start[row + 1]; e++)
                EACH sum[0][u] += product[p->inner[e] * VECTORS + u] * (NUMBER)p->ORDERS[e];
            for (int part = 1; part < PARTS; part++)
                EACH sum[0][u] += sum[part][u];
            EACH total[u] += outer[u] * sum[0][u];
        }
        EACH value[slot * VECTORS + u] = total[u];
    }

    /* Values that are sums of earlier values, less other ones. */
    for (int64_t s = 0; s < p->sums; s++) {
        V sum[VECTORS];
        int64_t t = p->sum_start[s];
        EACH sum[u] = zero;
        for (; t < p->less_start[s]; t++)
            EACH sum[u] += value[p->term[t] * VECTORS + u];
        for (; t < p->sum_start[s + 1]; t++)
            EACH sum[u] -= value[p->term[t] * VECTORS + u];
        EACH value[(p->slots + s) * VECTORS + u] = sum[u];
    }

    /* The last values are what was asked for; lanes become shoes again. */
    const NUMBER *const last = (const NUMBER *)(value + (p->slots + p->sums - p->outcomes) * VECTORS);
    for (int64_t lane = 0; lane < shoes; lane++)
        for (int64_t o = 0; o < p->outcomes; o++) {
            const INTEGER exact = (INTEGER)last[o * LANES + lane];
            *ways++ = (uint64_t)exact;
#if NUMBERS == PAIRS
            *ways++ = (uint64_t)(exact >> 64);
#endif
        }
}

#undef NUMBER
#undef INTEGER
#undef ORDERS
#undef VECTORS
#undef PARTS
#undef NUMBERS
#undef FEW

#elif defined(WIDTH)

/* One vector width: BYTES in a vector, MANY vectors side by side, TARGET instructions. */

#define NUMBERS DOUBLES
#define FEW 0
#include "_kernel.c"
#define NUMBERS DOUBLES
#define FEW 1
#include "_kernel.c"
#define NUMBERS WORDS
#define FEW 0
#include "_kernel.c"
#define NUMBERS WORDS
#define FEW 1
#include "_kernel.c"
#undef WIDTH
#undef BYTES
#undef MANY
#undef TARGET

#else

/* The module */

#if !defined(Py_GIL_DISABLED) && !defined(Py_LIMITED_API)
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* The number of the contract between this file and the Python that calls it; kernel.py refuses any other. */
#define CONTRACT 1

/* Polynomials for many shoes at once, as polynomials.py lays them out and explains them. */
typedef struct {
    int64_t cells, kinds, factors, products, slots, sums, outcomes;
    const int64_t *kind_start, *kind_cell;                 /* kinds as sums of cells */
    const int64_t *factor_kind, *factor_gone;              /* factors */
    const int64_t *parent, *last;                          /* products */
    const int64_t *slot_end, *outer, *row_start;           /* rows by polynomial, entries by row */
    const int64_t *inner, *orders;                         /* entries */
    const double *orders_as_doubles;
    const int64_t *sum_start, *less_start, *term;          /* sums of values, less others */
} Program;

static Program
program_in(const int64_t *words)
{
    enum { NUMBERS_FIRST = 7, ARRAYS = 14 };
    Program p = {words[0], words[1], words[2], words[3], words[4], words[5], words[6], .kind_start = NULL};
    const int64_t **const arrays[ARRAYS] = {
        &p.kind_start, &p.kind_cell, &p.factor_kind, &p.factor_gone, &p.parent,    &p.last,       &p.slot_end,
        &p.outer,      &p.row_start, &p.inner,       &p.orders,      &p.sum_start, &p.less_start, &p.term,
    };
    const int64_t *rest = words + NUMBERS_FIRST + ARRAYS;
    for (int i = 0; i < ARRAYS; i++) {
        *arrays[i] = rest;
        rest += words[NUMBERS_FIRST + i];
    }
    p.orders_as_doubles = (const double *)rest;
    return p;
}

#define DOUBLES 0
#define WORDS 1
#define PAIRS 2

/* Vectors are an extension of GCC and Clang; plain C does without, one number for a vector. */
#if !defined(__GNUC__) && !defined(PLAIN_C)
#define PLAIN_C
#endif
#ifdef PLAIN_C
#define PORTABLE 8
#define UNROLLED
#else
#define PORTABLE 16
#define UNROLLED _Pragma("GCC unroll 8")
#endif
#define EACH UNROLLED for (int u = 0; u < VECTORS; u++)

#define WEIGH(width, numbers, few) WEIGH_(width, numbers, few)
#define WEIGH_(width, numbers, few) weigh_##width##_##numbers##_##few

#define WIDTH portable
#define BYTES PORTABLE
#define MANY 8
#define TARGET
#include "_kernel.c"

#if defined(__x86_64__) && !defined(PLAIN_C)
#define X86 1
#define WIDTH avx2
#define BYTES 32
#define MANY 8
#define TARGET __attribute__((target("avx2,fma")))
#include "_kernel.c"
#define WIDTH avx512
#define BYTES 64
#define MANY 4
#define TARGET __attribute__((target("avx512f,avx512dq")))
#include "_kernel.c"
#endif

#ifdef __SIZEOF_INT128__
#define BITS 128
#define WIDTH pairs
#define MANY 1
#define TARGET
#define NUMBERS PAIRS
#define FEW 0
#include "_kernel.c"
#else
#define BITS 64
#endif

/* One instance of the template, and the shoes that it lays side by side. */
typedef struct {
    void (*weigh)(const Program *, const int64_t *, int64_t, void *, uint64_t *);
    int64_t shoes;
} Loop;

#define LOOPS(width, numbers, bytes, many) \
    {{WEIGH(width, numbers, 0), (many) * (bytes) / 8}, {WEIGH(width, numbers, 1), (bytes) / 8}}

/* By width and by type of number: the loop for many shoes, and the one for few. */
static const Loop loops[][2][2] = {
    {LOOPS(portable, DOUBLES, PORTABLE, 8), LOOPS(portable, WORDS, PORTABLE, 8)},
#ifdef X86
    {LOOPS(avx2, DOUBLES, 32, 8), LOOPS(avx2, WORDS, 32, 8)},
    {LOOPS(avx512, DOUBLES, 64, 4), LOOPS(avx512, WORDS, 64, 4)},
#endif
};

static void
weigh_all(int width, int numbers, const Program *p, const int64_t *cells, int64_t shoes, void *room,
          uint64_t *ways)
{
    /* Vectors lie on lines of the cache; the caller has left room for that. */
    room = (void *)(((uintptr_t)room + 63) & ~(uintptr_t)63);
#ifdef __SIZEOF_INT128__
    if (numbers == PAIRS) {
        for (int64_t shoe = 0; shoe < shoes; shoe++)
            WEIGH(pairs, PAIRS, 0)(p, cells + shoe * p->cells, 1, room, ways + shoe * 2 * p->outcomes);
        return;
    }
#endif
    for (int64_t begin = 0; begin < shoes;) {
        const Loop *loop = &loops[width][numbers][0];
        if (shoes - begin < loop->shoes) {
            /* Few shoes do best in vectors no wider than they need: more products stay in the cache. */
            int narrow = 0;
            while (narrow < width && loops[narrow][numbers][1].shoes < shoes - begin)
                narrow++;
            loop = &loops[narrow][numbers][1];
        }
        const int64_t some = shoes - begin < loop->shoes ? shoes - begin : loop->shoes;
        loop->weigh(p, cells + begin * p->cells, some, room, ways + begin * p->outcomes);
        begin += some;
    }
}

/* Everything that enumerate_patterns is told; see _kernel_py.py. */
typedef struct {
    int64_t kinds, players, bankers, player_thirds, banker_thirds, player_places, banker_places;
    int64_t places, groups, capacity;
    const uint8_t *cards, *points, *takes, *player, *banker, *player_third, *banker_third, *group;
    const int64_t *ranks;
    uint8_t *columns, *orders;
    int64_t *spots;
} Course;

/* The kinds at those of the first places that are of a group, sorted; returns how many. */
static int
sorted_kinds(const Course *c, const uint8_t *kind, int64_t places, int64_t group, uint8_t *sorted)
{
    int size = 0;
    for (int64_t place = 0; place < places; place++)
        if (c->group[place] == group) {
            int at = size++;
            for (; at > 0 && sorted[at - 1] > kind[place]; at--)
                sorted[at] = sorted[at - 1];
            sorted[at] = kind[place];
        }
    return size;
}

static int64_t
enumerate_all(const Course *c)
{
    int64_t rows = 0;
    uint8_t kind[6] = {0};
    uint8_t *const player_third = kind + c->player_places;
    uint8_t *const banker = player_third + (c->player_thirds > 0);
    const int64_t last = c->places - 1, settled = c->banker_thirds ? last : c->places;
    const int64_t open = c->banker_thirds ? c->group[last] : c->groups;

    /* Player's first cards. */
    for (int64_t i = 0; i < c->players; i++) {
        const uint8_t *const mine = c->player + i * (c->player_places + 1);
        int player_total = 0;
        for (int64_t place = 0; place < c->player_places; place++)
            player_total += c->points[kind[place] = mine[place]];

        /* Banker's first cards. */
        for (int64_t j = 0; j < c->bankers; j++) {
            const uint8_t *const yours = c->banker + j * (c->banker_places + 1);
            int banker_total = 0;
            for (int64_t place = 0; place < c->banker_places; place++)
                banker_total += c->points[banker[place] = yours[place]];
            const uint8_t *const takes = c->takes + (player_total % 10 * 10 + banker_total % 10) * 11;

            /* Player's third card, if this course has one; it settles how Banker answers. */
            for (int64_t a = 0; a < (c->player_thirds ? c->player_thirds : 1); a++) {
                if (c->player_thirds)
                    *player_third = c->player_third[a];
                if (!takes[c->player_thirds ? 1 + c->points[*player_third] : 0])
                    continue;

                /* Each group's sorted kinds add up to the spot. In the group that is open to Banker's third
                   card, the kinds that will stand behind it move up by one. */
                int64_t fixed = 0, before[6] = {0}, behind[6] = {0};
                uint8_t sorted[6] = {0};
                int size = 0;
                for (int64_t g = 0; g < c->groups; g++) {
                    uint8_t other[6];
                    uint8_t *const kinds = g == open ? sorted : other;
                    const int64_t *const ranks = c->ranks + 6 * g * c->kinds;
                    const int found = sorted_kinds(c, kind, settled, g, kinds);
                    if (g != open) {
                        for (int at = 0; at < found; at++)
                            fixed += ranks[at * c->kinds + kinds[at]];
                        continue;
                    }
                    size = found;
                    for (int at = 0; at < size; at++)
                        before[at + 1] = before[at] + ranks[at * c->kinds + kinds[at]];
                    for (int at = size; at-- > 0;)
                        behind[at] = behind[at + 1] + ranks[(at + 1) * c->kinds + kinds[at]];
                }

                /* The cards so far stand beside every third card of Banker's, if this course has one. */
                const int64_t many = c->banker_thirds ? c->banker_thirds : 1;
                for (int64_t place = 0; place < settled; place++)
                    memset(c->columns + place * c->capacity + rows, c->cards[kind[place]], many);
                memset(c->orders + rows, mine[c->player_places] * yours[c->banker_places], many);

                /* Banker's third card, in rising order, completes the pattern. */
                int at = 0;
                for (int64_t b = 0; b < many; b++) {
                    int64_t spot = fixed;
                    const uint8_t third = c->banker_thirds ? c->banker_third[b] : 0;
                    if (c->banker_thirds)
                        c->columns[last * c->capacity + rows + b] = c->cards[third];
                    if (open < c->groups) {
                        while (at < size && sorted[at] <= third)
                            at++;
                        spot += before[at] + c->ranks[(6 * open + at) * c->kinds + third] + behind[at];
                    }
                    c->spots[rows + b] = spot;
                }
                rows += many;
            }
        }
    }
    return rows;
}

/* Holds the arrays of a call, `number` of them from `args` on; none, and false, if one is not contiguous. */
static int
hold(Py_buffer *views, PyObject *const *args, int number, int written_from)
{
    for (int i = 0; i < number; i++) {
        const int flags = PyBUF_ND | (i >= written_from ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(args[i], &views[i], flags) < 0) {
            while (i-- > 0)
                PyBuffer_Release(&views[i]);
            return 0;
        }
    }
    return 1;
}

static void
release(Py_buffer *views, int number)
{
    for (int i = 0; i < number; i++)
        PyBuffer_Release(&views[i]);
}

static int
asked(Py_ssize_t came, Py_ssize_t number)
{
    if (came != number)
        PyErr_Format(PyExc_TypeError, "expected %zd arguments, got %zd", number, came);
    return came == number;
}

PyDoc_STRVAR(weigh_doc, "weigh(width, numbers, program, cells, room, ways)\n--\n\nSee _kernel_py.weigh.");

static PyObject *
weigh(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    Py_buffer views[4];
    if (!asked(number, 6))
        return NULL;
    const long width = PyLong_AsLong(args[0]), numbers = PyLong_AsLong(args[1]);
    if (PyErr_Occurred() || !hold(views, args + 2, 4, 2))
        return NULL;
    const int64_t *const words = views[0].buf;
    const Program p = program_in(words);
    Py_BEGIN_ALLOW_THREADS
    weigh_all((int)width, (int)numbers, &p, views[1].buf, views[1].shape[0], views[2].buf, views[3].buf);
    Py_END_ALLOW_THREADS
    release(views, 4);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(enumerate_doc,
             "enumerate_patterns(cards, points, takes, player, banker, player_third, banker_third, group, "
             "ranks, columns, orders, spots)\n--\n\nSee _kernel_py.enumerate_patterns.");

static PyObject *
enumerate_patterns(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    Py_buffer v[12];
    if (!asked(number, 12) || !hold(v, args, 12, 9))
        return NULL;
    const Course c = {
        .kinds = v[0].shape[0],
        .players = v[3].shape[0],
        .bankers = v[4].shape[0],
        .player_thirds = v[5].shape[0],
        .banker_thirds = v[6].shape[0],
        .player_places = v[3].shape[1] - 1,
        .banker_places = v[4].shape[1] - 1,
        .places = v[7].shape[0],
        .groups = v[8].shape[0],
        .capacity = v[10].shape[0],
        .cards = v[0].buf,
        .points = v[1].buf,
        .takes = v[2].buf,
        .player = v[3].buf,
        .banker = v[4].buf,
        .player_third = v[5].buf,
        .banker_third = v[6].buf,
        .group = v[7].buf,
        .ranks = v[8].buf,
        .columns = v[9].buf,
        .orders = v[10].buf,
        .spots = v[11].buf,
    };
    int64_t rows;
    Py_BEGIN_ALLOW_THREADS
    rows = enumerate_all(&c);
    Py_END_ALLOW_THREADS
    release(v, 12);
    return PyLong_FromLongLong(rows);
}

static PyMethodDef methods[] = {
    {"enumerate_patterns", (PyCFunction)(void (*)(void))enumerate_patterns, METH_FASTCALL, enumerate_doc},
    {"weigh", (PyCFunction)(void (*)(void))weigh, METH_FASTCALL, weigh_doc},
    {NULL, NULL, 0, NULL},
};

/* The vector widths that this machine has, widest first; weigh knows them by their place from the last. */
static PyObject *
widths(void)
{
#ifdef X86
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
            return Py_BuildValue("(sss)", "avx512", "avx2", "portable");
        return Py_BuildValue("(ss)", "avx2", "portable");
    }
#endif
    return Py_BuildValue("(s)", "portable");
}

static int
execute(PyObject *module)
{
    PyObject *const names = widths();
    const int failed = names == NULL || PyModule_AddObjectRef(module, "WIDTHS", names) < 0 ||
                       PyModule_AddIntConstant(module, "CONTRACT", CONTRACT) < 0 ||
                       PyModule_AddIntConstant(module, "BITS", BITS) < 0;
    Py_XDECREF(names);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)execute},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "analyzer.census._kernel",
    .m_doc = "The hot loops in C; the twin of analyzer.census._kernel_py.",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}

#endif
