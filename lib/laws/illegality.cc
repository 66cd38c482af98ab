#include "lib/laws/illegality.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/setup.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/board_facts.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

// Returns the move without its suffixes.
std::string_view core_of(std::string_view text) {
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

char first_letter(std::string_view san) { return san.empty() ? ' ' : san.front(); }

// Returns whether two moves have the same piece and target square, such as "Nbxd2" and "Nd2".
bool goes_to_same_square(std::string_view a, std::string_view b) {
  return a.size() >= 3 && b.size() >= 3 && first_letter(a) == first_letter(b) &&
         a.substr(a.size() - 2) == b.substr(b.size() - 2);
}

using Code = DiagnosticCode;

bool fits(const San& san, Move move, const Position& now) {
  if (move.kind() == MoveKind::Castling || san.kind() != San::Kind::Piece) return false;
  const bool is_promotion = move.kind() == MoveKind::Promotion;
  if (san.promotion() && (!is_promotion || *san.promotion() != move.promotion_role())) return false;
  return now.board().at(move.from())->role() == san.role() && move.to() == san.to() &&
         san.origin_mask().contains(move.from());
}

San without_promotion(const San& san) {
  San plain = San::piece(san.role(), san.to());
  if (san.from_file()) plain.set_from(*san.from_file());
  if (san.from_rank()) plain.set_from(*san.from_rank());
  if (san.is_capture()) plain.set_capture();
  plain.set_check_mark(san.check_mark());
  return plain;
}

Illegality ambiguous(const San& san, const Position& now) {
  Bitboard origins;
  std::vector<std::string> sans;
  for (const Move move : legal_moves(now)) {
    if (!fits(san, move, now)) continue;
    origins |= move.from();
    sans.push_back(san_of(move, now));
  }
  return {.code = Code::Ambiguous,
          .message = sentence("{} can {} go to {}", the_pieces_on(origins, now.board()),
                              origins.count() > 2 ? "all" : "both", san.to()),
          .help = "write " + fmt::format("{}", fmt::join(sans, " or "))};
}

Illegality promotion_missing(const San& san) {
  San queen = san;
  queen.set_promotion(Role::Queen);
  queen.set_check_mark(CheckMark::None);
  return {.code = Code::PromoPieceMissing,
          .message = sentence(
              "a pawn that reaches {} becomes a queen, rook, bishop or knight, but none is named",
              san.to()),
          .help = fmt::format("write {} if it became a queen", to_string(queen))};
}

Illegality past_the_end(const Position& now) {
  const std::string_view side = to_string(now.turn());
  if (now.is_check()) {
    return {.code = Code::GameContinuesPastMate,
            .message = fmt::format("the game is over: {} is checkmated", side)};
  }
  return {.code = Code::GameContinuesPastStalemate,
          .message = fmt::format("the game is over: {} is stalemated", side)};
}

Illegality of_castling(const San& san, const GameHistory& game) {
  const CastlingSide side =
      san.kind() == San::Kind::CastleKingSide ? CastlingSide::King : CastlingSide::Queen;
  CastlingStatus status = castling_status(game, game.now.turn(), side);
  const bool is_geometry = status.state == CastlingState::NotInPlace ||
                           status.hindrance == CastlingHindrance::RookShieldsKing;
  const Code code = status.state == CastlingState::LostForGood ? Code::CastlingRightLost
                    : is_geometry                              ? Code::CastlingGeometry
                                                               : Code::CastlingPrevented;
  return {code, std::move(status.reason)};
}

Illegality of_own_move(const San& san, const GameHistory& game) {
  if (san.kind() != San::Kind::Piece) return of_castling(san, game);
  const Piece their_king(other(game.now.turn()), Role::King);
  if (game.now.board().has(san.to(), their_king)) {
    return {Code::KingCapture, sentence("{}'s king stands on {}, and a king is never captured",
                                        to_string(their_king.color()), san.to())};
  }
  return san.role() == Role::Pawn ? illegal_reasons::of_pawn(san, game)
                                  : illegal_reasons::of_piece(san, game.now);
}

// Returns whether the move is legal for the player who is not to move.
bool is_legal_for_opponent(const San& san, const Position& now) {
  Setup setup = now.setup();
  setup.turn = other(setup.turn);
  setup.en_passant.reset();
  return resolve(san, Position(setup)).status == SanStatus::Legal;
}

// Returns whether the move matches the player's pieces so poorly that it is more likely a move of
// the opponent.
bool makes_no_sense(Code code) {
  return code == Code::NoSuchPiece || code == Code::Unreachable ||
         code == Code::PawnNoCaptureTarget || code == Code::OwnPiece ||
         code == Code::CastlingGeometry;
}

std::string help_with_missing_move(Color us) {
  return fmt::format(
      "this move is legal for {}: a move by {} may be missing before it, or it is mistyped",
      to_string(other(us)), to_string(us));
}

constexpr std::size_t kShownReplies = 6;

std::string help_for(const San& san, const Position& now) {
  std::vector<std::string> sans;
  const MoveList moves = legal_moves(now);
  if (now.is_check() && moves.size() <= kShownReplies) {
    for (const Move move : moves) sans.push_back(san_of(move, now));
    return fmt::format("the {}: {}", sans.size() == 1 ? "only legal move" : "legal moves",
                       fmt::join(sans, ", "));
  }
  const bool goes_as_in_castling = san.kind() == San::Kind::Piece && san.role() == Role::King &&
                                   rank_of(san.to()) == rank_of(now.king(now.turn()));
  for (const Move move : moves) {
    const bool is_meant = goes_as_in_castling && move.kind() == MoveKind::Castling &&
                          (move.to() > move.from()) == (san.to() > move.from());
    if (is_meant) return "castling is written " + san_of(move, now);
  }
  for (NearMove& near : near_moves(to_string(san), now)) sans.push_back(std::move(near.san));
  return sans.empty() ? ""
                      : fmt::format("similarly spelled legal moves: {}", fmt::join(sans, ", "));
}

Illegality illegality_of(const San& san, const GameHistory& game) {
  const Position& now = game.now;
  if (!has_legal_move(now)) return past_the_end(now);
  if (san.promotion() == Role::King) {
    return {.code = Code::PromoToKingOrPawn, .message = "a pawn cannot become a king"};
  }
  const SanStatus status = resolve(san, now).status;
  if (status == SanStatus::Ambiguous) return ambiguous(san, now);
  if (status == SanStatus::PromotionMissing) return promotion_missing(san);
  if (const auto plain = move_without_promotion(san, now)) {
    return {.code = Code::PromoSpurious,
            .message = "only a pawn that reaches the last rank is promoted",
            .help = "write " + san_of(*plain, now)};
  }
  Illegality reason = of_own_move(san, game);
  const bool is_lost_castling = reason.code == Code::CastlingRightLost;
  const bool may_be_opponents = is_lost_castling || makes_no_sense(reason.code);
  const bool is_opponents = may_be_opponents && is_legal_for_opponent(san, now);
  if (is_opponents && !is_lost_castling) {
    return {.code = Code::WrongSideToMove,
            .message = fmt::format("it is {}'s turn, but only {} can play this move",
                                   to_string(now.turn()), to_string(other(now.turn()))),
            .help = help_with_missing_move(now.turn())};
  }
  reason.help = is_opponents ? help_with_missing_move(now.turn()) : help_for(san, now);
  return reason;
}

}  // namespace

std::vector<NearMove> near_moves(std::string_view written, const Position& now, std::size_t limit) {
  const std::string_view wanted = core_of(written);
  const std::size_t tolerance = std::max<std::size_t>(1, wanted.size() / 3);
  std::vector<NearMove> near;
  for (const Move move : legal_moves(now)) {
    std::string san = san_of(move, now);
    const std::string_view core = core_of(san);
    const std::size_t distance = edit_distance(wanted, core);
    if (distance > tolerance && !goes_to_same_square(wanted, core)) continue;
    near.push_back({.move = move, .san = std::move(san), .distance = distance});
  }
  // Among equal distances, moves of the same piece come first.
  const auto rank = [&](const NearMove& candidate) {
    const bool is_other_piece = first_letter(candidate.san) != first_letter(wanted);
    return std::tuple(candidate.distance, is_other_piece, std::string_view(candidate.san));
  };
  std::sort(near.begin(), near.end(),
            [&](const NearMove& a, const NearMove& b) { return rank(a) < rank(b); });
  if (near.size() > limit) near.resize(limit);
  return near;
}

std::string to_string(const San& san) {
  std::string text;
  switch (san.kind()) {
    case San::Kind::Null:
      return "--";
    case San::Kind::CastleKingSide:
      text = "O-O";
      break;
    case San::Kind::CastleQueenSide:
      text = "O-O-O";
      break;
    case San::Kind::Piece:
      if (san.role() != Role::Pawn) text += letter_of(san.role());
      if (san.from_file()) text += letter_of(*san.from_file());
      if (san.from_rank()) text += digit_of(*san.from_rank());
      if (san.is_capture()) text += 'x';
      text += to_string(san.to());
      if (san.promotion()) text += {'=', letter_of(*san.promotion())};
  }
  if (san.check_mark() == CheckMark::Check) text += '+';
  if (san.check_mark() == CheckMark::Mate) text += '#';
  return text;
}

std::optional<Move> move_without_promotion(const San& san, const Position& now) {
  const bool may_promote =
      san.role() == Role::Pawn && relative_rank(now.turn(), san.to()) == Rank::Eight;
  if (san.kind() != San::Kind::Piece || !san.promotion() || may_promote) return std::nullopt;
  const SanResolution plain = resolve(without_promotion(san), now);
  return plain.status == SanStatus::Legal ? std::optional(plain.move) : std::nullopt;
}

Illegality explain(const San& san, const GameHistory& game) {
  Illegality found = illegality_of(san, game);
  if (found.article.empty()) found.article = entry_of(found.code).reference;
  return found;
}

}  // namespace arbiter

namespace arbiter::illegal_reasons {
namespace {

Illegality king_into_check(Move move, const Position& now) {
  const Board& board = now.board();
  const Bitboard attackers =
      now.attackers(move.to(), other(now.turn()), board.occupied() & ~Bitboard(move.from()));
  const Sentence who = the_pieces_on(attackers, board);
  if (!board.is_empty(move.to())) {
    return {DiagnosticCode::LeavesKingInCheck,
            sentence("{} is protected by {}", the_piece_on(move.to(), board), who)};
  }
  return {DiagnosticCode::LeavesKingInCheck,
          sentence("on {} the king would be in check from {}", move.to(), who)};
}

// Explains a move that neither captures the checker nor interposes. Precondition: one piece gives
// check.
Illegality check_not_answered(const Position& now) {
  const Square king = now.king(now.turn());
  const Square checker = now.checkers().first();
  const bool has_line = between(king, checker).any();
  return {DiagnosticCode::MustAnswerCheck,
          sentence("the king on {} is in check from {}, and the move {}", king,
                   the_piece_on(checker, now.board()),
                   has_line ? "neither captures it nor blocks its line" : "does not capture it")};
}

bool answers_check(Move move, const Position& now) {
  const Square checker = now.checkers().first();
  if (move.kind() == MoveKind::EnPassant && backward(now.turn(), move.to()) == checker) return true;
  return move.to() == checker || between(now.king(now.turn()), checker).contains(move.to());
}

// Returns the enemy pieces whose lines to the king the move opens.
Bitboard pinners(Move move, const Position& now) {
  const Square king = now.king(now.turn());
  const Bitboard after = (now.board().occupied() & ~Bitboard(move.from())) | Bitboard(move.to());
  Bitboard opened;
  for (const Square attacker :
       now.attackers(king, other(now.turn()), after) & ~Bitboard(move.to())) {
    if (between(attacker, king).contains(move.from())) opened |= attacker;
  }
  return opened;
}

// Returns the reason why `move`, which obeys the movement rules of its piece, leaves the king in
// check (3.9). Precondition: !now.leaves_king_safe(move), and `move` is not castling.
Illegality of_unsafe_move(Move move, const Position& now) {
  const Board& board = now.board();
  const Square king = now.king(now.turn());
  if (move.from() == king) return king_into_check(move, now);
  if (now.checkers().has_many()) {
    return {DiagnosticCode::MustAnswerCheck,
            sentence("the king on {} is in check from {}, so the king itself must move", king,
                     the_pieces_on(now.checkers(), board))};
  }
  if (now.is_check() && !answers_check(move, now)) return check_not_answered(now);
  const Bitboard by = pinners(move, now);
  if (by.any()) {
    return {DiagnosticCode::Pinned,
            sentence("{} is pinned to the king on {} by {}", the_piece_on(move.from(), board), king,
                     the_pieces_on(by, board))};
  }
  return {DiagnosticCode::LeavesKingInCheck, sentence("the king on {} would be in check", king)};
}

// Returns the reason why each of the moves that a text can denote leaves the king in check.
Illegality of_unsafe_moves(std::span<const Move> moves, const Position& now) {
  Illegality reason = of_unsafe_move(moves.front(), now);
  std::vector<Sentence> messages{reason.message};
  for (const Move move : moves.subspan(1)) {
    Sentence message = of_unsafe_move(move, now).message;
    if (std::ranges::find(messages, message.text, &Sentence::text) == messages.end()) {
      messages.push_back(std::move(message));
    }
  }
  reason.message = listed(messages);
  return reason;
}

Sentence origin_text(const San& san) {
  if (san.from_file() && san.from_rank()) {
    return sentence(" on {}", square_of(*san.from_file(), *san.from_rank()));
  }
  if (san.from_file()) return fmt::format(" on the {}-file", letter_of(*san.from_file()));
  if (san.from_rank()) return fmt::format(" on rank {}", digit_of(*san.from_rank()));
  return "";
}

Illegality no_such_piece(const San& san, const Position& now) {
  const Board& board = now.board();
  Sentence message =
      sentence("{} has no {}{}", to_string(now.turn()), to_string(san.role()), origin_text(san));
  std::vector<Sentence> squares;
  for (const Square square : board.of(now.turn(), san.role())) {
    squares.push_back(sentence("{}", square));
  }
  if (!squares.empty()) message += sentence(", only on {}", listed(squares));
  return {DiagnosticCode::NoSuchPiece, std::move(message)};
}

// The article for the moves of each piece, by role.
constexpr std::string_view kArticles[] = {"Laws 3.7", "Laws 3.6", "Laws 3.2",
                                          "Laws 3.3", "Laws 3.4", "Laws 3.8.1"};
static_assert(static_cast<std::size_t>(Role::King) == std::size(kArticles) - 1);

Illegality unreachable(Bitboard pieces, const San& san, const Position& now) {
  return {DiagnosticCode::Unreachable,
          sentence("{} {} not move to {}", the_pieces_on(pieces, now.board()),
                   pieces.has_many() ? "do" : "does", san.to()),
          "", kArticles[static_cast<std::size_t>(san.role())]};
}

Illegality path_blocked(Bitboard pieces, const San& san, const Position& now) {
  std::vector<Sentence> clauses;
  for (const Square from : pieces) {
    const Bitboard in_the_way = between(from, san.to()) & now.board().occupied();
    clauses.push_back(sentence("{} {} between {} and {}", the_pieces_on(in_the_way, now.board()),
                               in_the_way.has_many() ? "stand" : "stands",
                               the_piece_on(from, now.board()), san.to()));
  }
  return {DiagnosticCode::PathBlocked, listed(clauses)};
}

Illegality no_pawn_on_file(File file, Color color) {
  return {DiagnosticCode::NoSuchPiece,
          fmt::format("{} has no pawn on the {}-file", to_string(color), letter_of(file))};
}

Illegality own_piece(Square square, const Position& now) {
  return {DiagnosticCode::OwnPiece, sentence("{}'s own {} stands on {}", to_string(now.turn()),
                                             to_string(now.board().at(square)->role()), square)};
}

Illegality unsafe(Move move, const Position& now) {
  return of_unsafe_moves(std::span(&move, 1), now);
}

// Returns the pawn that would advance to `to`, if a pawn is on a suitable square.
std::optional<Square> pusher(Square to, const Position& now) {
  const Color us = now.turn();
  const Piece pawn(us, Role::Pawn);
  const Square one = backward(us, to);
  if (now.board().has(one, pawn)) return one;
  if (relative_rank(us, to) != Rank::Four) return std::nullopt;
  const Square two = backward(us, one);
  return now.board().has(two, pawn) ? std::optional(two) : std::nullopt;
}

// Returns the pawn two squares before the target that has already left its initial square.
std::optional<Square> moved_pawn(const San& san, const Position& now) {
  const Color us = now.turn();
  if (relative_rank(us, san.to()) < Rank::Five) return std::nullopt;
  const Square from = backward(us, backward(us, san.to()));
  const bool is_meant = san.origin_mask().contains(from) && now.board().is_empty(san.to());
  return is_meant && now.board().has(from, Piece(us, Role::Pawn)) ? std::optional(from)
                                                                  : std::nullopt;
}

// Returns the article for a pawn move to an occupied square.
std::string_view article_on_push(Square from, Square to) {
  return between(from, to).any() ? "Laws 3.7.2" : "Laws 3.7.1";
}

Illegality of_push(const San& san, const Position& now) {
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
              sentence("{} has moved before, so it cannot advance two squares",
                       the_piece_on(*moved, board))};
    }
    return {DiagnosticCode::Unreachable,
            sentence("{} cannot go to {} in one move", the_pieces_on(on_file, board), to), "",
            "Laws 3.7"};
  }
  const Bitboard path = between(*from, to) & board.occupied();
  if (path.any()) {
    return {DiagnosticCode::PathBlocked,
            sentence("{} stands in front of {}", the_piece_on(path.first(), board),
                     the_piece_on(*from, board)),
            "", article_on_push(*from, to)};
  }
  if (board.of(us).contains(to)) return own_piece(to, now);
  if (!board.is_empty(to)) {
    return {DiagnosticCode::PathBlocked,
            sentence("{} stands in front of {}, and pawns capture only diagonally",
                     the_piece_on(to, board), the_piece_on(*from, board)),
            "", article_on_push(*from, to)};
  }
  return unsafe(Move::normal(*from, to), now);
}

// Returns the reason why the pawn cannot be captured en passant, as far as known from the moves.
Sentence reason_against_en_passant(Square pawn, const GameHistory& game) {
  const Sentence where = the_piece_on(pawn, game.now.board());
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
  if (!last) return sentence("{} did not arrive there on the last move", where);
  const std::uint32_t number = move_number_of(ply, game.first);
  if (file_of(last->from()) != file_of(pawn) || (index_of(last->from()) ^ index_of(pawn)) != 16) {
    return sentence("{} came from {}, not by a double step", where, last->from());
  }
  return sentence(
      "{} made its double step on move {}; it could be captured en passant only immediately", where,
      number);
}

// Returns whether the last move was the double step of the pawn in front of `to`.
bool was_double_step(Square to, const GameHistory& game) {
  const Color them = other(game.now.turn());
  if (game.moves.empty()) return game.first.en_passant == to;
  return game.moves.back() == Move::normal(backward(them, to), forward(them, to));
}

Illegality en_passant_exposes(Square from, Square to, const Position& now) {
  const Board& board = now.board();
  const Color us = now.turn();
  const Square captured = backward(us, to);
  const Square king = now.king(us);
  const Bitboard after = (board.occupied() & ~Bitboard(from) & ~Bitboard(captured)) | Bitboard(to);
  const Bitboard attackers = now.attackers(king, other(us), after) & ~Bitboard(captured);
  // All attackers already gave check before the capture.
  if ((attackers & ~now.checkers()).is_empty()) return unsafe(Move::en_passant(from, to), now);
  return {DiagnosticCode::EpExposesKing,
          sentence("without the pawns on {} and {}, the king on {} would be in check from {}", from,
                   captured, king, the_pieces_on(attackers, board))};
}

// Explains a pawn capture on an empty square. Precondition: the square is empty, and some pawns
// attack it.
Illegality of_capture_of_nothing(Bitboard pawns, Square to, const GameHistory& game) {
  const Position& now = game.now;
  const Color us = now.turn();
  const Illegality nothing{DiagnosticCode::PawnNoCaptureTarget,
                           sentence("there is nothing to capture on {}", to)};
  if (relative_rank(us, to) != Rank::Six) return nothing;
  const Square captured = backward(us, to);
  if (!now.board().has(captured, Piece(other(us), Role::Pawn))) return nothing;
  if (was_double_step(to, game)) return en_passant_exposes(pawns.first(), to, now);
  return {DiagnosticCode::EpNotAvailable, reason_against_en_passant(captured, game)};
}

Illegality of_capture(const San& san, const GameHistory& game) {
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
                ? sentence("no pawn of {} captures on {}", to_string(us), to)
                : sentence("{} {} not capture on {}", the_pieces_on(own, board),
                           own.has_many() ? "do" : "does", to),
            "", "Laws 3.7.3"};
  }
  if (board.of(us).contains(to)) return own_piece(to, now);
  if (board.is_empty(to)) return of_capture_of_nothing(pawns, to, game);
  std::vector<Move> moves;
  for (const Square from : pawns) moves.push_back(Move::normal(from, to));
  return of_unsafe_moves(moves, now);
}

}  // namespace

Illegality of_piece(const San& san, const Position& now) {
  const Board& board = now.board();
  const Square to = san.to();
  const Bitboard pieces = board.of(now.turn(), san.role()) & san.origin_mask();
  if (pieces.is_empty()) return no_such_piece(san, now);
  const Bitboard aimed = pieces & attacks_on_empty_board(san.role(), to);
  if (aimed.is_empty()) return unreachable(pieces, san, now);
  if (board.of(now.turn()).contains(to)) return own_piece(to, now);
  const Bitboard reaching = aimed & attacks_of(san.role(), to, board.occupied());
  if (reaching.is_empty()) return path_blocked(aimed, san, now);
  std::vector<Move> moves;
  for (const Square from : reaching) moves.push_back(Move::normal(from, to));
  return of_unsafe_moves(moves, now);
}

Illegality of_pawn(const San& san, const GameHistory& game) {
  const bool is_push =
      !san.is_capture() && (!san.from_file() || *san.from_file() == file_of(san.to()));
  return is_push ? of_push(san, game.now) : of_capture(san, game);
}

}  // namespace arbiter::illegal_reasons

namespace arbiter {
namespace {

// Castles without further checks. Returns false if the corner has no rook.
bool castle(CastlingSide side, Setup& setup) {
  const Color color = setup.turn;
  const Square king = setup.board.of(color, Role::King).first();
  const Square corner =
      square_of(side == CastlingSide::King ? File::H : File::A, relative_rank(color, Rank::One));
  if (!setup.board.has(corner, Piece(color, Role::Rook))) return false;
  setup.board.clear(king);
  setup.board.clear(corner);
  setup.board.put(castled_king_square(color, side), Piece(color, Role::King));
  setup.board.put(castled_rook_square(color, side), Piece(color, Role::Rook));
  return true;
}

// Returns the pieces that the move can denote. If exactly one of them reaches the square, only that
// piece is returned.
Bitboard origins_of(const San& san, const Setup& setup) {
  Bitboard origins = setup.board.of(setup.turn, san.role()) & san.origin_mask();
  if (san.role() == Role::Pawn) {
    if (!san.from_file()) origins &= file_of(san.to());
    return origins;
  }
  const Bitboard reaching = origins & attacks_of(san.role(), san.to(), setup.board.occupied());
  return reaching.has_one() ? reaching : origins;
}

bool carry_piece(const San& san, Setup& setup) {
  const Bitboard origins = origins_of(san, setup);
  if (!origins.has_one()) return false;
  const Color color = setup.turn;
  setup.board.clear(origins.first());
  setup.board.put(san.to(), Piece(color, san.promotion().value_or(san.role())));
  return true;
}

}  // namespace

std::optional<Position> position_after_illegal(const San& san, const Position& before) {
  Setup setup = before.setup();
  if (san.kind() == San::Kind::Null) return std::nullopt;
  const CastlingSide side =
      san.kind() == San::Kind::CastleKingSide ? CastlingSide::King : CastlingSide::Queen;
  const bool is_done =
      san.kind() == San::Kind::Piece ? carry_piece(san, setup) : castle(side, setup);
  if (!is_done) return std::nullopt;
  setup.en_passant.reset();
  setup.halfmove_clock = 0;
  if (setup.turn == Color::Black) ++setup.fullmove_number;
  setup.turn = other(setup.turn);
  const auto is_in_the_way = [](SetupFault fault) {
    return is_hard(fault) && fault != SetupFault::OppositeCheck;
  };
  if (std::ranges::any_of(faults_of(setup), is_in_the_way)) return std::nullopt;
  return Position(setup);
}

bool has_exposed_king(const Position& position) {
  return position.is_attacked(position.king(other(position.turn())), position.turn());
}

}  // namespace arbiter
