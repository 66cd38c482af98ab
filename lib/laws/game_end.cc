#include "lib/laws/game_end.h"

#include <array>
#include <cstddef>

#include "lib/chess/legal_moves.h"
#include "lib/laws/dead_position.h"

namespace arbiter {

namespace {

// In the order of Outcome.
constexpr std::array<std::string_view, 4> kOutcomes = {"1-0", "0-1", "1/2-1/2", "*"};

struct ReasonTexts {
  std::string_view name;
  std::string_view article;
};

// In the order of EndReason.
constexpr std::array<ReasonTexts, 8> kReasons = {{
    {"checkmate", "Laws 5.1.1"},
    {"stalemate", "Laws 5.2.1"},
    {"dead position", "Laws 5.2.2"},
    {"dead position", "Laws 5.2.2"},
    {"fivefold repetition", "Laws 9.6.1"},
    {"75 moves", "Laws 9.6.2"},
    {"threefold repetition", "Laws 9.2"},
    {"50 moves", "Laws 9.3"},
}};

}  // namespace

std::string_view to_string(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }

std::optional<Outcome> parse_outcome(std::string_view text) {
  for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
    if (kOutcomes[i] == text) return static_cast<Outcome>(i);
  }
  return std::nullopt;
}

std::string_view to_string(EndReason reason) {
  return kReasons[static_cast<std::size_t>(reason)].name;
}

std::string_view article_of(EndReason reason) {
  return kReasons[static_cast<std::size_t>(reason)].article;
}

std::optional<EndReason> automatic_draw(const DrawTracker& tracker, RulesProfile profile) {
  const AutomaticDraws& draws = automatic_draws_of(profile);
  const std::uint32_t occurrences = tracker.occurrences();
  if (draws.fivefold == FivefoldRule::Always && occurrences >= 5) {
    return EndReason::FivefoldRepetition;
  }
  if (draws.fivefold == FivefoldRule::ConsecutiveMoves && tracker.is_consecutive_fivefold()) {
    return EndReason::FivefoldRepetition;
  }
  if (draws.threefold && occurrences >= 3) return EndReason::ThreefoldRepetition;
  const std::uint32_t clock = tracker.halfmove_clock();
  if (draws.seventy_five_moves && clock >= 150) return EndReason::SeventyFiveMoves;
  if (draws.fifty_moves && clock >= 100) return EndReason::FiftyMoves;
  return std::nullopt;
}

std::optional<EndReason> end_on_board(const Position& position) {
  if (is_checkmate(position)) return EndReason::Checkmate;
  if (is_dead_by_material(position.board())) return EndReason::DeadByMaterial;
  if (is_stalemate(position)) return EndReason::Stalemate;
  if (quick_dead(position)) return EndReason::DeadByStructure;
  return std::nullopt;
}

}  // namespace arbiter
