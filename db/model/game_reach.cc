#include "db/model/game_reach.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <variant>

#include "db/model/leb128.h"
#include "lib/chess/attacks.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"
#include "lib/openings/book.h"
#include "lib/patterns/pattern_plan.h"

namespace arbiter {
namespace {

// The material of a single piece by its code; none for an empty square.
constexpr std::array<MenCounts, kPieceCount + 1> kMen = [] {
  std::array<MenCounts, kPieceCount + 1> men{};
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    men[code] = one_man(Piece::from_code(code));
  }
  return men;
}();

// Returns the change of material by a promotion.
MenCounts change_by(Move promotion, std::uint8_t pawn) {
  const Piece piece(Piece::from_code(pawn).color(), promotion.promotion_role());
  return kMen[piece.code()] - kMen[pawn];
}

// The first number for promotions in MaterialChanges. Smaller numbers are captured pieces.
constexpr std::uint8_t kPromotion = 10;  // + 1 by White, + 2 with a capture
constexpr std::uint8_t kOtherStart = 15;
constexpr std::size_t kStart = 1 + 2 * kPromotion;  // size of an unusual initial material

constexpr MenCounts kMaxCount = 31;  // maximum count of one kind, see men_on()

// Returns the change of material by a promotion in MaterialChanges. Accepts any numbers.
MenCounts change_by_promotion(std::uint8_t promotion, std::uint8_t pieces) {
  const auto color = (promotion & 1) != 0 ? Color::White : Color::Black;
  const auto piece = [&](Color side, int role) {
    return one_man(Piece(side, static_cast<Role>((role & 3) + index_of(Role::Knight))));
  };
  const MenCounts promoted = piece(color, pieces) - one_man(Piece(color, Role::Pawn));
  return promotion < kPromotion + 2 ? promoted : promoted - piece(other(color), pieces >> 2);
}

struct FirstPosition {
  explicit FirstPosition(const Board& from) : board(from), men(men_on(from)) {}

  const Board& board;
  MenCounts men;
};

// Returns the setup of a FEN, or nothing if it is invalid.
std::optional<Setup> parse_setup(std::string_view fen) {
  const auto read = parse_fen(fen);
  const auto* parsed = std::get_if<ParsedFen>(&read);
  return parsed == nullptr ? std::nullopt : std::optional(parsed->setup);
}

bool reaches(const MaterialPattern& pattern, const FirstPosition& first,
             std::span<const std::uint8_t> moves) {
  MenCounts men = first.men;
  if (pattern.matches(men)) return true;
  for (MoveUnpacker game(moves, first.board); game.next();) {
    const bool promotes = game.move().kind() == MoveKind::Promotion;
    if (game.captured() == Board::kEmpty && !promotes) continue;
    men -= kMen[game.captured()];
    if (promotes) [[unlikely]]
      men += change_by(game.move(), game.piece());
    if (pattern.matches(men)) return true;
    if (pattern.is_out_of_reach(men)) return false;
  }
  return false;
}

bool reaches(const PatternPlan& plan, const Situation& start, std::span<const std::uint8_t> moves) {
  const std::size_t count = packed_moves(moves.size());
  PatternScan scan(plan, start, static_cast<int>(count));
  if (scan.holds()) return true;
  // Like MoveUnpacker, but the loop variables stay in registers.
  move_code::PieceCodes codes = move_code::codes_on(start.start->board);
  for (std::size_t i = 0; i < count; ++i) {
    const UnpackedMove now = move_code::play(codes, move_code::code_at(moves.data(), i));
    if (now.piece == Board::kEmpty) return false;
    if (scan.play(now.move, now.piece, now.captured)) return true;
  }
  return false;
}

VisitedSquares squares_on(const Board& board) {
  VisitedSquares visited{};
  for (const Square square : board.occupied()) visited[board.code_at(square)] |= square;
  return visited;
}

MenCounts usual_men() {
  static const MenCounts men = men_on(initial_setup().board);
  return men;
}

GameTrace trace_of_board(const Board& board) {
  GameTrace trace{squares_on(board), {}, 0};
  const MenCounts men = men_on(board);
  if (men == usual_men()) return trace;
  trace.material.add(kOtherStart);
  for (std::size_t code = 0; code < kPromotion; ++code) {
    const MenCounts count = men / kMen[code] & kMaxCount;
    trace.material.add(static_cast<std::uint8_t>(count >> 4));
    trace.material.add(static_cast<std::uint8_t>(count & 15));
  }
  return trace;
}

Bitboard diagonals_of(Square square) { return attacks_on_empty_board(Role::Bishop, square); }
Bitboard straights_of(Square square) { return attacks_on_empty_board(Role::Rook, square); }

// A search for the tactics of a game during a replay of its moves. Only the lines and forks that a
// move can have changed are searched, so a move takes about 30 ns. After illegal moves the results
// are meaningless, but the calls are safe.
class TacticSearch {
 public:
  explicit TacticSearch(const Setup& start);

  // Plays a move. `codes` are the pieces after it.
  void play(const UnpackedMove& played, const move_code::PieceCodes& codes);

  // Returns the tactics of all positions so far.
  Tactics found() const { return found_; }

 private:
  // The squares from which a line piece is aimed at a king or queen on an empty board.
  struct Aims {
    Bitboard diagonal;
    Bitboard straight;
  };

  Bitboard of(Color color, Role role) const { return men_[Piece(color, role).code()]; }
  // Returns the pieces that count as targets of a fork.
  Bitboard valuables(Color color) const {
    return of(color, Role::Rook) | of(color, Role::Queen) | of(color, Role::King);
  }
  void play_special(const UnpackedMove& played, const move_code::PieceCodes& codes);
  void search_everywhere(const move_code::PieceCodes& codes, Bitboard moved);
  void find_aims(Color color);
  void search_forks_around(Piece piece, Square square);
  void search_forks_by(Color side, Role role, Square square);
  void search_forks_of(Color side, Square target);
  void search_bishops(Bitboard squares);
  void search_lines(const move_code::PieceCodes& codes, Bitboard diagonals, Bitboard straights,
                    Bitboard moved);
  void search_line(const move_code::PieceCodes& codes, Square from, Square target, Bitboard pieces,
                   Bitboard moved);
  void search_skewer(Piece slider, Square from, Square target, Role role);
  void note_double_check(Color checked, Square king);

  // The squares of the pieces by Piece::code(). The last entry is a dummy for moves that capture
  // nothing.
  std::array<Bitboard, kPieceCount + 1> men_{};
  Bitboard occupied_;
  std::array<Aims, 2> aims_{};  // indexed by the colour of the king and queen
  Tactics found_ = 0;
};

TacticSearch::TacticSearch(const Setup& start) {
  const move_code::PieceCodes codes = move_code::codes_on(start.board);
  for (int i = 0; i < kSquareCount; ++i) men_[codes[static_cast<std::size_t>(i)]] |= square_at(i);
  for (const Color side : {Color::White, Color::Black}) {
    for (const Role role : {Role::Pawn, Role::Knight}) {
      for (const Square square : of(side, role)) search_forks_by(side, role, square);
    }
    for (const Square king : of(side, Role::King)) note_double_check(side, king);
  }
  search_everywhere(codes, kAllSquares);
}

void TacticSearch::play(const UnpackedMove& played, const move_code::PieceCodes& codes) {
  if (played.move.kind() != MoveKind::Normal) [[unlikely]]
    return play_special(played, codes);
  const Square from = played.move.from();
  const Square to = played.move.to();
  const Piece piece = Piece::from_code(played.piece);
  men_[played.captured] &= ~Bitboard(to);
  men_[played.piece] ^= Bitboard(from) | to;
  occupied_ = (occupied_ & ~Bitboard(from)) | to;
  if (piece.role() >= Role::Queen) find_aims(piece.color());
  if (played.captured >> 1 == index_of(Role::Queen)) find_aims(other(piece.color()));
  search_forks_around(piece, to);
  // The move may have opened or closed lines, and the piece has new ones.
  search_bishops(diagonals_of(from));
  search_lines(codes, diagonals_of(from) | diagonals_of(to) | to,
               straights_of(from) | straights_of(to) | to, to);
}

// Plays castling, a promotion or a capture en passant.
void TacticSearch::play_special(const UnpackedMove& played, const move_code::PieceCodes& codes) {
  const Move move = played.move;
  const Square from = move.from();
  const Square to = move.to();
  const Color us = Piece::from_code(played.piece).color();
  men_[played.piece] &= ~Bitboard(from);
  if (move.kind() == MoveKind::Castling) {
    const CastlingSide side = to > from ? CastlingSide::King : CastlingSide::Queen;
    const Piece rook(us, Role::Rook);
    men_[rook.code()] = (men_[rook.code()] & ~Bitboard(to)) | castled_rook_square(us, side);
    men_[played.piece] |= castled_king_square(us, side);
    // Castling never counts as a discovered check.
    search_everywhere(codes, kAllSquares);
    search_forks_around(rook, castled_rook_square(us, side));
    return search_forks_around(Piece::from_code(played.piece), castled_king_square(us, side));
  }
  const bool is_promotion = move.kind() == MoveKind::Promotion;
  const Square captured = is_promotion ? to : square_of(file_of(to), rank_of(from));
  men_[played.captured] &= ~Bitboard(captured);
  const Piece piece(us, is_promotion ? move.promotion_role() : Role::Pawn);
  men_[piece.code()] |= to;
  search_everywhere(codes, to);
  search_forks_around(piece, to);
}

// Searches all lines after an unusual change. `moved` are the pieces that do not discover a check.
void TacticSearch::search_everywhere(const move_code::PieceCodes& codes, Bitboard moved) {
  occupied_ = {};
  for (std::size_t code = 0; code < kPieceCount; ++code) occupied_ |= men_[code];
  for (const Color color : {Color::White, Color::Black}) find_aims(color);
  search_bishops(kAllSquares);
  search_lines(codes, kAllSquares, kAllSquares, moved);
}

void TacticSearch::find_aims(Color color) {
  Aims& aims = aims_[static_cast<std::size_t>(color)];
  aims = {};
  for (const Square target : of(color, Role::Queen) | of(color, Role::King)) {
    aims.diagonal |= diagonals_of(target);
    aims.straight |= straights_of(target);
  }
}

// Searches for forks by a pawn, knight or bishop that has moved to `square`. If another piece has
// moved there, searches for forks of this piece.
inline void TacticSearch::search_forks_around(Piece piece, Square square) {
  const Color side = piece.color();
  const Color them = other(side);
  if (piece.role() <= Role::Bishop) {
    const Bitboard reach = piece.role() == Role::Pawn
                               ? pawn_attacks(side, square)
                               : attacks_on_empty_board(piece.role(), square);
    if ((reach & valuables(them)).has_many()) search_forks_by(side, piece.role(), square);
  } else {
    const Bitboard forkers = (pawn_attacks(side, square) & of(them, Role::Pawn)) |
                             (knight_attacks(square) & of(them, Role::Knight)) |
                             (diagonals_of(square) & of(them, Role::Bishop));
    if (forkers.any()) search_forks_of(side, square);
  }
}

// Searches for forks by the bishops on the squares.
inline void TacticSearch::search_bishops(Bitboard squares) {
  const Bitboard white = of(Color::White, Role::Bishop);
  for (const Square bishop : squares&(white | of(Color::Black, Role::Bishop))) {
    search_forks_by(white.contains(bishop) ? Color::White : Color::Black, Role::Bishop, bishop);
  }
}

// Searches the lines from the line pieces on the squares to enemy kings and queens. `moved` are the
// pieces that do not discover a check.
inline void TacticSearch::search_lines(const move_code::PieceCodes& codes, Bitboard diagonals,
                                       Bitboard straights, Bitboard moved) {
  const auto sliders_of = [&](Color side) {
    const Aims& aims = aims_[static_cast<std::size_t>(other(side))];
    const Bitboard queens = of(side, Role::Queen);
    return (diagonals & aims.diagonal & (of(side, Role::Bishop) | queens)) |
           (straights & aims.straight & (of(side, Role::Rook) | queens));
  };
  const Bitboard sliders = sliders_of(Color::White) | sliders_of(Color::Black);
  for (const Square slider : sliders) {
    const Piece piece = Piece::from_code(codes[static_cast<std::size_t>(slider)]);
    const Color them = other(piece.color());
    const Bitboard targets = attacks_on_empty_board(piece.role(), slider) &
                             (of(them, Role::Queen) | of(them, Role::King));
    for (const Square target : targets) {
      const Bitboard pieces = between(slider, target) & occupied_;
      if (!pieces.has_many()) search_line(codes, slider, target, pieces, moved);
    }
  }
}

void TacticSearch::search_forks_by(Color side, Role role, Square square) {
  const Bitboard reach =
      role == Role::Pawn ? pawn_attacks(side, square) : attacks_on_empty_board(role, square);
  Bitboard targets = reach & valuables(other(side));
  if (!targets.has_many()) return;
  if (role == Role::Bishop) {
    for (const Square target : targets) {
      if ((between(square, target) & occupied_).any()) targets &= ~Bitboard(target);
    }
    if (!targets.has_many()) return;
  }
  found_ |= fork_by(side, role);
}

// Searches for forks of a piece of `side` that has moved to `target`.
void TacticSearch::search_forks_of(Color side, Square target) {
  const Color them = other(side);
  for (const Square pawn : pawn_attacks(side, target) & of(them, Role::Pawn)) {
    search_forks_by(them, Role::Pawn, pawn);
  }
  for (const Square knight : knight_attacks(target) & of(them, Role::Knight)) {
    search_forks_by(them, Role::Knight, knight);
  }
  for (const Square bishop : diagonals_of(target) & of(them, Role::Bishop)) {
    search_forks_by(them, Role::Bishop, bishop);
  }
}

// Searches the line of a piece to an enemy king or queen with at most one piece between. `moved`
// are the pieces that do not discover a check.
void TacticSearch::search_line(const move_code::PieceCodes& codes, Square from, Square target,
                               Bitboard pieces, Bitboard moved) {
  const auto piece_on = [&](Square square) {
    return Piece::from_code(codes[static_cast<std::size_t>(square)]);
  };
  const Piece slider = piece_on(from);
  const Piece aim = piece_on(target);
  if (pieces.is_empty()) {
    search_skewer(slider, from, target, aim.role());
    if (aim.role() != Role::King) return;
    if (!moved.contains(from)) found_ |= kDiscoveredCheck;
    note_double_check(aim.color(), target);
    return;
  }
  found_ |= xray_by(slider.color(), slider.role(), aim.role());
  const Piece through = piece_on(pieces.first());
  if (through.color() == aim.color() && through.role() != Role::King) {
    found_ |= pin_by(slider.color(), through.role(), aim.role());
  }
}

// Searches for a skewer: a piece behind the attacked one.
void TacticSearch::search_skewer(Piece slider, Square from, Square target, Role role) {
  const Color side = other(slider.color());
  const Bitboard pieces = valuables(side) | of(side, Role::Knight) | of(side, Role::Bishop);
  for (const Square behind : pieces& line_through(from, target)) {
    if ((between(from, behind) & occupied_) == Bitboard(target)) {
      found_ |= skewer_by(slider.color(), slider.role(), role);
    }
  }
}

void TacticSearch::note_double_check(Color checked, Square king) {
  const Color them = other(checked);
  const Bitboard queens = of(them, Role::Queen);
  const Bitboard checkers = (knight_attacks(king) & of(them, Role::Knight)) |
                            (pawn_attacks(checked, king) & of(them, Role::Pawn)) |
                            (bishop_attacks(king, occupied_) & (of(them, Role::Bishop) | queens)) |
                            (rook_attacks(king, occupied_) & (of(them, Role::Rook) | queens));
  if (checkers.has_many()) found_ |= kDoubleCheck;
}

// A replay of moves that records the squares, the material and the tactics.
class TraceWalk {
 public:
  explicit TraceWalk(const Setup& first)
      : codes_(move_code::codes_on(first.board)),
        tactics_(first),
        trace_(trace_of_board(first.board)) {}

  const GameTrace& trace() {
    trace_.tactics = tactics_.found();
    return trace_;
  }

  // Plays a move. Returns false if the code cannot be a move.
  bool play(std::uint16_t code) {
    const UnpackedMove played = move_code::play(codes_, code);
    if (played.piece == Board::kEmpty) return false;
    tactics_.play(played, codes_);
    const Move move = played.move;
    if (move.kind() == MoveKind::Castling) {
      castle(move, Piece::from_code(played.piece));
    } else if (move.kind() == MoveKind::Promotion) {
      promote(move, played);
    } else {
      trace_.material.add_captured(played.captured);
      trace_.visited[played.piece] |= move.to();
    }
    return true;
  }

 private:
  void castle(Move move, Piece king) {
    const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
    const Piece rook(king.color(), Role::Rook);
    trace_.visited[king.code()] |= castled_king_square(king.color(), side);
    trace_.visited[rook.code()] |= castled_rook_square(king.color(), side);
  }

  // Adds a promotion, including the captured piece.
  void promote(Move move, const UnpackedMove& played) {
    const bool captures = played.captured != Board::kEmpty;
    const int role = index_of(move.promotion_role()) - index_of(Role::Knight);
    const int captured = captures ? played.captured / 2 - index_of(Role::Knight) : 0;
    const Piece piece(Piece::from_code(played.piece).color(), move.promotion_role());
    trace_.material.add(static_cast<std::uint8_t>(kPromotion + played.piece + (captures ? 2 : 0)));
    trace_.material.add(static_cast<std::uint8_t>(role | (captured & 3) << 2));
    trace_.visited[piece.code()] |= move.to();
  }

  move_code::PieceCodes codes_;
  TacticSearch tactics_;
  GameTrace trace_;
};

GameTrace traced(TraceWalk walk, std::span<const std::uint8_t> moves) {
  const std::size_t count = packed_moves(moves.size());
  for (std::size_t i = 0; i < count && walk.play(move_code::code_at(moves.data(), i)); ++i) {
  }
  return walk.trace();
}

std::string packed(std::span<const Move> moves) {
  std::string bytes;
  pack_moves(moves, bytes);
  return bytes;
}

std::span<const std::uint8_t> bytes_of(const std::string& packed) {
  return {reinterpret_cast<const std::uint8_t*>(packed.data()), packed.size()};
}

}  // namespace

bool reaches_material(const MaterialPattern& pattern, std::string_view start,
                      std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    // Each move captures at most one piece.
    if (packed_moves(moves.size()) < pattern.min_captures()) return false;
    static const FirstPosition usual(initial_setup().board);
    return reaches(pattern, usual, moves);
  }
  const auto setup = parse_setup(start);
  return setup && reaches(pattern, FirstPosition(setup->board), moves);
}

bool reaches_pattern(const PatternPlan& plan, std::string_view start,
                     std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    static const Situation usual(initial_setup());
    return reaches(plan, usual, moves);
  }
  const auto setup = parse_setup(start);
  return setup && reaches(plan, Situation(*setup), moves);
}

bool reaches_position(const PositionSet& positions, std::string_view start,
                      std::span<const std::uint8_t> moves) {
  const auto setup = start.empty() ? std::optional(initial_setup()) : parse_setup(start);
  if (!setup || !is_playable(*setup)) return false;
  BookPosition book(*setup);
  const auto is_found = [&] {
    return positions.find(book.position().key()) ||
           (book.follows_double_step() && positions.find(static_cast<PositionKey>(book.key())));
  };
  if (is_found()) return true;
  for (MoveUnpacker game(moves, setup->board); game.next();) {
    // Damaged bytes can contain the capture of a king.
    if ((game.captured() | 1) == Piece(Color::White, Role::King).code()) return false;
    book.play(game.move());
    if (is_found()) return true;
  }
  return false;
}

std::vector<std::shared_ptr<const PatternPlan>> patterns_of(const GameFilter& filter) {
  std::vector<std::shared_ptr<const PatternPlan>> plans;
  for_each_required_test(filter, [&plans](const GameTest& test) {
    if (const auto* pattern = std::get_if<PatternTest>(&test)) plans.push_back(pattern->plan);
  });
  return plans;
}

PatternHitScan::PatternHitScan(std::span<const std::shared_ptr<const PatternPlan>> plans,
                               const Setup& start, std::span<const Move> moves)
    : packed_(packed(moves)), moves_(bytes_of(packed_), start.board) {
  for (const auto& plan : plans) {
    found_.push_back({PatternScan(*plan, start, static_cast<int>(moves.size()))});
  }
  note();
}

bool PatternHitScan::holds() const {
  return std::ranges::any_of(found_, [](const Found& found) { return found.scan.holds(); });
}

bool PatternHitScan::next() {
  if (!moves_.next()) return false;
  for (Found& found : found_) found.scan.play(moves_.move(), moves_.piece(), moves_.captured());
  note();
  return true;
}

std::vector<PatternHit> PatternHitScan::hits() const {
  std::vector<PatternHit> all;
  for (const Found& found : found_) std::ranges::copy(found.hits, std::back_inserter(all));
  return all;
}

// Begins or extends the ranges of the patterns that hold in the current position.
void PatternHitScan::note() {
  const auto ply = static_cast<std::uint16_t>(moves_.ply());
  for (Found& found : found_) {
    const bool holds = found.scan.holds();
    if (holds && !found.held) found.hits.push_back({ply, ply});
    if (holds) found.hits.back().last = ply;
    found.held = holds;
  }
}

GameTrace trace_of(std::string_view start, std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    static const TraceWalk usual(initial_setup());
    return traced(usual, moves);
  }
  if (const auto setup = parse_setup(start)) return traced(TraceWalk(*setup), moves);
  GameTrace none;
  none.material.add(kOtherStart);  // kOtherStart without piece counts means no material at all
  return none;
}

bool reaches_material(const MaterialPattern& pattern, std::span<const std::uint8_t> changes) {
  MenCounts men = usual_men();
  if (!changes.empty() && changes.front() == kOtherStart) {
    if (changes.size() < kStart) return false;
    men = 0;
    for (std::size_t code = 0; code < kPromotion; ++code) {
      const MenCounts count = MenCounts{changes[2 * code + 1]} << 4 | changes[2 * code + 2];
      men += (count & kMaxCount) * kMen[code];
    }
    changes = changes.subspan(kStart);
  } else if (changes.size() < pattern.min_captures()) {
    return false;
  }
  if (pattern.matches(men)) return true;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const std::uint8_t change = changes[i];
    if (change < kPromotion) {
      men -= kMen[change];
    } else if (++i < changes.size()) {
      men += change_by_promotion(change, changes[i]);
    }
    if (pattern.matches(men)) return true;
  }
  return false;
}

bool promotes_to(Men men, std::span<const std::uint8_t> changes) {
  if (!changes.empty() && changes.front() == kOtherStart) {
    changes = changes.subspan(std::min(kStart, changes.size()));
  }
  for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
    if (changes[i] < kPromotion) continue;
    const Color color = (changes[i] & 1) != 0 ? Color::White : Color::Black;
    const int role = (changes[++i] & 3) + index_of(Role::Knight);
    if (contains(men, Piece(color, static_cast<Role>(role)).code())) return true;
  }
  return false;
}

}  // namespace arbiter
