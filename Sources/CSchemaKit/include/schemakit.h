/*
 * Exact token masks for models that run in the caller's process: the C interface of SchemaKit.
 *
 * A vocabulary holds the tokens of a model, a grammar the texts that an answer may be, and a
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
 * Handles. Each handle that a function returns belongs to the caller, who frees it once by the
 * function of its kind. Handles may be freed in any order: a matcher keeps its grammar alive, and a
 * grammar its vocabulary. Freeing NULL does nothing. A NULL handle, or one of another kind, is an
 * error; a handle that was freed must not be used.
 *
 * Errors. A function that can fail returns NULL or a schemakit_status other than SCHEMAKIT_OK, and
 * changes nothing. If `error` is not NULL, `*error` then becomes a text that says what is wrong and
 * what to do, which the caller frees by schemakit_text_free; on success `*error` becomes NULL.
 * Nothing is thrown, and no function keeps a pointer that it is given.
 *
 * Threads. Vocabularies and grammars never change: any number of threads may use them at the same
 * time. A cache, and all matchers that were made with it or copied from each other, may be used by
 * one thread at a time. Matchers with caches of their own run side by side without locks.
 *
 * Texts are UTF-8. Token numbers are places in the vocabulary, from 0 on.
 *
 * Words. Masks are words of 32 bits. On a little-endian machine, words of 64 bits have the same
 * layout: token 0 is the lowest bit of the first. To have a mask in these, make all words 0 and
 * pass their address, and twice their number as the number of words.
 */
#ifndef SCHEMAKIT_H
#define SCHEMAKIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It grows when functions are added; none is changed or removed. */
#define SCHEMAKIT_INTERFACE_VERSION 3

/* The version that the library has, to compare with SCHEMAKIT_INTERFACE_VERSION. */
int32_t schemakit_interface_version(void);

/* Why a function failed. */
typedef int32_t schemakit_status;

enum {
  SCHEMAKIT_OK = 0,
  /* A handle or a pointer is NULL, a handle is of another kind, a text is not UTF-8, or an option
     is out of range. */
  SCHEMAKIT_INVALID_ARGUMENT = 1,
  /* The token or the text may not follow. */
  SCHEMAKIT_FORBIDDEN = 2,
  /* The vocabulary has no such token. */
  SCHEMAKIT_UNKNOWN_TOKEN = 3,
  /* The answer has ended. */
  SCHEMAKIT_FINISHED = 4,
  /* More tokens were to be taken back than were committed. */
  SCHEMAKIT_NOTHING_TO_ROLL_BACK = 5,
  /* The text can be read in too many ways at once. */
  SCHEMAKIT_TOO_MANY_READINGS = 6,
  /* The budget is too small for any complete text. */
  SCHEMAKIT_BUDGET_TOO_SMALL = 7,
  /* The buffer is too short for a mask. */
  SCHEMAKIT_BUFFER_TOO_SHORT = 8
};

/* Frees a text that a function returned, or set as an error. */
void schemakit_text_free(char *text);

/* Vocabularies */

/* The tokens of a model, prepared for masks. */
typedef struct schemakit_vocabulary schemakit_vocabulary;

/* The length of a token that stands for no text, such as a special one. */
#define SCHEMAKIT_NO_TEXT SIZE_MAX

/*
 * Reads tokenizer.json, tekken.json or a GGUF file.
 *
 * end_tokens: the tokens that end an answer; NULL to take those that the file names.
 */
schemakit_vocabulary *schemakit_vocabulary_open(
    const char *path, const int32_t *end_tokens, size_t end_token_count, char **error);

/*
 * Prepares tokens that the caller has.
 *
 * bytes: the bytes of all tokens, one after the other.
 * lengths: the length of each token; SCHEMAKIT_NO_TEXT for those that stand for no text.
 * count: the number of tokens.
 * end_tokens: the tokens that end an answer. Whatever bytes they have, they stand for no text.
 */
schemakit_vocabulary *schemakit_vocabulary_create(
    const uint8_t *bytes, const size_t *lengths, size_t count, const int32_t *end_tokens,
    size_t end_token_count, char **error);

/*
 * The same with the names of special tokens, by which plans find their markers. Since version 2.
 *
 * names: for each token of length SCHEMAKIT_NO_TEXT its name, or NULL; other entries are not read.
 */
schemakit_vocabulary *schemakit_vocabulary_create_named(
    const uint8_t *bytes, const size_t *lengths, const char *const *names, size_t count,
    const int32_t *end_tokens, size_t end_token_count, char **error);

/* The number of tokens, special ones included. */
size_t schemakit_vocabulary_count(const schemakit_vocabulary *vocabulary);

/* The number of 32-bit words in a mask. */
size_t schemakit_vocabulary_mask_word_count(const schemakit_vocabulary *vocabulary);

/*
 * The bytes of a token.
 *
 * buffer: where to write at most `capacity` bytes; may be NULL if `capacity` is 0.
 * Returns the length of the token, whatever the capacity; SCHEMAKIT_NO_TEXT if it has no bytes.
 */
size_t schemakit_vocabulary_token(
    const schemakit_vocabulary *vocabulary, int32_t token, uint8_t *buffer, size_t capacity);

void schemakit_vocabulary_free(schemakit_vocabulary *vocabulary);

/* Grammars */

/* The texts that an answer may be. */
typedef struct schemakit_grammar schemakit_grammar;

/* White space between the parts of a JSON text. */
enum {
  SCHEMAKIT_WHITESPACE_COMPACT = 0,
  /* One space behind each comma and colon. */
  SCHEMAKIT_WHITESPACE_SPACED = 1,
  /* Any, up to maximum_whitespace characters at each place. */
  SCHEMAKIT_WHITESPACE_FLEXIBLE = 2
};

/* The order of an object's properties. Since version 3. */
enum {
  /* The order of the schema: first the named properties, then others. */
  SCHEMAKIT_ORDER_DECLARED = 0,
  /* Any order, as JSON Schema accepts it. */
  SCHEMAKIT_ORDER_ANY = 1
};

/*
 * How the text of a value is written. Zero bytes throughout are the defaults; another white space
 * than those above, or a negative number, is an error.
 */
typedef struct schemakit_grammar_options {
  int32_t whitespace;
  /* Only for SCHEMAKIT_WHITESPACE_FLEXIBLE; more counts as 2047. */
  int32_t maximum_whitespace;
  /* Not 0: objects that name properties have no others, where these could be anything. */
  int32_t closes_open_objects;
  /* How many alternatives a value may have that begin alike; 0 for 256. */
  int32_t maximum_alternatives;
} schemakit_grammar_options;

/* Added to `whitespace` of options that begin longer ones. Since version 3. */
#define SCHEMAKIT_OPTIONS_3 0x100

/* Numbers without bounds may have any exponent, also one that no double can hold. */
#define SCHEMAKIT_ANY_EXPONENT (-1)

/*
 * The same with more. Pass the address of `options`, to whose `whitespace` SCHEMAKIT_OPTIONS_3 is
 * added; an older library then reports an error. Since version 3.
 */
typedef struct schemakit_grammar_options_3 {
  schemakit_grammar_options options;
  /* The largest exponent of a number without bounds, in magnitude; 0 for 307, so that each number
     with one digit in front of its point fits a double; SCHEMAKIT_ANY_EXPONENT for no limit. */
  int32_t maximum_exponent;
  /* SCHEMAKIT_ORDER_...; another number is an error. */
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

/* Makes the grammar of plain texts in which a pattern of ECMA-262 matches. */
schemakit_grammar *schemakit_grammar_from_pattern(
    const schemakit_vocabulary *vocabulary, const char *pattern, size_t length, char **error);

/* Makes the grammar of some plain texts, each ended by a zero byte. */
schemakit_grammar *schemakit_grammar_from_choices(
    const schemakit_vocabulary *vocabulary, const char *const *choices, size_t count,
    char **error);

/* The number of things that the schema asks for and the masks do not hold a text to. */
size_t schemakit_grammar_unenforced_count(const schemakit_grammar *grammar);

/* One of these as a sentence, which the caller frees; NULL if there is no such number. */
char *schemakit_grammar_unenforced(const schemakit_grammar *grammar, size_t index);

void schemakit_grammar_free(schemakit_grammar *grammar);

/* Caches */

/*
 * The masks that matchers of one grammar found, for the answers after them: at most about 8 MB, and
 * 3 MB of places in the grammar. Matchers keep the places that their own texts have passed.
 */
typedef struct schemakit_cache schemakit_cache;

schemakit_cache *schemakit_cache_create(const schemakit_grammar *grammar, char **error);

/* The memory that a cache takes, in bytes. Since version 3. */
size_t schemakit_cache_size(const schemakit_cache *cache);

void schemakit_cache_free(schemakit_cache *cache);

/* Matchers */

/* Follows one answer token by token. */
typedef struct schemakit_matcher schemakit_matcher;

/*
 * Begins an answer.
 *
 * cache: a cache of the same grammar; NULL for one of the matcher's own.
 */
schemakit_matcher *schemakit_matcher_create(
    const schemakit_grammar *grammar, schemakit_cache *cache, char **error);

/* A fork: both go on independently from the same text, on one thread. */
schemakit_matcher *schemakit_matcher_copy(const schemakit_matcher *matcher, char **error);

void schemakit_matcher_free(schemakit_matcher *matcher);

/*
 * Writes the tokens that may come next as bits: token 0 is the lowest bit of the first word.
 *
 * words: at least schemakit_vocabulary_mask_word_count of them; those behind the mask are left
 * alone.
 */
schemakit_status schemakit_matcher_mask(
    const schemakit_matcher *matcher, uint32_t *words, size_t word_count, char **error);

/*
 * Writes the masks of several matchers, one row after the other, as the function above does.
 *
 * Matchers with caches of their own can be filled side by side; those that share one, or are copies
 * of each other, are filled one after the other.
 *
 * matchers: count of them, in the order of the rows. No other thread may use them, or matchers with
 * their caches, until the function returns.
 * words: words_per_row for each matcher, at least schemakit_vocabulary_mask_word_count of them.
 * threads: how many threads may share the work; 1 for the caller's alone.
 * Where one of the masks is an error, those of the others are written all the same.
 */
schemakit_status schemakit_matcher_mask_batch(
    const schemakit_matcher *const *matchers, size_t count, uint32_t *words, size_t words_per_row,
    int32_t threads, char **error);

/* Adds a token to the answer, an end token included. */
schemakit_status schemakit_matcher_commit(
    schemakit_matcher *matcher, int32_t token, char **error);

/* Adds several tokens, or none if one of them may not follow. */
schemakit_status schemakit_matcher_commit_tokens(
    schemakit_matcher *matcher, const int32_t *tokens, size_t count, char **error);

/* Adds text whatever its tokens are. For rollback and a budget it counts as one token. */
schemakit_status schemakit_matcher_commit_text(
    schemakit_matcher *matcher, const char *text, size_t length, char **error);

/* Takes back the last tokens. */
schemakit_status schemakit_matcher_rollback(
    schemakit_matcher *matcher, size_t count, char **error);

/* How many of some tokens may follow one after the other, as for a draft. */
size_t schemakit_matcher_validated_count(
    const schemakit_matcher *matcher, const int32_t *tokens, size_t count);

/*
 * Limits the tokens of the whole text, those committed included, so that it is complete when they
 * are used up. A negative number takes the limit away.
 */
schemakit_status schemakit_matcher_set_token_budget(
    schemakit_matcher *matcher, int64_t budget, char **error);

/*
 * The text that has to follow whatever is chosen, up to its first zero character, which only a
 * pattern can ask for. The caller frees it; NULL for a bad handle.
 */
char *schemakit_matcher_forced_text(const schemakit_matcher *matcher);

/*
 * Tokens for the text that has to follow.
 *
 * Returns their number, whatever the capacity; at most `capacity` are written.
 */
size_t schemakit_matcher_forced_tokens(
    const schemakit_matcher *matcher, int32_t *tokens, size_t capacity);

/* Not 0 if the text is complete as it is, so that an end token may follow. */
int32_t schemakit_matcher_can_end(const schemakit_matcher *matcher);

/* Not 0 if the text is complete and nothing but an end token may follow. */
int32_t schemakit_matcher_is_complete(const schemakit_matcher *matcher);

/* Not 0 if an end token was committed. */
int32_t schemakit_matcher_is_finished(const schemakit_matcher *matcher);

/* The number of tokens committed, end tokens not counted. */
size_t schemakit_matcher_token_count(const schemakit_matcher *matcher);

/*
 * The text so far.
 *
 * buffer: where to write at most `capacity` bytes; may be NULL if `capacity` is 0.
 * Returns the length of the text in bytes, whatever the capacity.
 */
size_t schemakit_matcher_text(
    const schemakit_matcher *matcher, uint8_t *buffer, size_t capacity);

/*
 * The content so far as JSON: what a stream of the text would show, with open strings, arrays and
 * objects closed. Of names that occur twice, the first counts. The caller frees it; NULL for a bad
 * handle.
 */
char *schemakit_matcher_content(schemakit_matcher *matcher);

/* Plans, since version 2 */

/*
 * Everything that a model may write, from the first token behind the prompt to the end token: free
 * text, thinking, markers, calls of tools and values. A plan never changes, as a grammar.
 */
typedef struct schemakit_plan schemakit_plan;

/*
 * Makes the plan of a model that may call tools.
 *
 * request: a JSON object with these members, of which one of the first two is needed.
 *   "format"         the name of a family's format, such as "hermes", "qwen-coder", "llama",
 *                    "mistral" or "harmony"
 *   "template"       the chat template of the model, by whose markers the format is found
 *   "tools"          an array of {"name": ..., "parameters": JSON Schema}, or of these as
 *                    {"type": "function", "function": ...}
 *   "choice"         "auto", "none", "required" or {"name": ...}
 *   "several_calls"  whether there may be several calls; true if it is missing
 *   "thinking"       {"mode": "none", "optional", "required" or "started", "limit": tokens}
 *   "answer"         a JSON Schema of the answer; free text if it is missing
 * options: how JSON is written; NULL for one space behind commas and colons.
 */
schemakit_plan *schemakit_plan_from_tools(
    const schemakit_vocabulary *vocabulary, const char *request, size_t length,
    const schemakit_grammar_options *options, char **error);

/* Makes a plan from the JSON of a structural tag, as servers with xgrammar take it. */
schemakit_plan *schemakit_plan_from_structural_tag(
    const schemakit_vocabulary *vocabulary, const char *tag, size_t length,
    const schemakit_grammar_options *options, char **error);

/* Makes the plan of an output that is one text of a grammar. */
schemakit_plan *schemakit_plan_from_grammar(const schemakit_grammar *grammar, char **error);

/* The number of things that the schemas ask for and the masks do not hold an output to. */
size_t schemakit_plan_unenforced_count(const schemakit_plan *plan);

/* One of these as a sentence, which the caller frees; NULL if there is no such number. */
char *schemakit_plan_unenforced(const schemakit_plan *plan, size_t index);

void schemakit_plan_free(schemakit_plan *plan);

/* The masks that outputs of one plan found, about 8 MB of them. The rules are those of a cache. */
typedef struct schemakit_plan_cache schemakit_plan_cache;

schemakit_plan_cache *schemakit_plan_cache_create(const schemakit_plan *plan, char **error);

/* The memory that a cache takes, in bytes. */
size_t schemakit_plan_cache_size(const schemakit_plan_cache *cache);

void schemakit_plan_cache_free(schemakit_plan_cache *cache);

/* Follows one output of a plan token by token. The functions are as those of a matcher. */
typedef struct schemakit_output schemakit_output;

/* cache: a cache of the same plan; NULL for one of the output's own. */
schemakit_output *schemakit_output_create(
    const schemakit_plan *plan, schemakit_plan_cache *cache, char **error);

schemakit_output *schemakit_output_copy(const schemakit_output *output, char **error);

void schemakit_output_free(schemakit_output *output);

/*
 * Writes the tokens that may come next as bits.
 *
 * words: at least schemakit_vocabulary_mask_word_count of them; those behind the mask become 0, so
 * that logits without a token are not allowed.
 */
schemakit_status schemakit_output_mask(
    const schemakit_output *output, uint32_t *words, size_t word_count, char **error);

/*
 * Writes the masks of a batch, a row for each output.
 *
 * outputs: all of one thread. NULL stands for a sequence without a plan: its row becomes all ones.
 * words: `count` times `stride` of them.
 * stride: the words from one row to the next.
 * If a row fails, the rows behind it are left alone.
 */
schemakit_status schemakit_outputs_fill(
    const schemakit_output *const *outputs, size_t count, uint32_t *words, size_t stride,
    char **error);

/*
 * The same by several threads. Since version 3.
 *
 * Outputs with caches of their own can be filled side by side; those that share one, or are copies
 * of each other, are filled one after the other. No other thread may use them, or outputs with
 * their caches, until the function returns.
 *
 * threads: how many threads may share the work; 1 for the caller's alone.
 * Where one of the masks is an error, those of the others are written all the same.
 */
schemakit_status schemakit_outputs_fill_threads(
    const schemakit_output *const *outputs, size_t count, uint32_t *words, size_t stride,
    int32_t threads, char **error);

/*
 * Writes the masks at each place of a draft: before it, and after each of its tokens.
 *
 * words: `count` + 1 rows of `stride` words. Rows behind the first token that is not allowed become
 * 0.
 * valid: becomes the number of tokens that are allowed; may be NULL.
 */
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

/* The parts with limits of their own keep these. */
schemakit_status schemakit_output_set_token_budget(
    schemakit_output *output, int64_t budget, char **error);

char *schemakit_output_forced_text(const schemakit_output *output);

/*
 * The model's tokenizer: writes at most `capacity` tokens of a text, without special ones, and
 * returns their number, whatever the capacity.
 */
typedef size_t (*schemakit_encode)(
    void *context, const uint8_t *text, size_t length, int32_t *tokens, size_t capacity);

/*
 * Tokens that have to follow, as the model's own tokenizer splits their text. They end where it
 * could split the text differently if it knew what follows.
 *
 * Returns their number, whatever the capacity; at most `capacity` are written.
 */
size_t schemakit_output_forced_tokens(
    const schemakit_output *output, schemakit_encode encode, void *context, int32_t *tokens,
    size_t capacity);

int32_t schemakit_output_can_end(const schemakit_output *output);

int32_t schemakit_output_is_complete(const schemakit_output *output);

int32_t schemakit_output_is_finished(const schemakit_output *output);

size_t schemakit_output_token_count(const schemakit_output *output);

size_t schemakit_output_text(
    const schemakit_output *output, uint8_t *buffer, size_t capacity);

/*
 * What the output has come to since the last call, as a JSON array, which the caller frees; NULL
 * for a bad handle.
 *
 * Each event is an object with a "type": "reasoning", "text", "value", "call_identifier" and
 * "arguments" have a "text", "call_began" has a "name", "ended" a "token"; "call_ended" and
 * "restarted" have nothing else. "restarted" says that tokens were taken back whose events had been
 * taken: those of the whole output follow.
 */
char *schemakit_output_take_events(schemakit_output *output);

#ifdef __cplusplus
}
#endif

#endif
