// What the converter needs of llama.cpp's common.h, which would bring all of llama.cpp along.
#pragma once

#include <cstdint>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

std::string string_join(const std::vector<std::string> & values, const std::string & separator);
std::vector<std::string> string_split(const std::string & text, const std::string & delimiter);
std::string string_repeat(const std::string & text, size_t count);
