#include "lib/laws/touch/touch_move.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/board_facts.h"
#include "lib/laws/game_end.h"
#include "lib/laws/wording.h"

namespace arbiter {
namespace {

Error no_touch(std::string_view word) {
  return {
      fmt::format("{} is not a touch: write e4 for the piece on that square, e4+d5 for two at "
                  "once, g1-f3 for a piece released on f3, e8=Q for a new queen",
                  shown_text(word))};
}

Result<Square> occupied_square(std::string_view text, const Position& position) {
  const auto square = parse_square(text);
  if (!square) {
    return Error{fmt::format("{} is not a square (a1 to h8)", shown_text(text))};
  }
  if (position.board().is_empty(*square)) {
    return Error{fmt::format("there is no piece on {}", text)};
  }
  return *square;
}

Result<Touch> together(Square a, Square b, const Position& position) {
  const Board& board = position.board();
  const Bitboard own = board.of(position.turn());
  const Square king = position.king(position.turn());
  const Bitboard rooks = own & board.of(Role::Rook);
  const bool b_is_first = (!own.contains(a) && own.contains(b)) || (b == king && rooks.contains(a));
  const Square first = b_is_first ? b : a;
  const Square second = b_is_first ? a : b;
  const bool is_castling = first == king && rooks.contains(second);
  if (!is_castling && own.contains(a) == own.contains(b)) {
    return Error{
        fmt::format("{} and {} belong to one player: list them separately, in the order in which "
                    "they were touched",
                    the_piece_on(a, board), the_piece_on(b, board))};
  }
  return Touch(TouchedTogether{first, second});
}

Result<Touch> released(Square from, std::string_view on, const Position& position) {
  const auto square = parse_square(on);
  if (!square) return Error{fmt::format("{} is not a square (a1 to h8)", shown_text(on))};
  if (!position.board().of(position.turn()).contains(from)) {
    return Error{fmt::format("{} does not belong to {}", the_piece_on(from, position.board()),
                             to_string(position.turn()))};
  }
  if (from == *square) {
    return Error{fmt::format("{} is where the piece stood: write {} alone", on, on)};
  }
  return Touch(ReleasedPiece{from, *square});
}

Result<Touch> new_piece(std::string_view text, std::string_view letter, const Position& position) {
  const auto square = parse_square(text);
  if (!square || relative_rank(position.turn(), *square) != Rank::Eight) {
    return Error{fmt::format("{} is not a square on the last rank of {}'s pawns", shown_text(text),
                             to_string(position.turn()))};
  }
  const auto role = letter.size() == 1 ? role_of_letter(letter[0]) : std::nullopt;
  if (!role || *role == Role::Pawn || *role == Role::King) {
    return Error{
        fmt::format("a pawn can promote only to a queen, rook, bishop or knight (Q, R, B, N; Laws "
                    "3.7.3.3), not {}",
                    shown_text(letter))};
  }
  return Touch(NewPiece{*square, *role});
}

bool has_open_promotion(const std::vector<Move>& moves) {
  return std::ranges::count(moves, MoveKind::Promotion, &Move::kind) > 1;
}

bool is_failed_castling(TouchRule rule) {
  return rule == TouchRule::OtherKingMove || rule == TouchRule::NoKingMove ||
         rule == TouchRule::ReleasedToCastle || rule == TouchRule::ReleasedAndStuck;
}

// Formats the ruling: its sentence, and remarks about the touches.
struct Words {
  std::string sentence() const {
    switch (effect_.rule) {
      case TouchRule::MoveOwn:
        return must_move();
      case TouchRule::CaptureTheirs:
        return must_capture();
      case TouchRule::CaptureWithOwn:
        return fmt::format("{} must capture {} with {}", player(), the(*effect_.first_theirs),
                           the(*effect_.first_own));
      case TouchRule::FirstOfBoth:
        return first_of_both();
      case TouchRule::Castle:
        return fmt::format("{} must castle on the {}", player(), to_string(*effect_.castling));
      case TouchRule::RookBeforeKing:
        return rook_before_king();
      case TouchRule::OtherKingMove:
      case TouchRule::ReleasedToCastle:
        return fmt::format(
            "{0} cannot castle on the {1}, so {0} must make another move with the king", player(),
            to_string(*effect_.castling));
      case TouchRule::NoKingMove:
      case TouchRule::ReleasedAndStuck:
        return fmt::format(
            "{0} cannot castle on the {1} and has no other move with the king, so {0} may make any "
            "legal move",
            player(), to_string(*effect_.castling));
      case TouchRule::NewPieceChosen: {
        const Move move = effect_.moves.front();
        return fmt::format("{} must promote on {} to the {} that has touched the square", player(),
                           to_string(move.to()), to_string(move.promotion_role()));
      }
      case TouchRule::Released:
        return stays();
      default:
        return fmt::format(
            "Nothing that {} touched can be moved or captured, so any legal move may "
            "be made",
            player());
    }
  }

  std::vector<TouchRemark> remarks() const {
    std::vector<TouchRemark> remarks;
    if (is_failed_castling(effect_.rule)) {
      const Setup setup = position_.setup();
      remarks.push_back(
          {"3.8.2",
           castling_status({setup, {}, position_}, position_.turn(), *effect_.castling).reason});
    }
    const bool may_castle = std::ranges::any_of(effect_.moves, [&](Move move) {
      return move.kind() == MoveKind::Castling && effect_.barred_rooks.contains(move.to());
    });
    if (effect_.rule == TouchRule::NothingBinds && effect_.barred_rooks.any() && !may_castle) {
      remarks.push_back(
          {"4.4.2", fmt::format("castling with {} is not allowed on this move: it was "
                                "touched before the king",
                                the_pieces_on(effect_.barred_rooks, position_.board()))});
    }
    for (const Touch& touch : effect_.ineffective) remarks.push_back(about(touch));
    if (effect_.rule != TouchRule::NewPieceChosen && effect_.rule != TouchRule::NothingBinds &&
        has_open_promotion(effect_.moves)) {
      remarks.push_back({"4.4.4", "the new piece may be chosen until it has touched the square"});
    }
    // No claim is possible before the first move of a game.
    if (position_.setup() == initial_setup()) return remarks;
    const std::string_view opponent = to_string(other(position_.turn()));
    remarks.push_back(
        {"4.8", fmt::format("{} can no longer claim that {} broke Articles 4.1 to 4.7 "
                            "with the last move",
                            player(), opponent)});
    remarks.push_back(
        {"9.4", fmt::format("{} can no longer claim a draw by 9.2 or 9.3 on this move", player())});
    return remarks;
  }

  std::string_view player() const { return to_string(position_.turn()); }
  std::string the(Square square) const { return the_piece_on(square, position_.board()); }
  bool is_own(Square square) const {
    return position_.board().of(position_.turn()).contains(square);
  }

  std::string must_move() const {
    return fmt::format(
        "{} must move {}{}", player(), the(*effect_.bound),
        effect_.touched.count() > 1 ? ", the first piece touched that can be moved" : "");
  }

  std::string must_capture() const {
    return fmt::format(
        "{} must capture {}{}", player(), the(*effect_.bound),
        effect_.touched.count() > 1 ? ", the first piece touched that can be captured" : "");
  }

  std::string first_of_both() const {
    const Square bound = *effect_.bound;
    return fmt::format(
        "{0} cannot capture {1} with {2}, so {0} must {3} {4}, the first piece touched that can be "
        "moved or captured",
        player(), the(*effect_.first_theirs), the(*effect_.first_own),
        is_own(bound) ? "move" : "capture", the(bound));
  }

  std::string rook_before_king() const {
    return fmt::format(
        "{0} touched {1} before the king, so {0} may not castle with it now and must move {2}",
        player(), the_pieces_on(effect_.barred_rooks, position_.board()), the(*effect_.bound));
  }

  // In Chess960, a king released on an adjacent square may stay or castle.
  std::string stays() const {
    const auto& moves = effect_.moves;
    const auto plain =
        std::ranges::find_if(moves, [](Move move) { return move.kind() != MoveKind::Castling; });
    if (plain == moves.end()) {
      return fmt::format("{0} released the king on its castling square, so {0} must castle",
                         player());
    }
    const Role role = position_.board().at(plain->from())->role();
    return fmt::format("{} released the {} on {}, so it cannot be moved to another square",
                       player(), to_string(role), to_string(plain->to()));
  }

  TouchRemark about(const Touch& ineffective) const {
    if (const auto* piece = std::get_if<NewPiece>(&ineffective)) {
      const bool is_late = effect_.rule == TouchRule::NewPieceChosen;
      return {"4.4.4", fmt::format("the {} put on {} changes nothing: {}", to_string(piece->role),
                                   to_string(piece->square),
                                   is_late ? "the choice was already final"
                                           : "no allowed move promotes there")};
    }
    const auto& released = std::get<ReleasedPiece>(ineffective);
    const std::string goes_back = fmt::format("{} cannot stay on {} and must go back",
                                              the(released.from), to_string(released.on));
    if (!is_legal(released)) return {"3.10.2", goes_back};
    return {article_of(effect_.rule),
            goes_back + ": the move is legal, but not allowed after the earlier touches"};
  }

  // Returns whether the release would be legal without the other touches.
  bool is_legal(const ReleasedPiece& released) const {
    return std::ranges::any_of(legal_moves_from(position_, released.from), [&](Move move) {
      return move.kind() != MoveKind::Castling && move.to() == released.on;
    });
  }

  const Position& position_;
  const TouchEffect& effect_;
};

std::vector<Move> all_moves(const Position& position) {
  const MoveList moves = legal_moves(position);
  return {moves.begin(), moves.end()};
}

TouchRuling not_on_move(const Position& position, const TouchReport& report) {
  TouchRuling ruling{TouchRule::NotOnMove,
                     fmt::format("It is {}'s turn, so what {} touched does not matter",
                                 to_string(position.turn()), to_string(report.player)),
                     all_moves(position),
                     {}};
  if (report.intent == TouchIntent::Adjust) {
    ruling.remarks.push_back({"4.2.1", "only the player to move may adjust pieces"});
  }
  return ruling;
}

TouchRuling adjusted(const Position& position) {
  return {TouchRule::Adjusted,
          fmt::format("{} announced the adjustment first, so any legal move may be made",
                      to_string(position.turn())),
          all_moves(position),
          {}};
}

std::optional<TouchRule> end_of(const Position& position) {
  if (const auto end = end_on_board(position)) {
    if (*end == EndReason::Checkmate) return TouchRule::Checkmated;
    return *end == EndReason::Stalemate ? TouchRule::Stalemated : TouchRule::Dead;
  }
  if (position.halfmove_clock() >= 150) return TouchRule::MovesCounted;
  return std::nullopt;
}

TouchRuling game_over(TouchRule rule) {
  const std::string_view what = rule == TouchRule::Checkmated   ? "checkmate"
                                : rule == TouchRule::Stalemated ? "stalemate"
                                : rule == TouchRule::Dead
                                    ? "a dead position, in which neither side can mate"
                                    : "75 moves without a capture or a pawn move";
  return {rule, fmt::format("The game is over by {}, so no touch matters", what), {}, {}};
}

}  // namespace

Result<Touch> parse_touch(std::string_view word, const Position& position) {
  constexpr std::size_t kSquareSize = 2;
  const std::size_t sign = word.find_first_of("+-=");
  if (sign == std::string_view::npos) {
    const auto square = occupied_square(word, position);
    if (!square) return Error{square.error()};
    return Touch(TouchedPiece{*square});
  }
  if (sign != kSquareSize) return no_touch(word);
  const std::string_view left = word.substr(0, sign);
  const std::string_view right = word.substr(sign + 1);
  if (word[sign] == '=') return new_piece(left, right, position);
  if (right.empty()) return no_touch(word);
  const auto first = occupied_square(left, position);
  if (!first) return Error{first.error()};
  if (word[sign] == '-') return released(*first, right, position);
  const auto second = occupied_square(right, position);
  if (!second) return Error{second.error()};
  if (*first == *second) return no_touch(word);
  return together(*first, *second, position);
}

std::string to_string(const Touch& touch, const Board& board) {
  if (const auto* piece = std::get_if<TouchedPiece>(&touch)) {
    return the_piece_on(piece->square, board);
  }
  if (const auto* pair = std::get_if<TouchedTogether>(&touch)) {
    return fmt::format("{} and {} together", the_piece_on(pair->first, board),
                       the_piece_on(pair->second, board));
  }
  if (const auto* released = std::get_if<ReleasedPiece>(&touch)) {
    return fmt::format("{}, released on {}", the_piece_on(released->from, board),
                       to_string(released->on));
  }
  const auto& piece = std::get<NewPiece>(touch);
  return fmt::format("a new {} on {}", to_string(piece.role), to_string(piece.square));
}

std::string_view article_of(TouchRule rule) {
  using enum TouchRule;
  constexpr std::pair<TouchRule, std::string_view> kArticles[] = {
      {NotOnMove, "4.3"},        {Adjusted, "4.2.1"},         {MoveOwn, "4.3.1"},
      {CaptureTheirs, "4.3.2"},  {CaptureWithOwn, "4.3.3"},   {FirstOfBoth, "4.3.3"},
      {Castle, "4.4.1"},         {RookBeforeKing, "4.4.2"},   {OtherKingMove, "4.4.3"},
      {NoKingMove, "4.4.3"},     {ReleasedToCastle, "4.7.2"}, {ReleasedAndStuck, "4.7.2"},
      {NewPieceChosen, "4.4.4"}, {Released, "4.7"},           {NothingBinds, "4.5"},
      {Checkmated, "5.1.1"},     {Stalemated, "5.2.1"},       {Dead, "5.2.2"},
      {MovesCounted, "9.6.2"}};
  return std::ranges::find(kArticles, rule, &std::pair<TouchRule, std::string_view>::first)->second;
}

TouchRuling rule_on_touches(const Position& position, const TouchReport& report) {
  if (const auto rule = end_of(position)) return game_over(*rule);
  if (report.player != position.turn()) return not_on_move(position, report);
  if (report.intent == TouchIntent::Adjust) return adjusted(position);
  const TouchEffect effect = effect_of(report.touches, position);
  const Words words(position, effect);
  return {effect.rule, words.sentence(), effect.moves, words.remarks()};
}

namespace {

using Moves = std::vector<Move>;

template <class Predicate>
Moves those_of(const Moves& moves, Predicate holds) {
  Moves chosen;
  std::copy_if(moves.begin(), moves.end(), std::back_inserter(chosen), holds);
  return chosen;
}

bool captures(Move move, Square square, const Position& position) {
  if (move.kind() == MoveKind::Castling) return false;
  if (move.kind() == MoveKind::EnPassant) return backward(position.turn(), move.to()) == square;
  return move.to() == square;
}

CastlingSide side_of(Square king, Square rook) {
  return rook > king ? CastlingSide::King : CastlingSide::Queen;
}

// Returns the square on which the moved piece is released first; in castling, the king's square.
Square landing_of(Move move, Color player) {
  if (move.kind() != MoveKind::Castling) return move.to();
  return castled_king_square(player, side_of(move.from(), move.to()));
}

struct TouchWalk {
  void take(const Touch& touched) {
    if (const auto* piece = std::get_if<TouchedPiece>(&touched)) {
      touch(piece->square);
    } else if (const auto* pair = std::get_if<TouchedTogether>(&touched)) {
      touch(pair->first);
      if (pair->first == king_ && own_rooks().contains(pair->second)) {
        castle_with(pair->second);
      } else {
        touch(pair->second);
      }
    } else if (const auto* released = std::get_if<ReleasedPiece>(&touched)) {
      release(*released);
    } else if (const auto* piece_put = std::get_if<NewPiece>(&touched)) {
      choose(*piece_put);
    }
  }

  // Processes a touch. A piece that was touched before is ignored.
  void touch(Square square) {
    if (effect_.touched.contains(square)) return;
    if (is_own(square)) {
      touch_own(square);
    } else {
      touch_theirs(square);
    }
    effect_.touched |= square;
  }

  void touch_own(Square square) {
    const bool is_first = !effect_.first_own;
    if (is_first) effect_.first_own = square;
    if (effect_.touched.contains(king_) && own_rooks().contains(square) &&
        stand_for_castling(square)) {
      return castle_with(square);
    }
    if (is_settled_) return;
    if (square == king_) bar_castling();
    if (!effect_.bound) {
      bind_own(square);
    } else if (is_first && !capture_with_own(square, *effect_.first_theirs)) {
      effect_.rule = TouchRule::FirstOfBoth;
    }
  }

  void touch_theirs(Square square) {
    const bool is_first = !effect_.first_theirs;
    if (is_first) effect_.first_theirs = square;
    if (is_settled_) return;
    if (is_first && effect_.first_own && capture_with_own(*effect_.first_own, square)) return;
    if (effect_.bound) {
      if (is_first && effect_.rule == TouchRule::MoveOwn) effect_.rule = TouchRule::FirstOfBoth;
      return;
    }
    Moves moves =
        those_of(effect_.moves, [&](Move move) { return captures(move, square, position_); });
    if (moves.empty()) return;
    effect_.bound = square;
    effect_.moves = std::move(moves);
    effect_.rule = effect_.first_own ? TouchRule::FirstOfBoth : TouchRule::CaptureTheirs;
  }

  // Excludes castling with a rook that was touched before the king (4.4.2).
  void bar_castling() {
    for (const Square rook : effect_.touched& own_rooks()) {
      if (stand_for_castling(rook)) effect_.barred_rooks |= rook;
    }
    Moves others = those_of(effect_.moves, [&](Move move) { return !is_barred(move); });
    // In Chess960, castling can be the only legal move, and is then allowed (4.5).
    if (!others.empty()) effect_.moves = std::move(others);
    if (effect_.bound && effect_.barred_rooks.contains(*effect_.bound))
      effect_.rule = TouchRule::RookBeforeKing;
  }

  bool stand_for_castling(Square rook) const {
    if (position_.castling().rooks().contains(rook)) return true;
    const auto is_home = [&](Square square, File file) {
      return square == square_of(file, relative_rank(player_, Rank::One));
    };
    return is_home(king_, File::E) && (is_home(rook, File::A) || is_home(rook, File::H));
  }

  // Requires castling, because the king was touched before this rook or together with it.
  void castle_with(Square rook) {
    effect_.touched |= rook;
    if (effect_.barred_rooks.contains(rook)) return;
    const Move castling = Move::castling(king_, rook);
    if (std::find(effect_.moves.begin(), effect_.moves.end(), castling) != effect_.moves.end()) {
      effect_.castling = side_of(king_, rook);
      settle(TouchRule::Castle, {castling});
    } else if (!is_settled_ && (!effect_.bound || *effect_.bound == king_)) {
      fail_castling(side_of(king_, rook));
    }
  }

  // Handles an intended castling that is illegal (4.4.3).
  void fail_castling(CastlingSide side) {
    effect_.castling = side;
    effect_.rule = effect_.bound ? TouchRule::OtherKingMove : TouchRule::NoKingMove;
  }

  // Handles a king that was released to castle illegally (4.7.2).
  void fail_released_castling(CastlingSide side) {
    effect_.castling = side;
    effect_.rule = effect_.bound ? TouchRule::ReleasedToCastle : TouchRule::ReleasedAndStuck;
  }

  void bind_own(Square square) {
    Moves moves = those_of(effect_.moves,
                           [&](Move move) { return move.from() == square && !is_barred(move); });
    if (moves.empty()) return;
    effect_.bound = square;
    effect_.moves = std::move(moves);
    const bool is_after_rook = square == king_ && effect_.barred_rooks.any();
    effect_.rule = is_after_rook          ? TouchRule::RookBeforeKing
                   : effect_.first_theirs ? TouchRule::FirstOfBoth
                                          : TouchRule::MoveOwn;
  }

  bool capture_with_own(Square own, Square theirs) {
    Moves moves = those_of(effect_.moves, [&](Move move) {
      return move.from() == own && captures(move, theirs, position_);
    });
    if (moves.empty()) return false;
    effect_.bound = own;
    settle(TouchRule::CaptureWithOwn, std::move(moves));
    return true;
  }

  void release(const ReleasedPiece& released) {
    touch(released.from);
    Moves moves = those_of(effect_.moves, [&](Move move) {
      return move.from() == released.from && landing_of(move, player_) == released.on;
    });
    if (!moves.empty()) {
      effect_.bound = released.from;
      return settle(TouchRule::Released, std::move(moves));
    }
    if (completes_castling(released)) return;
    effect_.ineffective.push_back(released);
    if (released.from != king_ || is_settled_ || (effect_.bound && *effect_.bound != king_)) return;
    const Rank home = relative_rank(player_, Rank::One);
    const bool is_step = king_attacks(king_).contains(released.on);
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (released.on == castled_king_square(player_, side) && rank_of(king_) == home && !is_step) {
        fail_released_castling(side);
      }
    }
  }

  // Returns whether the release is the second half of the only remaining move, castling.
  bool completes_castling(const ReleasedPiece& released) const {
    if (effect_.moves.size() != 1 || effect_.moves.front().kind() != MoveKind::Castling)
      return false;
    const Move castling = effect_.moves.front();
    return released.from == castling.to() &&
           released.on == castled_rook_square(player_, side_of(castling.from(), castling.to()));
  }

  void choose(const NewPiece& piece) {
    Moves moves = those_of(effect_.moves, [&](Move move) {
      return move.kind() == MoveKind::Promotion && move.to() == piece.square &&
             move.promotion_role() == piece.role;
    });
    if (moves.empty()) {
      effect_.ineffective.push_back(piece);
    } else {
      settle(TouchRule::NewPieceChosen, std::move(moves));
    }
  }

  void settle(TouchRule rule, Moves moves) {
    effect_.rule = rule;
    effect_.moves = std::move(moves);
    is_settled_ = true;
  }

  bool is_own(Square square) const { return board_.of(player_).contains(square); }
  Bitboard own_rooks() const { return board_.of(player_, Role::Rook); }
  bool is_barred(Move move) const {
    return move.kind() == MoveKind::Castling && effect_.barred_rooks.contains(move.to());
  }

  const Position& position_;
  TouchEffect effect_;
  const Board& board_ = position_.board();
  Color player_ = position_.turn();
  Square king_ = position_.king(player_);
  bool is_settled_ = false;  // true if further touched pieces cannot change anything
};

}  // namespace

TouchEffect effect_of(std::span<const Touch> touches, const Position& position) {
  const MoveList legal = legal_moves(position);
  TouchWalk walk(position, TouchEffect{.moves = {legal.begin(), legal.end()}});
  for (const Touch& touch : touches) walk.take(touch);
  return walk.effect_;
}

}  // namespace arbiter
