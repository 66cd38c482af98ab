#include "lib/laws/origin/origin_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/chess/attacks.h"
#include "lib/laws/wording.h"

namespace arbiter {
namespace {

constexpr unsigned kSets = 256;  // number of sets of files
constexpr int kNone = 1 << 20;   // exceeds any number of captures

// For each set of n files, the cheapest assignment of the first n pieces: the number of captures,
// and the file of the last piece.
struct Table {
  std::array<int, kSets> captures;
  std::array<int, kSets> last_file;
};

// Assigns the next piece to `file` after the pieces on `files`. Among equal costs, keeps the
// smaller file. Returns whether the set is new.
bool extend(Table& table, unsigned files, int file, int cost) {
  const unsigned with = files | 1u << file;
  const int captures = table.captures[files] + cost;
  const bool is_new = table.captures[with] == kNone;
  if (captures > table.captures[with]) return false;
  if (captures == table.captures[with] && file > table.last_file[with]) return false;
  table.captures[with] = captures;
  table.last_file[with] = file;
  return is_new;
}

// Fills the table, and returns the sets of files that all pieces together can occupy.
std::vector<unsigned> fill(Table& table, const std::vector<PawnCosts>& pieces) {
  table.captures.fill(kNone);
  table.captures[0] = 0;
  std::vector<unsigned> sets = {0};  // the file sets that the previous pieces can occupy
  for (const PawnCosts& costs : pieces) {
    std::vector<unsigned> larger;
    for (const unsigned files : sets) {
      for (int file = 0; file < 8; ++file) {
        const std::optional<int>& cost = costs[static_cast<std::size_t>(file)];
        if (!cost || (files >> file & 1) != 0) continue;
        if (extend(table, files, file, *cost)) larger.push_back(files | 1u << file);
      }
    }
    sets = std::move(larger);
  }
  return sets;
}

constexpr Role kPromoted[] = {Role::Knight, Role::Bishop, Role::Rook, Role::Queen};

// The pieces of one role that may have started in the initial position: at most two.
class Originals {
 public:
  Originals(const FirstPieces& first, Color color, Role role) {
    for (const FirstPiece& piece : first.of(color)) {
      if (piece.role == role) reaches_.push_back(piece.reach);
    }
  }

  // Returns the maximum number of `pieces` that can be originals, each a different one.
  int most_among(Bitboard pieces) const { return most_from(0, pieces); }

  Bitboard reach() const {
    Bitboard all;
    for (const Bitboard reach : reaches_) all |= reach;
    return all;
  }

 private:
  int most_from(std::size_t original, Bitboard pieces) const {
    if (original == reaches_.size()) return 0;
    int most = most_from(original + 1, pieces);
    for (const Square square : pieces& reaches_[original]) {
      most = std::max(most, 1 + most_from(original + 1, pieces & ~Bitboard(square)));
    }
    return most;
  }

  std::vector<Bitboard> reaches_;
};

int promoted_of(Role role, Bitboard pieces, const Originals& originals) {
  if (role == Role::King) return 0;
  return pieces.count() - originals.most_among(pieces);
}

std::string promoted_text(const Board& board, Color color, const FirstPieces& first) {
  std::vector<std::string> parts;
  for (const Role role : kPromoted) {
    const Bitboard pieces = board.of(color, role);
    const int promoted = promoted_of(role, pieces, Originals(first, color, role));
    if (promoted == 0) continue;
    parts.push_back(fmt::format("{} of {}", promoted, the_pieces_on(pieces, board)));
  }
  return listed(parts);
}

std::string pawns_text(int pawns) {
  return fmt::format("{} {}", pawns, counted_name_of(Role::Pawn, pawns));
}

std::string missing_text(int pawns) {
  if (pawns == 0) return "no pawn is";
  return fmt::format("only {} {}", pawns_text(pawns), pawns == 1 ? "is" : "are");
}

struct PiecesOf {
  void examine() {
    const int pieces = board_.of(color_).count();
    const int pawns = board_.of(color_, Role::Pawn).count();
    if (pieces > 16) {
      add(OriginFault::TooManyPieces,
          fmt::format("{} has {} pieces, but a game begins with 16", to_string(color_), pieces));
    }
    if (pawns > 8) {
      add(OriginFault::TooManyPawns,
          fmt::format("{} has {}, but a game begins with 8", to_string(color_), pawns_text(pawns)));
    }
    look_for_misplaced();
    look_for_promoted(pawns);
  }

  void add(OriginFault fault, std::string proof) { flaws_.push_back({fault, std::move(proof)}); }

  // Reports pieces that can be neither original nor promoted, and surplus pieces that can only be
  // original.
  void look_for_misplaced() {
    for (const Role role : {Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight}) {
      const Originals originals(first_, color_, role);
      const Bitboard promoted =
          first_.promoted_reach[static_cast<std::size_t>(color_)][static_cast<std::size_t>(role)];
      const Bitboard pieces = board_.of(color_, role);
      const Bitboard lost = pieces & ~originals.reach() & ~promoted;
      const Bitboard not_promoted = pieces & ~promoted;
      if (lost.any()) {
        add(OriginFault::Misplaced, misplaced_text(role, lost));
      } else if (role != Role::King && originals.most_among(not_promoted) < not_promoted.count()) {
        add(OriginFault::Misplaced,
            fmt::format(
                "{} of {} cannot all have come from their original squares, and none of them "
                "can be promoted",
                the_pieces_on(not_promoted, board_), to_string(color_)));
      }
    }
  }

  // Returns the player's unmoved pieces that block a piece of `role` on its initial square.
  Bitboard in_the_way_of(Role role) const {
    Bitboard steps;
    for (const FirstPiece& piece : first_.of(color_)) {
      if (piece.role != role || (piece.home & first_.unmoved).any()) continue;
      for (const Square home : piece.home) {
        steps |= attacks_on_empty_board(role, home) & king_attacks(home);
      }
    }
    return steps & first_.unmoved & board_.of(color_);
  }

  std::string misplaced_text(Role role, Bitboard lost) const {
    std::string text = fmt::format("{} of {} cannot have come from {} original square",
                                   the_pieces_on(lost, board_), to_string(color_),
                                   lost.has_many() ? "their" : "its");
    const Bitboard in_the_way = in_the_way_of(role);
    if (in_the_way.any()) {
      text += fmt::format(", as {} {} never moved", the_pieces_on(in_the_way, board_),
                          in_the_way.has_many() ? "have" : "has");
    }
    if (role == Role::King) return text;
    const bool has_squares = first_.promotion_squares[static_cast<std::size_t>(color_)].any();
    return text + (has_squares ? ", nor from a promotion square"
                               : ", and no pawn can have been promoted, as the other side's are on "
                                 "their original squares");
  }

  void look_for_promoted(int pawns) {
    const int promoted = min_promoted(board_, color_, first_);
    const int missing = std::max(0, 8 - pawns);
    if (promoted <= missing) return;
    add(OriginFault::TooManyPromoted,
        fmt::format("at least {} of {}'s pieces must have been promoted ({}), but {} missing",
                    promoted, to_string(color_), promoted_text(board_, color_, first_),
                    missing_text(missing)));
  }

  const Board& board_;
  Color color_;
  const FirstPieces& first_;
  OriginFlaws& flaws_;
};

// Returns the number of pieces of `color` that were captured on their initial squares. Pawns cannot
// have captured them, because unmoved pawns occupy the squares from which they would capture.
int captured_at_home(const Board& board, Color color, const FirstPieces& first) {
  int count = 0;
  for (const FirstPiece& piece : first.of(color)) {
    if (!piece.home.has_one() || piece.reach != piece.home) continue;
    const Square home = piece.home.first();
    if (board.has(home, Piece(color, piece.role))) continue;
    if ((pawn_attacks(color, home) & ~first.unmoved).is_empty()) ++count;
  }
  return count;
}

// The pawns of one side, including promoted ones, and the pieces that they can have captured.
class PawnsOf {
 public:
  PawnsOf(const Board& board, Color color, const FirstPieces& first)
      : color_(color), promoted_(min_promoted(board, color, first)) {
    for (const Square square : board.of(color, Role::Pawn)) squares_.push_back(square);
    lost_ = 16 - board.of(other(color)).count();
    out_of_reach_ = captured_at_home(board, other(color), first);
  }

  // Returns false if the counts are impossible, which flaws_of_pieces() reports.
  bool is_countable() const {
    return squares_.size() + static_cast<std::size_t>(promoted_) <= 8 && lost_ >= 0;
  }

  // Returns the assignment with the fewest captures. `barred` contains the files with an unmoved
  // enemy pawn, which a promoted pawn must have left.
  std::optional<PawnAssignment> fewest(Bitboard barred) const {
    return fewest_captures(costs(barred));
  }

  int available() const { return lost_ - out_of_reach_; }

  // Returns the pawns that have certainly never captured, because one more capture would exceed the
  // number of lost pieces. Precondition: fewest() returns a value.
  Bitboard never_captured(Bitboard barred) const {
    Bitboard pure;
    std::vector<PawnCosts> pieces = costs(barred);
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      const PawnCosts kept = pieces[i];
      std::optional<int>& at_home = pieces[i][static_cast<std::size_t>(file_of(squares_[i]))];
      // If a pawn on its initial file has captured, it must have left the file and returned.
      at_home = relative_rank(color_, squares_[i]) >= Rank::Four ? std::optional(2) : std::nullopt;
      const auto detour = fewest_captures(pieces);
      if (!detour || detour->captures > available()) pure |= squares_[i];
      pieces[i] = kept;
    }
    return pure;
  }

  std::string impossible_text() const {
    return fmt::format(
        "no series of captures can have brought the pawns of {} to {} from the {} rank",
        to_string(color_), listed_squares(), color_ == Color::White ? "second" : "seventh");
  }

  std::string captures_text(const PawnAssignment& least) const {
    std::string text = fmt::format(
        "{}'s pawns need at least {} {} to stand where they do{}, but {} has lost {} {}",
        to_string(color_), least.captures, least.captures == 1 ? "capture" : "captures",
        detours_text(least), to_string(other(color_)), lost_, lost_ == 1 ? "piece" : "pieces");
    if (out_of_reach_ > 0) {
      text += fmt::format(", {} of them where no pawn could capture", out_of_reach_);
    }
    return text;
  }

 private:
  std::vector<PawnCosts> costs(Bitboard barred) const {
    std::vector<PawnCosts> pieces;
    for (const Square square : squares_) pieces.push_back(costs_of_pawn(color_, square));
    PawnCosts promoted;
    for (int file = 0; file < 8; ++file) {
      const bool is_barred = (barred & static_cast<File>(file)).any();
      promoted[static_cast<std::size_t>(file)] = is_barred ? 1 : 0;
    }
    pieces.insert(pieces.end(), static_cast<std::size_t>(promoted_), promoted);
    return pieces;
  }

  std::string listed_squares() const {
    std::vector<std::string> names;
    for (const Square square : squares_) names.push_back(to_string(square));
    return listed(names);
  }

  // Returns a text such as " (such as from the b-file to d5)".
  std::string detours_text(const PawnAssignment& least) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      if (least.came_from[i] == file_of(squares_[i])) continue;
      parts.push_back(fmt::format("from the {}-file to {}", letter_of(least.came_from[i]),
                                  to_string(squares_[i])));
    }
    if (promoted_ > 0) parts.push_back(fmt::format("{} promoted", promoted_));
    return parts.empty() ? "" : fmt::format(" (such as {})", listed(parts));
  }

  Color color_;
  int promoted_;
  int lost_ = 0;
  int out_of_reach_ = 0;
  std::vector<Square> squares_;
};

Bitboard files_of(Bitboard squares) {
  Bitboard files;
  for (const Square square : squares) files |= file_of(square);
  return files;
}

struct Structure {
  OriginFlaws run() {
    for (const Color color : kBothColors) {
      if (!side(color).is_countable()) return std::move(flaws_);
    }
    // The pawns that never captured, by colour. Such pawns block their files, which restricts other
    // pawns.
    Bitboard white;
    Bitboard black;
    for (int round = 0; round < 3; ++round) {
      if (!is_affordable(Color::White, files_of(black)) ||
          !is_affordable(Color::Black, files_of(white))) {
        return std::move(flaws_);
      }
      const Bitboard white_now = side(Color::White).never_captured(files_of(black));
      const Bitboard black_now = side(Color::Black).never_captured(files_of(white));
      if (white_now == white && black_now == black) break;
      white = white_now;
      black = black_now;
    }
    look_for_passed(white, black);
    return std::move(flaws_);
  }

  const PawnsOf& side(Color color) const { return sides_[static_cast<std::size_t>(color)]; }

  bool is_affordable(Color color, Bitboard barred) {
    const auto least = side(color).fewest(barred);
    if (!least) {
      flaws_.push_back({OriginFault::PawnCaptures, side(color).impossible_text()});
      return false;
    }
    if (least->captures <= side(color).available()) return true;
    flaws_.push_back({OriginFault::PawnCaptures, side(color).captures_text(*least)});
    return false;
  }

  void look_for_passed(Bitboard white, Bitboard black) {
    for (const Square pawn : white) {
      for (const Square opponent : black& file_of(pawn)) {
        if (opponent > pawn) continue;
        flaws_.push_back(
            {OriginFault::PawnsPassed,
             fmt::format("the pawns on {} and {} cannot have passed each other: no pieces were "
                         "lost whose capture could have let either leave its file and return",
                         to_string(pawn), to_string(opponent))});
      }
    }
  }

  std::array<PawnsOf, 2> sides_;
  OriginFlaws flaws_ = {};
};

}  // namespace

PawnCosts costs_of_pawn(Color color, Square square) {
  const int ranks = index_of(relative_rank(color, square)) - index_of(Rank::Two);
  const int own_file = index_of(file_of(square));
  PawnCosts costs;
  for (int file = 0; file < 8; ++file) {
    const int aside = std::abs(file - own_file);
    if (aside <= ranks) costs[static_cast<std::size_t>(file)] = aside;
  }
  return costs;
}

std::optional<PawnAssignment> fewest_captures(const std::vector<PawnCosts>& pieces) {
  assert(pieces.size() <= 8);
  Table table;
  const std::vector<unsigned> sets = fill(table, pieces);
  if (sets.empty()) return std::nullopt;
  unsigned best = *std::min_element(sets.begin(), sets.end(), [&](unsigned a, unsigned b) {
    return std::pair(table.captures[a], a) < std::pair(table.captures[b], b);
  });
  PawnAssignment assignment{table.captures[best], std::vector<File>(pieces.size())};
  for (std::size_t piece = pieces.size(); piece-- > 0;) {
    const int file = table.last_file[best];
    assignment.came_from[piece] = static_cast<File>(file);
    best &= ~(1u << file);
  }
  return assignment;
}

int min_promoted(const Board& board, Color color, const FirstPieces& first) {
  int promoted = 0;
  for (const Role role : kPromoted) {
    promoted += promoted_of(role, board.of(color, role), Originals(first, color, role));
  }
  return promoted;
}

OriginFlaws flaws_of_pieces(const Board& board, const FirstPieces& first) {
  OriginFlaws flaws;
  for (const Color color : kBothColors) PiecesOf(board, color, first, flaws).examine();
  return flaws;
}

OriginFlaws flaws_of_pawns(const Board& board, const FirstPieces& first) {
  return Structure({PawnsOf(board, Color::White, first), PawnsOf(board, Color::Black, first)})
      .run();
}

namespace {

using Roles = std::vector<Role>;

// A part of the first rank that kings, queens and rooks can neither leave nor enter, bounded by
// unmoved pieces or the edges.
struct Enclosure {
  int begin;  // first file
  int end;    // the file after the last one

  bool contains(File file) const { return index_of(file) >= begin && index_of(file) < end; }
};

// The orders of pieces by their initial files. Castling swaps king and rook; on the queen side, the
// queen must have left.
constexpr std::string_view kOrders[] = {"adeh", "adhe", "eah"};

Role role_at_first(File file) {
  return initial_setup().board.at(square_of(file, Rank::One))->role();
}

// Returns whether pieces of `role` cannot pass others. Knights can jump; bishops shut in by unmoved
// pawns cannot move.
bool keeps_its_place(Role role) {
  return role == Role::Rook || role == Role::Queen || role == Role::King;
}

class Order {
 public:
  Order(const Board& board, Color color, const FirstPieces& first)
      : board_(board), color_(color), unmoved_(first.unmoved & board.of(color)) {}

  OriginFlaws run() const {
    OriginFlaws flaws;
    int begin = 0;
    for (int file = 0; file <= kFiles; ++file) {
      if (file < kFiles && !is_barrier(file)) continue;
      const Enclosure enclosure{begin, file};
      begin = file + 1;
      if (is_closed(enclosure) && !is_possible(enclosure)) flaws.push_back(flaw_of(enclosure));
    }
    return flaws;
  }

 private:
  static constexpr int kFiles = 8;

  Square home(int file) const {
    return square_of(static_cast<File>(file), relative_rank(color_, Rank::One));
  }
  bool is_barrier(int file) const { return unmoved_.contains(home(file)); }

  // Returns whether unmoved pawns occupy all squares to which a piece could leave the rank.
  bool is_closed(Enclosure enclosure) const {
    for (int file = std::max(0, enclosure.begin - 1); file < std::min(kFiles, enclosure.end + 1);
         ++file) {
      const Square pawn = forward(color_, home(file));
      if (!board_.has(pawn, Piece(color_, Role::Pawn))) return false;
    }
    return true;
  }

  // Returns the squares of kings, queens and rooks in the enclosure.
  Bitboard pieces_in(Enclosure enclosure) const {
    Bitboard squares;
    for (int file = enclosure.begin; file < enclosure.end; ++file) {
      const auto piece = board_.at(home(file));
      const bool is_ours = piece && piece->color() == color_;
      if (is_ours && keeps_its_place(piece->role())) squares |= home(file);
    }
    return squares;
  }

  Roles roles_in(Enclosure enclosure) const {
    Roles roles;
    for (const Square square : pieces_in(enclosure)) roles.push_back(board_.at(square)->role());
    return roles;
  }

  // Returns the possible orders of the pieces that started in the enclosure, if none was captured.
  static std::vector<Roles> orders_in(Enclosure enclosure) {
    std::vector<Roles> orders;
    for (const std::string_view files : kOrders) {
      Roles& order = orders.emplace_back();
      for (const char letter : files) {
        const auto file = static_cast<File>(letter - 'a');
        if (enclosure.contains(file)) order.push_back(role_at_first(file));
      }
    }
    return orders;
  }

  bool is_possible(Enclosure enclosure) const {
    const Roles now = roles_in(enclosure);
    const std::vector<Roles> orders = orders_in(enclosure);
    // Surplus pieces are misplaced or promoted, which other proofs report.
    for (const Role role : now) {
      if (std::ranges::count(now, role) > std::ranges::count(orders.front(), role)) return true;
    }
    return std::ranges::any_of(orders,
                               [&](const Roles& order) { return is_part_in_order(now, order); });
  }

  static bool is_part_in_order(const Roles& part, const Roles& whole) {
    auto at = whole.begin();
    for (const Role role : part) {
      at = std::find(at, whole.end(), role);
      if (at == whole.end()) return false;
      ++at;
    }
    return true;
  }

  OriginFlaw flaw_of(Enclosure enclosure) const {
    const std::vector<Roles> orders = orders_in(enclosure);
    std::vector<std::string> began;
    for (const Role role : orders.front()) began.emplace_back(to_string(role));
    return {
        OriginFault::Misplaced,
        fmt::format("{} of {} cannot stand in this order: between pawns that never moved, pieces "
                    "can pass each other only by castling, and from the a-file on they began as {}",
                    the_pieces_on(pieces_in(enclosure), board_), to_string(color_), listed(began))};
  }

  const Board& board_;
  Color color_;
  Bitboard unmoved_;
};

// Returns whether the side has lost nothing, and only knights and rooks can have moved.
bool has_only_jumped(const Board& board, Color color) {
  const Setup initial = initial_setup();
  const auto is_at_home = [&](Role role) {
    return board.of(color, role) == initial.board.of(color, role);
  };
  return is_at_home(Role::Pawn) && is_at_home(Role::Bishop) && is_at_home(Role::Queen) &&
         is_at_home(Role::King) &&
         (board.of(color, Role::Rook) & relative_rank(color, Rank::One)).count() == 2 &&
         board.of(color, Role::Knight).count() == 2;
}

// Returns whether the side has made an odd number of moves. Precondition: has_only_jumped().
bool is_odd(const Board& board, Color color) {
  const Bitboard movers = board.of(color, Role::Rook) | board.of(color, Role::Knight);
  return (movers & kDarkSquares).count() % 2 != 0;
}

}  // namespace

OriginFlaws flaws_of_order(const Board& board, const FirstPieces& first) {
  OriginFlaws flaws;
  for (const Color color : kBothColors) {
    for (OriginFlaw& flaw : Order(board, color, first).run()) flaws.push_back(std::move(flaw));
  }
  return flaws;
}

OriginFlaws flaws_of_turn(const Setup& setup) {
  const Board& board = setup.board;
  if (!has_only_jumped(board, Color::White) || !has_only_jumped(board, Color::Black)) return {};
  const bool white_is_odd = is_odd(board, Color::White);
  const bool black_is_odd = is_odd(board, Color::Black);
  // White has made as many moves as Black, or one more.
  if ((white_is_odd == black_is_odd) == (setup.turn == Color::White)) return {};
  const auto number = [](bool is_odd) { return is_odd ? "an odd" : "an even"; };
  const std::string of_black = white_is_odd == black_is_odd
                                   ? "so has Black"
                                   : fmt::format("Black {} one", number(black_is_odd));
  return {{OriginFault::Turn,
           fmt::format("it is {}'s turn, but White has made {} number of moves, and {}: only "
                       "knights and rooks can have moved, and each of their moves changes the "
                       "colour of their square",
                       to_string(setup.turn), number(white_is_odd), of_black)}};
}

}  // namespace arbiter
