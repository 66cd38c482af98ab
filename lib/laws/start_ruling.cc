#include "lib/laws/start_ruling.h"

#include <fmt/format.h>

namespace arbiter::laws {

namespace {

constexpr std::uint32_t kMovesToKeepColours = 10;  // of each player (7.3)

// Of each player, as the number of the move says it.
std::uint32_t moves_by_both(const Position& now) { return now.fullmove_number() - 1; }

// Where nobody watches, it is soon too late.
constexpr std::string_view kUnsupervised =
    "in rapid and blitz without full supervision it is too late to claim that once each player has "
    "completed ten moves (Laws A.5.1)";

Ruling wrong_start() {
  return {.state = RulingState::Cancelled,
          .article = "Laws 7.2.1",
          .reason =
              "the pieces stood wrong at the beginning: the game is cancelled, and a new one "
              "is played",
          .notes = {std::string(kUnsupervised)}};
}

Ruling turned_board() {
  return {.state = RulingState::GoesOn,
          .article = "Laws 7.2.2",
          .reason =
              "the board lies with a dark corner at the right of the players: the position is "
              "put on a board that lies as it should, and the game goes on",
          .notes = {std::string(kUnsupervised)}};
}

Ruling reversed_colours(const GameHistory& game) {
  const std::uint32_t moves = moves_by_both(game.now);
  const bool goes_on = moves >= kMovesToKeepColours;
  return {
      .state = goes_on ? RulingState::GoesOn : RulingState::Cancelled,
      .article = "Laws 7.3",
      .reason = fmt::format("moves made by both players: {}; {}", moves,
                            goes_on ? "from ten on the game goes on with the colours as they are"
                                    : "before ten the game is stopped, and a new one is played "
                                      "with the right colours")};
}

}  // namespace

Ruling rule_on_start(const GameHistory& game, GameEvent event) {
  if (event == GameEvent::WrongStart) return wrong_start();
  if (event == GameEvent::BoardTurned) return turned_board();
  return reversed_colours(game);
}

}  // namespace arbiter::laws
