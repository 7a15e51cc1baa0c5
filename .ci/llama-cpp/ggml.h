// What the converter needs of llama.cpp's ggml.h: a check that ends the process.
#pragma once

#include <cstdio>
#include <cstdlib>

#define GGML_ABORT(...)               \
  do {                                \
    std::fprintf(stderr, __VA_ARGS__); \
    std::abort();                     \
  } while (0)

#define GGML_ASSERT(condition)                              \
  do {                                                      \
    if (!(condition)) GGML_ABORT("failed: %s", #condition); \
  } while (0)
