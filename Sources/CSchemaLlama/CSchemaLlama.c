#include "CSchemaLlama.h"

// Without the trait, nothing of llama.cpp is needed, and this file is empty.
#ifdef SCHEMAKIT_LLAMA

#include <llama.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: The library

enum { LOG_CAPACITY = 2048 };

static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;
static char log_text[LOG_CAPACITY];
static size_t log_length = 0;

// Keeps the last warnings and errors; the library would write all of its log on standard error.
static void keep_log(enum ggml_log_level level, const char *text, void *data) {
  (void)data;
  if (level != GGML_LOG_LEVEL_WARN && level != GGML_LOG_LEVEL_ERROR) { return; }
  size_t length = strlen(text);
  if (length > LOG_CAPACITY / 2) {
    text += length - LOG_CAPACITY / 2;
    length = LOG_CAPACITY / 2;
  }
  pthread_mutex_lock(&log_mutex);
  if (log_length + length > LOG_CAPACITY) {
    size_t kept = LOG_CAPACITY - length;
    memmove(log_text, log_text + log_length - kept, kept);
    log_length = kept;
  }
  memcpy(log_text + log_length, text, length);
  log_length += length;
  pthread_mutex_unlock(&log_mutex);
}

void schemakit_llama_take_log(char *buffer, size_t capacity) {
  if (capacity == 0) { return; }
  pthread_mutex_lock(&log_mutex);
  size_t length = log_length < capacity - 1 ? log_length : capacity - 1;
  memcpy(buffer, log_text + log_length - length, length);
  buffer[length] = 0;
  log_length = 0;
  pthread_mutex_unlock(&log_mutex);
}

static pthread_once_t start_once = PTHREAD_ONCE_INIT;
static bool has_known_structures = false;

// Room for a structure of the header, and for more that one of another library could have.
enum { GUARD_SIZE = 128, UNTOUCHED = 0xEE };
union model_room {
  struct llama_model_params params;
  unsigned char bytes[sizeof(struct llama_model_params) + GUARD_SIZE];
};
union context_room {
  struct llama_context_params params;
  unsigned char bytes[sizeof(struct llama_context_params) + GUARD_SIZE];
};

static bool is_untouched(const unsigned char *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (bytes[index] != UNTOUCHED) { return false; }
  }
  return true;
}

// Returns true if a function of the library writes a structure of the size in the header.
#if defined(__x86_64__)
// A structure that is returned by value is written where the first argument points to. The compiler
// would let the function write into a copy of its own. The page HowTheLibraryIsChecked.md of
// SchemaLlama explains why the cast is safe.
static bool fills(void (*function)(void), unsigned char *bytes, size_t size) {
  memset(bytes, UNTOUCHED, size + GUARD_SIZE);
  ((void *(*)(void *))function)(bytes);
  return is_untouched(bytes + size, GUARD_SIZE) && !is_untouched(bytes + size - 8, 8);
}

#define FILLS(function, room) \
  fills((void (*)(void))(function), (room).bytes, sizeof(room).params)
#else
// Elsewhere only the fields can be checked.
#define FILLS(function, room) ((room).params = (function)(), true)
#endif

static bool is_boolean(const bool *value) {
  unsigned char byte;
  memcpy(&byte, value, 1);
  return byte <= 1;
}

static void start(void) {
  llama_log_set(keep_log, NULL);
  union model_room model;
  union context_room context;
  // Many fields are Booleans, and the defaults of the first ones have not changed for years.
  has_known_structures = FILLS(llama_model_default_params, model)
      && FILLS(llama_context_default_params, context) && is_boolean(&model.params.vocab_only)
      && !model.params.vocab_only && is_boolean(&context.params.swa_full)
      && is_boolean(&context.params.kv_unified) && context.params.n_seq_max == 1
      && context.params.n_batch >= context.params.n_ubatch && context.params.n_ubatch > 0
      && context.params.n_ctx <= 1 << 20 && context.params.abort_callback == NULL
      && context.params.cb_eval == NULL && model.params.progress_callback == NULL
      && model.params.kv_overrides == NULL;
  if (!has_known_structures) { return; }
  // Builds whose computing backends are plug-ins find no device without this.
  ggml_backend_load_all();
  llama_backend_init();
}

bool schemakit_llama_start(void) {
  pthread_once(&start_once, start);
  return has_known_structures;
}

// MARK: Models

static const struct llama_model *model_of(const schemakit_llama_model *model) {
  return (const struct llama_model *)model;
}

static const struct llama_vocab *vocabulary_of(const schemakit_llama_model *model) {
  return llama_model_get_vocab(model_of(model));
}

schemakit_llama_model *schemakit_llama_open(
    const char *path, int32_t gpu_layers, bool vocabulary_only) {
  struct llama_model_params params = llama_model_default_params();
  params.n_gpu_layers = gpu_layers;
  params.vocab_only = vocabulary_only;
  return (schemakit_llama_model *)llama_model_load_from_file(path, params);
}

void schemakit_llama_close(schemakit_llama_model *model) {
  llama_model_free((struct llama_model *)model);
}

int32_t schemakit_llama_token_count(const schemakit_llama_model *model) {
  return llama_vocab_n_tokens(vocabulary_of(model));
}

int32_t schemakit_llama_token_kind(const schemakit_llama_model *model, int32_t token) {
  const struct llama_vocab *vocabulary = vocabulary_of(model);
  int32_t attributes = (int32_t)llama_vocab_get_attr(vocabulary, token);
  int32_t kind = 0;
  if (attributes & LLAMA_TOKEN_ATTR_UNKNOWN) { kind |= SCHEMAKIT_LLAMA_UNKNOWN; }
  if (attributes & LLAMA_TOKEN_ATTR_UNUSED) { kind |= SCHEMAKIT_LLAMA_UNUSED; }
  if (attributes & LLAMA_TOKEN_ATTR_CONTROL) { kind |= SCHEMAKIT_LLAMA_CONTROL; }
  if (attributes & LLAMA_TOKEN_ATTR_USER_DEFINED) { kind |= SCHEMAKIT_LLAMA_USER_DEFINED; }
  if (attributes & LLAMA_TOKEN_ATTR_LSTRIP) { kind |= SCHEMAKIT_LLAMA_STRIPS_LEFT; }
  if (attributes & LLAMA_TOKEN_ATTR_RSTRIP) { kind |= SCHEMAKIT_LLAMA_STRIPS_RIGHT; }
  if (llama_vocab_is_eog(vocabulary, token)) { kind |= SCHEMAKIT_LLAMA_ENDS; }
  return kind;
}

int32_t schemakit_llama_token_bytes(
    const schemakit_llama_model *model, int32_t token, bool named, char *buffer,
    int32_t capacity) {
  int32_t count =
      llama_token_to_piece(vocabulary_of(model), token, buffer, capacity, 0, named);
  return count < 0 ? -count : count;
}

int32_t schemakit_llama_special_token(const schemakit_llama_model *model, int32_t meaning) {
  const struct llama_vocab *vocabulary = vocabulary_of(model);
  switch (meaning) {
    case SCHEMAKIT_LLAMA_BEGINNING:
      return llama_vocab_get_add_bos(vocabulary) ? llama_vocab_bos(vocabulary) : -1;
    case SCHEMAKIT_LLAMA_BEGINNING_NAME: return llama_vocab_bos(vocabulary);
    case SCHEMAKIT_LLAMA_END_OF_TEXT: return llama_vocab_eos(vocabulary);
    case SCHEMAKIT_LLAMA_END_OF_TURN: return llama_vocab_eot(vocabulary);
    default: return -1;
  }
}

int32_t schemakit_llama_tokenize(
    const schemakit_llama_model *model, const char *text, int32_t length, int32_t *tokens,
    int32_t capacity) {
  int32_t count =
      llama_tokenize(vocabulary_of(model), text, length, tokens, capacity, false, false);
  return count < 0 ? -count : count;
}

int32_t schemakit_llama_trained_context(const schemakit_llama_model *model) {
  return llama_model_n_ctx_train(model_of(model));
}

bool schemakit_llama_is_recurrent(const schemakit_llama_model *model) {
  return llama_model_is_recurrent(model_of(model)) || llama_model_is_hybrid(model_of(model));
}

bool schemakit_llama_has_encoder(const schemakit_llama_model *model) {
  return llama_model_has_encoder(model_of(model));
}

const char *schemakit_llama_template(const schemakit_llama_model *model) {
  return llama_model_chat_template(model_of(model), NULL);
}

int32_t schemakit_llama_metadata(
    const schemakit_llama_model *model, const char *key, char *buffer, size_t capacity) {
  return llama_model_meta_val_str(model_of(model), key, buffer, capacity);
}

// A number of the metadata of the model's architecture; 0 if it is not there.
static uint64_t architecture_number(const struct llama_model *model, const char *name) {
  char architecture[64], key[128], value[32];
  if (llama_model_meta_val_str(
          model, "general.architecture", architecture, sizeof architecture) < 0) {
    return 0;
  }
  snprintf(key, sizeof key, "%s.%s", architecture, name);
  if (llama_model_meta_val_str(model, key, value, sizeof value) < 0) { return 0; }
  return strtoull(value, NULL, 10);
}

uint64_t schemakit_llama_cache_size(const schemakit_llama_model *model, uint64_t count) {
  const struct llama_model *file = model_of(model);
  if (llama_model_is_recurrent(file)) { return 0; }
  uint64_t heads = llama_model_n_head(file) > 0 ? (uint64_t)llama_model_n_head(file) : 1;
  uint64_t width = (uint64_t)llama_model_n_embd(file) / heads;
  uint64_t key = architecture_number(file, "attention.key_length");
  uint64_t value = architecture_number(file, "attention.value_length");
  // Each has 16 bits.
  return count * 2 * (uint64_t)llama_model_n_layer(file) * (uint64_t)llama_model_n_head_kv(file)
      * ((key > 0 ? key : width) + (value > 0 ? value : width));
}

// MARK: Contexts

struct schemakit_llama_context {
  struct llama_context *context;
  struct llama_batch batch;
};

schemakit_llama_context *schemakit_llama_make_context(
    schemakit_llama_model *model, uint32_t size, uint32_t batch, uint32_t sequences,
    int32_t threads) {
  struct llama_context_params params = llama_context_default_params();
  params.n_ctx = size;
  params.n_batch = batch;
  params.n_ubatch = batch;
  params.n_seq_max = sequences;
  params.n_threads = threads;
  params.n_threads_batch = threads;
  // One memory for all sequences, of which one can be copied into another.
  params.kv_unified = true;
  // A window that drops tokens could not be taken back.
  params.swa_full = true;
  schemakit_llama_context *result = calloc(1, sizeof *result);
  if (result == NULL) { return NULL; }
  result->context = llama_init_from_model((struct llama_model *)model, params);
  if (result->context == NULL) {
    free(result);
    return NULL;
  }
  result->batch = llama_batch_init((int32_t)llama_n_batch(result->context), 0, 1);
  return result;
}

void schemakit_llama_free_context(schemakit_llama_context *context) {
  llama_batch_free(context->batch);
  llama_free(context->context);
  free(context);
}

uint32_t schemakit_llama_context_size(const schemakit_llama_context *context) {
  return llama_n_ctx(context->context);
}

uint32_t schemakit_llama_sequence_size(const schemakit_llama_context *context) {
  return llama_n_ctx_seq(context->context);
}

uint32_t schemakit_llama_batch_size(const schemakit_llama_context *context) {
  return llama_n_batch(context->context);
}

int32_t schemakit_llama_decode(
    schemakit_llama_context *context, int32_t count, const int32_t *tokens,
    const int32_t *positions, const int32_t *sequences, const bool *needs_logits,
    bool (*is_cancelled)(void *), void *data) {
  if (count <= 0 || (uint32_t)count > llama_n_batch(context->context)) { return -1; }
  struct llama_batch *batch = &context->batch;
  for (int32_t index = 0; index < count; index++) {
    batch->token[index] = tokens[index];
    batch->pos[index] = positions[index];
    batch->n_seq_id[index] = 1;
    batch->seq_id[index][0] = sequences[index];
    batch->logits[index] = needs_logits[index];
  }
  batch->n_tokens = count;
  llama_set_abort_callback(context->context, is_cancelled, data);
  int32_t code = llama_decode(context->context, *batch);
  if (code == 0) { llama_synchronize(context->context); }
  llama_set_abort_callback(context->context, NULL, NULL);
  return code;
}

const float *schemakit_llama_logits(schemakit_llama_context *context, int32_t index) {
  return llama_get_logits_ith(context->context, index);
}

int32_t schemakit_llama_last_position(schemakit_llama_context *context, int32_t sequence) {
  return llama_memory_seq_pos_max(llama_get_memory(context->context), sequence);
}

bool schemakit_llama_remove(
    schemakit_llama_context *context, int32_t sequence, int32_t position) {
  return llama_memory_seq_rm(llama_get_memory(context->context), sequence, position, -1);
}

void schemakit_llama_copy(
    schemakit_llama_context *context, int32_t sequence, int32_t other, int32_t count) {
  llama_memory_seq_cp(llama_get_memory(context->context), sequence, other, 0, count);
}

size_t schemakit_llama_state_size(schemakit_llama_context *context, int32_t sequence) {
  return llama_state_seq_get_size(context->context, sequence);
}

size_t schemakit_llama_get_state(
    schemakit_llama_context *context, int32_t sequence, uint8_t *buffer, size_t capacity) {
  return llama_state_seq_get_data(context->context, buffer, capacity, sequence);
}

size_t schemakit_llama_set_state(
    schemakit_llama_context *context, int32_t sequence, const uint8_t *buffer, size_t size) {
  return llama_state_seq_set_data(context->context, buffer, size, sequence);
}

#endif
