#include "db/model/move_code.h"

#include <utility>

#include "lib/chess/attacks.h"
#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

constexpr std::uint16_t kMaxCode = 0xfff;
constexpr int kPromotionShift = 9;

// Returns the promotion of a code, if its upper bits are a promotion piece.
std::optional<Move> promotion_of(std::uint16_t code, Color color) {
  const int role = code >> kPromotionShift;
  if (role < index_of(Role::Knight) || role > index_of(Role::Queen)) return std::nullopt;
  const File file = static_cast<File>((code >> 6) & 7);
  return Move::promotion(square_at(code & 63), square_of(file, relative_rank(color, Rank::Eight)),
                         static_cast<Role>(role));
}

// Returns whether a pawn of the side to move may make the move, ignoring the safety of its king.
bool fits_pawn(Move move, const Position& position) {
  const Board& board = position.board();
  const Color us = position.turn();
  const Square from = move.from();
  const Square to = move.to();
  if (file_of(from) != file_of(to)) {
    const bool takes = board.of(other(us)).contains(to) || move.kind() == MoveKind::EnPassant;
    return takes && pawn_attacks(us, from).contains(to);
  }
  const Square step = forward(us, from);
  if (!board.is_empty(step) || !board.is_empty(to)) return false;
  return to == step || (relative_rank(us, from) == Rank::Two && to == forward(us, step));
}

// Returns the pawn move of a code, if it is legal apart from the safety of the king.
std::optional<Move> pawn_move(std::uint16_t code, const Position& position) {
  const Square from = square_at(code & 63);
  const Square to = square_at(code >> 6);
  Move move = Move::normal(from, to);
  if (relative_rank(position.turn(), from) == Rank::Seven) {
    const std::optional<Move> promotion = promotion_of(code, position.turn());
    if (!promotion) return std::nullopt;
    move = *promotion;
  } else if (position.en_passant() == to) {
    move = Move::en_passant(from, to);
  }
  if (!fits_pawn(move, position)) return std::nullopt;
  return move;
}

}  // namespace

std::optional<Move> move_of(std::uint16_t code, const Position& position) {
  const Board& board = position.board();
  const Bitboard own = board.of(position.turn());
  const Square from = square_at(code & 63);
  if (code > kMaxCode || !own.contains(from)) return std::nullopt;
  const Role role = Piece::from_code(board.code_at(from)).role();
  Move move = Move::normal(from, square_at(code >> 6));
  if (role == Role::Pawn) {
    const std::optional<Move> fitting = pawn_move(code, position);
    if (!fitting) return std::nullopt;
    move = *fitting;
  } else if (own.contains(move.to())) {
    move = Move::castling(from, move.to());
    if (role != Role::King || !is_legal(position, move)) return std::nullopt;
    return move;
  } else if (!attacks_on_empty_board(role, from).contains(move.to()) ||
             (between(from, move.to()) & board.occupied()).any()) {
    return std::nullopt;
  }
  if (!position.leaves_king_safe(move)) return std::nullopt;
  return move;
}

void pack_moves(std::span<const Move> moves, std::string& bytes) {
  const std::size_t start = bytes.size();
  bytes.resize(start + (moves.size() * 3 + 1) / 2);
  char* at = bytes.data() + start;
  std::size_t i = 0;
  for (; i + 2 <= moves.size(); i += 2) {
    const std::uint32_t both = code_of(moves[i]) | static_cast<std::uint32_t>(code_of(moves[i + 1]))
                                                       << 12;
    *at++ = static_cast<char>(both);
    *at++ = static_cast<char>(both >> 8);
    *at++ = static_cast<char>(both >> 16);
  }
  if (i == moves.size()) return;
  const std::uint16_t last = code_of(moves[i]);
  *at++ = static_cast<char>(last);
  *at = static_cast<char>(last >> 8);
}

bool unpack_moves(std::span<const std::uint8_t> bytes, const Position& first,
                  std::vector<Move>& moves) {
  moves.clear();
  const std::size_t count = packed_moves(bytes.size());
  moves.reserve(count);
  Position position = first;
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<Move> move = move_of(move_code::code_at(bytes.data(), i), position);
    if (!move) return false;
    position.play(*move);
    moves.push_back(*move);
  }
  const bool has_odd_move = bytes.size() % 3 == 2;
  return bytes.size() % 3 != 1 && !(has_odd_move && bytes.back() >> 4 != 0);
}

move_code::PieceCodes move_code::codes_on(const Board& board) {
  PieceCodes codes;
  for (int i = 0; i < kSquareCount; ++i) {
    codes[static_cast<std::size_t>(i)] = board.code_at(square_at(i));
  }
  return codes;
}

UnpackedMove move_code::play_special(PieceCodes& codes, std::uint16_t code) {
  const Square from = square_at(code & 63);
  const Square to = square_at(code >> 6 & 63);
  const auto at = [&](Square square) -> std::uint8_t& {
    return codes[static_cast<std::size_t>(square)];
  };
  const std::uint8_t piece = std::exchange(at(from), Board::kEmpty);
  const Color color = Piece::from_code(piece).color();
  if (piece >= 10) {
    const CastlingSide side = to > from ? CastlingSide::King : CastlingSide::Queen;
    const std::uint8_t rook = std::exchange(at(to), Board::kEmpty);
    at(castled_king_square(color, side)) = piece;
    at(castled_rook_square(color, side)) = rook;
    return {Move::castling(from, to), piece, Board::kEmpty};
  }
  if (relative_rank(color, from) == Rank::Seven) {
    const std::optional<Move> move = promotion_of(code, color);
    if (!move) return {};
    const std::uint8_t promoted = Piece(color, move->promotion_role()).code();
    return {*move, piece, std::exchange(at(move->to()), promoted)};
  }
  at(to) = piece;
  const Square taken = square_of(file_of(to), rank_of(from));
  return {Move::en_passant(from, to), piece, std::exchange(at(taken), Board::kEmpty)};
}

}  // namespace arbiter
