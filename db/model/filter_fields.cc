#include "db/model/filter_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "db/model/filter_readers.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

// Conditions with several values of a list may divide them by commas; commas are parts of names.
constexpr std::string_view kList = ",|";

const FilterField kFields[] = {
    {.name = "player",
     .value = "NAME",
     .meaning = "A player of either colour; each word given must begin a word of the name: 'magnus "
                "carl', 'Carlsen, M'; =NAME: the whole name",
     .read = read_player},
    {.name = "white",
     .value = "NAME",
     .meaning = "The player with White",
     .read = read_name<GameText::White>},
    {.name = "black",
     .value = "NAME",
     .meaning = "The player with Black",
     .read = read_name<GameText::Black>},
    {.name = "between",
     .value = "NAME NAME",
     .meaning = "Games of these two players against each other, with either colour",
     .read = read_between,
     .words = 2},
    {.name = "event",
     .value = "NAME",
     .meaning = "Event name; each word given must begin a word of it",
     .read = read_name<GameText::Event>},
    {.name = "site",
     .value = "NAME",
     .meaning = "Site name; each word given must begin a word of it",
     .read = read_name<GameText::Site>},
    {.name = "date",
     .value = "RANGE",
     .meaning = "Date played: 1992, 1992.11, 1990..1999, 2000..",
     .read = read_date,
     .is_ordered = true,
     .dividers = kList},
    {.name = "round",
     .value = "ROUND",
     .meaning = "The round: 3 (all boards), 3.2, 1..5, Final",
     .read = read_round,
     .is_ordered = true,
     .dividers = kList},
    {.name = "elo",
     .value = "RANGE",
     .meaning = "The ratings of both players: 2400..2500, 2600..",
     .read = read_both_elos,
     .is_ordered = true,
     .dividers = kList},
    {.name = "white-elo",
     .value = "RANGE",
     .meaning = "White's rating",
     .read = read_number<GameNumber::WhiteElo, kNumberForm>,
     .is_ordered = true,
     .dividers = kList},
    {.name = "black-elo",
     .value = "RANGE",
     .meaning = "Black's rating",
     .read = read_number<GameNumber::BlackElo, kNumberForm>,
     .is_ordered = true,
     .dividers = kList},
    {.name = "title",
     .value = "TITLE",
     .meaning = "Title of either player: GM, IM, WGM, ...",
     .read = read_title,
     .dividers = kList,
     .choices = title_words()},
    {.name = "result",
     .value = "RESULT",
     .meaning = "1-0, 0-1, 1/2-1/2 or *",
     .read = read_result,
     .dividers = kList,
     .choices = result_words()},
    {.name = "eco",
     .value = "RANGE",
     .meaning = "Opening code: B90, B9, B, A40..A79; of the ECO tag, otherwise of the moves",
     .read = read_eco,
     .is_ordered = true,
     .dividers = kList},
    {.name = "opening",
     .value = "NAME",
     .meaning = "The opening as played, by words of its name or its code: 'najdorf english', B90",
     .read = read_opening},
    {.name = "plies",
     .value = "RANGE",
     .meaning = "Length in half-moves",
     .read = read_number<GameNumber::Plies, kNumberForm, Zero::IsNumber>,
     .is_ordered = true,
     .dividers = kList},
    {.name = "time-control",
     .value = "TEXT",
     .meaning = "The time control: 300+5, 40/7200:3600",
     .read = read_clocks},
    {.name = "ending",
     .value = "WORD",
     .meaning = "How it ended: mate, stalemate, threefold, time, ...",
     .read = read_ending,
     .dividers = kList,
     .choices = ending_words()},
    {.name = "finding",
     .value = "ID",
     .meaning = "A finding: an id or a group from 'arbiter explain'",
     .read = read_finding,
     .dividers = kList},
    {.name = "material",
     .value = "PIECES",
     .meaning = "Pieces on the board at some point: 'KRPkr' (White in capitals), 'KRP{1,3}kr', "
                "'KQ*k*'; ~ at the end: or with colours swapped",
     .read = read_material},
    {.name = "pattern",
     .value = "PATTERN",
     .meaning = "Positions and moves of the game: 'Nf5 and kg8', 'move Bxh7 then Kxh7'; 'arbiter "
                "explain pattern' teaches the language",
     .read = read_pattern,
     .dividers = ""},
    {.name = "tag",
     .value = "TAG=TEXT",
     .meaning = "Any tag; each word given must begin a word of its value: 'Annotator=kasparov'; "
                "TAG=?: unknown",
     .read = read_tag,
     .has_key = true},
    {.name = "source",
     .value = "TEXT",
     .meaning = "Part of the name of the file it came from",
     .read = read_source},
    {.name = "flag",
     .value = "WORD",
     .meaning = "incomplete, duplicate or unchecked",
     .read = read_flag,
     .dividers = kList,
     .choices = flag_words()},
    {.name = "id",
     .value = "N",
     .meaning = "Number in the database: 2, '2,3', 2..9",
     .read = read_number<GameNumber::Id, kIdForm>,
     .is_ordered = true,
     .dividers = ",| "},
};

// A value as --where reads it again.
std::string quoted(std::string_view value) {
  const auto is_plain = [](char c) {
    return is_digit(c) || is_letter(c) ||
           std::string_view(".,|+-*/?:").find(c) != std::string_view::npos;
  };
  if (std::ranges::all_of(value, is_plain)) return std::string(value);
  std::string text = "\"";
  for (const char c : value) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

}  // namespace

std::span<const FilterField> filter_fields() { return kFields; }

const FilterField* find_field(std::string_view name) {
  const auto* found = std::ranges::find_if(
      kFields, [&](const FilterField& field) { return equal_ignoring_case(field.name, name); });
  return found == std::end(kFields) ? nullptr : found;
}

Error unknown_field(std::string_view name) {
  std::vector<std::string_view> names;
  for (const FilterField& field : filter_fields()) names.push_back(field.name);
  const auto near = nearest_words(name, names, 1);
  return {fmt::format("unknown field '{}'{}; fields: {}", name,
                      near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near.front()),
                      fmt::join(names, ", "))};
}

Result<GameFilter> read_condition(const FilterField& field, const Condition& condition) {
  std::vector<GameFilter> filters;
  for (std::string_view rest = condition.value;;) {
    rest = trim(rest);
    const std::size_t end = rest.find_first_of(field.dividers);
    const std::string_view value = trim(rest.substr(0, end));
    if (value.empty()) return Error{"a value is missing"};
    auto filter = field.read({condition.comparison, value, condition.key});
    if (!filter) return filter;
    filters.push_back(*std::move(filter));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  GameFilter filter = any_of(std::move(filters));
  filter.text = fmt::format("{}{}{} {} {}", field.name, field.has_key ? "." : "", condition.key,
                            to_string(condition.comparison), quoted(condition.value));
  return filter;
}

Result<GameFilter> read_option(const FilterField& field, std::string_view value) {
  if (!field.has_key) return read_condition(field, {.value = value});
  const std::size_t sign = value.find('=');
  const std::string_view key = trim(value.substr(0, sign));
  if (sign == std::string_view::npos || key.empty()) {
    return Error{fmt::format("invalid value '{}' (such as Annotator=Kasparov)", value)};
  }
  return read_condition(field, {.value = trim(value.substr(sign + 1)), .key = key});
}

}  // namespace arbiter
