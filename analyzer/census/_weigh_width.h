/* The four loops of one vector width: for doubles and for 64-bit words, each for many shoes and for few.

   _kernel.c includes this file once for each width, after it has defined

       WIDTH               the name of the width
       BYTES               the bytes in a vector
       MANY                the number of vectors that the loop for many shoes works on side by side
       TARGET              the attribute that allows the compiler the instructions of this width */

#define NUMBERS DOUBLES
#define FEW 0
#include "_weigh_loop.h"

#define NUMBERS DOUBLES
#define FEW 1
#include "_weigh_loop.h"

#define NUMBERS WORDS
#define FEW 0
#include "_weigh_loop.h"

#define NUMBERS WORDS
#define FEW 1
#include "_weigh_loop.h"

#undef WIDTH
#undef BYTES
#undef MANY
#undef TARGET
