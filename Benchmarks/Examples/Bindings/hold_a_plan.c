/*
 * Lets a model think, write and call a tool from C, and prints the events of the output.
 *
 *     cc hold_a_plan.c -I Sources/CSchemaKit/include -L FOLDER -lschemakit-c -o hold_a_plan
 *     ./hold_a_plan tokenizer.json
 *
 * In place of a model, all allowed tokens are equally likely. Use the logits of your model instead.
 */
#include <schemakit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *request =
    "{\"format\": \"hermes\", \"choice\": \"required\", \"several_calls\": false,"
    " \"thinking\": {\"mode\": \"required\", \"limit\": 8},"
    " \"tools\": [{\"name\": \"weather\", \"parameters\": {\"type\": \"object\", \"properties\": {"
    "  \"days\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": 14}},"
    "  \"required\": [\"days\"], \"additionalProperties\": false}}]}";

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
    fprintf(stderr, "usage: hold_a_plan TOKENIZER\n");
    return 2;
  }
  schemakit_vocabulary *vocabulary = schemakit_vocabulary_open(arguments[1], NULL, 0, &error);
  schemakit_plan *plan = NULL;
  schemakit_output *output = NULL;
  uint32_t *words = NULL;
  if (vocabulary == NULL) goto failed;
  plan = schemakit_plan_from_tools(vocabulary, request, strlen(request), NULL, &error);
  if (plan == NULL) goto failed;
  output = schemakit_output_create(plan, NULL, &error);
  if (output == NULL) goto failed;
  if (schemakit_output_set_token_budget(output, 200, &error) != SCHEMAKIT_OK) goto failed;

  size_t word_count = schemakit_vocabulary_mask_word_count(vocabulary);
  words = calloc(word_count, sizeof *words);
  while (words != NULL && !schemakit_output_is_finished(output)) {
    if (schemakit_output_mask(output, words, word_count, &error) != SCHEMAKIT_OK) goto failed;
    int32_t token = choose(words, schemakit_vocabulary_count(vocabulary));
    if (schemakit_output_commit(output, token, &error) != SCHEMAKIT_OK) goto failed;
  }
  char *events = schemakit_output_take_events(output);
  if (events != NULL) puts(events);
  schemakit_text_free(events);

failed:
  if (error != NULL) fprintf(stderr, "%s\n", error);
  int status = error == NULL ? 0 : 1;
  schemakit_text_free(error);
  free(words);
  schemakit_output_free(output);
  schemakit_plan_free(plan);
  schemakit_vocabulary_free(vocabulary);
  return status;
}
