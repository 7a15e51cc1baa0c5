/*
 * Exact token masks for models that run in the caller's process: the C interface of SchemaKit.
 *
 * A vocabulary has the tokens of a model. A grammar has the texts that are allowed as an answer. A
 * matcher follows one answer. In each step, the mask has a bit for every token that may come next.
 *
 *     char *error = NULL;
 *     schemakit_vocabulary *vocabulary =
 *         schemakit_vocabulary_open("tokenizer.json", NULL, 0, &error);
 *     schemakit_grammar *grammar = schemakit_grammar_from_json_schema(
 *         vocabulary, schema, strlen(schema), NULL, &error);
 *     schemakit_matcher *matcher = schemakit_matcher_create(grammar, NULL, &error);
 *     while (!schemakit_matcher_is_finished(matcher)) {
 *       schemakit_matcher_mask(matcher, words, word_count, &error);
 *       schemakit_matcher_commit(matcher, choose(logits, words), &error);
 *     }
 *
 * Handles. Each handle that a function returns belongs to the caller. The caller frees the handle
 * once, by the free function of its type. Handles may be freed in any order: a matcher keeps its
 * grammar alive, and a grammar keeps its vocabulary alive. Freeing NULL does nothing. A NULL handle
 * or a handle of another type is an error. Do not use a freed handle.
 *
 * Errors. A function that fails returns NULL or a schemakit_status other than SCHEMAKIT_OK, and has
 * no other effect. If `error` is not NULL, the function then sets `*error` to a text with the
 * problem and the remedy. The caller frees this text by schemakit_text_free. On success the
 * function sets `*error` to NULL. No function throws, and no function keeps a pointer argument.
 *
 * Threads. Vocabularies and grammars are immutable: any number of threads may use them at the same
 * time. A cache and its matchers may be used by one thread at a time, and so may a matcher and its
 * copies. Matchers with different caches can run at the same time.
 *
 * Texts are UTF-8. The number of a token is its position in the vocabulary, from 0.
 *
 * Words. Masks are words of 32 bits. Token 0 is the lowest bit of the first word. On a
 * little-endian machine, words of 64 bits have the same layout. To write a mask to words of 64
 * bits, pass their address and twice their number as the number of words.
 */
#ifndef SCHEMAKIT_H
#define SCHEMAKIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. New functions increase it. The comment of a function says what a
   version has changed. */
#define SCHEMAKIT_INTERFACE_VERSION 4

/* Returns the version of the loaded library. Compare it with SCHEMAKIT_INTERFACE_VERSION. */
int32_t schemakit_interface_version(void);

/* The result of a function: success, or the kind of failure. */
typedef int32_t schemakit_status;

enum {
  SCHEMAKIT_OK = 0,
  /* A handle or a pointer is NULL, a handle has another type, a text is not UTF-8, or an option is
     out of range. */
  SCHEMAKIT_INVALID_ARGUMENT = 1,
  /* The token or the text may not follow. */
  SCHEMAKIT_FORBIDDEN = 2,
  /* The vocabulary has no such token. */
  SCHEMAKIT_UNKNOWN_TOKEN = 3,
  /* The answer has ended. */
  SCHEMAKIT_FINISHED = 4,
  /* The rollback would remove more tokens than were committed. */
  SCHEMAKIT_NOTHING_TO_ROLL_BACK = 5,
  /* The text can be read in too many ways at once. */
  SCHEMAKIT_TOO_MANY_READINGS = 6,
  /* The budget is too small for any complete text. */
  SCHEMAKIT_BUDGET_TOO_SMALL = 7,
  /* The buffer is too short for a mask. */
  SCHEMAKIT_BUFFER_TOO_SHORT = 8
};

/* Frees a text that a function returned or set as an error. */
void schemakit_text_free(char *text);

/* Vocabularies */

/* The tokens of a model, prepared for masks. */
typedef struct schemakit_vocabulary schemakit_vocabulary;

/* The length of a token that does not stand for text, such as a special token. */
#define SCHEMAKIT_NO_TEXT SIZE_MAX

/*
 * Reads tokenizer.json, tekken.json or a GGUF file.
 *
 * end_tokens: the tokens that end an answer; NULL for the end tokens of the file.
 */
schemakit_vocabulary *schemakit_vocabulary_open(
    const char *path, const int32_t *end_tokens, size_t end_token_count, char **error);

/*
 * Creates a vocabulary from the caller's list of tokens.
 *
 * bytes: the bytes of all tokens, one after the other.
 * lengths: the length of each token; SCHEMAKIT_NO_TEXT for a token that does not stand for text.
 * count: the number of tokens.
 * end_tokens: the tokens that end an answer. They never stand for text, even if they have bytes.
 */
schemakit_vocabulary *schemakit_vocabulary_create(
    const uint8_t *bytes, const size_t *lengths, size_t count, const int32_t *end_tokens,
    size_t end_token_count, char **error);

/*
 * Creates a vocabulary with the names of special tokens. Plans find their markers by these names.
 * Since version 2.
 *
 * names: for each token of length SCHEMAKIT_NO_TEXT its name, or NULL. Other entries are not read.
 */
schemakit_vocabulary *schemakit_vocabulary_create_named(
    const uint8_t *bytes, const size_t *lengths, const char *const *names, size_t count,
    const int32_t *end_tokens, size_t end_token_count, char **error);

/* Returns the number of tokens, including special tokens. */
size_t schemakit_vocabulary_count(const schemakit_vocabulary *vocabulary);

/* Returns the number of 32-bit words in a mask. */
size_t schemakit_vocabulary_mask_word_count(const schemakit_vocabulary *vocabulary);

/*
 * Writes the bytes of a token, at most `capacity` of them.
 *
 * buffer: the memory for the bytes; may be NULL if `capacity` is 0.
 * Returns the length of the token, which may be greater than `capacity`; SCHEMAKIT_NO_TEXT if the
 * token has no bytes.
 */
size_t schemakit_vocabulary_token(
    const schemakit_vocabulary *vocabulary, int32_t token, uint8_t *buffer, size_t capacity);

void schemakit_vocabulary_free(schemakit_vocabulary *vocabulary);

/* Grammars */

/* The set of texts that are allowed as an answer. */
typedef struct schemakit_grammar schemakit_grammar;

/* White space between the parts of a JSON text. */
enum {
  SCHEMAKIT_WHITESPACE_COMPACT = 0,
  /* One space after each comma and colon. */
  SCHEMAKIT_WHITESPACE_SPACED = 1,
  /* Any white space, up to maximum_whitespace characters at each place. */
  SCHEMAKIT_WHITESPACE_FLEXIBLE = 2
};

/* The order of an object's properties. Since version 3. */
enum {
  /* The order of the schema: first the declared properties, then other properties. */
  SCHEMAKIT_ORDER_DECLARED = 0,
  /* Any order, as JSON Schema accepts it. */
  SCHEMAKIT_ORDER_ANY = 1
};

/*
 * The options for the text of a value. If all bytes are 0, all options have their defaults. An
 * unknown value of `whitespace` or a negative number is an error.
 */
typedef struct schemakit_grammar_options {
  int32_t whitespace;
  /* Only for SCHEMAKIT_WHITESPACE_FLEXIBLE. A number above 2047 counts as 2047. */
  int32_t maximum_whitespace;
  /* If it is not 0: an object that declares properties has no undeclared properties, if the schema
     allows any value for them, and a schema without `type` has only values of the types that its
     keywords constrain. Before version 4, it had no effect on schemas without `type`, which always
     had only these values. */
  int32_t closes_open_objects;
  /* The largest number of alternatives of a value; 0 for 256. */
  int32_t maximum_alternatives;
} schemakit_grammar_options;

/* Add this to `whitespace` if the options are the first member of schemakit_grammar_options_3.
   Since version 3. */
#define SCHEMAKIT_OPTIONS_3 0x100

/* No limit of the exponents of numbers without bounds. A number may then not fit a double. */
#define SCHEMAKIT_ANY_EXPONENT (-1)

/*
 * Options with more members. Add SCHEMAKIT_OPTIONS_3 to `options.whitespace`, and pass the address
 * of `options`. An older library then returns an error. Since version 3.
 */
typedef struct schemakit_grammar_options_3 {
  schemakit_grammar_options options;
  /* The largest exponent of a number without bounds, in magnitude; SCHEMAKIT_ANY_EXPONENT for no
     limit. 0 stands for 307, with which each number with one digit before its point fits a
     double. */
  int32_t maximum_exponent;
  /* One of SCHEMAKIT_ORDER_...; another number is an error. */
  int32_t property_order;
} schemakit_grammar_options_3;

/*
 * Makes the grammar of a JSON Schema document's values.
 *
 * options: NULL for the defaults.
 */
schemakit_grammar *schemakit_grammar_from_json_schema(
    const schemakit_vocabulary *vocabulary, const char *schema, size_t length,
    const schemakit_grammar_options *options, char **error);

/* Makes the grammar of plain texts that match a pattern of ECMA-262. */
schemakit_grammar *schemakit_grammar_from_pattern(
    const schemakit_vocabulary *vocabulary, const char *pattern, size_t length, char **error);

/* Makes the grammar of some plain texts. Each text ends with a zero byte. */
schemakit_grammar *schemakit_grammar_from_choices(
    const schemakit_vocabulary *vocabulary, const char *const *choices, size_t count,
    char **error);

/* Returns the number of constraints of the schema that masks do not enforce. */
size_t schemakit_grammar_unenforced_count(const schemakit_grammar *grammar);

/* Returns one of these constraints as a sentence; NULL if the index is too large. The caller frees
   the text. */
char *schemakit_grammar_unenforced(const schemakit_grammar *grammar, size_t index);

void schemakit_grammar_free(schemakit_grammar *grammar);

/* Caches */

/*
 * A cache of the masks that matchers of one grammar or plan have computed. Later answers reuse
 * these masks. For each grammar, a cache has up to about 8 MB of masks and 3 MB of places in the
 * grammar. A plan of several parts has up to 8 MB of masks of its own. A matcher keeps the places
 * of its own text.
 */
typedef struct schemakit_cache schemakit_cache;

schemakit_cache *schemakit_cache_create(const schemakit_grammar *grammar, char **error);

/* Returns the memory of a cache, in bytes. Since version 3. */
size_t schemakit_cache_size(const schemakit_cache *cache);

void schemakit_cache_free(schemakit_cache *cache);

/* Matchers */

/* Follows one text of a grammar, or one output of a plan, token by token. */
typedef struct schemakit_matcher schemakit_matcher;

/*
 * Begins an answer.
 *
 * cache: a cache of the same grammar; NULL to create a cache for the matcher.
 */
schemakit_matcher *schemakit_matcher_create(
    const schemakit_grammar *grammar, schemakit_cache *cache, char **error);

/* Returns a fork: both matchers continue independently from the same text. One thread at a time may
   use them. */
schemakit_matcher *schemakit_matcher_copy(const schemakit_matcher *matcher, char **error);

void schemakit_matcher_free(schemakit_matcher *matcher);

/*
 * Writes the tokens that may come next as bits: token 0 is the lowest bit of the first word.
 *
 * words: at least schemakit_vocabulary_mask_word_count words. The words after the mask become 0, so
 * that logits without a token are not allowed; before version 4, they did not change.
 */
schemakit_status schemakit_matcher_mask(
    const schemakit_matcher *matcher, uint32_t *words, size_t word_count, char **error);

/*
 * Writes the masks of a batch, a row for each matcher. The words of a row after its mask become 0;
 * before version 4, they did not change.
 *
 * The masks of matchers with different caches can be written at the same time. The masks of
 * matchers that share a cache, or that are copies of each other, are written one after the other.
 * Until the function returns, no other thread may use these matchers or matchers with the same
 * caches.
 *
 * matchers: `count` matchers, in the order of the rows. For NULL, a sequence without a constraint,
 * all bits of the row become 1; before version 4, it was an error.
 * words: `words_per_row` words for each matcher, at least schemakit_vocabulary_mask_word_count.
 * threads: the number of threads that share the work; 1 for only the calling thread.
 * If one of the masks is an error, the other masks are still written.
 */
schemakit_status schemakit_matcher_mask_batch(
    const schemakit_matcher *const *matchers, size_t count, uint32_t *words, size_t words_per_row,
    int32_t threads, char **error);

/*
 * Writes the masks at each place of a draft: before the draft, and after each of its tokens. Since
 * version 4.
 *
 * words: `count` + 1 rows of `words_per_row` words. The rows after the first forbidden token
 * become 0.
 * valid: receives the number of allowed tokens; may be NULL.
 */
schemakit_status schemakit_matcher_draft_masks(
    const schemakit_matcher *matcher, const int32_t *tokens, size_t count, uint32_t *words,
    size_t words_per_row, size_t *valid, char **error);

/*
 * The work for a mask. A mask consists of a part for each way to read the text so far. Since
 * version 4.
 */
typedef struct schemakit_mask_statistics {
  /* The number of ways to read the text so far. */
  int64_t readings;
  /* The numbers of parts that were in the cache, and that were computed. */
  int64_t found_masks;
  int64_t new_masks;
  /* The number of prepared sets in the computed parts, such as all tokens within a string. */
  int64_t prepared_sets;
  /* The number of bytes of tokens that were read for the computed parts. Bytes that several tokens
     have in common count once. Bytes that are read to test a budget or a limit do not count. */
  int64_t walked_bytes;
} schemakit_mask_statistics;

/* Writes the work for the last mask that this matcher, or a matcher with the same cache, has
   written. Since version 4. */
schemakit_status schemakit_matcher_mask_statistics(
    const schemakit_matcher *matcher, schemakit_mask_statistics *statistics, char **error);

/* Adds a token to the answer. It may be an end token. */
schemakit_status schemakit_matcher_commit(
    schemakit_matcher *matcher, int32_t token, char **error);

/* Adds several tokens. If one of them may not follow, adds none. */
schemakit_status schemakit_matcher_commit_tokens(
    schemakit_matcher *matcher, const int32_t *tokens, size_t count, char **error);

/* Adds text independent of its tokens. For rollback and a budget, the text counts as one token. */
schemakit_status schemakit_matcher_commit_text(
    schemakit_matcher *matcher, const char *text, size_t length, char **error);

/* Removes the last `count` tokens. */
schemakit_status schemakit_matcher_rollback(
    schemakit_matcher *matcher, size_t count, char **error);

/* Returns the number of leading tokens that may follow one after the other, for example of a
   draft. */
size_t schemakit_matcher_validated_count(
    const schemakit_matcher *matcher, const int32_t *tokens, size_t count);

/*
 * Limits the number of tokens of the whole text, including committed tokens. The text is complete
 * when the tokens are used up. A negative number removes the limit. The limits of a plan's parts
 * remain.
 */
schemakit_status schemakit_matcher_set_token_budget(
    schemakit_matcher *matcher, int64_t budget, char **error);

/*
 * Returns the text that must follow in any case, up to its first zero character, which only a text
 * of a pattern can have. The caller frees the text. Returns NULL for an invalid handle.
 */
char *schemakit_matcher_forced_text(const schemakit_matcher *matcher);

/*
 * Writes tokens for the text that must follow, at most `capacity` of them: at each place the
 * longest token. If a marker must follow and is a token, writes this token.
 *
 * Returns the number of tokens, which may be greater than `capacity`.
 */
size_t schemakit_matcher_forced_tokens(
    const schemakit_matcher *matcher, int32_t *tokens, size_t capacity);

/*
 * The model's tokenizer. It writes at most `capacity` tokens of a text, without special tokens, and
 * returns the number of tokens, which may be greater than `capacity`.
 */
typedef size_t (*schemakit_encode)(
    void *context, const uint8_t *text, size_t length, int32_t *tokens, size_t capacity);

/*
 * Writes the tokens that must follow, as the model's tokenizer splits their text. Writes at most
 * `capacity` tokens. They end before the first place at which the tokenizer could split the text
 * differently because of the text after it.
 *
 * Returns the number of tokens, which may be greater than `capacity`.
 */
size_t schemakit_output_forced_tokens(
    const schemakit_matcher *matcher, schemakit_encode encode, void *context, int32_t *tokens,
    size_t capacity);

/* Returns 1 if the text is complete, so that an end token may follow; otherwise 0. */
int32_t schemakit_matcher_can_end(const schemakit_matcher *matcher);

/* Returns 1 if the text is complete and only an end token may follow; otherwise 0. */
int32_t schemakit_matcher_is_complete(const schemakit_matcher *matcher);

/* Returns 1 if an end token was committed; otherwise 0. */
int32_t schemakit_matcher_is_finished(const schemakit_matcher *matcher);

/* Returns the number of committed tokens, without end tokens. */
size_t schemakit_matcher_token_count(const schemakit_matcher *matcher);

/*
 * Writes the text so far, at most `capacity` bytes of it.
 *
 * buffer: the memory for the bytes; may be NULL if `capacity` is 0.
 * Returns the length of the text in bytes, which may be greater than `capacity`.
 */
size_t schemakit_matcher_text(
    const schemakit_matcher *matcher, uint8_t *buffer, size_t capacity);

/*
 * Returns the content so far as JSON, with open strings, arrays and objects closed. If a name
 * occurs twice in an object, the first property is used. The caller frees the text. Returns NULL
 * for an invalid handle.
 */
char *schemakit_matcher_content(schemakit_matcher *matcher);

/*
 * Returns the events since the last call, as a JSON array. The only part of a grammar is a value.
 * The caller frees the text. Returns NULL for an invalid handle. Since version 4.
 *
 * Each event is an object with a "type". Events of the types "reasoning", "text", "value",
 * "call_identifier" and "arguments" have a "text". "call_began" has a "name", and "ended" has a
 * "token". "call_ended" and "restarted" have no other member. "restarted" means that tokens were
 * rolled back after their events had been returned. The events of the whole output follow.
 */
char *schemakit_matcher_take_events(schemakit_matcher *matcher);

/* Plans, since version 2 */

/*
 * All outputs that a model may write, from the first token after the prompt to the end token: free
 * text, thinking, markers, calls of tools and values. Like a grammar, a plan is immutable.
 */
typedef struct schemakit_plan schemakit_plan;

/*
 * Makes the plan of a model that may call tools.
 *
 * request: a JSON object with these members. One of the first two members is required.
 *   "format"         the name of a family's format, such as "hermes", "qwen-coder", "llama",
 *                    "mistral" or "harmony"
 *   "template"       the chat template of the model; the calls that it writes tell the format
 *   "tools"          an array of {"name": ..., "parameters": JSON Schema}, or of such objects
 *                    within {"type": "function", "function": ...}
 *   "choice"         "auto", "none", "required" or {"name": ...}
 *   "several_calls"  true if several calls are allowed; the default is true
 *   "thinking"       {"mode": "none", "optional", "required" or "started", "limit": tokens}
 *   "answer"         a JSON Schema of the answer; the default is free text
 * options: the options for the text of JSON; NULL for one space after commas and colons.
 */
schemakit_plan *schemakit_plan_from_tools(
    const schemakit_vocabulary *vocabulary, const char *request, size_t length,
    const schemakit_grammar_options *options, char **error);

/* Makes a plan from the JSON of a structural tag, which servers with xgrammar accept. */
schemakit_plan *schemakit_plan_from_structural_tag(
    const schemakit_vocabulary *vocabulary, const char *tag, size_t length,
    const schemakit_grammar_options *options, char **error);

/* Makes the plan of outputs that consist of one text of a grammar. */
schemakit_plan *schemakit_plan_from_grammar(const schemakit_grammar *grammar, char **error);

/* Returns the number of constraints of the schemas that masks do not enforce. */
size_t schemakit_plan_unenforced_count(const schemakit_plan *plan);

/* Returns one of these constraints as a sentence; NULL if the index is too large. The caller frees
   the text. */
char *schemakit_plan_unenforced(const schemakit_plan *plan, size_t index);

void schemakit_plan_free(schemakit_plan *plan);

/* Creates a cache of the masks that outputs of one plan have computed. */
schemakit_cache *schemakit_plan_cache_create(const schemakit_plan *plan, char **error);

/* Begins an output. cache: a cache of the same plan; NULL to create a cache for the output. */
schemakit_matcher *schemakit_output_create(
    const schemakit_plan *plan, schemakit_cache *cache, char **error);

/*
 * Other names of the types and functions above. Before version 4, the outputs of plans had types of
 * their own, and only these functions.
 */

typedef schemakit_cache schemakit_plan_cache;
typedef schemakit_matcher schemakit_output;

size_t schemakit_plan_cache_size(const schemakit_plan_cache *cache);

void schemakit_plan_cache_free(schemakit_plan_cache *cache);

schemakit_output *schemakit_output_copy(const schemakit_output *output, char **error);

void schemakit_output_free(schemakit_output *output);

schemakit_status schemakit_output_mask(
    const schemakit_output *output, uint32_t *words, size_t word_count, char **error);

/* schemakit_matcher_mask_batch with one thread. `stride` is the number of words of a row. Before
   version 4, the rows after a mask that is an error did not change. */
schemakit_status schemakit_outputs_fill(
    const schemakit_output *const *outputs, size_t count, uint32_t *words, size_t stride,
    char **error);

/* schemakit_matcher_mask_batch. Since version 3. */
schemakit_status schemakit_outputs_fill_threads(
    const schemakit_output *const *outputs, size_t count, uint32_t *words, size_t stride,
    int32_t threads, char **error);

schemakit_status schemakit_output_draft_masks(
    const schemakit_output *output, const int32_t *tokens, size_t count, uint32_t *words,
    size_t stride, size_t *valid, char **error);

schemakit_status schemakit_output_commit(schemakit_output *output, int32_t token, char **error);

schemakit_status schemakit_output_commit_tokens(
    schemakit_output *output, const int32_t *tokens, size_t count, char **error);

schemakit_status schemakit_output_commit_text(
    schemakit_output *output, const char *text, size_t length, char **error);

schemakit_status schemakit_output_rollback(
    schemakit_output *output, size_t count, char **error);

size_t schemakit_output_validated_count(
    const schemakit_output *output, const int32_t *tokens, size_t count);

schemakit_status schemakit_output_set_token_budget(
    schemakit_output *output, int64_t budget, char **error);

char *schemakit_output_forced_text(const schemakit_output *output);

int32_t schemakit_output_can_end(const schemakit_output *output);

int32_t schemakit_output_is_complete(const schemakit_output *output);

int32_t schemakit_output_is_finished(const schemakit_output *output);

size_t schemakit_output_token_count(const schemakit_output *output);

size_t schemakit_output_text(
    const schemakit_output *output, uint8_t *buffer, size_t capacity);

char *schemakit_output_take_events(schemakit_output *output);

#ifdef __cplusplus
}
#endif

#endif
