// Prints the grammar that llama.cpp makes of a JSON Schema; warnings and errors go to standard
// error.

#include "common.h"
#include "json-schema-to-grammar.h"

#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

std::string string_join(const std::vector<std::string> & values, const std::string & separator) {
  std::string result;
  for (size_t i = 0; i < values.size(); i++) {
    if (i > 0) result += separator;
    result += values[i];
  }
  return result;
}

std::vector<std::string> string_split(const std::string & text, const std::string & delimiter) {
  std::vector<std::string> parts;
  size_t start = 0;
  for (size_t end; (end = text.find(delimiter, start)) != std::string::npos;
       start = end + delimiter.size()) {
    parts.push_back(text.substr(start, end - start));
  }
  parts.push_back(text.substr(start));
  return parts;
}

std::string string_repeat(const std::string & text, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; i++) result += text;
  return result;
}

int main(int count, char ** arguments) {
  if (count != 2) {
    std::cerr << "usage: converter FILE\n";
    return 64;
  }
  std::ifstream file(arguments[1]);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  try {
    std::cout << json_schema_to_grammar(common_json::parse(text), true);
  } catch (const std::exception & error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
