#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "lib/chess/board.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/laws/adjudication.h"
#include "lib/laws/board_facts.h"
#include "lib/laws/first_position.h"
#include "lib/laws/rules_profile.h"
#include "lib/laws/winnability/state.h"
#include "lib/laws/wording.h"

namespace arbiter {

namespace {

Ruling first_offence(const Incident& incident, std::string_view article, std::string_view what) {
  const std::string_view player = to_string(incident.by);
  const std::string_view opponent = to_string(other(incident.by));
  Ruling ruling =
      goes_on(std::string(article), fmt::format("{}; the game continues, and {} gets {}", what,
                                                opponent, time_penalty(incident, "7.5.5")));
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
  Ruling ruling = first_offence(
      incident, "Laws 7.5.1", "the illegal move is taken back; play continues from this position");
  ruling.notes.push_back(
      fmt::format("the move that {} makes instead must be made with the touched piece, if it has a "
                  "legal move (Laws 4.3, 7.5.1)",
                  to_string(incident.by)));
  return ruling;
}

// Returns the ruling on an illegal move. Without full supervision, the move is valid once the
// opponent has replied (A.5.2).
Ruling illegal_move_found(const Incident& incident) {
  if (is_unwatched(incident)) {
    return goes_on("Laws A.5.2",
                   fmt::format("{} has made the next move, so the illegal move stands and the game "
                               "continues, unless the players agree to correct it",
                               to_string(other(incident.by))));
  }
  Ruling ruling = first_offence(incident, "Laws 7.5.1",
                                "the illegal move and all moves after it are taken back; play "
                                "continues from this position");
  ruling.notes.emplace_back(
      "if the position before the illegal move is unknown, the game continues from the last known "
      "position before it (Laws 7.5.1)");
  ruling.notes.emplace_back(
      "the arbiter determines the times and the move counter of the chessclock, and may leave the "
      "times as they are (Laws 7.1)");
  ruling.notes.push_back(
      fmt::format("Articles 4.3 and 4.7 apply to the move that {} makes instead (Laws 7.5.1)",
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

// Returns the player's pawns on the last rank.
Bitboard pawns_left(const Board& board, Color color) {
  return board.of(color, Role::Pawn) & Bitboard(relative_rank(color, Rank::Eight));
}

// Returns the offence visible in the position; empty if there is none.
std::string offence_in(const Board& board) {
  if (is_in_check(board, Color::White) && is_in_check(board, Color::Black)) {
    return "both kings are in check";
  }
  const bool has_pawn_at_end =
      (pawns_left(board, Color::White) | pawns_left(board, Color::Black)).any();
  return has_pawn_at_end ? "a pawn stands on its last rank" : "";
}

constexpr std::uint32_t kMovesToKeepColours = 10;  // number of moves of each player (7.3)
constexpr std::uint32_t kMovesToClaim = 10;        // number of moves of each player (A.5.1.2)

// Returns the number of moves completed by both players, or the move number if the start of the
// game is unknown.
std::uint32_t moves_by_both(const GameHistory& game) {
  if (is_untouched(game.first)) return static_cast<std::uint32_t>(game.moves.size() / 2);
  return game.now.fullmove_number() - 1;
}

// The restriction to games without full supervision.
constexpr std::string_view kUnsupervised =
    "in rapid and blitz without full supervision, it is too late for this claim once each player "
    "has completed ten moves (Laws A.5.1.2)";

// The consequence of a late claim.
constexpr std::string_view kNoCastling =
    "castling is not allowed with a king or a rook that was placed incorrectly (Laws A.5.1.2)";

// Returns `ruling`, with a note if the claim may be late, or the ruling that it is too late.
Ruling unless_too_late(const GameHistory& game, const Incident& incident, Ruling ruling) {
  if (incident.pace == Pace::Standard || incident.supervision == Supervision::Full) return ruling;
  if (incident.pace == Pace::Unsaid) {
    ruling.notes.emplace_back(kUnsupervised);
    return ruling;
  }
  if (moves_by_both(game) < kMovesToClaim) return ruling;
  Ruling late = goes_on(
      "Laws A.5.1.2",
      "each player has completed ten moves, so it is too late for this claim: the game continues");
  if (incident.event == GameEvent::WrongStart) late.notes.emplace_back(kNoCastling);
  return late;
}

Ruling wrong_start() {
  return {.state = RulingState::Cancelled,
          .article = "Laws 7.2.1",
          .reason =
              "the initial position was incorrect: the game is cancelled, and a new one "
              "is played"};
}

Ruling turned_board() {
  return goes_on("Laws 7.2.2",
                 "the board is the wrong way round, with a dark square in each player's right-hand "
                 "corner: the position is transferred to a correctly placed board, and the game "
                 "continues");
}

Ruling reversed_colours(const GameHistory& game) {
  const std::uint32_t moves = moves_by_both(game);
  const bool goes_on = moves >= kMovesToKeepColours;
  std::vector<std::string> notes;
  if (game.moves.empty()) notes.emplace_back("give the moves, or the game, if any were made");
  return {.state = goes_on ? RulingState::GoesOn : RulingState::Cancelled,
          .article = "Laws 7.3",
          .reason = fmt::format(
              "moves made by each player: {}; {}", moves,
              goes_on ? "with ten or more, the game continues with the colours as they are"
                      : "with fewer than ten, the game is stopped and a new one played with the "
                        "correct colours"),
          .notes = std::move(notes)};
}

Ruling black_began(const GameHistory& game) {
  Ruling ruling = reversed_colours(game);
  ruling.notes.emplace_back(
      "White makes the first move (Laws 1.2); the Laws have no article on a game that Black began, "
      "so it is treated as one with the colours reversed");
  return ruling;
}

enum class ForcedWin : std::uint8_t {
  Yes,       // a win is forced, with a line to mate
  No,        // the other side can force a position in which no mate is possible
  NotFound,  // neither was proved within kForcedWinMoves moves and the position limit
};

inline constexpr int kForcedWinMoves = 5;  // moves of the winner

struct ForcedWinAnswer {
  ForcedWin verdict = ForcedWin::NotFound;
  std::vector<Move> line = {};  // if a win is forced, the fastest mate against one defence
};

constexpr std::uint32_t kMaxPositions = 300'000;

// A search of all lines with iterative deepening.
struct Search {
  ForcedWinAnswer run(const Position& position) {
    for (int moves = 1; moves <= kForcedWinMoves; ++moves) {
      ForcedWinAnswer answer = look(position, 2 * moves);
      if (answer.verdict != ForcedWin::NotFound) {
        std::ranges::reverse(answer.line);
        return answer;
      }
    }
    return {};
  }

  // Returns the result of a position. The moves of the line are in reverse order.
  ForcedWinAnswer look(const Position& position, int plies) {
    if (!has_legal_move(position)) {
      const bool is_won = position.is_check() && position.turn() != winner_;
      return {is_won ? ForcedWin::Yes : ForcedWin::No};
    }
    if (!can_win_by_material(PieceSets(position.board()), winner_)) return {ForcedWin::No};
    if (plies == 0 || positions_ == kMaxPositions) return {};
    ++positions_;
    return position.turn() == winner_ ? attack(position, plies) : defend(position, plies);
  }

  ForcedWinAnswer attack(const Position& position, int plies) {
    ForcedWin best = ForcedWin::No;
    for (const Move move : legal_moves(position)) {
      ForcedWinAnswer answer = after(position, move, plies);
      if (answer.verdict == ForcedWin::Yes) return answer;
      if (answer.verdict == ForcedWin::NotFound) best = ForcedWin::NotFound;
    }
    return {best};
  }

  ForcedWinAnswer defend(const Position& position, int plies) {
    ForcedWinAnswer worst{ForcedWin::Yes};
    for (const Move move : legal_moves(position)) {
      ForcedWinAnswer answer = after(position, move, plies);
      if (answer.verdict == ForcedWin::No) return {ForcedWin::No};
      if (answer.verdict == ForcedWin::NotFound) worst.verdict = ForcedWin::NotFound;
      if (answer.line.size() > worst.line.size()) worst.line = std::move(answer.line);
    }
    if (worst.verdict != ForcedWin::Yes) worst.line.clear();
    return worst;
  }

  ForcedWinAnswer after(const Position& position, Move move, int plies) {
    Position next = position;
    next.play(move);
    ForcedWinAnswer answer = look(next, plies - 1);
    if (answer.verdict == ForcedWin::Yes) answer.line.push_back(move);
    return answer;
  }

  Color winner_;
  std::uint32_t positions_ = 0;
};

// Returns whether the 75-move draw occurs before the mate at the end of the line.
bool passes_75_moves(const WinnabilityAnswer& chance, const Position& now) {
  Position position = now;
  for (const Move move : chance.line) {
    if (position.halfmove_clock() >= 150) return true;
    position.play(move);
  }
  return false;
}

std::string has_text(const Board& board, Color color) {
  const MaterialCount material = material_of(board, color);
  return board.of(color).has_one()
             ? fmt::format("{} has a bare king", to_string(color))
             : fmt::format("{} has a king and {}", to_string(color), to_string(material));
}

// The flag rule of a site or organization: name and reasons.
struct SiteRule {
  std::string_view article;
  std::string_view reason_won;
  std::string_view reason_drawn;
};

SiteRule words_of(FlagRule rule) {
  switch (rule) {
    case FlagRule::Lichess:
      return {"Lichess", "with which mate is possible; the position of the pieces does not matter",
              "with which no mate is possible"};
    case FlagRule::ChessCom:
      return {"chess.com", "which counts as sufficient material",
              "which counts as insufficient material"};
    case FlagRule::Uscf:
    case FlagRule::Laws:
      break;
  }
  return {"US Chess 14E", "which is enough to win on time", "which is not enough to win on time"};
}

// Returns the ruling under US Chess 14E2 and 14E3.
Ruling by_forced_win(const std::string& has, const Position& now, Color winner) {
  const std::string article = "US Chess 14E";
  ForcedWinAnswer forced = Search(winner).run(now);
  if (forced.verdict == ForcedWin::No) {
    return over(Outcome::Draw, article,
                fmt::format("{} and no forced win: {} can force a position in which no "
                            "mate is possible",
                            has, to_string(other(winner))));
  }
  if (forced.verdict == ForcedWin::Yes) {
    Ruling ruling =
        over(win_of(winner), article,
             fmt::format("{} and a forced win: mate in {}", has, half_moves(forced.line.size())));
    ruling.line = std::move(forced.line);
    return ruling;
  }
  return {
      .state = RulingState::Undetermined,
      .article = article,
      .reason = fmt::format("{}: drawn, unless {} has a forced win; none within {} moves was found",
                            has, to_string(winner), kForcedWinMoves)};
}

Ruling by_material(FlagRule rule, const Position& now, const WinnabilityAnswer& chance,
                   Color winner) {
  const Board& board = now.board();
  const SiteRule words = words_of(rule);
  const std::string has = has_text(board, winner);
  const std::string article(words.article);
  switch (verdict_by_material(rule, board, winner)) {
    case FlagVerdict::Loss:
      return over(win_of(winner), article, fmt::format("{}, {}", has, words.reason_won));
    case FlagVerdict::Draw:
      return over(Outcome::Draw, article, fmt::format("{}, {}", has, words.reason_drawn));
    case FlagVerdict::DependsOnForcedWin:
      break;
  }
  if (chance.verdict == Winnability::Unwinnable) {
    return over(Outcome::Draw, article,
                fmt::format("{} and no forced win: {}", has, to_string(chance, winner)));
  }
  return by_forced_win(has, now, winner);
}

}  // namespace

Ruling over(Outcome outcome, std::string article, std::string reason) {
  return {.state = RulingState::Over,
          .outcome = outcome,
          .article = std::move(article),
          .reason = std::move(reason)};
}

Ruling goes_on(std::string article, std::string reason) {
  return {.article = std::move(article), .reason = std::move(reason)};
}

bool counts_as_illegal_move(GameEvent event) {
  return event == GameEvent::IllegalMove || event == GameEvent::ClockWithoutMove ||
         event == GameEvent::TwoHands || event == GameEvent::PawnNotReplaced ||
         event == GameEvent::IllegalMoveFound;
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
    case GameEvent::IllegalMoveFound:
      return illegal_move_found(incident);
    default:
      return illegal_move(incident);
  }
}

std::string time_penalty(const Incident& incident, std::string_view article) {
  switch (incident.pace) {
    case Pace::Standard:
      return fmt::format("two minutes (Laws {})", article);
    case Pace::Rapid:
      return fmt::format("one minute (Laws {}, A.3)", article);
    case Pace::Blitz:
      // A.3 applies to blitz only through B.3.
      if (is_unwatched(incident)) return fmt::format("one minute (Laws {}, B.3, A.3)", article);
      return fmt::format("two minutes (Laws {}, B.2)", article);
    case Pace::Unsaid:
      break;
  }
  return fmt::format("two minutes (Laws {}; one minute in rapid and blitz, Laws A.3, B.3)",
                     article);
}

bool is_unwatched(const Incident& incident) {
  const bool is_fast = incident.pace == Pace::Rapid || incident.pace == Pace::Blitz;
  return is_fast && incident.supervision == Supervision::Limited;
}

Result<Ruling> rule_on_pawn_left(const Setup& setup, const Incident& incident) {
  const Bitboard left = pawns_left(setup.board, incident.by);
  if (left.is_empty()) {
    return Error{
        fmt::format("{} has no pawn on the last rank, and the position cannot be played "
                    "(`arbiter position` explains why)",
                    to_string(incident.by))};
  }
  if (incident.earlier_illegal_moves == 0) return pawn_not_replaced(incident);
  Setup replaced = setup;
  for (const Square square : left) replaced.board.put(square, Piece(incident.by, Role::Queen));
  replaced.turn = other(incident.by);
  replaced.en_passant.reset();
  if (!is_playable(replaced)) {
    return Error{"the position cannot be played, even with a queen instead of the pawn"};
  }
  const Position now(replaced);
  Ruling ruling = rule_on_loss(now, chances_of(now), incident);
  ruling.article = "Laws 7.5.5";
  return ruling;
}

Result<Ruling> rule_on_illegal_position(const Setup& setup, const Incident& incident) {
  const std::string offence = offence_in(setup.board);
  if (offence.empty()) {
    return Error{
        "the position is not illegal: the kings are not both in check, and no pawn is on its last "
        "rank"};
  }
  if (!is_unwatched(incident)) {
    Ruling ruling = goes_on(
        "Laws 7.5.1",
        fmt::format("{}: the position before the illegal move is restored, or if this is unknown, "
                    "the last known position before the illegal move; the game continues from it",
                    offence));
    if (incident.pace == Pace::Unsaid) {
      ruling.notes.emplace_back(
          "in rapid and blitz without full supervision the arbiter waits for one more move, and "
          "the game is drawn if the position is still illegal (Laws A.5.4; --pace)");
    }
    return ruling;
  }
  if (incident.event == GameEvent::IllegalPositionStands) {
    return over(
        Outcome::Draw, "Laws A.5.4",
        fmt::format(
            "{}, and one more move has been made since the arbiter saw this: the game is drawn",
            offence));
  }
  return goes_on("Laws A.5.4",
                 fmt::format("{}: the arbiter waits until the next move has been made, and "
                             "declares the game drawn if the position is still illegal",
                             offence));
}

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

Ruling rule_on_loss(const Position& now, const Chances& chances, const Incident& incident) {
  const Color loser = incident.by;
  const Color winner = other(loser);
  const WinnabilityAnswer& chance = chances.of(winner);
  switch (chance.verdict) {
    case Winnability::Unwinnable:
      return over(Outcome::Draw, "", to_string(chance, winner));
    case Winnability::Undetermined:
      return {
          .state = RulingState::Undetermined,
          .reason = fmt::format("{} loses, unless {} cannot mate by any series of legal moves: "
                                "{}",
                                to_string(loser), to_string(winner), to_string(chance, winner))};
    case Winnability::Winnable:
      break;
  }
  Ruling ruling = over(win_of(winner), "", to_string(chance, winner));
  ruling.line = chance.line;
  const bool ends_after_75 = automatic_draws_of(incident.rules).seventy_five_moves;
  if (ends_after_75 && passes_75_moves(chance, now)) {
    ruling.notes.push_back(
        "in the line shown, the draw by 75 moves would come first; whether Article 9.6.2 applies "
        "here is disputed, and this ruling ignores it");
  }
  return ruling;
}

Ruling rule_on_flag(const Position& now, const Chances& chances, const Incident& incident) {
  const Color winner = other(incident.by);
  const FlagRule rule = flag_rule_of(incident.rules);
  if (rule != FlagRule::Laws) return by_material(rule, now, chances.of(winner), winner);
  Ruling ruling = rule_on_loss(now, chances, incident);
  ruling.article = "Laws 6.9";
  return ruling;
}

}  // namespace arbiter
