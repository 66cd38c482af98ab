#include "db/model/column_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/openings/opening_table.h"

namespace arbiter {
namespace {

constexpr EndingName kEndings[] = {
    {Ending::Unknown, "unknown", "not recorded; usually resignation or agreement"},
    {Ending::Checkmate, "mate", "checkmate (Laws 5.1.1)"},
    {Ending::Stalemate, "stalemate", "stalemate (Laws 5.2.1)"},
    {Ending::DeadPosition, "dead", "dead position: neither side can mate (Laws 5.2.2)"},
    {Ending::Fivefold, "fivefold", "fivefold repetition (Laws 9.6.1)"},
    {Ending::SeventyFive, "seventy-five", "75 moves without a capture or pawn move (Laws 9.6.2)"},
    {Ending::Threefold, "threefold", "a draw, with a threefold repetition at the end (Laws 9.2)"},
    {Ending::Fifty, "fifty", "a draw after 50 moves without a capture or pawn move (Laws 9.3)"},
    {Ending::TimeForfeit, "time", "a flag fell"},
    {Ending::Abandoned, "abandoned", "a player left"},
    {Ending::Adjudication, "adjudication", "the result was adjudicated"},
    {Ending::RulesInfraction, "infraction", "a player broke the rules"},
    {Ending::Unfinished, "unfinished", "unfinished or unknown"},
    {Ending::Resignation, "resignation", "a player resigned, according to the file"},
    {Ending::Agreement, "agreement", "a draw by agreement, according to the file"},
    {Ending::Forfeit, "forfeit", "a result without a move"},
};

unsigned digit(char c) { return static_cast<unsigned>(c - '0'); }

// Writes the digits of a number before `end`. Writes nothing for 0 (unknown).
void put_digits(std::uint32_t number, std::size_t digits, char* end) {
  if (number == 0) return;
  for (; digits > 0; --digits, number /= 10) *--end = static_cast<char>('0' + number % 10);
}

}  // namespace

std::span<const EndingName> endings() { return kEndings; }

std::string_view to_string(Ending ending) {
  return kEndings[static_cast<std::size_t>(ending_of(static_cast<std::uint64_t>(ending)))].word;
}

Ending ending_of(std::uint64_t number) {
  return number < std::size(kEndings) ? static_cast<Ending>(number) : Ending::Unknown;
}

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
  if (value.empty() || value.size() > 4 || !std::ranges::all_of(value, is_digit)) return 0;
  unsigned number = 0;
  for (const char c : value) number = number * 10 + digit(c);
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

std::string year_text(std::uint16_t year) { return year == 0 ? "" : fmt::format("{}", year); }

}  // namespace arbiter
