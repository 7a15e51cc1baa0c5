/*
 * Constrains a model's output to a schema from C.
 *
 *     cc hold_a_model.c -I Sources/CSchemaKit/include -L FOLDER -lschemakit-c -o hold_a_model
 *     ./hold_a_model tokenizer.json
 *
 * In place of a model, all allowed tokens are equally likely. Use the logits of your model instead.
 */
#include <schemakit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *schema =
    "{\"type\": \"object\", \"properties\": {"
    "  \"title\": {\"type\": \"string\", \"maxLength\": 20},"
    "  \"minutes\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 120}},"
    " \"required\": [\"title\", \"minutes\"], \"additionalProperties\": false}";

/* Returns a random token of a mask. */
static int32_t choose(const uint32_t *words, size_t count) {
  int32_t chosen = -1;
  unsigned long seen = 0;
  for (size_t token = 0; token < count; token++) {
    if ((words[token / 32] >> (token % 32) & 1) == 1 && (unsigned long)rand() % ++seen == 0) {
      chosen = (int32_t)token;
    }
  }
  return chosen;
}

int main(int count, char **arguments) {
  char *error = NULL;
  if (count != 2) {
    fprintf(stderr, "usage: hold_a_model TOKENIZER\n");
    return 2;
  }
  schemakit_vocabulary *vocabulary = schemakit_vocabulary_open(arguments[1], NULL, 0, &error);
  schemakit_grammar *grammar = NULL;
  schemakit_matcher *matcher = NULL;
  uint32_t *words = NULL;
  if (vocabulary == NULL) goto failed;
  grammar = schemakit_grammar_from_json_schema(vocabulary, schema, strlen(schema), NULL, &error);
  if (grammar == NULL) goto failed;
  matcher = schemakit_matcher_create(grammar, NULL, &error);
  if (matcher == NULL) goto failed;
  if (schemakit_matcher_set_token_budget(matcher, 60, &error) != SCHEMAKIT_OK) goto failed;

  size_t word_count = schemakit_vocabulary_mask_word_count(vocabulary);
  words = calloc(word_count, sizeof *words);
  while (words != NULL && !schemakit_matcher_is_finished(matcher)) {
    if (schemakit_matcher_mask(matcher, words, word_count, &error) != SCHEMAKIT_OK) goto failed;
    int32_t token = choose(words, schemakit_vocabulary_count(vocabulary));
    if (schemakit_matcher_commit(matcher, token, &error) != SCHEMAKIT_OK) goto failed;
  }

  size_t length = schemakit_matcher_text(matcher, NULL, 0);
  uint8_t *text = malloc(length);
  if (text != NULL) {
    schemakit_matcher_text(matcher, text, length);
    fwrite(text, 1, length, stdout);
    putchar('\n');
  }
  free(text);

failed:
  if (error != NULL) fprintf(stderr, "%s\n", error);
  int status = error == NULL ? 0 : 1;
  schemakit_text_free(error);
  free(words);
  schemakit_matcher_free(matcher);
  schemakit_grammar_free(grammar);
  schemakit_vocabulary_free(vocabulary);
  return status;
}
