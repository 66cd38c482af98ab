#include "lib/laws/illegality.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/illegal_reasons.h"
#include "lib/laws/special_move_status.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {

namespace {

// Returns the move without the signs after it.
std::string_view core_of(std::string_view text) {
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

char first_letter(std::string_view san) { return san.empty() ? ' ' : san.front(); }

// Returns true for moves of the same piece to the same square, such as "Nbxd2" and "Nd2".
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
          .message = fmt::format("{} can {} go to {}", the_pieces_on(origins, now.board()),
                                 origins.count() > 2 ? "all" : "both", to_string(san.to())),
          .help = "write " + fmt::format("{}", fmt::join(sans, " or "))};
}

Illegality promotion_missing(const San& san) {
  San queen = san;
  queen.set_promotion(Role::Queen);
  queen.set_check_mark(CheckMark::None);
  return {.code = Code::PromoPieceMissing,
          .message = fmt::format(
              "a pawn that reaches {} becomes a queen, rook, bishop or knight, but none is named",
              to_string(san.to())),
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
    return {Code::KingCapture, fmt::format("{}'s king stands on {}, and a king is never captured",
                                           to_string(their_king.color()), to_string(san.to()))};
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

// Returns whether the move fits the player's own pieces so badly that it is more likely the
// opponent's.
bool makes_no_sense(Code code) {
  return code == Code::NoSuchPiece || code == Code::Unreachable ||
         code == Code::PawnNoCaptureTarget || code == Code::OwnPiece ||
         code == Code::CastlingGeometry;
}

std::string help_with_missing_move(Color us) {
  return fmt::format("legal for {}: a move by {} may be missing before it, or this one is mistyped",
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
