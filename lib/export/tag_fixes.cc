#include "lib/export/tag_fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/tags/name_form.h"

namespace arbiter {
namespace {

// Returns whether the text contains a four-digit number, or an eight-digit number such as 19870501.
bool has_year(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text) {
    if (!is_digit(c) && (digits == 4 || digits == 8)) return true;
    digits = is_digit(c) ? digits + 1 : 0;
  }
  return digits == 4 || digits == 8;
}

// The months in German, French, Spanish, Italian, Dutch, Polish and Russian, as in dates.
constexpr std::string_view kMonths[] = {
    "januar janvier enero gennaio januari stycznia января",
    "februar février fevrier febrero febbraio februari lutego февраля",
    "märz maerz mars marzo maart marca марта",
    "april avril abril aprile kwietnia апреля",
    "mai mayo maggio mei maja мая",
    "juni juin junio giugno czerwca июня",
    "juli juillet julio luglio lipca июля",
    "august août aout agosto augustus sierpnia августа",
    "september septembre septiembre settembre września сентября",
    "oktober octobre octubre ottobre października октября",
    "november novembre noviembre listopada ноября",
    "dezember décembre decembre diciembre dicembre december grudnia декабря"};

// Returns the date with its month in English: "10 May 2024" for "10. Mai 2024". A month may be
// abbreviated to three letters or more, unless another month begins with the same letters.
std::string with_english_month(std::string_view date) {
  constexpr std::string_view kEnglish[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                           "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::string english;
  while (!date.empty()) {
    std::string_view word = date.substr(0, date.find(' '));
    date.remove_prefix(std::min(word.size() + 1, date.size()));
    if (word.ends_with('.')) word.remove_suffix(1);
    if (word == "de" || word.empty()) continue;
    const std::string start = ' ' + to_small(word);
    const auto begins = [&](std::string_view names) {
      return word.size() > 2 && fmt::format(" {}", names).find(start) != std::string::npos;
    };
    const auto* const month = std::ranges::find_if(kMonths, begins);
    const bool is_clear = std::ranges::count_if(kMonths, begins) == 1;
    if (is_clear) word = kEnglish[month - std::begin(kMonths)];
    english += fmt::format("{}{}", english.empty() ? "" : " ", word);
  }
  return english;
}

// Returns why a date cannot be written in PGN.
std::string_view fault_of_date(std::string_view text, bool is_pgn) {
  const bool has_word = std::ranges::any_of(text, [](char c) {
    return is_letter(c) || !is_ascii({&c, 1});
  });
  if (!is_pgn && !has_year(text)) return "has no year of four digits";
  return has_word ? "is unclear" : "does not exist";
}

// Returns whether only the year is known. Other dates without a month contain only a year.
bool is_ambiguous(const PartialDate& date, std::string_view text) {
  return !date.month && trim(text).size() > 4;
}

}  // namespace

void fix_dates(ExportTags& tags, TagNotes& notes, TextFix fix) {
  for (ExportTag& tag : tags.added()) {
    using enum KnownTag;
    if (tag.known != Date && tag.known != EventDate && tag.known != UtcDate) continue;
    auto date = parse_date(tag.value);
    const bool is_pgn = date.has_value();
    if (!date) date = read_other_date(trim(tag.value));
    if (!date) date = read_other_date(with_english_month(trim(tag.value)));
    if (fix != TextFix::Dates && !is_pgn && date && is_ambiguous(*date, tag.value)) {
      std::string dotted(trim(tag.value));
      std::ranges::replace_if(
          dotted, [](char c) { return c == '/' || c == '-'; }, '.');
      date = read_other_date(dotted);  // the day is first
      if (date && fix == TextFix::MonthFirst) std::swap(date->month, date->day);
    }
    if (date) {
      if (date->year == 0) date->year.reset();
      if (date->month == 0) date->month.reset();
      if (date->day == 0) date->day.reset();
    }
    if (!date || !may_exist(*date)) {
      if (!std::ranges::any_of(tag.value, is_digit)) continue;
      notes.contradictions.push_back(
          fmt::format("the {} \"{}\" {}", tag.name, tag.value, fault_of_date(tag.value, is_pgn)));
      continue;
    }
    std::string value = to_string(*date);
    if (value == tag.value) continue;
    if (!is_pgn && is_ambiguous(*date, tag.value)) {
      notes.contradictions.push_back(fmt::format(
          "the {} \"{}\" is ambiguous; choose with --fix day-first or --fix month-first", tag.name,
          tag.value));
      continue;
    }
    notes.changes.push_back(fmt::format("{} \"{}\" is now \"{}\"", tag.name, tag.value, value));
    tag.value = std::move(value);
  }
}

namespace {

EventGame event_game_of(ExportTags& tags) {
  EventGame game;
  for (const ExportTag& tag : tags.added()) {
    if (!game.keeps(tag.known, tag.name)) continue;
    game.tags.push_back({.known = tag.known,
                         .value = tag.value,
                         .name = tag.known == KnownTag::Other ? tag.name : ""});
  }
  return game;
}

// Fills the missing tags of one player.
class PlayerFill {
 public:
  PlayerFill(const PlayerMention& mention, ExportTags& tags, TagNotes& notes)
      : mention_(mention), tags_(tags), notes_(notes) {}

  void fill(const SideTags& sides, std::string_view value) {
    const KnownTag tag = sides[side()];
    const std::string_view written = mention_.game.value(tag);
    if (!written.empty() && written != "0") return;
    put(to_string(tag), value);
  }
  void fill_federation(std::string_view value) {
    const EventTag* tag = mention_.game.federation_tag(mention_.color);
    if (tag == nullptr) return put(mention_.color == Color::White ? "WhiteFed" : "BlackFed", value);
    if (mention_.game.federation(mention_.color).empty()) put(tag->name, value);
  }
  void fill_rating(const ListedPlayer& player) {
    const auto kind = rating_kind_of(mention_.game.value(KnownTag::TimeControl));
    const std::uint32_t rating =
        player.ratings[static_cast<std::size_t>(kind.value_or(RatingKind::Standard))];
    if (rating != 0) fill(kEloTags, fmt::format("{}", rating));
  }

 private:
  std::size_t side() const { return static_cast<std::size_t>(mention_.color); }
  void put(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    tags_.put(name, value);
    notes_.changes.push_back(fmt::format("{} \"{}\" added for \"{}\"", name, value,
                                         mention_.game.value(kNameTags[side()])));
  }

  const PlayerMention& mention_;
  ExportTags& tags_;
  TagNotes& notes_;
};

// Returns whether the code means that tags contradict the list, and not that they lack data.
bool is_contradiction(DiagnosticCode code) {
  return code != DiagnosticCode::ListFideidMissing && code != DiagnosticCode::ListPlayerUnknown &&
         code != DiagnosticCode::ListPlayerAmbiguous;
}

// Calls `visit` with each named player of a game.
template <class Visit>
void for_each_player(ExportTags& tags, Visit visit) {
  PlayerMention mention{.game = event_game_of(tags)};
  for (const Color color : {Color::White, Color::Black}) {
    mention.color = color;
    const std::string_view name = mention.game.value(kNameTags[static_cast<std::size_t>(color)]);
    if (!name.empty() && !is_unknown_name(name)) visit(mention);
  }
}

}  // namespace

void PlayerTags::edit(ExportTags& tags, TagNotes& notes) const {
  for_each_player(tags, [&](const PlayerMention& mention) {
    const auto month = list_month_of(mention.game);
    const std::span<const PlayerMention> one(&mention, 1);
    for (ListFinding& finding : check_mentions(one, known_, month_ ? month_ : month)) {
      if (is_contradiction(finding.code))
        notes.contradictions.push_back(std::move(finding.message));
    }
    const ListedPlayer* player = identified_player(mention, known_);
    if (player == nullptr) return;
    PlayerFill fill(mention, tags, notes);
    if (player->fide_id != 0) fill.fill(kFideIdTags, fmt::format("{}", player->fide_id));
    if (month_ && month_ != month) return;
    fill.fill(kTitleTags, player->title.empty() ? player->women_title : player->title);
    fill.fill_federation(player->federation);
    fill.fill_rating(*player);
  });
}

void PlayerRequests::edit(ExportTags& tags, TagNotes& /*notes*/) const {
  for_each_player(tags, [this](const PlayerMention& mention) {
    const std::lock_guard lock(mutex_);
    request_players(std::span(&mention, 1), known_);
  });
}

}  // namespace arbiter
