#include "lib/laws/origin/first_rank.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/laws/wording.h"

namespace arbiter {
namespace {

using Roles = std::vector<Role>;

// A part of the first rank that kings, queens and rooks can neither leave nor enter. Its ends are
// unmoved pieces or edges of the board.
struct Enclosure {
  int begin;  // files
  int end;    // after the last one

  bool contains(File file) const { return index_of(file) >= begin && index_of(file) < end; }
};

// Pieces by the files on which they began. Castling exchanges king and rook, and castling on the
// queen's side needs the queen to have left.
constexpr std::string_view kOrders[] = {"adeh", "adhe", "eah"};

Role role_at_first(File file) {
  return initial_setup().board.at(square_of(file, Rank::One))->role();
}

// Knights can jump over any order, and bishops cannot move at all behind unmoved pawns.
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

  // Returns whether unmoved pawns stand on all squares to which a piece could leave the rank.
  bool is_closed(Enclosure enclosure) const {
    for (int file = std::max(0, enclosure.begin - 1); file < std::min(kFiles, enclosure.end + 1);
         ++file) {
      const Square pawn = forward(color_, home(file));
      if (!board_.has(pawn, Piece(color_, Role::Pawn))) return false;
    }
    return true;
  }

  // Returns the squares of kings, queens and rooks.
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

  // Returns the orders in which the pieces that began there may stand, as long as none is lost.
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
        fmt::format("{} of {} cannot stand in this order: next to pawns that never moved, no "
                    "piece passes another except in castling, and from the a-file on they "
                    "began as {}",
                    the_pieces_on(pieces_in(enclosure), board_), to_string(color_), listed(began))};
  }

  const Board& board_;
  Color color_;
  Bitboard unmoved_;
};

// Returns whether the side has lost nothing, and only its knights and rooks can have moved.
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
