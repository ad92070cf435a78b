/* A template: one loop that weighs shoes against a program, as many shoes side by side as there are lanes in
   VECTORS vectors. `Program` in program.py defines each step; its method `weigh` does the same in Python.

   _weigh_width.h includes this file once for each loop, after it has defined

       NUMBERS             the type of number: DOUBLES, WORDS or PAIRS
       FEW                 1 for the loop for few shoes, 0 for the loop for many

   and, for the vector width, WIDTH, BYTES, MANY and TARGET, which that file explains. */

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
#define PARTS 4 /* separate partial sums, so that an addition need not wait for the one before */
#else
#define VECTORS MANY
#define PARTS 1
#endif

TARGET static void
WEIGH(WIDTH, NUMBERS, FEW)(const Program *program, const int64_t *cells, int64_t shoes, void *workspace,
                           uint64_t *ways, int64_t all)
{
#if NUMBERS == PAIRS || defined(PLAIN_C)
    typedef NUMBER V;
#else
    typedef NUMBER V __attribute__((vector_size(BYTES), may_alias));
#endif
    enum { LANES = VECTORS * sizeof(V) / sizeof(NUMBER) };
    const V zero = {0};
    /* A copy, which writing numbers cannot change, so that its fields stay in registers. */
    const Program copy = *program, *const p = &copy;
    V *const cell = workspace;
    V *const count = cell + p->cells * VECTORS;
    V *const factor = count + p->kinds * VECTORS;
    V *const product = factor + p->factors * VECTORS;
    V *const value = product + p->products * VECTORS;

    /* Each shoe becomes a lane; a lane without a shoe has no cards. */
    for (int64_t c = 0; c < p->cells; c++)
        for (int64_t lane = 0; lane < LANES; lane++)
            ((NUMBER *)cell)[c * LANES + lane] = (NUMBER)(lane < shoes ? cells[lane * p->cells + c] : 0);

    /* The number of cards of each kind. */
    for (int64_t k = 0; k < p->kinds; k++) {
        V sum[VECTORS];
        EACH_VECTOR sum[v] = zero;
        for (int64_t j = p->kind_start[k]; j < p->kind_start[k + 1]; j++)
            EACH_VECTOR sum[v] += cell[p->kind_cell[j] * VECTORS + v];
        EACH_VECTOR count[k * VECTORS + v] = sum[v];
    }

    /* Each factor: the cards left of a kind after some are removed. */
    for (int64_t f = 0; f < p->factors; f++) {
        const NUMBER gone = (NUMBER)p->factor_gone[f];
        EACH_VECTOR factor[f * VECTORS + v] = count[p->factor_kind[f] * VECTORS + v] - gone;
    }

    /* Each product: an earlier product times one factor. */
    EACH_VECTOR product[v] = zero + (NUMBER)1;
    for (int64_t i = 1; i < p->products; i++) {
        const V *const parent = product + p->parent[i] * VECTORS, *const last = factor + p->last[i] * VECTORS;
        EACH_VECTOR product[i * VECTORS + v] = parent[v] * last[v];
    }

    /* Each polynomial: the sum of its rows, which are an outer product times a sum over inner products. */
    for (int64_t polynomial = 0, row = 0, e = p->entry_start[0]; polynomial < p->polynomials; polynomial++) {
        V total[VECTORS];
        EACH_VECTOR total[v] = zero;
        for (; row < p->row_end[polynomial]; row++) {
            const V *const outer = product + p->outer[row] * VECTORS;
            V sum[PARTS][VECTORS];
            const int64_t end = p->entry_start[row + 1];
            for (int part = 0; part < PARTS; part++)
                EACH_VECTOR sum[part][v] = zero;
            for (; e + PARTS <= end; e += PARTS)
                UNROLLED for (int part = 0; part < PARTS; part++) {
                    const V *const inner = product + p->inner[e + part] * VECTORS;
                    const NUMBER orders = (NUMBER)p->ORDERS[e + part];
                    EACH_VECTOR sum[part][v] += inner[v] * orders;
                }
            for (; e < end; e++)
                EACH_VECTOR sum[0][v] += product[p->inner[e] * VECTORS + v] * (NUMBER)p->ORDERS[e];
            for (int part = 1; part < PARTS; part++)
                EACH_VECTOR sum[0][v] += sum[part][v];
            EACH_VECTOR total[v] += outer[v] * sum[0][v];
        }
        EACH_VECTOR value[polynomial * VECTORS + v] = total[v];
    }

    /* Each sum: some earlier values minus some others. */
    for (int64_t s = 0; s < p->sums; s++) {
        V sum[VECTORS];
        int64_t t = p->sum_start[s];
        EACH_VECTOR sum[v] = zero;
        for (; t < p->less_start[s]; t++)
            EACH_VECTOR sum[v] += value[p->term[t] * VECTORS + v];
        for (; t < p->sum_start[s + 1]; t++)
            EACH_VECTOR sum[v] -= value[p->term[t] * VECTORS + v];
        EACH_VECTOR value[(p->polynomials + s) * VECTORS + v] = sum[v];
    }

    /* The last values are the answer: for each outcome, these shoes' places among those of all shoes. */
    const NUMBER *last = (const NUMBER *)(value + (p->polynomials + p->sums - p->outcomes) * VECTORS);
    for (int64_t o = 0; o < p->outcomes; o++, last += LANES) {
        for (int64_t lane = 0; lane < shoes; lane++)
            ways[lane] = (uint64_t)(INTEGER)last[lane];
        ways += all;
#if NUMBERS == PAIRS
        for (int64_t lane = 0; lane < shoes; lane++)
            ways[lane] = (uint64_t)(last[lane] >> 64);
        ways += all;
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
