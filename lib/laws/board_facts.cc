#include "lib/laws/board_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>

#include "lib/chess/attacks.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/illegality.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {

namespace {

using Hindrance = CastlingHindrance;

CastlingStatus lost(Hindrance hindrance, const Sentence& reason) {
  return {.state = CastlingState::LostForGood,
          .hindrance = hindrance,
          .reason = sentence("castling is lost for good: {}", reason)};
}

// The move by which a castling right was lost.
struct Loss {
  Move move;
  std::uint32_t ply;
  Color mover;
  Square rook;  // square of the castling rook
};

// Returns the first known move from or to the squares of king and rook; nothing if there is none.
// Precondition: the initial position has the right.
std::optional<Loss> find_loss(const GameHistory& game, Color color, CastlingSide side) {
  const Position first(game.first);
  const Square king = first.king(color);
  const Square rook = first.castling().rook(color, side);
  for (std::uint32_t ply = 1; ply <= game.moves.size(); ++ply) {
    const Move move = game.moves[ply - 1];
    if (move.from() != king && move.from() != rook && move.to() != rook) continue;
    return Loss{move, ply, ply % 2 == 1 ? first.turn() : other(first.turn()), rook};
  }
  return std::nullopt;
}

CastlingStatus explain_loss(const GameHistory& game, Color color, CastlingSide side) {
  const std::optional<Loss> loss = find_loss(game, color, side);
  if (!loss) return lost(Hindrance::KingMoved, "the king or the rook has moved");
  const std::uint32_t number = move_number_of(loss->ply, game.first);
  CastlingStatus status;
  if (loss->mover != color) {
    status = lost(Hindrance::RookCaptured,
                  sentence("the rook on {} was captured on move {}", loss->rook, number));
    status.square = loss->rook;
  } else if (loss->move.kind() == MoveKind::Castling) {
    status =
        lost(Hindrance::HasCastled, fmt::format("{} castled on move {}", to_string(color), number));
    status.square = loss->move.from();
  } else {
    const bool is_rook = loss->move.from() == loss->rook;
    status = lost(is_rook ? Hindrance::RookMoved : Hindrance::KingMoved,
                  sentence("the {} moved from {} to {} on move {}", is_rook ? "rook" : "king",
                           loss->move.from(), loss->move.to(), number));
    status.square = loss->move.from();
  }
  status.ply = loss->ply;
  return status;
}

// Explains why the initial position does not have the right.
CastlingStatus explain_absence(const Position& now, Color color, CastlingSide side) {
  const Square king = now.king(color);
  const Rank home = relative_rank(color, Rank::One);
  bool has_rook = false;
  for (const Square rook : now.board().of(color, Role::Rook) & home) {
    has_rook |= (rook > king) == (side == CastlingSide::King);
  }
  if (rank_of(king) == home && has_rook) {
    return lost(Hindrance::NeverGiven,
                fmt::format("the initial position gives {} no right to castle on the {}",
                            to_string(color), to_string(side)));
  }
  const Sentence reason =
      rank_of(king) != home
          ? sentence("the king on {} does not stand on its first rank", king)
          : sentence("no rook stands on the {} of the king on {}", to_string(side), king);
  return {.state = CastlingState::NotInPlace,
          .hindrance = Hindrance::NotInPlace,
          .square = king,
          .reason = sentence("castling is not possible: {}", reason)};
}

CastlingStatus prevented(Hindrance hindrance, Square square, const Sentence& reason) {
  return {.state = CastlingState::PreventedForNow,
          .hindrance = hindrance,
          .square = square,
          .reason = sentence("castling is prevented for now: {}", reason)};
}

// Determines what prevents castling now. Precondition: the player has the right.
CastlingStatus look_for_hindrance(const Position& now, Color color, CastlingSide side) {
  const Board& board = now.board();
  const Color them = other(color);
  const Square king = now.king(color);
  const Square rook = now.castling().rook(color, side);
  const Square king_to = castled_king_square(color, side);
  const Square rook_to = castled_rook_square(color, side);
  const auto attacked = [&](Hindrance hindrance, Square square, Bitboard attackers,
                            std::string_view clause) {
    CastlingStatus status = prevented(
        hindrance, square, sentence(clause, square, the_pieces_on(attackers, board), rook));
    status.attacker = attackers.first();
    return status;
  };

  const Bitboard checkers = now.attackers(king, them, board.occupied());
  if (checkers.any()) {
    return attacked(Hindrance::InCheck, king, checkers, "the king on {0} is in check from {1}");
  }
  const Bitboard path = between(king, king_to) | between(rook, rook_to) | king_to | rook_to;
  const Bitboard in_the_way = path & board.occupied() & ~Bitboard(king) & ~Bitboard(rook);
  if (in_the_way.any()) {
    return prevented(Hindrance::PieceBetween, in_the_way.first(),
                     sentence("{} {} in the way", the_pieces_on(in_the_way, board),
                              in_the_way.has_many() ? "stand" : "stands"));
  }
  const Bitboard without_king = board.occupied() & ~Bitboard(king);
  for (const Square square : between(king, king_to)) {
    const Bitboard attackers = now.attackers(square, them, without_king);
    if (attackers.any()) {
      return attacked(Hindrance::PassesAttackedSquare, square, attackers,
                      "the king would cross {0}, attacked by {1}");
    }
  }
  const Bitboard after = (without_king & ~Bitboard(rook)) | rook_to | king_to;
  const Bitboard attackers = now.attackers(king_to, them, after);
  if ((attackers & now.attackers(king_to, them, without_king)).any()) {
    return attacked(Hindrance::EndsOnAttackedSquare, king_to, attackers,
                    "{0}, where the king would stand, is attacked by {1}");
  }
  if (attackers.any()) {
    return attacked(Hindrance::RookShieldsKing, king_to, attackers,
                    "without the rook on {2}, the king on {0} would be in check from {1}");
  }
  return {};
}

// Returns the square passed by the last move, or the en passant square of the initial position.
std::optional<Square> passed_square(const GameHistory& game) {
  if (game.moves.empty()) return game.first.en_passant;
  const Move last = game.moves.back();
  const Board& board = game.now.board();
  const Color them = other(game.now.turn());
  const bool is_double_step = last.kind() == MoveKind::Normal &&
                              board.has(last.to(), Piece(them, Role::Pawn)) &&
                              (index_of(last.from()) ^ index_of(last.to())) == 16;
  if (!is_double_step) return std::nullopt;
  return backward(them, last.to());
}

EnPassantStatus no_double_step(const GameHistory& game) {
  return {.reason = game.moves.empty() ? "nothing shows that the last move was a pawn's double step"
                                       : "the last move was not a pawn's double step"};
}

Sentence no_right(Square square, const GameHistory& game) {
  const Color us = game.now.turn();
  const Board& board = game.now.board();
  if (relative_rank(us, square) != Rank::Six) {
    return sentence("{} is not on the rank that a double step by {} passes", square,
                    to_string(other(us)));
  }
  if (!board.has(backward(us, square), Piece(other(us), Role::Pawn))) {
    return sentence("no pawn of {} stands on {}, where a double step over {} would end",
                    to_string(other(us)), backward(us, square), square);
  }
  const Bitboard way = Bitboard(square) | forward(us, square);
  return sentence("{} stands in the way of a double step over {}",
                  the_pieces_on(way & board.occupied(), board), square);
}

// Returns the reason why the pawn may not capture, other than a pin.
Sentence other_reason(Square from, Square to, const GameHistory& game) {
  San san = San::piece(Role::Pawn, to);
  san.set_capture();
  san.set_from(file_of(from));
  return explain(san, game).message;
}

Sentence reason_against_capture(Square from, Square to, const GameHistory& game) {
  const Board& board = game.now.board();
  for (const Pin& pin : pins_of(board, game.now.turn())) {
    if (pin.piece != from || line_through(pin.king, pin.pinner).contains(to)) continue;
    return sentence("it is pinned to the king on {} by {}", pin.king,
                    the_piece_on(pin.pinner, board));
  }
  return other_reason(from, to, game);
}

Sentence reason_against_capture(Bitboard pawns, Square square, const GameHistory& game) {
  std::vector<Sentence> reasons;
  for (const Square from : pawns) {
    reasons.push_back(sentence("{} may not capture on {}: {}", the_piece_on(from, game.now.board()),
                               square, reason_against_capture(from, square, game)));
  }
  return listed(reasons);
}

}  // namespace

std::string_view to_string(CastlingSide side) {
  return side == CastlingSide::King ? "king side" : "queen side";
}

CastlingStatus castling_status(const GameHistory& game, Color color, CastlingSide side) {
  if (game.now.castling().has(color, side)) return look_for_hindrance(game.now, color, side);
  if (Position(game.first).castling().has(color, side)) return explain_loss(game, color, side);
  return explain_absence(game.now, color, side);
}

EnPassantStatus en_passant_status(const GameHistory& game) {
  const std::optional<Square> square = passed_square(game);
  if (!square) return no_double_step(game);
  EnPassantStatus status{.square = square};
  if (game.moves.empty() && !is_after_double_step(game.first)) {
    status.state = EnPassantState::NoSuchRight;
    status.reason = no_right(*square, game);
    return status;
  }
  const Color us = game.now.turn();
  const Square pawn = backward(us, *square);
  const Bitboard beside = pawn_attacks(other(us), *square) & game.now.board().of(us, Role::Pawn);
  if (beside.is_empty()) {
    status.state = EnPassantState::NobodyBeside;
    status.reason = sentence("no pawn of {} stands beside the pawn on {}", to_string(us), pawn);
    return status;
  }
  for (const Move move : legal_moves(game.now)) {
    if (move.kind() == MoveKind::EnPassant) status.captures.push_back(move);
  }
  if (status.captures.empty()) {
    status.state = EnPassantState::NotLegal;
    status.reason = reason_against_capture(beside, *square, game);
    return status;
  }
  status.state = EnPassantState::Legal;
  status.reason = sentence(
      "the pawn on {} has just made a double step and may be captured on {}, but only on this move",
      pawn, *square);
  return status;
}

std::vector<Pin> pins_of(const Board& board, Color color) {
  std::vector<Pin> pins;
  const Bitboard kings = board.of(color, Role::King);
  if (!kings.has_one()) return pins;
  const Square king = kings.first();
  const Bitboard aiming = (attacks_on_empty_board(Role::Bishop, king) & board.diagonal_sliders()) |
                          (attacks_on_empty_board(Role::Rook, king) & board.straight_sliders());
  for (const Square pinner : aiming& board.of(other(color))) {
    const Bitboard between_them = between(king, pinner) & board.occupied();
    if (between_them.has_one() && (between_them & board.of(color)).any()) {
      pins.push_back({.piece = between_them.first(), .pinner = pinner, .king = king});
    }
  }
  return pins;
}

CheckAnswers check_answers(const Position& position) {
  assert(position.is_check());
  const Color us = position.turn();
  CheckAnswers answers;
  for (const Move move : legal_moves(position)) {
    const Square taken = move.kind() == MoveKind::EnPassant ? backward(us, move.to()) : move.to();
    if (position.checkers().contains(taken)) {
      answers.captures.push_back(move);
    } else if (move.from() == position.king(us)) {
      answers.king_moves.push_back(move);
    } else {
      answers.blocks.push_back(move);
    }
  }
  return answers;
}

bool has_line_to_block(const Position& position) {
  assert(position.is_check());
  if (position.checkers().has_many()) return false;
  return between(position.king(position.turn()), position.checkers().first()).any();
}

std::vector<AttackedPiece> attacked_pieces(const Position& position, Color color) {
  const Board& board = position.board();
  std::vector<AttackedPiece> attacked;
  for (const Square piece : board.of(color)) {
    const Bitboard by = position.attackers(piece, other(color), board.occupied());
    if (by.any()) attacked.push_back({piece, by});
  }
  return attacked;
}

std::optional<OpponentCaptures> opponent_captures(const Position& position) {
  if (position.is_check()) return std::nullopt;
  OpponentCaptures captures{position, {}};
  captures.position.pass();
  const Bitboard targets = position.board().of(position.turn());
  for (const Move move : legal_moves(captures.position)) {
    if (move.kind() != MoveKind::Castling && targets.contains(move.to())) {
      captures.moves.push_back(move);
    }
  }
  return captures;
}

namespace {

constexpr std::array<int, 6> kValues = {1, 3, 3, 5, 9, 0};
constexpr Role kByValue[] = {Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn};

}  // namespace

int MaterialCount::value() const {
  int sum = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) sum += pieces[i] * kValues[i];
  return sum;
}

MaterialCount material_of(const Board& board, Color color) {
  MaterialCount material;
  for (std::size_t i = 0; i < material.pieces.size(); ++i) {
    material.pieces[i] = board.of(color, static_cast<Role>(i)).count();
  }
  return material;
}

std::string to_string(const MaterialCount& material) {
  std::string text;
  for (const Role role : kByValue) {
    const int count = material.of(role);
    if (count == 0) continue;
    if (!text.empty()) text += ", ";
    if (count > 1) text += fmt::format("{} ", count);
    text += counted_name_of(role, count);
  }
  return text.empty() ? "bare king" : text;
}

namespace {

constexpr Color kColors[] = {Color::White, Color::Black};
constexpr Role kRoles[] = {Role::King,   Role::Queen,  Role::Rook,
                           Role::Bishop, Role::Knight, Role::Pawn};

std::vector<PieceMoves> moves_by_piece(const Position& position) {
  std::vector<PieceMoves> pieces;
  for (const Role role : kRoles) {
    for (const Square from : position.board().of(position.turn(), role)) {
      const MoveList list = legal_moves_from(position, from);
      if (list.is_empty()) continue;
      PieceMoves piece{from, {list.begin(), list.end()}};
      std::sort(piece.moves.begin(), piece.moves.end(),
                [](Move a, Move b) { return a.bits() < b.bits(); });
      pieces.push_back(std::move(piece));
    }
  }
  return pieces;
}

}  // namespace

PositionFacts position_facts(const GameHistory& game) {
  const Position& now = game.now;
  PositionFacts facts;
  facts.chances = chances_of(now);
  facts.standing = standing_of(game, facts.chances, RulesProfile::Fide);
  facts.moves = moves_by_piece(now);
  if (now.is_check()) facts.check = check_answers(now);
  facts.opponent_captures = opponent_captures(now);
  facts.en_passant = en_passant_status(game);
  for (const Color color : kColors) {
    const auto at = static_cast<std::size_t>(color);
    facts.pins[at] = pins_of(now.board(), color);
    facts.attacked[at] = attacked_pieces(now, color);
    facts.material[at] = material_of(now.board(), color);
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      facts.castling[at][static_cast<std::size_t>(side)] = castling_status(game, color, side);
    }
  }
  return facts;
}

}  // namespace arbiter
