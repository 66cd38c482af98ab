#include "lib/validate/event_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/chess/position_key.h"
#include "lib/pgn/tag_pair.h"
#include "lib/tags/claimed_end.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/movetext_walk.h"

namespace arbiter {
namespace {

// The usual maximum number of tags kept by EventGame.
constexpr std::size_t kUsualTags = 12;

// Returns a hash of the initial position and the moves.
std::uint64_t hash_of(const PlayedGame& played) {
  if (played.keys.empty()) return 0;
  MovesHash hash(played.keys.front());
  for (const Move move : played.moves) hash.add(move.bits());
  return hash.value();
}

// Returns whether the game was not played: "1-0F", "+/-", or a Termination of "forfeit" or
// "unplayed".
bool is_forfeit(const PgnGame& game, const PlayedGame& played) {
  const auto tag = tagged_result(game);
  const bool is_written =
      tag && (tag->form == ResultForm::Forfeit || tag->form == ResultForm::DoubleForfeit);
  if (is_written) return true;
  const PgnTag* termination = game.tag(KnownTag::Termination);
  if (termination == nullptr || !played.moves.empty()) return false;
  const auto claim = read_termination(decode_text(termination->value).utf8).claim;
  return claim && claim->cause == EndCause::Forfeit;
}

// Returns the result of the Result tag, if the moves end with another result, which takes
// precedence.
GameResult overruled_tag(const PgnGame& game, const GameResult& decided) {
  const auto tag = tagged_result(game);
  if (!tag) return {};
  const GameResult tagged = result_of(*tag);
  return tagged == decided ? GameResult() : tagged;
}

}  // namespace

EventGame event_game_of(const PgnGame& game, const GameSummary& summary, const PlayedGame& played) {
  EventGame event;
  event.number = summary.number;
  event.tags.reserve(kUsualTags);
  for (const PgnTag& tag : game.tags) {
    if (!event.keeps(tag.known, tag.name)) continue;
    event.tags.push_back({.known = tag.known,
                          .value = utf8_value(tag.value),
                          .offset = game.offset + tag.value_offset,
                          .name = std::string(tag.known == KnownTag::Other ? tag.name : "")});
  }
  event.result = summary.result.value_or(GameResult());
  event.overruled = overruled_tag(game, event.result);
  event.is_forfeit = is_forfeit(game, played);
  event.plies = summary.plies;
  event.moves_hash = hash_of(played);
  return event;
}

void place_event_games(const PgnText& source, std::vector<EventGame>& games) {
  Locator locator(source);
  for (EventGame& game : games) {
    for (EventTag& tag : game.tags) {
      const TextPlace place = locator.place_of(tag.offset);
      tag.line = place.line;
      tag.column = place.column;
    }
  }
}

LocatedDiagnostic located_in(const EventGame& game, const EventTag* tag, Diagnostic diagnostic) {
  if (tag == nullptr && !game.tags.empty()) tag = &game.tags.front();
  LocatedDiagnostic located{.diagnostic = std::move(diagnostic)};
  located.diagnostic.game = game.number;
  const auto value = [&game](KnownTag known) { return std::string(game.value(known)); };
  GameLabel label{value(KnownTag::White), value(KnownTag::Black), value(KnownTag::Round)};
  if (!label.is_empty()) located.game = std::make_shared<const GameLabel>(std::move(label));
  if (tag == nullptr) return located;
  located.diagnostic.offset = tag->offset;
  located.diagnostic.length = static_cast<std::uint32_t>(tag->value.size());
  located.line = tag->line;
  located.column = tag->column;
  const std::string_view name = tag->name.empty() ? to_string(tag->known) : tag->name;
  located.excerpt = fmt::format("[{} {}]", name, quote(tag->value));
  located.marker_start = static_cast<std::uint32_t>(name.size() + 3);
  located.marker_length =
      std::max<std::uint32_t>(1, static_cast<std::uint32_t>(count_code_points(tag->value)));
  return located;
}

}  // namespace arbiter
