/* The slow loops in C: laying out patterns, weighing shoes against a program, and (_shoes.h) playing them.

   Each function takes the same arrays as its namesake in _kernel_py.py or _shoes_py.py, and gives the same
   answers. This file knows nothing of cards, rules or bets. Inconsistent arguments are rejected with a
   ValueError (_checks.h), so that no call can read or write out of bounds. No state outlives a call, and
   other threads run in the meantime.

   Every number is exact: `number_type` in polynomials.py proves which type of number fits every sum, so
   neither the order of additions nor fusing them with multiplications can change an answer.

   The loop that weighs is a template, _weigh_loop.h. _weigh_width.h makes the loops of one vector width from
   it, and this file includes that header once for each width. */

#if !defined(Py_GIL_DISABLED) && !defined(Py_LIMITED_API)
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* The version of the functions' interface; kernel.py rejects a binary of any other version. */
#define CONTRACT 3

/* A program: the fields of `Program`, explained in program.py. */
typedef struct {
    int64_t cells, kinds, factors, products, polynomials, sums, outcomes;
    const int64_t *kind_start, *kind_cell;                 /* kinds, as sums of cells */
    const int64_t *factor_kind, *factor_gone;              /* factors */
    const int64_t *parent, *last;                          /* products */
    const int64_t *row_end, *outer, *entry_start;          /* rows of each polynomial, entries of each row */
    const int64_t *inner, *orders;                         /* entries */
    const double *orders_as_doubles;
    const int64_t *sum_start, *less_start, *term;          /* sums of values, minus other values */
} Program;

/* The sizes and arrays of a packed program; `orders` is repeated as doubles after the last array. */
enum { PROGRAM_SIZES = 7, PROGRAM_ARRAYS = 14, ORDERS_AT = 10 };

static Program
unpacked(const int64_t *words)
{
    Program p = {words[0], words[1], words[2], words[3], words[4], words[5], words[6], .kind_start = NULL};
    const int64_t **const arrays[PROGRAM_ARRAYS] = {
        &p.kind_start, &p.kind_cell, &p.factor_kind, &p.factor_gone, &p.parent,    &p.last,       &p.row_end,
        &p.outer,      &p.entry_start, &p.inner,     &p.orders,      &p.sum_start, &p.less_start, &p.term,
    };
    const int64_t *rest = words + PROGRAM_SIZES + PROGRAM_ARRAYS;
    for (int i = 0; i < PROGRAM_ARRAYS; i++) {
        *arrays[i] = rest;
        rest += words[PROGRAM_SIZES + i];
    }
    p.orders_as_doubles = (const double *)rest;
    return p;
}

/* The types of number, numbered as in _kernel_py.py. */
#define DOUBLES 0
#define WORDS 1
#define PAIRS 2

/* Vectors are an extension of GCC and Clang. Other compilers get plain C, in which a vector is one number. */
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
#define EACH_VECTOR UNROLLED for (int v = 0; v < VECTORS; v++)

#define WEIGH(width, numbers, few) WEIGH_(width, numbers, few)
#define WEIGH_(width, numbers, few) weigh_##width##_##numbers##_##few

#define WIDTH portable
#define BYTES PORTABLE
#define MANY 8
#define TARGET
#include "_weigh_width.h"

#if defined(__x86_64__) && !defined(PLAIN_C)
#define X86 1
#define WIDTH avx2
#define BYTES 32
#define MANY 8
#define TARGET __attribute__((target("avx2,fma")))
#include "_weigh_width.h"
#define WIDTH avx512
#define BYTES 64
#define MANY 4
#define TARGET __attribute__((target("avx512f,avx512dq")))
#include "_weigh_width.h"
#endif

#ifdef __SIZEOF_INT128__
#define BITS 128
#define WIDTH pairs
#define MANY 1
#define TARGET
#define NUMBERS PAIRS
#define FEW 0
#include "_weigh_loop.h"
#else
#define BITS 64
#endif

/* A loop, and the number of shoes that it weighs side by side. */
typedef struct {
    void (*weigh)(const Program *, const int64_t *, int64_t, void *, uint64_t *, int64_t);
    int64_t shoes;
} Loop;

#define LOOPS(width, numbers, bytes, many) \
    {{WEIGH(width, numbers, 0), (many) * (bytes) / 8}, {WEIGH(width, numbers, 1), (bytes) / 8}}

/* For each width and type of number: the loop for many shoes, then the loop for few. */
static const Loop loops[][2][2] = {
    {LOOPS(portable, DOUBLES, PORTABLE, 8), LOOPS(portable, WORDS, PORTABLE, 8)},
#ifdef X86
    {LOOPS(avx2, DOUBLES, 32, 8), LOOPS(avx2, WORDS, 32, 8)},
    {LOOPS(avx512, DOUBLES, 64, 4), LOOPS(avx512, WORDS, 64, 4)},
#endif
};

static void
weigh_all(int width, int numbers, const Program *p, const int64_t *cells, int64_t shoes, void *workspace,
          uint64_t *ways)
{
    /* Vectors begin at cache lines; the caller leaves space for that. */
    workspace = (void *)(((uintptr_t)workspace + 63) & ~(uintptr_t)63);
#ifdef __SIZEOF_INT128__
    if (numbers == PAIRS) {
        for (int64_t shoe = 0; shoe < shoes; shoe++)
            WEIGH(pairs, PAIRS, 0)(p, cells + shoe * p->cells, 1, workspace, ways + shoe, shoes);
        return;
    }
#endif
    for (int64_t begin = 0; begin < shoes;) {
        const Loop *loop = &loops[width][numbers][0];
        if (shoes - begin < loop->shoes) {
            /* For few shoes, the narrowest sufficient vectors are fastest: more products are in the cache. */
            int narrow = 0;
            while (narrow < width && loops[narrow][numbers][1].shoes < shoes - begin)
                narrow++;
            loop = &loops[narrow][numbers][1];
        }
        const int64_t batch = shoes - begin < loop->shoes ? shoes - begin : loop->shoes;
        loop->weigh(p, cells + begin * p->cells, batch, workspace, ways + begin, shoes);
        begin += batch;
    }
}

/* The arguments of enumerate_patterns, explained in _kernel_py.py. */
typedef struct {
    int64_t kinds, player_count, banker_count, player_third_count, banker_third_count;
    int64_t player_places, banker_places, places, groups, capacity;
    const uint8_t *cards, *points, *taken, *group;
    const uint8_t *player_hands, *banker_hands, *player_thirds, *banker_thirds;
    const int64_t *addends;
    uint8_t *columns, *orders;
    int64_t *codes;
} Course;

/* The arguments of enumerate_patterns; their dimensions have been checked. */
static Course
course(const Py_buffer *v)
{
    return (Course){
        .kinds = v[0].shape[0],
        .player_count = v[3].shape[0],
        .banker_count = v[4].shape[0],
        .player_third_count = v[5].shape[0],
        .banker_third_count = v[6].shape[0],
        .player_places = v[3].shape[1] - 1,
        .banker_places = v[4].shape[1] - 1,
        .places = v[7].shape[0],
        .groups = v[8].shape[0],
        .capacity = v[10].shape[0],
        .cards = v[0].buf,
        .points = v[1].buf,
        .taken = v[2].buf,
        .player_hands = v[3].buf,
        .banker_hands = v[4].buf,
        .player_thirds = v[5].buf,
        .banker_thirds = v[6].buf,
        .group = v[7].buf,
        .addends = v[8].buf,
        .columns = v[9].buf,
        .orders = v[10].buf,
        .codes = v[11].buf,
    };
}

/* Writes the sorted kinds of a group at the first `places` places; returns their number. */
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
    uint8_t *const banker = player_third + (c->player_third_count > 0);
    const int64_t last = c->places - 1, settled = c->banker_third_count ? last : c->places;
    const int64_t open = c->banker_third_count ? c->group[last] : c->groups;

    /* Player's first cards. */
    for (int64_t i = 0; i < c->player_count; i++) {
        const uint8_t *const player_hand = c->player_hands + i * (c->player_places + 1);
        int player_total = 0;
        for (int64_t place = 0; place < c->player_places; place++)
            player_total += c->points[kind[place] = player_hand[place]];

        /* Banker's first cards. */
        for (int64_t j = 0; j < c->banker_count; j++) {
            const uint8_t *const banker_hand = c->banker_hands + j * (c->banker_places + 1);
            int banker_total = 0;
            for (int64_t place = 0; place < c->banker_places; place++)
                banker_total += c->points[banker[place] = banker_hand[place]];
            const uint8_t *const taken = c->taken + (player_total % 10 * 10 + banker_total % 10) * 11;

            /* Player's third card, if this course has one; this also decides whether Banker draws. */
            for (int64_t a = 0; a < (c->player_third_count ? c->player_third_count : 1); a++) {
                if (c->player_third_count)
                    *player_third = c->player_thirds[a];
                if (!taken[c->player_third_count ? 1 + c->points[*player_third] : 0])
                    continue;

                /* The addends of the sorted kinds of each group sum to the code. In the group that Banker's
                   third card will join, the kinds after that card move up by one place. */
                int64_t fixed = 0, before[6] = {0}, behind[6] = {0};
                uint8_t sorted[6] = {0};
                int size = 0;
                for (int64_t g = 0; g < c->groups; g++) {
                    uint8_t other[6];
                    uint8_t *const kinds = g == open ? sorted : other;
                    const int64_t *const addends = c->addends + 6 * g * c->kinds;
                    const int found = sorted_kinds(c, kind, settled, g, kinds);
                    if (g != open) {
                        for (int at = 0; at < found; at++)
                            fixed += addends[at * c->kinds + kinds[at]];
                        continue;
                    }
                    size = found;
                    for (int at = 0; at < size; at++)
                        before[at + 1] = before[at] + addends[at * c->kinds + kinds[at]];
                    for (int at = size; at-- > 0;)
                        behind[at] = behind[at + 1] + addends[(at + 1) * c->kinds + kinds[at]];
                }

                /* These cards are the same for each of Banker's third cards, if this course has one. */
                const int64_t many = c->banker_third_count ? c->banker_third_count : 1;
                for (int64_t place = 0; place < settled; place++)
                    memset(c->columns + place * c->capacity + rows, c->cards[kind[place]], many);
                memset(c->orders + rows, player_hand[c->player_places] * banker_hand[c->banker_places], many);

                /* Banker's third card, in rising order, completes the pattern. */
                int at = 0;
                for (int64_t b = 0; b < many; b++) {
                    int64_t code = fixed;
                    const uint8_t third = c->banker_third_count ? c->banker_thirds[b] : 0;
                    if (c->banker_third_count)
                        c->columns[last * c->capacity + rows + b] = c->cards[third];
                    if (open < c->groups) {
                        while (at < size && sorted[at] <= third)
                            at++;
                        code += before[at] + c->addends[(6 * open + at) * c->kinds + third] + behind[at];
                    }
                    c->codes[rows + b] = code;
                }
                rows += many;
            }
        }
    }
    return rows;
}

/* The number of vector widths in `loops` that this machine has. */
static int
width_count(void)
{
#ifdef X86
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? 3 : 2;
#endif
    return 1;
}

#include "_checks.h"
#include "_shoes.h"

/* Acquires the buffers of `number` arrays; those from index `writable` on must be writable. If an array is
   not contiguous, returns false and acquires none. */
static int
acquire(Py_buffer *views, PyObject *const *args, int number, int writable)
{
    for (int i = 0; i < number; i++) {
        const int flags = PyBUF_ND | PyBUF_FORMAT | (i >= writable ? PyBUF_WRITABLE : 0);
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
has_arguments(Py_ssize_t number, Py_ssize_t expected)
{
    if (number != expected)
        PyErr_Format(PyExc_TypeError, "expected %zd arguments, got %zd", expected, number);
    return number == expected;
}

/* The name of a capsule with a checked `Program`, followed by its words, which nothing can change. */
#define PREPARED "analyzer.census._kernel.Program"

static void
forget(PyObject *capsule)
{
    PyMem_Free(PyCapsule_GetPointer(capsule, PREPARED));
}

PyDoc_STRVAR(prepared_doc, "prepared(program)\n--\n\nSee _kernel_py.prepared.");

static PyObject *
prepared(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    Py_buffer view;
    if (!has_arguments(number, 1) || !acquire(&view, args, 1, 1))
        return NULL;
    Program *const p = PyMem_Malloc(sizeof *p + view.len);
    Py_buffer copy = {.buf = p + 1, .len = view.len};
    if (p != NULL)
        memcpy(copy.buf, view.buf, view.len);
    release(&view, 1);
    if (p == NULL)
        return PyErr_NoMemory();
    const char *const fault = packed_fault(&copy, p);
    PyObject *const capsule = fault == NULL ? PyCapsule_New(p, PREPARED, forget) : NULL;
    if (fault != NULL)
        PyErr_Format(PyExc_ValueError, "expected %s", fault);
    if (capsule == NULL)
        PyMem_Free(p);
    return capsule;
}

PyDoc_STRVAR(weigh_doc,
             "weigh(width, numbers, program, cells, workspace, ways)\n--\n\nSee _kernel_py.weigh.");

static PyObject *
weigh(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    Py_buffer views[3];
    if (!has_arguments(number, 6))
        return NULL;
    const long width = PyLong_AsLong(args[0]), numbers = PyLong_AsLong(args[1]);
    if (PyErr_Occurred())
        return NULL;
    const Program *const p = PyCapsule_GetPointer(args[2], PREPARED);
    if (p == NULL || !acquire(views, args + 3, 3, 1))
        return NULL;
    const char *const fault = weigh_fault(width, numbers, p, views);
    if (fault == NULL) {
        Py_BEGIN_ALLOW_THREADS
        weigh_all((int)width, (int)numbers, p, views[0].buf, views[0].shape[0], views[1].buf, views[2].buf);
        Py_END_ALLOW_THREADS
    }
    release(views, 3);
    if (fault != NULL)
        return PyErr_Format(PyExc_ValueError, "expected %s", fault);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(enumerate_doc,
             "enumerate_patterns(cards, points, taken, player_hands, banker_hands, player_thirds, "
             "banker_thirds, group, addends, columns, orders, codes)\n--\n\nSee _kernel_py.enumerate_patterns.");

static PyObject *
enumerate_patterns(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    Py_buffer v[12];
    if (!has_arguments(number, 12) || !acquire(v, args, 12, 9))
        return NULL;
    Course c;
    const char *const fault = course_fault(v, &c);
    int64_t rows = 0;
    if (fault == NULL) {
        Py_BEGIN_ALLOW_THREADS
        rows = enumerate_all(&c);
        Py_END_ALLOW_THREADS
    }
    release(v, 12);
    return fault == NULL ? PyLong_FromLongLong(rows) : PyErr_Format(PyExc_ValueError, "expected %s", fault);
}

PyDoc_STRVAR(deal_doc,
             "deal_shoes(given, extra, reserve, order, kind, points, taken, counts, burned, shown, behind, unseen, "
             "lengths)\n--\n\nSee _shoes_py.deal_shoes.");

static PyObject *
deal_shoes(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    Py_buffer v[10];
    if (!has_arguments(number, 13))
        return NULL;
    const long long given = PyLong_AsLongLong(args[0]), extra = PyLong_AsLongLong(args[1]);
    const int reserve = PyObject_IsTrue(args[2]);
    if (PyErr_Occurred() || !acquire(v, args + 3, 10, 8))
        return NULL;
    const char *fault = deal_fault(given, extra, v);
    int64_t rows = 0;
    if (fault == NULL) {
        Py_BEGIN_ALLOW_THREADS
        rows = deal_all(given, extra, reserve, v);
        Py_END_ALLOW_THREADS
        if (rows < 0)
            fault = "shoes with enough cards, and room for every coup";
    }
    release(v, 10);
    return fault == NULL ? PyLong_FromLongLong(rows) : PyErr_Format(PyExc_ValueError, "expected %s", fault);
}

PyDoc_STRVAR(add_up_doc,
             "add_up(group, evs, good, triggered, places, lengths, least, start, made, gains, sums, coups, "
             "extremes, bins)\n--\n\nSee _shoes_py.add_up.");

static PyObject *
add_up(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    Py_buffer v[13];
    if (!has_arguments(number, 14))
        return NULL;
    const long long group = PyLong_AsLongLong(args[0]);
    if (PyErr_Occurred() || !acquire(v, args + 1, 13, 7))
        return NULL;
    const char *fault = add_up_fault(group, v);
    if (fault == NULL) {
        int fits;
        Py_BEGIN_ALLOW_THREADS
        fits = add_up_all(group, v);
        Py_END_ALLOW_THREADS
        if (!fits)
            fault = "EVs that are in the bins";
    }
    release(v, 13);
    if (fault != NULL)
        return PyErr_Format(PyExc_ValueError, "expected %s", fault);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(quotients_doc, "quotients(unit, ways, nets, values)\n--\n\nSee _shoes_py.quotients.");

static PyObject *
quotients(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t number)
{
    Py_buffer ways, v[2];
    if (!has_arguments(number, 4))
        return NULL;
    const long long unit = PyLong_AsLongLong(args[0]);
    if (PyErr_Occurred() || PyObject_GetBuffer(args[1], &ways, PyBUF_STRIDED_RO | PyBUF_FORMAT) < 0)
        return NULL;
    if (!acquire(v, args + 2, 2, 1)) {
        PyBuffer_Release(&ways);
        return NULL;
    }
    const char *const fault = quotients_fault(unit, &ways, v);
    int64_t left = 0;
    if (fault == NULL) {
        Py_BEGIN_ALLOW_THREADS
        left = divide_all(unit, &ways, v);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&ways);
    release(v, 2);
    return fault == NULL ? PyLong_FromLongLong(left) : PyErr_Format(PyExc_ValueError, "expected %s", fault);
}

static PyMethodDef methods[] = {
    {"add_up", (PyCFunction)(void (*)(void))add_up, METH_FASTCALL, add_up_doc},
    {"deal_shoes", (PyCFunction)(void (*)(void))deal_shoes, METH_FASTCALL, deal_doc},
    {"enumerate_patterns", (PyCFunction)(void (*)(void))enumerate_patterns, METH_FASTCALL, enumerate_doc},
    {"prepared", (PyCFunction)(void (*)(void))prepared, METH_FASTCALL, prepared_doc},
    {"quotients", (PyCFunction)(void (*)(void))quotients, METH_FASTCALL, quotients_doc},
    {"weigh", (PyCFunction)(void (*)(void))weigh, METH_FASTCALL, weigh_doc},
    {NULL, NULL, 0, NULL},
};

/* The vector widths that this machine has, widest first; the `width` of `weigh` counts from the last. */
static PyObject *
widths(void)
{
    const int number = width_count();
    if (number == 3)
        return Py_BuildValue("(sss)", "avx512", "avx2", "portable");
    return number == 2 ? Py_BuildValue("(ss)", "avx2", "portable") : Py_BuildValue("(s)", "portable");
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
    .m_doc = "The slow loops in C, with the same results as analyzer.census._kernel_py.",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
