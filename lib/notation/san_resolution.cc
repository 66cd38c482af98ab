#include "lib/notation/san_resolution.h"

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
  // All squares from the first to the last that king and rook pass or reach (3.8.2.2).
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

// The pawns that may go to the square by 3.7.1 to 3.7.3, the king's safety aside.
Bitboard pawn_origins(const San& san, const Position& position) {
  const Board& board = position.board();
  const Color us = position.turn();
  const Square to = san.to();
  const Rank rank = relative_rank(us, to);
  if (rank <= Rank::Two) return kNoSquares;
  const Bitboard pawns = board.of(us, Role::Pawn);
  Bitboard origins;
  if (board.of(other(us)).contains(to) || position.en_passant() == to) {
    origins = pawn_attacks(other(us), to) & pawns;
  }
  // A file other than that of the square, or an "x", says that it captures.
  const bool is_push = !san.is_capture() && (!san.from_file() || *san.from_file() == file_of(to));
  if (!is_push) return origins & san.origin_mask();
  origins = kNoSquares;
  if (board.is_empty(to)) {
    const Square one = backward(us, to);
    if (pawns.contains(one)) {
      origins = one;
    } else if (rank == Rank::Four && board.is_empty(one)) {
      origins = Bitboard(backward(us, one)) & pawns;
    }
  }
  return origins & san.origin_mask();
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

// Compares what was written with what PGN 8.2.3.4 wants: nothing if no other
// such piece may go there, else the file, else the rank, else both.
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

}  // namespace

SanResolution resolve_with_care(const San& san, const Position& position) {
  if (san.kind() == San::Kind::Null) return failed(SanStatus::Illegal);
  if (san.kind() != San::Kind::Piece) return resolve_castling(san, position);
  return san.role() == Role::Pawn ? resolve_pawn(san, position) : resolve_piece(san, position);
}

}  // namespace arbiter
