// Stands in front of llama.cpp, as a library of another version or one that has no memory would.
//
//   clang -shared -fPIC -I HEADERS stub.c -o stub.so
//   LD_PRELOAD=stub.so SCHEMAKIT_LLAMA_FAULT=context-grown …
//
// The variable names a function's structure, and what has happened to it; or it is `memory`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <llama.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifndef __x86_64__
#error "A structure is returned where the first register points to, as it is on x86-64 only."
#endif

typedef void *(*defaults)(void *);

static bool has_fault(const char *name) {
  const char *fault = getenv("SCHEMAKIT_LLAMA_FAULT");
  return fault != NULL && strcmp(fault, name) == 0;
}

// Writes a structure as a library does that has 8 bytes more in it at an offset, or 8 bytes less.
static void *change(
    void *result, const char *function, size_t size, size_t offset, bool grows, bool shrinks) {
  unsigned char real[1024];
  ((defaults)dlsym(RTLD_NEXT, function))(real);
  unsigned char *bytes = result;
  memcpy(bytes, real, offset);
  if (grows) {
    memset(bytes + offset, 0, 8);
    memcpy(bytes + offset + 8, real + offset, size - offset);
  } else if (shrinks) {
    memcpy(bytes + offset - 8, real + offset, size - offset);
  } else {
    memcpy(bytes + offset, real + offset, size - offset);
  }
  return result;
}

void *model_defaults(void *result) __asm__("llama_model_default_params");
void *model_defaults(void *result) {
  return change(
      result, "llama_model_default_params", sizeof(struct llama_model_params),
      offsetof(struct llama_model_params, progress_callback), has_fault("model-grown"),
      has_fault("model-shrunk"));
}

void *context_defaults(void *result) __asm__("llama_context_default_params");
void *context_defaults(void *result) {
  return change(
      result, "llama_context_default_params", sizeof(struct llama_context_params),
      offsetof(struct llama_context_params, abort_callback), has_fault("context-grown"),
      has_fault("context-shrunk"));
}

void *make_context(void *model, ...) __asm__("llama_init_from_model");
void *make_context(void *model, ...) {
  // Only the fault `memory` comes here: the parameters are on the stack, and cannot be handed on.
  (void)model;
  return NULL;
}
