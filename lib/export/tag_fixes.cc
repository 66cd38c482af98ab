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

// Returns whether the text contains a four-digit number, or an eight-digit one such as 19870501.
bool has_year(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text) {
    if (!is_digit(c) && (digits == 4 || digits == 8)) return true;
    digits = is_digit(c) ? digits + 1 : 0;
  }
  return digits == 4 || digits == 8;
}

}  // namespace

void fix_dates(ExportTags& tags, TagNotes& notes) {
  for (ExportTag& tag : tags.added()) {
    using enum KnownTag;
    if (tag.known != Date && tag.known != EventDate && tag.known != UtcDate) continue;
    auto date = parse_date(tag.value);
    const bool is_pgn = date.has_value();
    if (!date) date = read_other_date(trim(tag.value));
    if (date) {
      if (date->year == 0) date->year.reset();
      if (date->month == 0) date->month.reset();
      if (date->day == 0) date->day.reset();
    }
    if (!date || !may_exist(*date)) {
      if (!std::ranges::any_of(tag.value, is_digit)) continue;
      notes.contradictions.push_back(fmt::format(
          "the {} \"{}\" {}", tag.name, tag.value,
          is_pgn || has_year(tag.value) ? "does not exist" : "has no year of four digits"));
      continue;
    }
    std::string value = to_string(*date);
    if (value == tag.value) continue;
    // Other dates without a month are only a year.
    const bool has_two_readings = !date->month && !is_pgn && trim(tag.value).size() > 4;
    if (has_two_readings) {
      notes.contradictions.push_back(
          fmt::format("the {} \"{}\" has two readings", tag.name, tag.value));
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

// Returns whether the tags contradict the list, as opposed to missing data.
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
