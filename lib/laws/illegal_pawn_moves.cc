#include <fmt/format.h>

#include <optional>
#include <vector>

#include "lib/laws/illegal_reasons.h"
#include "lib/laws/wording.h"

namespace arbiter::illegal_reasons {

namespace {

Reason no_pawn_on_file(File file, Color color) {
  return {DiagnosticCode::NoSuchPiece,
          fmt::format("{} has no pawn on the {}-file", to_string(color), letter_of(file))};
}

Reason own_piece(Square square, const Position& now) {
  return {DiagnosticCode::OwnPiece,
          fmt::format("{}'s own {} stands on {}", to_string(now.turn()),
                      to_string(now.board().at(square)->role()), to_string(square))};
}

Reason unsafe(Move move, const Position& now) { return of_unsafe_moves(std::span(&move, 1), now); }

// The pawn that would go straight to `to`, if it stands where it could.
std::optional<Square> pusher(Square to, const Position& now) {
  const Color us = now.turn();
  const Piece pawn(us, Role::Pawn);
  const Square one = backward(us, to);
  if (now.board().has(one, pawn)) return one;
  if (relative_rank(us, to) != Rank::Four) return std::nullopt;
  const Square two = backward(us, one);
  return now.board().has(two, pawn) ? std::optional(two) : std::nullopt;
}

// The pawn that stands two squares before `to` but has left the rank where it began.
std::optional<Square> moved_pawn(const San& san, const Position& now) {
  const Color us = now.turn();
  if (relative_rank(us, san.to()) < Rank::Five) return std::nullopt;
  const Square from = backward(us, backward(us, san.to()));
  const bool is_meant = san.origin_mask().contains(from) && now.board().is_empty(san.to());
  return is_meant && now.board().has(from, Piece(us, Role::Pawn)) ? std::optional(from)
                                                                  : std::nullopt;
}

// What forbids a pawn to go straight to a square that is not empty.
std::string_view article_on_push(Square from, Square to) {
  return between(from, to).any() ? "Laws 3.7.2" : "Laws 3.7.1";
}

Reason of_push(const San& san, const Position& now) {
  const Board& board = now.board();
  const Color us = now.turn();
  const Square to = san.to();
  const Bitboard on_file = board.of(us, Role::Pawn) & file_of(to);
  if (on_file.is_empty()) return no_pawn_on_file(file_of(to), us);
  const std::optional<Square> from =
      relative_rank(us, to) > Rank::Two ? pusher(to, now) : std::nullopt;
  if (!from || !san.origin_mask().contains(*from)) {
    if (const auto moved = moved_pawn(san, now)) {
      return {DiagnosticCode::PawnDoubleStep,
              fmt::format("{} has moved before, so it cannot advance two squares",
                          the_piece_on(*moved, board))};
    }
    return {
        DiagnosticCode::Unreachable,
        fmt::format("{} cannot go to {} in one move", the_pieces_on(on_file, board), to_string(to)),
        "Laws 3.7"};
  }
  const Bitboard path = between(*from, to) & board.occupied();
  if (path.any()) {
    return {DiagnosticCode::PathBlocked,
            fmt::format("{} stands in front of {}", the_piece_on(path.first(), board),
                        the_piece_on(*from, board)),
            article_on_push(*from, to)};
  }
  if (board.of(us).contains(to)) return own_piece(to, now);
  if (!board.is_empty(to)) {
    return {DiagnosticCode::PathBlocked,
            fmt::format("{} stands in front of {}, and pawns capture only diagonally",
                        the_piece_on(to, board), the_piece_on(*from, board)),
            article_on_push(*from, to)};
  }
  return unsafe(Move::normal(*from, to), now);
}

// How the pawn that would be captured en passant came there, where that can be
// seen.
std::string why_not_en_passant(Square pawn, const GameHistory& game) {
  const std::string where = the_piece_on(pawn, game.now.board());
  Position position(game.first);
  std::optional<Move> last;
  std::uint32_t ply = 0;
  for (std::uint32_t i = 0; i < game.moves.size(); ++i) {
    const Move move = game.moves[i];
    if (move.to() == pawn && position.board().of(Role::Pawn).contains(move.from())) {
      last = move;
      ply = i + 1;
    }
    position.play(move);
  }
  if (!last) return fmt::format("{} did not arrive there on the last move", where);
  const std::uint32_t number = move_number_of(ply, game.first);
  if (file_of(last->from()) != file_of(pawn) || (index_of(last->from()) ^ index_of(pawn)) != 16) {
    return fmt::format("{} came from {}, not by a double step", where, to_string(last->from()));
  }
  return fmt::format(
      "{} made its double step on move {}; it could be captured en passant only immediately", where,
      number);
}

// Whether the last move was the double step of the pawn that stands before `to`.
bool was_double_step(Square to, const GameHistory& game) {
  const Color them = other(game.now.turn());
  if (game.moves.empty()) return game.first.en_passant == to;
  return game.moves.back() == Move::normal(backward(them, to), forward(them, to));
}

Reason en_passant_exposes(Square from, Square to, const Position& now) {
  const Board& board = now.board();
  const Color us = now.turn();
  const Square captured = backward(us, to);
  const Square king = now.king(us);
  const Bitboard after = (board.occupied() & ~Bitboard(from) & ~Bitboard(captured)) | Bitboard(to);
  const Bitboard attackers = now.attackers(king, other(us), after) & ~Bitboard(captured);
  // Check that is there already, and goes on.
  if ((attackers & ~now.checkers()).is_empty()) return unsafe(Move::en_passant(from, to), now);
  return {DiagnosticCode::EpExposesKing,
          fmt::format("without the pawns on {} and {}, the king on {} would be in check from {}",
                      to_string(from), to_string(captured), to_string(king),
                      the_pieces_on(attackers, board))};
}

// Precondition: nothing stands on the square, and some pawns attack it.
Reason of_capture_of_nothing(Bitboard pawns, Square to, const GameHistory& game) {
  const Position& now = game.now;
  const Color us = now.turn();
  const Reason nothing{DiagnosticCode::PawnNoCaptureTarget,
                       fmt::format("there is nothing to capture on {}", to_string(to))};
  if (relative_rank(us, to) != Rank::Six) return nothing;
  const Square captured = backward(us, to);
  if (!now.board().has(captured, Piece(other(us), Role::Pawn))) return nothing;
  if (was_double_step(to, game)) return en_passant_exposes(pawns.first(), to, now);
  return {DiagnosticCode::EpNotAvailable, why_not_en_passant(captured, game)};
}

Reason of_capture(const San& san, const GameHistory& game) {
  const Position& now = game.now;
  const Board& board = now.board();
  const Color us = now.turn();
  const Square to = san.to();
  const Bitboard own = board.of(us, Role::Pawn) & san.origin_mask();
  if (own.is_empty() && san.from_file()) return no_pawn_on_file(*san.from_file(), us);
  const Bitboard pawns = own & pawn_attacks(other(us), to);
  if (pawns.is_empty()) {
    return {DiagnosticCode::Unreachable,
            own.is_empty() || own.count() > 3
                ? fmt::format("no pawn of {} captures on {}", to_string(us), to_string(to))
                : fmt::format("{} {} not capture on {}", the_pieces_on(own, board),
                              own.has_many() ? "do" : "does", to_string(to)),
            "Laws 3.7.3"};
  }
  if (board.of(us).contains(to)) return own_piece(to, now);
  if (board.is_empty(to)) return of_capture_of_nothing(pawns, to, game);
  std::vector<Move> moves;
  for (const Square from : pawns) moves.push_back(Move::normal(from, to));
  return of_unsafe_moves(moves, now);
}

}  // namespace

Reason of_pawn(const San& san, const GameHistory& game) {
  const bool is_push =
      !san.is_capture() && (!san.from_file() || *san.from_file() == file_of(san.to()));
  return is_push ? of_push(san, game.now) : of_capture(san, game);
}

}  // namespace arbiter::illegal_reasons
