#include "tools/cli/options/filter_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "db/model/game_draft.h"
#include "lib/base/text.h"
#include "lib/diagnostics/selection.h"

namespace arbiter::cli::options {
namespace {

using Fault = std::optional<std::string>;

// Calls `add(part)` for each part of `text` between dividers, until one has a fault.
template <class Add>
Fault for_each_part(std::string_view text, char divider, Add add) {
  while (true) {
    const std::size_t end = text.find(divider);
    const std::string_view part = trim(text.substr(0, end));
    if (part.empty()) return "there is nothing to look for";
    if (Fault fault = add(part)) return fault;
    if (end == std::string_view::npos) return std::nullopt;
    text.remove_prefix(end + 1);
  }
}

template <std::vector<std::string> GameFilter::*kNames>
Fault add_names(GameFilter& filter, Comparison, std::string_view value) {
  return for_each_part(value, '|', [&](std::string_view name) -> Fault {
    (filter.*kNames).emplace_back(name);
    return std::nullopt;
  });
}

// Several ranges narrow each other. False where no value can fit.
template <class T>
bool narrow(Range<T>& range, const std::optional<Range<std::uint32_t>>& by) {
  if (!by || by->least.value_or(0) > std::numeric_limits<T>::max()) return false;
  if (by->least) range.least = std::max(static_cast<T>(*by->least), range.least.value_or(0));
  if (by->most) {
    constexpr T kMost = std::numeric_limits<T>::max();
    const T most = static_cast<T>(std::min<std::uint32_t>(*by->most, kMost));
    range.most = std::min(most, range.most.value_or(kMost));
  }
  return true;
}

template <auto kRange, const ValueForm& kForm>
Fault add_range(GameFilter& filter, Comparison comparison, std::string_view value) {
  if (narrow(filter.*kRange, parse_range(value, comparison, kForm))) return std::nullopt;
  return fmt::format("'{}' is not of the form {}", value, kForm.example);
}

template <class T>
struct Word {
  std::string_view word;
  T value;
};

template <class T>
Fault add_word(std::string_view word, std::span<const Word<T>> words, std::vector<T>& values) {
  std::vector<std::string_view> known;
  for (const Word<T>& one : words) {
    if (equal_ignoring_case(one.word, word)) return values.push_back(one.value), std::nullopt;
    known.push_back(one.word);
  }
  return fmt::format("'{}' is none of {}", word, fmt::join(known, ", "));
}

constexpr Word<Outcome> kResults[] = {
    {"1-0", Outcome::WhiteWins}, {"0-1", Outcome::BlackWins}, {"1/2-1/2", Outcome::Draw},
    {"*", Outcome::Unknown},     {"1/2", Outcome::Draw},      {"draw", Outcome::Draw},
};

Fault add_result(GameFilter& filter, Comparison, std::string_view value) {
  return for_each_part(
      value, value.find('|') == value.npos ? ',' : '|',
      [&](std::string_view word) { return add_word<Outcome>(word, kResults, filter.result); });
}

Fault add_ending(GameFilter& filter, Comparison, std::string_view value) {
  std::vector<Word<Ending>> words;
  for (const EndingName& name : endings()) words.push_back({name.word, name.ending});
  return for_each_part(
      value, value.find('|') == value.npos ? ',' : '|',
      [&](std::string_view word) { return add_word<Ending>(word, words, filter.ending); });
}

constexpr Word<std::uint8_t> kFlags[] = {
    {"incomplete", kIncomplete}, {"duplicate", kDuplicate}, {"unchecked", kUnchecked}};

Fault add_flag(GameFilter& filter, Comparison, std::string_view value) {
  std::vector<std::uint8_t> flags;
  auto fault = for_each_part(value, ',', [&](std::string_view word) {
    return add_word<std::uint8_t>(word, kFlags, flags);
  });
  for (const std::uint8_t flag : flags)
    filter.flags = static_cast<std::uint8_t>(filter.flags | flag);
  return fault;
}

Fault add_finding(GameFilter& filter, Comparison, std::string_view value) {
  std::string words(value);
  std::replace(words.begin(), words.end(), '|', ',');
  const auto selection = make_selection({.select = {words}});
  if (!selection) return selection.error();
  for (const CatalogueEntry& entry : catalogue()) {
    if (selection->is_on(entry.code)) filter.finding.push_back(entry.code);
  }
  return std::nullopt;
}

Fault add_material(GameFilter& filter, Comparison, std::string_view value) {
  if (filter.material) return "only one material can be asked for";
  auto pattern = MaterialPattern::parse(value);
  if (!pattern) return pattern.error();
  filter.material = *pattern;
  return std::nullopt;
}

constexpr FilterField kFields[] = {
    {"player", "NAME",
     "A player of either colour, by the beginnings of words: 'magnus carl', 'Carlsen, M'; =NAME: "
     "the whole name",
     true, false, add_names<&GameFilter::player>},
    {"white", "NAME", "The player of the white men", true, false, add_names<&GameFilter::white>},
    {"black", "NAME", "The player of the black men", true, false, add_names<&GameFilter::black>},
    {"event", "NAME", "The event, by the beginnings of words", true, false,
     add_names<&GameFilter::event>},
    {"site", "NAME", "The site, by the beginnings of words", true, false,
     add_names<&GameFilter::site>},
    {"date", "RANGE", "When it was played: 1992, 1992.11, 1990..1999, 2000..", false, true,
     add_range<&GameFilter::date, kDateForm>},
    {"elo", "RANGE", "The ratings of both players: 2400..2500, 2600..", false, true,
     add_range<&GameFilter::elo, kNumberForm>},
    {"white-elo", "RANGE", "White's rating", false, true,
     add_range<&GameFilter::white_elo, kNumberForm>},
    {"black-elo", "RANGE", "Black's rating", false, true,
     add_range<&GameFilter::black_elo, kNumberForm>},
    {"result", "RESULT", "1-0, 0-1, 1/2-1/2 or *", true, false, add_result},
    {"eco", "RANGE", "The opening's code: B90, B9, B, A40..A79", false, true,
     add_range<&GameFilter::eco, kEcoForm>},
    {"plies", "RANGE", "How many half-moves it has", false, true,
     add_range<&GameFilter::plies, kNumberForm>},
    {"ending", "WORD", "How it ended: mate, stalemate, threefold, time, ...", true, false,
     add_ending},
    {"finding", "ID", "What was found in it: an id or a group of 'arbiter explain'", true, false,
     add_finding},
    {"material", "MEN",
     "Men that stood on the board: 'KRPkr' (White's are capital), 'KRP{1,3}kr', 'KQ*k*'; ~ at the "
     "end: or with colours swapped",
     false, false, add_material},
    {"source", "TEXT", "A part of the name of the file that it came from", true, false,
     add_names<&GameFilter::source>},
    {"flag", "WORD", "incomplete, duplicate or unchecked", false, false, add_flag},
};

}  // namespace

std::span<const FilterField> filter_fields() { return kFields; }

const FilterField* find_field(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kFields), std::end(kFields),
                   [&](const FilterField& field) { return equal_ignoring_case(field.name, name); });
  return found == std::end(kFields) ? nullptr : found;
}

}  // namespace arbiter::cli::options
