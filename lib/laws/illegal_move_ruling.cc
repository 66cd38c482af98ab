#include "lib/laws/illegal_move_ruling.h"

#include <fmt/format.h>

#include "lib/chess/board.h"

namespace arbiter {
namespace {

// Rapid and blitz games of which an arbiter watches more than three (A.4, B.3).
bool is_unwatched(const Incident& incident) {
  const bool is_fast = incident.pace == Pace::Rapid || incident.pace == Pace::Blitz;
  return is_fast && incident.supervision == Supervision::Limited;
}

Ruling first_offence(const Incident& incident, std::string_view article, std::string_view what) {
  const std::string_view player = to_string(incident.by);
  const std::string_view opponent = to_string(other(incident.by));
  Ruling ruling{.state = RulingState::GoesOn,
                .article = std::string(article),
                .reason = fmt::format("{}; the game continues, and {} gets {}", what, opponent,
                                      time_penalty(incident.pace, "7.5.5"))};
  ruling.notes.push_back(
      fmt::format("a second illegal move of any kind loses the game for {}, unless {} cannot mate "
                  "by any series of legal moves (Laws 7.5.5)",
                  player, opponent));
  if (is_unwatched(incident) || incident.pace == Pace::Unsaid) {
    ruling.notes.push_back(fmt::format(
        "{}once the opponent has made the next move, the illegal move stands (Laws A.5.2)",
        incident.pace == Pace::Unsaid ? "in rapid and blitz without full supervision, " : ""));
  }
  return ruling;
}

Ruling illegal_move(const Incident& incident) {
  Ruling ruling = first_offence(incident, "Laws 7.5.1",
                                "the illegal move is taken back, and the position before it, which "
                                "is this one, stands again");
  ruling.notes.push_back(
      fmt::format("the move that {} makes instead must be made with the touched piece, if it has a "
                  "legal move (Laws 4.3, 7.5.1)",
                  to_string(incident.by)));
  return ruling;
}

Ruling pawn_not_replaced(const Incident& incident) {
  Ruling ruling = first_offence(incident, "Laws 7.5.2",
                                "the move is illegal, but stands: the pawn is replaced by a queen");
  ruling.notes.push_back(
      fmt::format("the queen stays even if {} meant another piece, because the clock was pressed "
                  "before that piece touched the square (Laws 4.4.4, 7.5.2)",
                  to_string(incident.by)));
  return ruling;
}

bool is_in_check(const Board& board, Color color) {
  const Bitboard king = board.of(color, Role::King);
  return king.has_one() && attackers(board, king.first(), other(color), board.occupied()).any();
}

// What makes the position illegal; empty if nothing of that kind does.
std::string offence_in(const Board& board) {
  if (is_in_check(board, Color::White) && is_in_check(board, Color::Black)) {
    return "both kings are in check";
  }
  const bool has_pawn_at_end = (board.of(Color::White, Role::Pawn) & Bitboard(Rank::Eight)).any() ||
                               (board.of(Color::Black, Role::Pawn) & Bitboard(Rank::One)).any();
  return has_pawn_at_end ? "a pawn stands on its last rank" : "";
}

}  // namespace

bool counts_as_illegal_move(GameEvent event) {
  return event == GameEvent::IllegalMove || event == GameEvent::ClockWithoutMove ||
         event == GameEvent::TwoHands || event == GameEvent::PawnNotReplaced;
}

Ruling rule_on_first_illegal_move(const Incident& incident) {
  switch (incident.event) {
    case GameEvent::ClockWithoutMove:
      return first_offence(incident, "Laws 7.5.3",
                           "pressing the clock without a move is treated as an illegal move");
    case GameEvent::TwoHands:
      return first_offence(incident, "Laws 7.5.4",
                           "a single move made with two hands is treated as an illegal move");
    case GameEvent::PawnNotReplaced:
      return pawn_not_replaced(incident);
    default:
      return illegal_move(incident);
  }
}

std::string time_penalty(Pace pace, std::string_view article) {
  switch (pace) {
    case Pace::Standard:
      return fmt::format("two minutes (Laws {})", article);
    case Pace::Rapid:
      return fmt::format("one minute (Laws {}, A.3)", article);
    case Pace::Blitz:
      return fmt::format("one minute (Laws {}, B.2)", article);
    case Pace::Unsaid:
      break;
  }
  return fmt::format("two minutes (Laws {}; one minute in rapid and blitz, Laws A.3, B.2)",
                     article);
}

Result<Ruling> rule_on_illegal_position(const Setup& setup, const Incident& incident) {
  const std::string offence = offence_in(setup.board);
  if (offence.empty()) {
    return Error{
        "the position is not illegal: the kings are not both in check, and no pawn is on its last "
        "rank"};
  }
  if (!is_unwatched(incident)) {
    Ruling ruling{
        .state = RulingState::GoesOn,
        .article = "Laws 7.5.1",
        .reason = fmt::format("{}: the position before the illegal move is restored, or if it is "
                              "unknown the last known one before it; the game continues from there",
                              offence)};
    if (incident.pace == Pace::Unsaid) {
      ruling.notes.emplace_back(
          "in rapid and blitz without full supervision the arbiter waits for one more move, and "
          "the game is drawn if the position is still illegal (Laws A.5.4; --pace)");
    }
    return ruling;
  }
  if (incident.event == GameEvent::IllegalPositionStands) {
    return Ruling{.state = RulingState::Over,
                  .outcome = Outcome::Draw,
                  .article = "Laws A.5.4",
                  .reason = fmt::format("{}, and one more move has been made since the arbiter saw "
                                        "it: the game is drawn",
                                        offence)};
  }
  return Ruling{
      .state = RulingState::GoesOn,
      .article = "Laws A.5.4",
      .reason = fmt::format("{}: the arbiter waits until the next move has been made, and "
                            "declares the game drawn if the position is still illegal",
                            offence)};
}

}  // namespace arbiter
