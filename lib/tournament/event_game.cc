#include "lib/tournament/event_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/base/text.h"
#include "lib/tags/name_form.h"

namespace arbiter {
namespace {

std::string_view value_of(const EventTag* tag) {
  if (tag == nullptr) return {};
  const std::string_view value = trim(tag->value);
  return value == "?" || value == "-" ? std::string_view() : value;
}

}  // namespace

bool EventGame::keeps(KnownTag known, std::string_view name) const {
  using enum KnownTag;
  constexpr std::uint64_t kTags = [] {
    std::uint64_t kept = 0;
    for (const KnownTag one : {Event, Site, Date, Round, White, Black, Result, WhiteTitle,
                               BlackTitle, WhiteElo, BlackElo, WhiteFideId, BlackFideId, WhiteTeam,
                               BlackTeam, EventDate, Board, Termination, TimeControl})
      kept |= std::uint64_t{1} << static_cast<int>(one);
    return kept;
  }();
  if (known != Other) return (kTags >> static_cast<int>(known) & 1) != 0 && !tag(known);
  const auto side = side_of_federation_tag(name);
  return side && !federation_tag(*side);
}

std::optional<Color> side_of_federation_tag(std::string_view name) {
  constexpr std::string_view kEnds[] = {"Fed", "Federation", "Country", "Flag"};
  if (name.size() < 8) return {};
  const std::string_view side = name.substr(0, 5);
  const bool is_white = equal_ignoring_case(side, "White");
  if (!is_white && !equal_ignoring_case(side, "Black")) return {};
  for (const std::string_view end : kEnds) {
    if (equal_ignoring_case(name.substr(5), end)) return is_white ? Color::White : Color::Black;
  }
  return {};
}

RoundNumber parse_round(std::string_view text) {
  RoundNumber round;
  bool is_first = true;
  for (std::string_view rest = trim(text);;) {
    const std::size_t dot = rest.find('.');
    const auto part = parse_number<std::uint32_t>(trim(rest.substr(0, dot)));
    if (!part) return {};
    if (is_first) {
      if (*part > kLastRound) return {};
      round.round = *part;
    } else {
      round.parts.push_back(*part);
    }
    if (dot == std::string_view::npos) return round.round == 0 ? RoundNumber() : round;
    rest.remove_prefix(dot + 1);
    is_first = false;
  }
}

const EventTag* EventGame::tag(KnownTag known) const {
  const auto found = std::ranges::find(tags, known, &EventTag::known);
  return found == tags.end() ? nullptr : &*found;
}

const EventTag* EventGame::federation_tag(Color color) const {
  const auto found = std::ranges::find_if(tags, [color](const EventTag& tag) {
    return tag.known == KnownTag::Other && side_of_federation_tag(tag.name) == color;
  });
  return found == tags.end() ? nullptr : &*found;
}

std::string_view EventGame::value(KnownTag known) const { return value_of(tag(known)); }

std::string_view EventGame::federation(Color color) const {
  return value_of(federation_tag(color));
}

std::optional<std::uint32_t> EventGame::number_in(KnownTag known) const {
  const auto parsed = parse_number<std::uint32_t>(value(known));
  return parsed && *parsed > 0 ? parsed : std::nullopt;
}

std::uint32_t EventGame::board() const {
  if (const auto tagged = number_in(KnownTag::Board)) return *tagged;
  const std::vector<std::uint32_t> parts = round().parts;
  return parts.empty() ? 0 : parts.back();
}

std::optional<Color> half_point_in(const EventGame& game) {
  if (game.result.is_known()) return {};
  std::string text(game.value(KnownTag::Result));
  for (const std::string_view half : {"\u00bd", "0.5", "0,5", "="}) {
    const std::size_t at = text.find(half);
    if (at != std::string::npos) text.replace(at, half.size(), "1/2");
  }
  if (text == "1/2-0") return Color::White;
  return text == "0-1/2" ? std::optional(Color::Black) : std::nullopt;
}

bool is_absent(const EventGame& game, std::size_t side) {
  const std::string_view name = game.value(kNameTags[side]);
  return is_bye(name) || (game.plies == 0 && (name.empty() || is_unknown_name(name)));
}

std::optional<PartialDate> date_of(const EventGame& game) {
  const auto date = parse_date(game.value(KnownTag::Date));
  return date && date->is_complete() && may_exist(*date) ? date : std::nullopt;
}

bool are_days_apart(const EventGame& one, const EventGame& other) {
  const auto day = parse_date(one.value(KnownTag::Date));
  const auto others = parse_date(other.value(KnownTag::Date));
  if (!day || !others || !day->is_complete() || !others->is_complete()) return false;
  return one.value(KnownTag::Date) != other.value(KnownTag::Date);
}

bool are_apart(const EventGame& one, const EventGame& other) {
  const std::string_view control = one.value(KnownTag::TimeControl);
  const std::string_view others = other.value(KnownTag::TimeControl);
  const bool has_both =
      !control.empty() && !others.empty() && is_digit(control[0]) && is_digit(others[0]);
  return are_days_apart(one, other) || (has_both && control != others);
}

bool has_moves_of(const EventGame& game, const EventGame& other) {
  return game.plies > 0 && game.plies == other.plies && game.moves_hash == other.moves_hash;
}

std::string place_of(const EventGame& game, std::span<const std::string> files) {
  const std::uint64_t line = game.tags.empty() ? 1 : game.tags.front().line;
  if (files.size() < 2) return fmt::format("game {} (line {})", game.number, line);
  return fmt::format("game {} of {} (line {})", game.number, files[game.file], line);
}

}  // namespace arbiter
