// Calls each function of the shim as SchemaLlama does, and at the bounds of its buffers.
//
//   main MODEL.gguf
#include "CSchemaLlama.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                       \
  if (!(condition)) {                                                          \
    fprintf(stderr, "llama-shim: line %d: %s\n", __LINE__, #condition);        \
    exit(1);                                                                   \
  }

static bool never(void *data) {
  (void)data;
  return false;
}

static bool always(void *data) {
  (void)data;
  return true;
}

// Reads tokens into a sequence from a position on, with logits behind the last.
static int32_t decode(
    schemakit_llama_context *context, int32_t count, const int32_t *tokens, int32_t position,
    int32_t sequence, bool (*is_cancelled)(void *)) {
  int32_t positions[64], sequences[64];
  bool needs_logits[64];
  for (int32_t index = 0; index < count && index < 64; index++) {
    positions[index] = position + index;
    sequences[index] = sequence;
    needs_logits[index] = index == count - 1;
  }
  return schemakit_llama_decode(
      context, count, tokens, positions, sequences, needs_logits, is_cancelled, NULL);
}

int main(int count, char **arguments) {
  CHECK(count == 2 && schemakit_llama_start());
  char log[64];
  CHECK(schemakit_llama_open("/nowhere.gguf", 0, false) == NULL);
  schemakit_llama_take_log(log, 0);
  schemakit_llama_take_log(log, sizeof log);
  CHECK(strlen(log) == sizeof log - 1);
  schemakit_llama_take_log(log, 1);
  CHECK(log[0] == 0);

  schemakit_llama_model *model = schemakit_llama_open(arguments[1], 0, false);
  CHECK(model != NULL && !schemakit_llama_has_encoder(model));
  int32_t token_count = schemakit_llama_token_count(model);
  for (int32_t token = 0; token < token_count; token++) {
    schemakit_llama_token_kind(model, token);
    // A buffer of exactly the size that was asked for.
    int32_t needed = schemakit_llama_token_bytes(model, token, true, NULL, 0);
    CHECK(needed >= 0);
    char *bytes = malloc((size_t)needed + 1);
    CHECK(bytes != NULL);
    CHECK(schemakit_llama_token_bytes(model, token, true, bytes, needed) == needed);
    free(bytes);
  }
  for (int32_t meaning = -1; meaning <= 4; meaning++) {
    int32_t token = schemakit_llama_special_token(model, meaning);
    CHECK(token >= -1 && token < token_count);
  }
  char value[8];
  CHECK(schemakit_llama_metadata(model, "no.such.key", value, sizeof value) < 0);
  CHECK(schemakit_llama_metadata(model, "general.architecture", value, 2) > 0);
  CHECK(schemakit_llama_trained_context(model) > 0);
  schemakit_llama_template(model);

  const char *text = "The soup is hot. <|im_end|>";
  int32_t length = (int32_t)strlen(text);
  int32_t needed = schemakit_llama_tokenize(model, text, length, NULL, 0);
  CHECK(needed > 4 && needed < 64);
  int32_t *tokens = malloc((size_t)needed * sizeof *tokens);
  CHECK(schemakit_llama_tokenize(model, text, length, tokens, needed) == needed);
  CHECK(schemakit_llama_tokenize(model, text, 0, tokens, needed) == 0);

  bool is_recurrent = schemakit_llama_is_recurrent(model);
  CHECK((schemakit_llama_cache_size(model, 100) > 0) == !is_recurrent);
  schemakit_llama_context *context = schemakit_llama_make_context(model, 256, 64, 2, 1);
  CHECK(context != NULL && schemakit_llama_context_size(context) >= 256);
  CHECK(schemakit_llama_sequence_size(context) >= 256 && schemakit_llama_batch_size(context) == 64);
  CHECK(decode(context, 0, tokens, 0, 0, never) != 0);
  CHECK(decode(context, 65, tokens, 0, 0, never) != 0);
  CHECK(decode(context, needed, tokens, 0, 0, never) == 0);
  CHECK(schemakit_llama_logits(context, needed - 1) != NULL);
  CHECK(schemakit_llama_last_position(context, 0) == needed - 1);
  CHECK(schemakit_llama_last_position(context, 1) == -1);

  size_t size = schemakit_llama_state_size(context, 0);
  uint8_t *state = malloc(size);
  CHECK(state != NULL && schemakit_llama_get_state(context, 0, state, size) == size);
  CHECK(schemakit_llama_set_state(context, 1, state, size) == size);
  CHECK(schemakit_llama_last_position(context, 1) == needed - 1);
  CHECK(schemakit_llama_set_state(context, 1, state, size / 2) < size);
  free(state);
  if (!is_recurrent) {
    CHECK(schemakit_llama_remove(context, 1, 0) && schemakit_llama_remove(context, 0, 2));
    schemakit_llama_copy(context, 0, 1, 2);
    CHECK(schemakit_llama_last_position(context, 1) == 1);
    // A position that is not the next one, and a computation that is cancelled.
    CHECK(decode(context, 1, tokens, 9, 0, never) < 0);
    CHECK(decode(context, needed - 2, tokens + 2, 2, 0, always) == 2);
  }
  CHECK(schemakit_llama_remove(context, 0, 0) && schemakit_llama_remove(context, 1, 0));
  schemakit_llama_free_context(context);
  free(tokens);
  schemakit_llama_close(model);
  puts("llama-shim: all calls are as they should be");
  return 0;
}
