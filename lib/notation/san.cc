#include "lib/notation/san.h"

#include "lib/chess/legal_moves.h"
#include "lib/notation/san_parsing.h"

namespace arbiter {
namespace {

SanResolution found(Move move) { return {.status = SanStatus::Legal, .move = move}; }

SanResolution failed(SanStatus status) { return {.status = status, .move = {}}; }

SanResolution resolve_castling(const San& san, const Position& position) {
  const Color us = position.turn();
  const CastlingSide side =
      san.kind() == San::Kind::CastleKingSide ? CastlingSide::King : CastlingSide::Queen;
  if (!position.castling().has(us, side)) return failed(SanStatus::Illegal);
  const Square king = position.king(us);
  const Square rook = position.castling().rook(us, side);
  const Square king_to = castled_king_square(us, side);
  const Square rook_to = castled_rook_square(us, side);
  const Bitboard path = between(king, king_to) | between(rook, rook_to) | king_to | rook_to;
  const Bitboard others = position.board().occupied() & ~Bitboard(king) & ~Bitboard(rook);
  const Move move = Move::castling(king, rook);
  if ((path & others).any() || !position.leaves_king_safe(move)) {
    return failed(SanStatus::Illegal);
  }
  return found(move);
}

Move pawn_move(Square from, Square to, const San& san, const Position& position) {
  if (san.promotion()) return Move::promotion(from, to, *san.promotion());
  if (file_of(from) != file_of(to) && position.board().is_empty(to)) {
    return Move::en_passant(from, to);
  }
  return Move::normal(from, to);
}

// Returns the pawns that can move to the square under 3.7.1 to 3.7.3, regardless of the king's
// safety.
Bitboard pawn_origins(const San& san, const Position& position) {
  const Board& board = position.board();
  const Color us = position.turn();
  const Square to = san.to();
  const Rank rank = relative_rank(us, to);
  if (rank <= Rank::Two) return kNoSquares;
  const Bitboard pawns = board.of(us, Role::Pawn) & san.origin_mask();
  // An "x", or a file other than that of the target square, means a capture.
  if (san.is_capture() || (san.from_file() && *san.from_file() != file_of(to))) {
    const bool captures = board.of(other(us)).contains(to) || position.en_passant() == to;
    return captures ? pawn_attacks(other(us), to) & pawns : kNoSquares;
  }
  if (!board.is_empty(to)) return kNoSquares;
  const Square one = backward(us, to);
  const bool is_double_step = rank == Rank::Four && board.is_empty(one);
  return pawns & Bitboard(is_double_step ? backward(us, one) : one);
}

SanResolution resolve_pawn(const San& san, const Position& position) {
  const Color us = position.turn();
  const bool promotes = relative_rank(us, san.to()) == Rank::Eight;
  if (san.promotion() && !promotes) return failed(SanStatus::Illegal);
  Bitboard legal;
  for (const Square from : pawn_origins(san, position)) {
    if (position.leaves_king_safe(pawn_move(from, san.to(), san, position))) legal |= from;
  }
  if (legal.is_empty()) return failed(SanStatus::Illegal);
  if (legal.has_many()) return failed(SanStatus::Ambiguous);
  if (promotes && !san.promotion()) return failed(SanStatus::PromotionMissing);
  const Square from = legal.first();
  SanResolution resolution = found(pawn_move(from, san.to(), san, position));
  const bool captures = file_of(from) != file_of(san.to());
  if (captures && !san.is_capture()) resolution.deviations.add(SanDeviation::CaptureMissing);
  if (san.from_rank()) resolution.deviations.add(SanDeviation::OverDisambiguated);
  return resolution;
}

// Compares the written origin with PGN 8.2.3.4. The correct origin is empty if no other piece of
// the kind can move to the square; otherwise file, rank or both.
void judge_disambiguation(const San& san, Square from, Bitboard legal, Bitboard reaching,
                          SanResolution& resolution) {
  const Bitboard twins = legal & ~Bitboard(from);
  if (!san.is_disambiguated()) {
    resolution.has_pinned_twin = (reaching & ~Bitboard(from)).any();
    return;
  }
  if (twins.is_empty()) {
    resolution.deviations.add(SanDeviation::OverDisambiguated);
    if ((reaching & ~Bitboard(from)).any()) resolution.deviations.add(SanDeviation::PinnedTwin);
    return;
  }
  const bool file_suffices = (twins & file_of(from)).is_empty();
  const bool rank_suffices = (twins & rank_of(from)).is_empty();
  if (san.from_file() && san.from_rank()) {
    if (file_suffices || rank_suffices) {
      resolution.deviations.add(SanDeviation::OverDisambiguated);
    }
  } else if (san.from_rank() && file_suffices) {
    resolution.deviations.add(SanDeviation::OtherDisambiguation);
  }
}

SanResolution resolve_piece(const San& san, const Position& position) {
  const Board& board = position.board();
  const Color us = position.turn();
  const Square to = san.to();
  if (san.promotion() || board.of(us).contains(to)) return failed(SanStatus::Illegal);
  const Bitboard reaching = attacks_of(san.role(), to, board.occupied()) & board.of(us, san.role());
  Bitboard legal;
  for (const Square from : reaching) {
    if (position.leaves_king_safe(Move::normal(from, to))) legal |= from;
  }
  const Bitboard meant = legal & san.origin_mask();
  if (meant.is_empty()) return failed(SanStatus::Illegal);
  if (meant.has_many()) return failed(SanStatus::Ambiguous);
  const Square from = meant.first();
  SanResolution resolution = found(Move::normal(from, to));
  const bool captures = board.of(other(us)).contains(to);
  if (captures && !san.is_capture()) resolution.deviations.add(SanDeviation::CaptureMissing);
  if (!captures && san.is_capture()) resolution.deviations.add(SanDeviation::CaptureSpurious);
  judge_disambiguation(san, from, legal, reaching, resolution);
  return resolution;
}

void add_square(Square square, SanText& text) {
  text.add(letter_of(file_of(square)));
  text.add(digit_of(rank_of(square)));
}

// Returns other pieces of the same kind that can legally move to the same square.
Bitboard legal_twins(Move move, Role role, const Position& position) {
  const Board& board = position.board();
  Bitboard twins = attacks_of(role, move.to(), board.occupied()) & board.of(position.turn(), role) &
                   ~Bitboard(move.from());
  for (const Square twin : twins) {
    if (!position.leaves_king_safe(Move::normal(twin, move.to()))) twins &= ~Bitboard(twin);
  }
  return twins;
}

void add_origin(Square from, Bitboard twins, SanText& text) {
  if (twins.is_empty()) return;
  const bool file_suffices = (twins & file_of(from)).is_empty();
  const bool rank_suffices = (twins & rank_of(from)).is_empty();
  if (file_suffices || !rank_suffices) text.add(letter_of(file_of(from)));
  if (!file_suffices) text.add(digit_of(rank_of(from)));
}

void add_piece_move(Move move, Role role, const Position& position, SanText& text) {
  text.add(letter_of(role));
  if (role != Role::King) add_origin(move.from(), legal_twins(move, role, position), text);
  if (!position.board().is_empty(move.to())) text.add('x');
  add_square(move.to(), text);
}

void add_pawn_move(Move move, SanText& text) {
  if (file_of(move.from()) != file_of(move.to())) {
    text.add(letter_of(file_of(move.from())));
    text.add('x');
  }
  add_square(move.to(), text);
  if (move.kind() == MoveKind::Promotion) {
    text.add('=');
    text.add(letter_of(move.promotion_role()));
  }
}

// Returns the SAN without the check sign.
SanText bare_san_text_of(Move move, const Position& before) {
  SanText text;
  if (move.kind() == MoveKind::Castling) {
    text.add(move.to() > move.from() ? "O-O" : "O-O-O");
  } else {
    const Role role = before.board().at(move.from())->role();
    if (role == Role::Pawn) {
      add_pawn_move(move, text);
    } else {
      add_piece_move(move, role, before, text);
    }
  }
  return text;
}

}  // namespace

std::optional<San> parse_san(std::string_view text) {
  San san;
  if (text.empty() || !san_parsing::parse(text.data(), text.size(), san)) return std::nullopt;
  return san;
}

SanResolution resolve(const San& san, const Position& position) {
  // After an accepted illegal move, kings may be adjacent, which find_plain() does not forbid.
  const Bitboard origin = !san.is_plain() ? kNoSquares
                          : position.turn() == Color::White
                              ? find_plain<Color::White>(san, position)
                              : find_plain<Color::Black>(san, position);
  if (origin.any()) return found(Move::normal(origin.first(), san.to()));
  if (san.kind() == San::Kind::Null) return failed(SanStatus::Illegal);
  if (san.kind() != San::Kind::Piece) return resolve_castling(san, position);
  return san.role() == Role::Pawn ? resolve_pawn(san, position) : resolve_piece(san, position);
}

Bitboard unblocked(Bitboard pieces, Square to, const Board& board) {
  Bitboard free;
  for (const Square from : pieces) {
    if ((between(from, to) & board.occupied()).is_empty()) free |= from;
  }
  return free;
}

SanText san_text_of(Move move, const Position& before, const Position& after) {
  SanText text = bare_san_text_of(move, before);
  if (after.is_check()) text.add(has_legal_move(after) ? '+' : '#');
  return text;
}

SanText san_text_of(Move move, const Position& position) {
  // After the capture of a king, no position exists.
  if (move.to() == position.king(other(position.turn()))) return bare_san_text_of(move, position);
  Position after = position;
  after.play(move);
  return san_text_of(move, position, after);
}

std::string san_of(Move move, const Position& position) {
  return std::string(san_text_of(move, position).view());
}

}  // namespace arbiter
