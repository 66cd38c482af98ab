#include "lib/laws/adjudication.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/laws/first_position.h"
#include "lib/laws/game_end.h"
#include "lib/laws/rules_profile.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {

namespace {

Ruling granted(std::string article, std::string reason) {
  Ruling ruling = over(Outcome::Draw, std::move(article), std::move(reason));
  ruling.notes = {"a correct claim ends the game at once (Laws 9.5.2)"};
  return ruling;
}

// A claim by threefold repetition (9.2) or the fifty-move rule (9.3), with or without an intended
// move. Precondition: the game has not ended automatically.
struct Claim {
  Ruling rule() const {
    const bool is_threefold = incident_.event == GameEvent::ThreefoldClaim;
    if (incident_.by != game_.now.turn()) {
      return refused(is_threefold ? "Laws 9.2" : "Laws 9.3",
                     fmt::format("only the player to move can claim, and it is {}'s turn",
                                 to_string(game_.now.turn())));
    }
    if (!incident_.unplayable.empty())
      return unplayable(is_threefold ? "Laws 9.2.1" : "Laws 9.3.1");
    return is_threefold ? threefold() : fifty();
  }

  Ruling unplayable(std::string article) const {
    Ruling ruling =
        refused(std::move(article),
                "the move that was written down cannot be played: " + incident_.unplayable);
    ruling.notes.push_back(
        fmt::format("{} plays a legal move in accordance with Articles 3 and 4 (Laws 9.5.3)",
                    to_string(incident_.by)));
    return ruling;
  }

  Ruling refused(std::string article, std::string reason) const {
    Ruling ruling = goes_on(std::move(article), "the claim is not correct: " + std::move(reason));
    if (incident_.rules != RulesProfile::Iccf) {
      ruling.notes.push_back(fmt::format("{} gets {}", to_string(other(incident_.by)),
                                         time_penalty(incident_, "9.5.3")));
    }
    if (incident_.intended && incident_.by == game_.now.turn()) {
      ruling.notes.push_back(
          fmt::format("the move {} has been announced and must be played, in accordance with "
                      "Articles 3 and 4 (Laws 9.5.3)",
                      move_text()));
    }
    return ruling;
  }

  std::string move_text() const { return san_of(*incident_.intended, game_.now); }

  static bool has(const MoveList& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }

  std::string occurrences_text() const {
    std::vector<std::string> names;
    for (const std::uint32_t ply : standing_.occurrences) {
      names.push_back(ply == 0 ? "at the start"
                               : "after " + ply_name(ply, FirstMove(Position(game_.first))));
    }
    if (names.size() == 1) return "the position on the board has occurred once";
    return fmt::format("the position has occurred {} times: {}", names.size(), listed(names));
  }

  // Adds a note with the moves that would have made the claim correct.
  void hint(const MoveList& moves, std::string_view article, Ruling& ruling) const {
    if (moves.is_empty() || incident_.intended) return;
    std::vector<std::string> names;
    for (const Move move : moves) names.push_back(san_of(move, game_.now));
    std::sort(names.begin(), names.end());
    ruling.notes.push_back(fmt::format(
        "with {} written down but not played, the claim would have been correct (Laws {})",
        fmt::join(names, " or "), article));
  }

  Position after_intended() const {
    Position after = game_.now;
    after.play(*incident_.intended);
    return after;
  }

  bool moves_pawn() const {
    return game_.now.board().of(Role::Pawn).contains(incident_.intended->from());
  }

  // Returns whether the position may have occurred before the first known position. A third
  // occurrence needs eight half-moves, or seven and the intended move.
  bool may_lie_before_the_first_position() const {
    if (incident_.intended && after_intended().halfmove_clock() == 0) return false;
    const std::uint32_t needed = incident_.intended ? 7 : 8;
    return standing_.unknown_half_moves > 0 && game_.now.halfmove_clock() >= needed;
  }

  Ruling threefold() const {
    if (incident_.intended) {
      if (is_checkmate(after_intended())) {
        return refused(
            "Laws 9.2.1",
            fmt::format("{} mates, and a position that ends the game cannot have occurred before",
                        move_text()));
      }
      if (has(standing_.moves_to_threefold, *incident_.intended)) {
        return granted("Laws 9.2.1",
                       fmt::format("{}, written down but not played, leads to a position that will "
                                   "have occurred at least three times",
                                   move_text()));
      }
    } else if (standing_.has_threefold()) {
      return granted("Laws 9.2.2", occurrences_text());
    }
    if (may_lie_before_the_first_position()) {
      return {.state = RulingState::Undetermined,
              .article = "Laws 9.2",
              .reason = fmt::format("the last {} before the initial position are unknown, and this "
                                    "position may have occurred during them",
                                    half_moves(standing_.unknown_half_moves))};
    }
    Ruling ruling =
        incident_.intended
            ? refused("Laws 9.2.1",
                      fmt::format("the position after {} would not have occurred three times",
                                  move_text()))
            : refused("Laws 9.2.2", occurrences_text());
    hint(standing_.moves_to_threefold, "9.2.1", ruling);
    return ruling;
  }

  std::string clock_text() const {
    const std::uint32_t clock = game_.now.halfmove_clock();
    const std::uint32_t needed = standing_.half_moves_to_claim;
    const std::string rule =
        needed == kFiftyMoves
            ? "fifty moves by each player are 100 half-moves"
            : fmt::format("the Laws of that time required {} moves by each player in this ending",
                          needed / 2);
    return fmt::format("{} {} been made without a capture or a pawn move, and {}",
                       half_moves(clock), clock == 1 ? "has" : "have", rule);
  }

  Ruling fifty() const {
    if (incident_.intended) {
      if (has(standing_.moves_to_fifty, *incident_.intended)) {
        return granted("Laws 9.3.1",
                       fmt::format("{}; {}, written down but not played, reaches this number",
                                   clock_text(), move_text()));
      }
      if (after_intended().halfmove_clock() == 0) {
        return refused("Laws 9.3.1",
                       fmt::format("{} {}, which restarts the count of fifty moves", move_text(),
                                   moves_pawn() ? "moves a pawn" : "captures a piece"));
      }
    } else if (game_.now.halfmove_clock() >= standing_.half_moves_to_claim) {
      return granted("Laws 9.3.2", clock_text());
    }
    Ruling ruling = refused(incident_.intended ? "Laws 9.3.1" : "Laws 9.3.2", clock_text());
    hint(standing_.moves_to_fifty, "9.3.1", ruling);
    return ruling;
  }

  const GameHistory& game_;
  const Standing& standing_;
  const Incident& incident_;
};

// Returns a text such as "in the initial position" or "by White's move 23".
std::string moment_of(std::uint32_t ply, const GameHistory& game) {
  if (ply == 0) return "in the initial position";
  return "by " + ply_name(ply, FirstMove(Position(game.first)));
}

// Returns the article for the end of the game, or the site's rule.
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
  Ruling ruling = over(
      end.outcome, article_by(rules, end.reason),
      fmt::format("the game was over {}: {}", moment_of(end.ply, game), to_string(end.reason)));
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
  Ruling ruling = rule_on_loss(game.now, chances, incident);
  ruling.article = article;
  return ruling;
}

Ruling displaced(const Incident& incident) {
  const std::string_view player = to_string(incident.by);
  return {.state = RulingState::GoesOn,
          .article = "Laws 7.4.1",
          .reason = fmt::format("{} displaced pieces and must put them back on {}'s own time",
                                player, player),
          .notes = {"either player may stop the clock and call the arbiter (Laws 7.4.2)",
                    fmt::format("the arbiter may penalise {} (Laws 7.4.3)", player)}};
}

Ruling resigned(const GameHistory& game, const Chances& chances, const Incident& incident) {
  const Outcome won = win_of(other(incident.by));
  Ruling ruling = loss(game, chances, incident, "Laws 5.1.2");
  if (ruling.outcome == won || !is_before_2023(incident.rules)) return ruling;
  return over(won, "Laws 5.1.2",
              "before 2023 a player who resigned lost even if the opponent could not mate");
}

Ruling agreed(const GameHistory& game, RulesProfile rules) {
  const bool have_both_moved = game.moves.size() >= 2 || is_before_2017(rules);
  if (!have_both_moved && is_untouched(game.first)) {
    return goes_on("Laws 5.2.3",
                   "a draw can be agreed only when both players have made at least one move");
  }
  Ruling ruling =
      over(Outcome::Draw, "Laws 5.2.3", "both players agreed to a draw during the game (Laws 9.1)");
  if (!have_both_moved) {
    ruling.notes.emplace_back(
        "both players must have made at least one move, which cannot be determined here");
  }
  ruling.notes.emplace_back(
      "the rules of the competition may forbid it without the arbiter's consent, before a certain "
      "number of moves or altogether (Laws 9.1.1)");
  return ruling;
}

bool can_promote(const Position& position) {
  return std::ranges::any_of(legal_moves(position),
                             [](Move move) { return move.kind() == MoveKind::Promotion; });
}

// Returns the reason why the incident cannot have happened after the moves of the game; nothing if
// it can.
std::optional<std::string> fault_of(const GameHistory& game, const Incident& incident) {
  if (incident.rules == RulesProfile::Iccf && is_over_the_board(incident.event)) {
    return "this happens only over the board, and the rules of the ICCF are for correspondence "
           "play";
  }
  switch (incident.event) {
    case GameEvent::IllegalMove:
    case GameEvent::SecondIllegalMove:
    case GameEvent::ClockWithoutMove:
    case GameEvent::PawnNotReplaced:
    case GameEvent::IllegalMoveFound:
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
    case GameEvent::SealedMove:
    case GameEvent::SealedMoveMissing:
    case GameEvent::IncrementRequest:
    case GameEvent::NormalMeansClaim:
    case GameEvent::CorrespondenceTime:
    case GameEvent::TablebaseClaim:
      if (incident.by == game.now.turn()) return std::nullopt;
      return fmt::format("it is {}'s turn, and only the player to move can do this",
                         to_string(game.now.turn()));
    case GameEvent::NoShow:
    case GameEvent::BothNoShow:
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
    case GameEvent::IllegalMoveFound:
      if (incident.earlier_illegal_moves > 0) return loss(game, chances, incident, "Laws 7.5.5");
      return rule_on_first_illegal_move(incident);
    case GameEvent::PiecesDisplaced:
      return displaced(incident);
    case GameEvent::WrongStart:
    case GameEvent::BoardTurned:
    case GameEvent::ColoursReversed:
    case GameEvent::BlackBegan:
      return rule_on_start(game, incident);
    default:
      return rule_on_procedure(game.now, chances, incident);
  }
}

// Returns whether the event happens before the game, so that the position is irrelevant (6.7).
bool is_before_game(GameEvent event) {
  return event == GameEvent::NoShow || event == GameEvent::BothNoShow;
}

// Returns an error if the incident cannot have a written move, or if it lacks a required written
// move.
std::optional<std::string> fault_of_written_move(const Incident& incident) {
  const bool is_sealed = incident.event == GameEvent::SealedMove;
  const bool is_proposed = incident.event == GameEvent::TablebaseClaim;
  const bool is_written = incident.intended || !incident.unplayable.empty();
  if (is_sealed && !is_written) return "a sealed move must be given (--move)";
  if (!is_written || is_sealed || is_proposed || is_claim(incident.event)) return std::nullopt;
  return "only a claim or a sealed move can have a written move";
}

}  // namespace

bool concerns_both(GameEvent event) {
  switch (event) {
    case GameEvent::DrawAgreed:
    case GameEvent::BothNoShow:
    case GameEvent::WrongStart:
    case GameEvent::BoardTurned:
    case GameEvent::ColoursReversed:
    case GameEvent::BlackBegan:
    case GameEvent::BothFlags:
    case GameEvent::BothFlagsEarlier:
    case GameEvent::BothRefuse:
    case GameEvent::IllegalPosition:
    case GameEvent::IllegalPositionStands:
      return true;
    default:
      return false;
  }
}

Result<Ruling> adjudicate(const GameHistory& game, const Chances& chances,
                          const Incident& incident) {
  if (const auto fault = fault_of_written_move(incident)) return Error{*fault};
  const Standing standing = standing_of(game, chances, incident.rules);
  if (standing.end && !is_before_game(incident.event))
    return over_before(*standing.end, game, incident.rules);
  if (const auto fault = fault_of(game, incident)) return Error{*fault};
  if (is_claim(incident.event)) return Claim(game, standing, incident).rule();
  return rule(game, chances, incident);
}

}  // namespace arbiter
