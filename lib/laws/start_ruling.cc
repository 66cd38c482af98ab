#include "lib/laws/start_ruling.h"

#include <fmt/format.h>

#include "lib/laws/chess960.h"

namespace arbiter {
namespace {

constexpr std::uint32_t kMovesToKeepColours = 10;  // of each player (7.3)
constexpr std::uint32_t kMovesToClaim = 10;        // of each player (A.5.1)

// Of each player; by the number of the move where the game is not known from its beginning.
std::uint32_t moves_by_both(const GameHistory& game) {
  if (is_untouched(game.first)) return static_cast<std::uint32_t>(game.moves.size() / 2);
  return game.now.fullmove_number() - 1;
}

// Where nobody watches, it is soon too late.
constexpr std::string_view kUnsupervised =
    "in rapid and blitz without full supervision it is too late to claim that once each player has "
    "completed ten moves (Laws A.5.1)";

// It was found too late, or the note that it may have been.
Ruling unless_too_late(const GameHistory& game, const Incident& incident, Ruling ruling) {
  if (incident.pace == Pace::Standard || incident.supervision == Supervision::Full) return ruling;
  if (incident.pace == Pace::Unsaid) {
    ruling.notes.emplace_back(kUnsupervised);
    return ruling;
  }
  if (moves_by_both(game) < kMovesToClaim) return ruling;
  return {.state = RulingState::GoesOn,
          .article = "Laws A.5.1",
          .reason =
              "each player has completed ten moves, so it is too late to claim that: the game "
              "continues"};
}

Ruling wrong_start() {
  return {.state = RulingState::Cancelled,
          .article = "Laws 7.2.1",
          .reason =
              "the pieces stood wrong at the beginning: the game is cancelled, and a new one "
              "is played"};
}

Ruling turned_board() {
  return {.state = RulingState::GoesOn,
          .article = "Laws 7.2.2",
          .reason =
              "the board is the wrong way round, with a dark square in each player's right-hand "
              "corner: the position is transferred to a correctly placed board, and the game "
              "continues"};
}

Ruling reversed_colours(const GameHistory& game) {
  const std::uint32_t moves = moves_by_both(game);
  const bool goes_on = moves >= kMovesToKeepColours;
  return {.state = goes_on ? RulingState::GoesOn : RulingState::Cancelled,
          .article = "Laws 7.3",
          .reason = fmt::format(
              "moves made by each player: {}; {}", moves,
              goes_on ? "with ten or more, the game continues with the colours as they are"
                      : "with fewer than ten, the game is stopped and a new one played with the "
                        "correct colours")};
}

Ruling black_began(const GameHistory& game) {
  Ruling ruling = reversed_colours(game);
  ruling.notes.emplace_back(
      "White makes the first move (Laws 1.2); the Laws have no article on a game that Black began, "
      "so it is treated as one with the colours reversed");
  return ruling;
}

}  // namespace

Ruling rule_on_start(const GameHistory& game, const Incident& incident) {
  switch (incident.event) {
    case GameEvent::WrongStart:
      return unless_too_late(game, incident, wrong_start());
    case GameEvent::BoardTurned:
      return unless_too_late(game, incident, turned_board());
    case GameEvent::BlackBegan:
      return black_began(game);
    default:
      return reversed_colours(game);
  }
}

}  // namespace arbiter
