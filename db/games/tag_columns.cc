#include "db/games/tag_columns.h"

#include <optional>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/tags/eco_code.h"

namespace arbiter::db::games {

namespace {

unsigned digit(char c) { return static_cast<unsigned>(c - '0'); }

}  // namespace

std::uint32_t date_number(std::string_view value) {
  std::optional<PartialDate> date = parse_date(value);
  if (!date) date = read_other_date(value);
  if (!date) return 0;
  if (date->year == 0) date->year.reset();
  if (!may_exist(*date)) date->day.reset();
  if (!may_exist(*date)) date->month.reset();
  return date->year.value_or(0) * 10000U + date->month.value_or(0) * 100U + date->day.value_or(0);
}

std::uint16_t elo_number(std::string_view value) {
  value = trim(value);
  if (value.empty() || value.size() > 4) return 0;
  unsigned number = 0;
  for (const char c : value) {
    if (!is_digit(c)) return 0;
    number = number * 10 + digit(c);
  }
  return static_cast<std::uint16_t>(number);
}

std::uint16_t eco_number(std::string_view value) {
  value = trim(value);
  if (!is_eco_code(value) && !is_extended_eco_code(value)) return 0;
  const auto letter = static_cast<unsigned>(value[0] - 'A');
  return static_cast<std::uint16_t>(1 + 100 * letter + 10 * digit(value[1]) + digit(value[2]));
}

}  // namespace arbiter::db::games
