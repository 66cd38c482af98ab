#include "lib/laws/adjudication.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/laws/chess960.h"
#include "lib/laws/draw_claims.h"
#include "lib/laws/illegal_move_ruling.h"
#include "lib/laws/loss_ruling.h"
#include "lib/laws/ply.h"
#include "lib/laws/standing.h"
#include "lib/laws/start_ruling.h"

namespace arbiter {
namespace {

// "at the initial position", "by White's move 23".
std::string moment_of(std::uint32_t ply, const GameHistory& game) {
  if (ply == 0) return "in the initial position";
  return "by " + ply_name(ply, FirstMove(Position(game.first)));
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
      "the game had already ended, so what happened afterwards changes nothing");
  return ruling;
}

Ruling loss(const GameHistory& game, const Chances& chances, const Incident& incident,
            std::string_view article) {
  Ruling ruling = rule_on_loss(game.now, chances.of(other(incident.by)), incident.by);
  ruling.article = article;
  return ruling;
}

Ruling displaced(const Incident& incident) {
  const std::string_view player = to_string(incident.by);
  return {.state = RulingState::GoesOn,
          .article = "Laws 7.4.1",
          .reason = fmt::format("{} displaced pieces and puts them back on {}'s own time", player,
                                player),
          .notes = {"either player may stop the clock and call the arbiter (Laws 7.4.2)",
                    fmt::format("the arbiter may penalise {} (Laws 7.4.3)", player)}};
}

Ruling both_flags(bool is_last_period) {
  Ruling ruling =
      is_last_period
          ? Ruling{.state = RulingState::Over,
                   .outcome = Outcome::Draw,
                   .article = "Laws Guidelines III.3.1.2",
                   .reason =
                       "both flags have fallen in the last period, and nobody can tell which "
                       "fell first"}
          : Ruling{.state = RulingState::GoesOn,
                   .article = "Laws Guidelines III.3.1.1",
                   .reason =
                       "both flags have fallen before the last period, and nobody can tell "
                       "which fell first: the game continues"};
  ruling.notes.emplace_back(
      "if the clock shows which flag fell first, judge that one alone: --event flag (Laws 6.9)");
  return ruling;
}

Ruling resigned(const GameHistory& game, const Chances& chances, const Incident& incident) {
  const Outcome won = win_of(other(incident.by));
  Ruling ruling = loss(game, chances, incident, "Laws 5.1.2");
  if (ruling.outcome == won || !is_before_2023(incident.rules)) return ruling;
  return {.state = RulingState::Over,
          .outcome = won,
          .article = "Laws 5.1.2",
          .reason = "before 2023 a player who resigned lost even if the opponent could not mate"};
}

Ruling agreed(const GameHistory& game, RulesProfile rules) {
  const bool have_both_moved = game.moves.size() >= 2 || is_before_2017(rules);
  if (!have_both_moved && is_untouched(game.first)) {
    return {.state = RulingState::GoesOn,
            .article = "Laws 5.2.3",
            .reason = "a draw can be agreed only when both players have made at least one move"};
  }
  Ruling ruling{.state = RulingState::Over,
                .outcome = Outcome::Draw,
                .article = "Laws 5.2.3",
                .reason = "both players agreed to a draw during the game (Laws 9.1)"};
  if (!have_both_moved) {
    ruling.notes.emplace_back(
        "both players must have made at least one move, which cannot be determined here");
  }
  ruling.notes.emplace_back(
      "the rules of the competition may forbid it without the arbiter's consent, before a certain "
      "number of moves or altogether (Laws 9.1.1)");
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
      return "moves have been made, so nobody failed to appear";
    case GameEvent::BlackBegan:
      if (!is_untouched(game.first) || game.first.turn == Color::Black) return std::nullopt;
      return "White made the first move of this game";
    case GameEvent::IllegalPosition:
    case GameEvent::IllegalPositionStands:
      return "the position is not illegal: the kings are not both in check, and no pawn is on its "
             "last rank";
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
      return resigned(game, chances, incident);
    case GameEvent::SecondIllegalMove:
      return loss(game, chances, incident, "Laws 7.5.5");
    case GameEvent::DrawAgreed:
      return agreed(game, incident.rules);
    case GameEvent::IllegalMove:
    case GameEvent::ClockWithoutMove:
    case GameEvent::TwoHands:
    case GameEvent::PawnNotReplaced:
      if (incident.earlier_illegal_moves > 0) return loss(game, chances, incident, "Laws 7.5.5");
      return rule_on_first_illegal_move(incident);
    case GameEvent::PiecesDisplaced:
      return displaced(incident);
    case GameEvent::BothFlags:
      return both_flags(true);
    case GameEvent::BothFlagsEarlier:
      return both_flags(false);
    case GameEvent::NoShow:
      return no_show(incident);
    case GameEvent::WrongStart:
    case GameEvent::BoardTurned:
    case GameEvent::ColoursReversed:
    case GameEvent::BlackBegan:
      return rule_on_start(game, incident);
    case GameEvent::ThreefoldClaim:
    case GameEvent::FiftyClaim:
    case GameEvent::IllegalPosition:
    case GameEvent::IllegalPositionStands:
      break;
  }
  return {};
}

}  // namespace

bool concerns_both(GameEvent event) {
  return event == GameEvent::DrawAgreed || event == GameEvent::WrongStart ||
         event == GameEvent::BoardTurned || event == GameEvent::ColoursReversed ||
         event == GameEvent::BlackBegan || event == GameEvent::BothFlags ||
         event == GameEvent::BothFlagsEarlier || event == GameEvent::IllegalPosition ||
         event == GameEvent::IllegalPositionStands;
}

Result<Ruling> adjudicate(const GameHistory& game, const Chances& chances,
                          const Incident& incident) {
  if (incident.intended && !is_claim(incident.event)) {
    return Error{"only a claim of a draw can have a written move"};
  }
  const Standing standing = standing_of(game, chances, incident.rules);
  if (standing.end) return over_before(*standing.end, game, incident.rules);
  if (const auto fault = fault_of(game, incident)) return Error{*fault};
  if (is_claim(incident.event)) return rule_on_claim(game, standing, incident);
  return rule(game, chances, incident);
}

}  // namespace arbiter
