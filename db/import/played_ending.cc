#include "db/import/played_ending.h"

#include <optional>
#include <string>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/tags/claimed_end.h"

namespace arbiter {
namespace {

GameResult result_of(const GameSummary& summary) { return summary.result.value_or(GameResult()); }

Ending ending_by(EndReason reason) {
  switch (reason) {
    case EndReason::Checkmate:
      return Ending::Checkmate;
    case EndReason::Stalemate:
      return Ending::Stalemate;
    case EndReason::DeadByMaterial:
    case EndReason::DeadByStructure:
      return Ending::DeadPosition;
    case EndReason::FivefoldRepetition:
      return Ending::Fivefold;
    case EndReason::SeventyFiveMoves:
      return Ending::SeventyFive;
    case EndReason::ThreefoldRepetition:
      return Ending::Threefold;
    case EndReason::FiftyMoves:
      return Ending::Fifty;
  }
  return Ending::Unknown;
}

std::optional<Ending> ending_on_board(const PlayedGame& played, const GameSummary& summary) {
  if (played.end) {
    const bool was_played_past = played.end->ply < played.moves.size();
    if (was_played_past && played.is_complete && !has_legal_move(played.last)) {
      return played.last.is_check() ? Ending::Checkmate : Ending::Stalemate;
    }
    return ending_by(played.end->reason);
  }
  if (!played.is_complete || result_of(summary).outcome != Outcome::Draw) return std::nullopt;
  if (played.last_occurrences >= 3) return Ending::Threefold;
  if (played.last.halfmove_clock() >= 100) return Ending::Fifty;
  return std::nullopt;
}

// What only the board can show counts for nothing as a word.
std::optional<Ending> ending_by(EndCause cause) {
  switch (cause) {
    case EndCause::Time:
      return Ending::TimeForfeit;
    case EndCause::Forfeit:
      return Ending::Abandoned;
    case EndCause::Adjudication:
      return Ending::Adjudication;
    case EndCause::RulesInfraction:
      return Ending::RulesInfraction;
    case EndCause::Resignation:
      return Ending::Resignation;
    case EndCause::Agreement:
      return Ending::Agreement;
    default:
      return std::nullopt;
  }
}

std::optional<Ending> ending_in_words(const PgnGame& game) {
  const PgnTag* tag = game.tag(KnownTag::Termination);
  if (tag == nullptr) return std::nullopt;
  if (equal_ignoring_case(tag->value, "abandoned")) return Ending::Abandoned;
  const auto name = [&](KnownTag player) {
    const PgnTag* found = game.tag(player);
    return found == nullptr ? std::string_view() : found->value;
  };
  const PlayerNames players{.white = name(KnownTag::White), .black = name(KnownTag::Black)};
  const TerminationReading reading = read_termination(tag->value, players);
  return reading.claim ? ending_by(reading.claim->cause) : std::nullopt;
}

}  // namespace

Ending ending_of_game(const PgnGame& game, const PlayedGame& played, const GameSummary& summary) {
  const GameResult result = result_of(summary);
  if (played.has_board) {
    if (const auto ending = ending_on_board(played, summary)) return *ending;
    const bool has_moves = !played.moves.empty() || !played.is_complete;
    if (!has_moves && result.is_known()) return Ending::Forfeit;
  }
  if (const auto ending = ending_in_words(game)) return *ending;
  return result.is_known() ? Ending::Unknown : Ending::Unfinished;
}

}  // namespace arbiter
