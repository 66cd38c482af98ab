#include "lib/openings/eco_code.h"

#include <algorithm>

#include "lib/base/text.h"

namespace arbiter {
namespace {

bool is_code(std::string_view text) {
  return text.size() == 3 && text[0] >= 'A' && text[0] <= 'E' && is_digit(text[1]) &&
         is_digit(text[2]);
}

}  // namespace

bool is_eco_code(std::string_view text) {
  if (is_code(text)) return true;
  if (text.size() < 6 || text[3] != '/' || !is_code(text.substr(0, 3))) return false;
  const std::string_view second = text.substr(4);
  return is_code(second) || (second.size() == 2 && is_digit(second[0]) && is_digit(second[1]));
}

bool is_extended_eco_code(std::string_view text) {
  return text.size() > 3 && text.size() <= 6 && is_code(text.substr(0, 3)) &&
         std::ranges::all_of(text.substr(3), [](char letter) {
           return is_digit(letter) || (letter >= 'a' && letter <= 'z');
         });
}

}  // namespace arbiter
