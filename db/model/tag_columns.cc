#include "db/model/tag_columns.h"

#include <fmt/format.h>

#include <optional>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/openings/opening_table.h"

namespace arbiter {
namespace {

unsigned digit(char c) { return static_cast<unsigned>(c - '0'); }

// Puts a number before `end` unless it is 0, which stands for unknown.
void put_digits(std::uint32_t number, std::size_t digits, char* end) {
  if (number == 0) return;
  for (; digits > 0; --digits, number /= 10) *--end = static_cast<char>('0' + number % 10);
}

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

std::string date_text(std::uint32_t date) {
  std::string text = "????.??.??";
  put_digits(date / 10000 % 10000, 4, text.data() + 4);
  put_digits(date / 100 % 100, 2, text.data() + 7);
  put_digits(date % 100, 2, text.data() + 10);
  return text;
}

std::string eco_text(std::uint16_t eco) {
  if (eco == 0) return {};
  return fmt::format("{}{:02}", static_cast<char>('A' + (eco - 1) / 100), (eco - 1) % 100);
}

}  // namespace arbiter
