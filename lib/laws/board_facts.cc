#include "lib/laws/board_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>

#include "lib/chess/attacks.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/wording.h"

namespace arbiter {

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
