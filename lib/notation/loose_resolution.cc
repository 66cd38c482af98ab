#include "lib/chess/legal_moves.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/uci.h"

namespace arbiter {
namespace {

// Checks for "g1f3" and "g1-f3", which name no piece.
bool names_no_piece(const LooseMove& move) {
  return move.san.role() == Role::Pawn && !move.spelling.has(SpellingDeviation::PawnLetter);
}

San with_piece_of_board(const San& san, Square from, const Position& position) {
  const auto piece = position.board().at(from);
  San named = San::piece(piece ? piece->role() : Role::Pawn, san.to());
  named.set_from(file_of(from));
  named.set_from(rank_of(from));
  if (san.is_capture()) named.set_capture();
  if (san.promotion()) named.set_promotion(*san.promotion());
  named.set_check_mark(san.check_mark());
  return named;
}

SanDeviations capture_deviations(const San& san, Move move, const Position& position) {
  SanDeviations deviations;
  const bool captures =
      move.kind() == MoveKind::EnPassant ||
      (move.kind() != MoveKind::Castling && !position.board().is_empty(move.to()));
  if (captures && !san.is_capture()) deviations.add(SanDeviation::CaptureMissing);
  if (!captures && san.is_capture()) deviations.add(SanDeviation::CaptureSpurious);
  return deviations;
}

SanResolution resolve_squares(const San& san, const Coordinates& coordinates,
                              const Position& position) {
  if (!position.board().has(coordinates.from, Piece(position.turn(), san.role()))) {
    return {.status = SanStatus::Illegal};
  }
  if (const auto move = legal_move(coordinates, position)) {
    return {.status = SanStatus::Legal,
            .deviations = capture_deviations(san, *move, position),
            .move = *move};
  }
  Coordinates promoted = coordinates;
  if (!coordinates.promotion && reaches_promotion(coordinates, position)) {
    promoted.promotion = Role::Queen;
    if (legal_move(promoted, position)) return {.status = SanStatus::PromotionMissing};
  }
  return {.status = SanStatus::Illegal};
}

}  // namespace

LooseResolution resolve(const LooseMove& move, const Position& position) {
  const bool is_uci = move.spelling.has(SpellingDeviation::Uci);
  if (is_uci || (move.from && move.spelling.has(SpellingDeviation::LongAlgebraic))) {
    San san = move.san;
    if (names_no_piece(move)) san = with_piece_of_board(san, *move.from, position);
    if (is_uci && !position.board().is_empty(san.to())) san.set_capture();
    SanResolution resolution =
        resolve_squares(san, {*move.from, san.to(), san.promotion()}, position);
    if (is_uci) resolution.deviations = {};
    return {resolution, san, move.spelling};
  }
  LooseResolution first{resolve(move.san, position), move.san, move.spelling};
  if (first.resolution.status != SanStatus::Illegal || !move.other_reading) return first;
  LooseResolution second{resolve(*move.other_reading, position), *move.other_reading,
                         move.spelling};
  if (second.resolution.status == SanStatus::Illegal) return first;
  if (second.san.role() != Role::Pawn) second.spelling.add(SpellingDeviation::LowerCasePiece);
  return second;
}

std::optional<std::string> with_rank(std::string_view word, const Position& position) {
  const auto file_at = [&](std::size_t at) -> std::optional<File> {
    if (at >= word.size() || word[at] < 'a' || word[at] > 'h') return std::nullopt;
    return static_cast<File>(word[at] - 'a');
  };
  const auto from = file_at(0);
  const bool has_sign = word.size() > 1 && (word[1] == 'x' || word[1] == ':');
  const std::size_t target = has_sign ? 2 : 1;
  const auto to = file_at(target);
  if (!from || !to || *from == *to) return std::nullopt;
  std::optional<Move> found;
  for (const Move move : legal_moves(position)) {
    const bool fits = position.board().has(move.from(), Piece(position.turn(), Role::Pawn)) &&
                      file_of(move.from()) == *from && file_of(move.to()) == *to;
    if (!fits) continue;
    const bool is_other = found && (found->from() != move.from() || found->to() != move.to());
    if (is_other) return std::nullopt;
    found = move;
  }
  if (!found) return std::nullopt;
  std::string full(word.substr(0, target + 1));
  full += to_string(found->to())[1];
  return full.append(word.substr(target + 1));
}

}  // namespace arbiter
