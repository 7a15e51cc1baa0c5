// llama.cpp as flat functions: numbers and pointers only.
//
// The parameters of llama.cpp are structures that are passed by value and that grow in the middle.
// Here they are filled by C, which is compiled with the header of the library.
#ifndef CSCHEMALLAMA_H
#define CSCHEMALLAMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct schemakit_llama_model schemakit_llama_model;
typedef struct schemakit_llama_context schemakit_llama_context;

// Starts the library, once a process. Returns true if the library has the structures of the
// header that this file was compiled with.
bool schemakit_llama_start(void);

// Copies the last lines that the library has logged as warnings or errors, as a terminated text,
// and forgets them.
void schemakit_llama_take_log(char *buffer, size_t capacity);

// Opens a model; NULL if that fails.
schemakit_llama_model *schemakit_llama_open(
    const char *path, int32_t gpu_layers, bool vocabulary_only);
void schemakit_llama_close(schemakit_llama_model *model);

// The number of tokens.
int32_t schemakit_llama_token_count(const schemakit_llama_model *model);

enum {
  SCHEMAKIT_LLAMA_UNKNOWN = 1,
  SCHEMAKIT_LLAMA_UNUSED = 2,
  SCHEMAKIT_LLAMA_CONTROL = 4,
  SCHEMAKIT_LLAMA_USER_DEFINED = 8,
  SCHEMAKIT_LLAMA_STRIPS_LEFT = 16,
  SCHEMAKIT_LLAMA_STRIPS_RIGHT = 32,
  SCHEMAKIT_LLAMA_ENDS = 64,
};

// The kind of a token: a sum of the numbers above.
int32_t schemakit_llama_token_kind(const schemakit_llama_model *model, int32_t token);

// The bytes of a token, or with `named` those of its name if it is a control token. Returns their
// number; nothing is written if they are more than the capacity.
int32_t schemakit_llama_token_bytes(
    const schemakit_llama_model *model, int32_t token, bool named, char *buffer, int32_t capacity);

enum {
  SCHEMAKIT_LLAMA_BEGINNING = 0,
  SCHEMAKIT_LLAMA_END_OF_TEXT = 1,
  SCHEMAKIT_LLAMA_END_OF_TURN = 2,
  SCHEMAKIT_LLAMA_BEGINNING_NAME = 3,
};

// The token with a meaning, one of the numbers above; -1 if the model has none, or with
// SCHEMAKIT_LLAMA_BEGINNING if it does not want one before each text.
int32_t schemakit_llama_special_token(const schemakit_llama_model *model, int32_t meaning);

// The tokens of a text in which no control token is found. Returns their number; if they are more
// than the capacity, nothing is written.
int32_t schemakit_llama_tokenize(
    const schemakit_llama_model *model, const char *text, int32_t length, int32_t *tokens,
    int32_t capacity);

// The number of tokens that the model was trained to read.
int32_t schemakit_llama_trained_context(const schemakit_llama_model *model);

// Returns true if the memory of the model cannot be cut at a position.
bool schemakit_llama_is_recurrent(const schemakit_llama_model *model);

// Returns true if the model reads a text with an encoder of its own.
bool schemakit_llama_has_encoder(const schemakit_llama_model *model);

// The model's template; NULL if it has none. It lives as long as the model.
const char *schemakit_llama_template(const schemakit_llama_model *model);

// A value of the model's metadata as text. Returns its length; -1 if there is none.
int32_t schemakit_llama_metadata(
    const schemakit_llama_model *model, const char *key, char *buffer, size_t capacity);

// About how many bytes the keys and values of a number of tokens take, which is most of what a
// context takes; 0 if the model has none.
uint64_t schemakit_llama_cache_size(const schemakit_llama_model *model, uint64_t count);

// Makes a context; NULL if that fails.
schemakit_llama_context *schemakit_llama_make_context(
    schemakit_llama_model *model, uint32_t size, uint32_t batch, uint32_t sequences,
    int32_t threads);
void schemakit_llama_free_context(schemakit_llama_context *context);

// The largest number of tokens in all sequences of a context together.
uint32_t schemakit_llama_context_size(const schemakit_llama_context *context);

// The largest number of tokens in one sequence of a context.
uint32_t schemakit_llama_sequence_size(const schemakit_llama_context *context);

// The largest number of tokens that the context reads at once.
uint32_t schemakit_llama_batch_size(const schemakit_llama_context *context);

// Reads tokens. `is_cancelled` is asked while they are read. Returns llama_decode's code.
int32_t schemakit_llama_decode(
    schemakit_llama_context *context, int32_t count, const int32_t *tokens,
    const int32_t *positions, const int32_t *sequences, const bool *needs_logits,
    bool (*is_cancelled)(void *), void *data);

// The logits after a token of the last batch; NULL if there are none.
const float *schemakit_llama_logits(schemakit_llama_context *context, int32_t index);

// The position of the last token of a sequence; -1 if it is empty.
int32_t schemakit_llama_last_position(schemakit_llama_context *context, int32_t sequence);

// Removes the tokens of a sequence from a position on. Returns true if it removed them.
bool schemakit_llama_remove(schemakit_llama_context *context, int32_t sequence, int32_t position);

// Makes the first tokens of a sequence the content of another one.
void schemakit_llama_copy(
    schemakit_llama_context *context, int32_t sequence, int32_t other, int32_t count);

size_t schemakit_llama_state_size(schemakit_llama_context *context, int32_t sequence);
size_t schemakit_llama_get_state(
    schemakit_llama_context *context, int32_t sequence, uint8_t *buffer, size_t capacity);
size_t schemakit_llama_set_state(
    schemakit_llama_context *context, int32_t sequence, const uint8_t *buffer, size_t size);

#endif
