#include "schemakit.h"

/* The library is written in Swift; this file makes a compiler read the header as C. */
_Static_assert(sizeof(schemakit_grammar_options) == 16, "The options are part of the interface.");
