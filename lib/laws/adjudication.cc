#include "lib/laws/adjudication.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/laws/draw_claims.h"
#include "lib/laws/loss_ruling.h"
#include "lib/laws/ply.h"
#include "lib/laws/standing.h"
#include "lib/laws/start_ruling.h"

namespace arbiter::laws {

namespace {

// "at the first position", "by White's move 23".
std::string moment_of(std::uint32_t ply, const GameHistory& game) {
  if (ply == 0) return "in the first position";
  return "by " + ply_name(ply, FirstMove(Position(game.first)));
}

bool is_dead(EndReason reason) {
  return reason == EndReason::DeadByMaterial || reason == EndReason::DeadByStructure;
}

// The Laws have no such end: it is a rule of the site.
std::string article_by(RulesProfile rules, EndReason reason) {
  if (reason == EndReason::ThreefoldRepetition || reason == EndReason::FiftyMoves) {
    if (rules == RulesProfile::Lichess) return "Lichess";
    if (rules == RulesProfile::ChessCom) return "chess.com";
  }
  return std::string(article_of(reason));
}

Position position_after(std::uint32_t ply, const GameHistory& game) {
  Position position(game.first);
  for (const Move move : game.moves.first(ply)) position.play(move);
  return position;
}

Ruling over_before(const GameEnd& end, const GameHistory& game, RulesProfile rules) {
  Ruling ruling{.state = RulingState::Over,
                .outcome = end.outcome,
                .article = article_by(rules, end.reason),
                .reason = fmt::format("the game was over {}: {}", moment_of(end.ply, game),
                                      to_string(end.reason))};
  if (is_dead(end.reason)) {
    const Chances chances = chances_of(position_after(end.ply, game));
    ruling.notes.push_back(to_string(chances.white, Color::White));
    ruling.notes.push_back(to_string(chances.black, Color::Black));
  }
  ruling.notes.emplace_back(
      "what happened afterwards changes nothing: the end that came first stands");
  return ruling;
}

Ruling loss(const GameHistory& game, const Chances& chances, const Incident& incident,
            std::string_view article) {
  Ruling ruling = rule_on_loss(game.now, chances.of(other(incident.by)), incident.by);
  ruling.article = article;
  return ruling;
}

// What happens over the board to an illegal move, or to what is treated as one.
Ruling first_illegal(const Incident& incident, std::string_view article, std::string_view what) {
  const std::string_view player = to_string(incident.by);
  const std::string_view opponent = to_string(other(incident.by));
  return {
      .state = RulingState::GoesOn,
      .article = std::string(article),
      .reason = fmt::format("{}; the game goes on, and {} gets two minutes more", what, opponent),
      .notes = {fmt::format("the two minutes: Laws 7.5.5; one minute in rapid and blitz "
                            "(Laws A.3, B.2). A second time loses the game for {}, unless {} "
                            "cannot mate by any series of legal moves (Laws 7.5.5)",
                            player, opponent),
                "in rapid and blitz without full supervision an illegal move stands once the "
                "opponent has answered it (Laws A.5.2)"}};
}

Ruling illegal_move(const Incident& incident) {
  Ruling ruling = first_illegal(incident, "Laws 7.5.1",
                                "the illegal move is taken back, and the position before it, which "
                                "is this one, stands again");
  ruling.notes.push_back(
      fmt::format("the move that {} makes in its place is made with the piece that was touched, if "
                  "that can move legally (Laws 4.3, 7.5.1)",
                  to_string(incident.by)));
  return ruling;
}

Ruling pawn_not_replaced(const Incident& incident) {
  Ruling ruling = first_illegal(incident, "Laws 7.5.2",
                                "the move is illegal, but stands: the pawn is replaced by a queen");
  ruling.notes.push_back(fmt::format(
      "the queen stays also where {} meant another piece, for the clock was pressed before it had "
      "touched the square (Laws 4.4.4, 7.5.2)",
      to_string(incident.by)));
  return ruling;
}

Ruling agreed(const GameHistory& game) {
  const bool is_whole_game = game.first == initial_setup();
  if (is_whole_game && game.moves.size() < 2) {
    return {.state = RulingState::GoesOn,
            .article = "Laws 5.2.3",
            .reason = "a draw can be agreed only when both players have made at least one move"};
  }
  Ruling ruling{.state = RulingState::Over,
                .outcome = Outcome::Draw,
                .article = "Laws 5.2.3",
                .reason = "both players agreed to a draw during the game (Laws 9.1)"};
  if (!is_whole_game) {
    ruling.notes.emplace_back(
        "both players must have made at least one move, which is not seen here");
  }
  ruling.notes.emplace_back(
      "the rules of the competition may forbid it before a number of moves or without the "
      "arbiter's "
      "consent (Laws 9.1.1)");
  return ruling;
}

Ruling no_show(const Incident& incident) {
  return {.state = RulingState::Over,
          .outcome = win_of(other(incident.by)),
          .article = "Laws 6.7.1",
          .reason = fmt::format("{} did not arrive before the default time and loses, unless the "
                                "arbiter decides otherwise",
                                to_string(incident.by)),
          .notes = {"a win by default: it is not rated"}};
}

bool can_promote(const Position& position) {
  return std::ranges::any_of(legal_moves(position),
                             [](Move move) { return move.kind() == MoveKind::Promotion; });
}

// Why the incident cannot have happened where the moves have led.
std::optional<std::string> fault_of(const GameHistory& game, const Incident& incident) {
  switch (incident.event) {
    case GameEvent::IllegalMove:
    case GameEvent::SecondIllegalMove:
    case GameEvent::ClockWithoutMove:
    case GameEvent::PawnNotReplaced:
      if (incident.by != game.now.turn()) {
        return fmt::format(
            "it is {}'s turn, so {} cannot have made an illegal move here; name the "
            "position before that move",
            to_string(game.now.turn()), to_string(incident.by));
      }
      if (incident.event == GameEvent::PawnNotReplaced && !can_promote(game.now)) {
        return fmt::format("{} has no pawn that can move to the last rank here",
                           to_string(incident.by));
      }
      return std::nullopt;
    case GameEvent::NoShow:
      if (game.moves.empty()) return std::nullopt;
      return "moves have been made, so nobody failed to come to the game";
    default:
      return std::nullopt;
  }
}

bool is_claim(GameEvent event) {
  return event == GameEvent::ThreefoldClaim || event == GameEvent::FiftyClaim;
}

Ruling rule(const GameHistory& game, const Chances& chances, const Incident& incident) {
  switch (incident.event) {
    case GameEvent::Flag:
      return rule_on_flag(game.now, chances, incident);
    case GameEvent::Resignation:
      return loss(game, chances, incident, "Laws 5.1.2");
    case GameEvent::SecondIllegalMove:
      return loss(game, chances, incident, "Laws 7.5.5");
    case GameEvent::DrawAgreed:
      return agreed(game);
    case GameEvent::IllegalMove:
      return illegal_move(incident);
    case GameEvent::ClockWithoutMove:
      return first_illegal(incident, "Laws 7.5.3",
                           "pressing the clock without a move is treated as an illegal move");
    case GameEvent::TwoHands:
      return first_illegal(incident, "Laws 7.5.4",
                           "a single move made with two hands is treated as an illegal move");
    case GameEvent::PawnNotReplaced:
      return pawn_not_replaced(incident);
    case GameEvent::NoShow:
      return no_show(incident);
    case GameEvent::WrongStart:
    case GameEvent::BoardTurned:
    case GameEvent::ColoursReversed:
      return rule_on_start(game, incident.event);
    case GameEvent::ThreefoldClaim:
    case GameEvent::FiftyClaim:
      break;
  }
  return {};
}

}  // namespace

bool concerns_both(GameEvent event) {
  return event == GameEvent::DrawAgreed || event == GameEvent::WrongStart ||
         event == GameEvent::BoardTurned || event == GameEvent::ColoursReversed;
}

Result<Ruling> adjudicate(const GameHistory& game, const Chances& chances,
                          const Incident& incident) {
  if (incident.intended && !is_claim(incident.event)) {
    return Error{"a move is written down only with a claim of a draw"};
  }
  const Standing standing = standing_of(game, chances, incident.rules);
  if (standing.end) return over_before(*standing.end, game, incident.rules);
  if (const auto fault = fault_of(game, incident)) return Error{*fault};
  if (is_claim(incident.event)) return rule_on_claim(game, standing, incident);
  return rule(game, chances, incident);
}

}  // namespace arbiter::laws
