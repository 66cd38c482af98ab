#include "lib/laws/origin/origin_men.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lib/chess/attacks.h"
#include "lib/laws/wording.h"

namespace arbiter {
namespace {

constexpr Color kColors[] = {Color::White, Color::Black};
constexpr Role kPromoted[] = {Role::Knight, Role::Bishop, Role::Rook, Role::Queen};

// The men of one role that can be those of the initial position: at most two.
class Originals {
 public:
  Originals(const FirstMen& first, Color color, Role role) {
    for (const FirstMan& man : first.of(color)) {
      if (man.role == role) reaches_.push_back(man.reach);
    }
  }

  // The greatest number of `pieces` that can be originals, each a different one.
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

// "2 queens, of which at least 1 was promoted".
std::string promoted_text(const Board& board, Color color, const FirstMen& first) {
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

class MenOf {
 public:
  MenOf(const Board& board, Color color, const FirstMen& first, OriginFlaws& flaws)
      : board_(board), color_(color), first_(first), flaws_(flaws) {}

  void examine() {
    const int men = board_.of(color_).count();
    const int pawns = board_.of(color_, Role::Pawn).count();
    if (men > 16) {
      add(OriginFault::TooManyMen,
          fmt::format("{} has {} pieces, but a game begins with 16", to_string(color_), men));
    }
    if (pawns > 8) {
      add(OriginFault::TooManyPawns,
          fmt::format("{} has {}, but a game begins with 8", to_string(color_), pawns_text(pawns)));
    }
    look_for_misplaced();
    look_for_promoted(pawns);
  }

 private:
  void add(OriginFault fault, std::string proof) { flaws_.push_back({fault, std::move(proof)}); }

  // Pieces that are neither in reach of a first man nor of a promoted one, or too
  // many that only first men can be.
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
            fmt::format("{} of {} cannot all have stood on their first squares, and none of them "
                        "can be promoted",
                        the_pieces_on(not_promoted, board_), to_string(color_)));
      }
    }
  }

  // The own men that have never moved and stand where such a piece would have left
  // its first square.
  Bitboard in_the_way_of(Role role) const {
    Bitboard steps;
    for (const FirstMan& man : first_.of(color_)) {
      if (man.role != role || (man.home & first_.unmoved).any()) continue;
      for (const Square home : man.home) {
        steps |= attacks_on_empty_board(role, home) & king_attacks(home);
      }
    }
    return steps & first_.unmoved & board_.of(color_);
  }

  std::string misplaced_text(Role role, Bitboard lost) const {
    std::string text =
        fmt::format("{} of {} cannot have come from {} first square", the_pieces_on(lost, board_),
                    to_string(color_), lost.has_many() ? "their" : "its");
    const Bitboard in_the_way = in_the_way_of(role);
    if (in_the_way.any()) {
      text += fmt::format(", as {} {} never moved", the_pieces_on(in_the_way, board_),
                          in_the_way.has_many() ? "have" : "has");
    }
    if (role == Role::King) return text;
    const bool has_squares = first_.promotion_squares[static_cast<std::size_t>(color_)].any();
    return text + (has_squares ? ", nor from a promotion square"
                               : ", and no pawn can have been promoted, as the other side's are on "
                                 "their first squares");
  }

  void look_for_promoted(int pawns) {
    const int promoted = least_promoted(board_, color_, first_);
    const int missing = std::max(0, 8 - pawns);
    if (promoted <= missing) return;
    add(OriginFault::TooManyPromoted,
        fmt::format("at least {} of {}'s pieces must have been promoted ({}), but {} missing",
                    promoted, to_string(color_), promoted_text(board_, color_, first_),
                    missing_text(missing)));
  }

  const Board& board_;
  Color color_;
  const FirstMen& first_;
  OriginFlaws& flaws_;
};

}  // namespace

int least_promoted(const Board& board, Color color, const FirstMen& first) {
  int promoted = 0;
  for (const Role role : kPromoted) {
    promoted += promoted_of(role, board.of(color, role), Originals(first, color, role));
  }
  return promoted;
}

OriginFlaws flaws_of_men(const Board& board, const FirstMen& first) {
  OriginFlaws flaws;
  for (const Color color : kColors) MenOf(board, color, first, flaws).examine();
  return flaws;
}

}  // namespace arbiter
