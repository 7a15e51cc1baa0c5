// llama.cpp, whose header and library pkg-config finds. SchemaLlama calls it through CSchemaLlama.
#if !__has_include(<llama.h>)
#error "The trait Llama needs llama.cpp with its header. \
Homebrew: brew install llama.cpp. Elsewhere: build llama.cpp and run its install step, \
and name the folder of llama.pc in PKG_CONFIG_PATH."
#endif
#include <llama.h>
