/*
 * Follows an answer as a server written in C does, and times each mask.
 *
 * The engine is two functions: one writes the mask of a matcher into words that exist already, the
 * other adds a token. measure-mask-engines.py compiles this file, and passes the functions of the
 * engines.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

/* The forms that the functions of the engines have. */
enum {
  /* int32_t fill(matcher, words, bytes), int32_t accept(matcher, token) */
  PLAIN = 0,
  /* int32_t fill(matcher, words, word_count, error), int32_t accept(matcher, token, error) */
  WITH_ERROR = 1
};

typedef struct {
  void *fill;
  void *accept;
  int32_t form;
  /* The size of a mask, as `fill` takes it. */
  size_t size;
} engine;

static int32_t fill(const engine *engine, void *matcher, uint32_t *words) {
  if (engine->form == PLAIN)
    return ((int32_t (*)(void *, uint32_t *, size_t))engine->fill)(matcher, words, engine->size);
  return ((int32_t (*)(void *, uint32_t *, size_t, char **))engine->fill)(
      matcher, words, engine->size, NULL);
}

static int32_t accept(const engine *engine, void *matcher, uint32_t token) {
  if (engine->form == PLAIN)
    return ((int32_t (*)(void *, uint32_t))engine->accept)(matcher, token);
  return ((int32_t (*)(void *, int32_t, char **))engine->accept)(matcher, (int32_t)token, NULL);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/*
 * Writes the nanoseconds of the mask before each token and after the last, count + 1 of them.
 *
 * Returns 0 if the engine refuses a token or cannot write a mask.
 */
int32_t follow(
    const engine *engine, void *matcher, const uint32_t *tokens, size_t count, uint32_t *words,
    int64_t *times) {
  for (size_t position = 0; position <= count; position++) {
    int64_t start = now();
    int32_t status = fill(engine, matcher, words);
    times[position] = now() - start;
    if (status != 0) return 0;
    if (position < count && accept(engine, matcher, tokens[position]) != 0) return 0;
  }
  return 1;
}

/* Functions of an engine that does nothing, to measure what calls and the clock take. */
int32_t fill_nothing(void *matcher, uint32_t *words, size_t size) {
  (void)matcher, (void)words, (void)size;
  return 0;
}

int32_t accept_nothing(void *matcher, uint32_t token) {
  (void)matcher, (void)token;
  return 0;
}

/* Instead of a mask, a copy of the words that the matcher points to. */
int32_t fill_copy(void *matcher, uint32_t *words, size_t bytes) {
  memcpy(words, matcher, bytes);
  return 0;
}
