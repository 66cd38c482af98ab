#include "tests/patterns/pattern_judge.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/patterns/pattern.h"

namespace arbiter::testing {
namespace {

// The game from the opponent's point of view, or mirrored.
struct Viewpoint {
  bool is_swapped = false;
  bool is_mirrored = false;

  int square(int square) const { return square ^ (is_swapped ? 56 : 0) ^ (is_mirrored ? 7 : 0); }
  char letter(char c) const {
    if (!is_swapped || c == ' ') return c;
    return static_cast<char>(std::isupper(c) != 0 ? std::tolower(c) : std::toupper(c));
  }
};

bool is_white(char c) { return std::isupper(c) != 0; }
bool is_black(char c) { return std::islower(c) != 0; }
bool are_enemies(char a, char b) {
  return (is_white(a) && is_black(b)) || (is_black(a) && is_white(b));
}
bool are_friends(char a, char b) {
  return (is_white(a) && is_white(b)) || (is_black(a) && is_black(b));
}
int file_at(int square) { return square % 8; }
int rank_at(int square) { return square / 8; }

bool is_among(Men men, char letter) {
  if (letter == ' ') return (men & kNobody) != 0;
  const std::size_t code = std::string("pPnNbBrRqQkK").find(letter);
  return (men >> code & 1) != 0;
}

// A sequence (Then or Later) whose second part refers to pieces of the first, and the sequence that
// encloses it.
struct FollowedStep {
  const Pattern* step;
  const FollowedStep* outer;
};

class Judge {
 public:
  Judge(const JudgedGame& game, Viewpoint look) : game_(game), viewpoint_(look) {}

  bool holds(const Pattern& pattern, std::size_t ply) const;

 private:
  const Position& position(std::size_t ply) const { return game_.positions[ply]; }
  // Removes the piece on a square from the board while this object exists.
  struct Lifted {
    Lifted(const Judge& judge, int square) : judge_(judge) { judge_.lifted_ = square; }
    ~Lifted() { judge_.lifted_ = -1; }
    const Judge& judge_;
  };

  char at(std::size_t ply, int square) const {
    if (square == lifted_) return ' ';
    const auto piece = position(ply).board().at(square_at(viewpoint_.square(square)));
    return viewpoint_.letter(piece ? letter_of(*piece) : ' ');
  }
  bool is_white_to_move(std::size_t ply) const {
    return (position(ply).turn() == Color::White) != viewpoint_.is_swapped;
  }
  int count(std::size_t ply, char letter) const {
    int number = 0;
    for (int square = 0; square < 64; ++square) number += at(ply, square) == letter ? 1 : 0;
    return number;
  }

  bool attacks(std::size_t ply, int from, int to) const;
  bool has_trait(std::size_t ply, int square, const Trait& trait) const;
  bool has_pawn(std::size_t ply, int file, char pawn, int least, int most) const;
  bool is_pinned(std::size_t ply, int square) const;
  int first_beyond(std::size_t ply, int from, int through) const;
  bool is_trapped(std::size_t ply, int square) const;
  std::vector<int> counted(const PiecesStand& standing, std::size_t ply) const;
  int number_of(const PiecesStand& standing, std::size_t ply) const {
    return static_cast<int>(counted(standing, ply).size());
  }
  bool holds_within(const FollowedStep* step, const Pattern& pattern, std::size_t ply) const;
  bool is_followed(int square, std::size_t ply) const;
  std::vector<int> found(const Claim& claim, std::size_t ply) const;
  int square_after(int square, std::size_t ply) const;
  int arrival(std::size_t ply) const;
  bool discovers_attack(const DiscoveredAttack& claim, std::size_t ply) const;
  bool claims(const Claim& claim, std::size_t ply) const;
  bool claims_feature(Feature feature, std::size_t ply) const;
  std::vector<int> checkers(std::size_t ply) const;
  bool claims_move(const MovePlayed& claim, std::size_t ply) const;
  bool claims_attackers(const Attackers& claim, std::size_t ply) const;
  int lead(std::size_t ply, Color color, char piece) const;
  int balance(std::size_t ply, Color color) const;

  const JudgedGame& game_;
  Viewpoint viewpoint_;
  mutable int lifted_ = -1;
  mutable const FollowedStep* followed_ = nullptr;
};

bool Judge::holds(const Pattern& pattern, std::size_t ply) const {
  const auto part = [&](std::size_t i, std::size_t at) { return holds(pattern.parts[i], at); };
  switch (pattern.kind) {
    case Pattern::Kind::Single:
      return claims(*pattern.claim, ply);
    case Pattern::Kind::All:
      for (std::size_t i = 0; i < pattern.parts.size(); ++i) {
        if (!part(i, ply)) return false;
      }
      return true;
    case Pattern::Kind::Any:
      for (std::size_t i = 0; i < pattern.parts.size(); ++i) {
        if (part(i, ply)) return true;
      }
      return false;
    case Pattern::Kind::Not:
      return !part(0, ply);
    case Pattern::Kind::Then: {
      const FollowedStep step{&pattern, followed_};
      return ply > 0 && part(0, ply - 1) && holds_within(&step, pattern.parts[1], ply);
    }
    case Pattern::Kind::Later: {
      const FollowedStep step{&pattern, followed_};
      if (!holds_within(&step, pattern.parts[1], ply)) return false;
      const auto limit = static_cast<std::size_t>(pattern.plies);
      for (std::size_t before = 0; before < ply; ++before) {
        if ((limit == 0 || ply - before <= limit) && part(0, before)) return true;
      }
      return false;
    }
    case Pattern::Kind::Lasts:
      for (int i = 0; i < pattern.plies; ++i) {
        if (static_cast<std::size_t>(i) > ply || !part(0, ply - static_cast<std::size_t>(i))) {
          return false;
        }
      }
      return true;
    case Pattern::Kind::Ever:
      for (std::size_t at = 0; at <= ply; ++at) {
        if (part(0, at)) return true;
      }
      return false;
    case Pattern::Kind::Either: {
      const Viewpoint other{!viewpoint_.is_swapped, viewpoint_.is_mirrored};
      return part(0, ply) || Judge(game_, other).holds(pattern.parts[0], ply);
    }
    case Pattern::Kind::Mirror: {
      const Viewpoint other{viewpoint_.is_swapped, !viewpoint_.is_mirrored};
      return part(0, ply) || Judge(game_, other).holds(pattern.parts[0], ply);
    }
    case Pattern::Kind::Shift:
      for (int files = -7; files <= 7; ++files) {
        for (int ranks = -7; ranks <= 7; ++ranks) {
          const auto moved = shifted(pattern.parts[0], {files, ranks});
          if (moved && holds(*moved, ply)) return true;
        }
      }
      return false;
  }
  return false;
}

bool Judge::attacks(std::size_t ply, int from, int to) const {
  const char piece = at(ply, from);
  const int files = file_at(to) - file_at(from);
  const int ranks = rank_at(to) - rank_at(from);
  if (files == 0 && ranks == 0) return false;
  const auto is_way_free = [&] {
    const int step = (files > 0) - (files < 0) + 8 * ((ranks > 0) - (ranks < 0));
    for (int square = from + step; square != to; square += step) {
      if (at(ply, square) != ' ') return false;
    }
    return true;
  };
  const bool is_diagonal = std::abs(files) == std::abs(ranks);
  const bool is_straight = files == 0 || ranks == 0;
  switch (std::tolower(piece)) {
    case 'p':
      return std::abs(files) == 1 && ranks == (is_white(piece) ? 1 : -1);
    case 'n':
      return std::abs(files * ranks) == 2;
    case 'b':
      return is_diagonal && is_way_free();
    case 'r':
      return is_straight && is_way_free();
    case 'q':
      return (is_diagonal || is_straight) && is_way_free();
    case 'k':
      return std::max(std::abs(files), std::abs(ranks)) == 1;
    default:
      return false;
  }
}

// Returns the first piece after `through` on the line from a slider, or -1 if there is none.
int Judge::first_beyond(std::size_t ply, int from, int through) const {
  if (std::string("bBrRqQ").find(at(ply, from)) == std::string::npos) return -1;
  if (at(ply, through) == ' ') return -1;
  const int files = file_at(through) - file_at(from);
  const int ranks = rank_at(through) - rank_at(from);
  const int file_step = (files > 0) - (files < 0);
  const int rank_step = (ranks > 0) - (ranks < 0);
  int file = file_at(through) + file_step;
  int rank = rank_at(through) + rank_step;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step) {
    if (at(ply, 8 * rank + file) != ' ') return 8 * rank + file;
  }
  return -1;
}

// Plays each move on a copy of the letters, and looks for attacks on the target square.
bool Judge::is_trapped(std::size_t ply, int square) const {
  const char piece = at(ply, square);
  bool is_attacked = false;
  for (int from = 0; from < 64; ++from) {
    is_attacked = is_attacked || (are_enemies(piece, at(ply, from)) && attacks(ply, from, square));
  }
  if (!is_attacked) return false;
  for (int to = 0; to < 64; ++to) {
    const bool is_pawn = std::tolower(piece) == 'p';
    const bool steps = is_pawn && at(ply, to) == ' ' && to == square + (is_white(piece) ? 8 : -8);
    const bool moves = attacks(ply, square, to) && !are_friends(piece, at(ply, to)) &&
                       std::tolower(at(ply, to)) != 'k' && (!is_pawn || at(ply, to) != ' ');
    if (!steps && !moves) continue;
    const Lifted lifted(*this, square);
    bool is_safe = true;
    for (int from = 0; from < 64; ++from) {
      if (from == to || !are_enemies(piece, at(ply, from))) continue;
      is_safe = is_safe && !attacks(ply, from, to);
    }
    if (is_safe) return false;
  }
  return true;
}

// Returns whether `pawn` is on the file, on ranks from `least` to `most`.
bool Judge::has_pawn(std::size_t ply, int file, char pawn, int least, int most) const {
  if (file < 0 || file > 7) return false;
  for (int rank = std::max(0, least); rank <= std::min(7, most); ++rank) {
    if (at(ply, 8 * rank + file) == pawn) return true;
  }
  return false;
}

// A piece is pinned if its king would be attacked without it.
bool Judge::is_pinned(std::size_t ply, int square) const {
  const char piece = at(ply, square);
  const char king = is_white(piece) ? 'K' : 'k';
  if (piece == king) return false;
  for (int home = 0; home < 64; ++home) {
    if (at(ply, home) != king) continue;
    for (int from = 0; from < 64; ++from) {
      const char enemy = at(ply, from);
      if (!are_enemies(enemy, piece) || std::string("bBrRqQ").find(enemy) == std::string::npos)
        continue;
      const int files = file_at(home) - file_at(from);
      const int ranks = rank_at(home) - rank_at(from);
      const bool is_diagonal = std::abs(files) == std::abs(ranks);
      const bool is_straight = files == 0 || ranks == 0;
      const char kind = static_cast<char>(std::tolower(enemy));
      if ((kind == 'b' && !is_diagonal) || (kind == 'r' && !is_straight) ||
          (!is_diagonal && !is_straight)) {
        continue;
      }
      const int step = (files > 0) - (files < 0) + 8 * ((ranks > 0) - (ranks < 0));
      int others = 0;
      bool is_between = false;
      for (int way = from + step; way != home; way += step) {
        is_between = is_between || way == square;
        others += way != square && at(ply, way) != ' ' ? 1 : 0;
      }
      if (is_between && others == 0) return true;
    }
  }
  return false;
}

bool Judge::has_trait(std::size_t ply, int square, const Trait& trait) const {
  const char piece = at(ply, square);
  const bool white = is_white(piece);
  const char own = white ? 'P' : 'p';
  const char enemy = white ? 'p' : 'P';
  const int file = file_at(square);
  const int rank = rank_at(square);
  const auto is_other = [&](int from) {
    return trait.others.squares.contains(square_at(from)) &&
           is_among(trait.others.men, at(ply, from));
  };
  const auto is_enemy_slider = [&](int from) {
    return are_enemies(piece, at(ply, from)) &&
           std::string("bBrRqQ").find(at(ply, from)) != std::string::npos;
  };
  switch (trait.kind) {
    case Trait::Kind::Connected:
      for (int near : {file - 1, file + 1}) {
        if (has_pawn(ply, near, own, rank - 1, rank + 1)) return true;
      }
      return false;
    case Trait::Kind::Backward: {
      const int ahead = rank + (white ? 1 : -1);
      const int attack = rank + (white ? 2 : -2);
      bool has_neighbour = false;
      for (int near : {file - 1, file + 1}) {
        if (white ? has_pawn(ply, near, own, 0, rank) : has_pawn(ply, near, own, rank, 7)) {
          return false;
        }
        has_neighbour = has_neighbour || has_pawn(ply, near, own, 0, 7);
      }
      if (!has_neighbour || ahead < 0 || ahead > 7) return false;
      return has_pawn(ply, file - 1, enemy, attack, attack) ||
             has_pawn(ply, file + 1, enemy, attack, attack);
    }
    case Trait::Kind::Forks: {
      int number = 0;
      for (int to = 0; to < 64; ++to) {
        number += attacks(ply, square, to) && is_other(to) && are_enemies(piece, at(ply, to));
      }
      return number >= trait.least;
    }
    case Trait::Kind::Skewers:
      for (int to = 0; to < 64; ++to) {
        if (!attacks(ply, square, to) || !is_other(to) || !are_enemies(piece, at(ply, to)))
          continue;
        const int behind = first_beyond(ply, square, to);
        if (behind >= 0 && are_enemies(piece, at(ply, behind)) && at(ply, behind) != enemy) {
          return true;
        }
      }
      return false;
    case Trait::Kind::XRays:
      for (int to = 0; to < 64; ++to) {
        if (!attacks(ply, square, to)) continue;
        const int behind = first_beyond(ply, square, to);
        if (behind >= 0 && is_other(behind) && are_enemies(piece, at(ply, behind))) return true;
      }
      return false;
    case Trait::Kind::Trapped:
      return is_trapped(ply, square);
    case Trait::Kind::Isolated:
      return !has_pawn(ply, file - 1, own, 0, 7) && !has_pawn(ply, file + 1, own, 0, 7);
    case Trait::Kind::Passed:
      for (int near = file - 1; near <= file + 1; ++near) {
        if (white ? has_pawn(ply, near, enemy, rank + 1, 7)
                  : has_pawn(ply, near, enemy, 0, rank - 1)) {
          return false;
        }
      }
      return true;
    case Trait::Kind::Doubled:
      return has_pawn(ply, file, own, 0, rank - 1) || has_pawn(ply, file, own, rank + 1, 7);
    case Trait::Kind::Pinned:
      if (trait.others.men == 0) return is_pinned(ply, square);
      for (int from = 0; from < 64; ++from) {
        if (!is_enemy_slider(from) || !attacks(ply, from, square)) continue;
        const int behind = first_beyond(ply, from, square);
        if (behind >= 0 && is_other(behind) && are_friends(piece, at(ply, behind))) return true;
      }
      return false;
    case Trait::Kind::Hittable:
      for (int from = 0; from < 64; ++from) {
        if (at(ply, from) != enemy || !is_other(from) || std::abs(file_at(from) - file) != 1)
          continue;
        if (white ? rank_at(from) > rank : rank_at(from) < rank) return true;
      }
      return false;
    default:
      break;
  }
  for (int from = 0; from < 64; ++from) {
    const bool are_squares = trait.others.men == kAnything;
    const char other_piece = at(ply, from);
    const bool is_enemy = are_enemies(piece, other_piece);
    const bool is_friend = are_friends(piece, other_piece);
    if (trait.kind == Trait::Kind::Attacks && attacks(ply, square, from) && is_other(from) &&
        (is_enemy || are_squares)) {
      return true;
    }
    if (trait.kind == Trait::Kind::Protects && attacks(ply, square, from) && is_other(from) &&
        is_friend) {
      return true;
    }
    if (trait.kind == Trait::Kind::Attacked && attacks(ply, from, square) && is_other(from) &&
        is_enemy) {
      return true;
    }
    if (trait.kind == Trait::Kind::Protected && attacks(ply, from, square) && is_other(from) &&
        is_friend) {
      return true;
    }
  }
  return false;
}

int Judge::lead(std::size_t ply, Color color, char piece) const {
  const int more = count(ply, piece) - count(ply, static_cast<char>(std::tolower(piece)));
  return color == Color::White ? more : -more;
}

bool Judge::claims_feature(Feature feature, std::size_t ply) const {
  switch (feature) {
    case Feature::Check:
      return position(ply).is_check();
    case Feature::Checkmate:
      return is_checkmate(position(ply));
    case Feature::Stalemate:
      return is_stalemate(position(ply));
    case Feature::OppositeBishops: {
      if (count(ply, 'B') != 1 || count(ply, 'b') != 1) return false;
      int parity = 0;
      for (int square = 0; square < 64; ++square) {
        if (at(ply, square) == 'B' || at(ply, square) == 'b')
          parity += file_at(square) + rank_at(square);
      }
      return parity % 2 != 0;
    }
    case Feature::DoubleCheck:
      return checkers(ply).size() >= 2;
    case Feature::DiscoveredCheck: {
      if (ply == 0 || game_.moves[ply - 1].kind() == MoveKind::Castling) return false;
      const int moved = viewpoint_.square(static_cast<int>(game_.moves[ply - 1].to()));
      return std::ranges::any_of(checkers(ply), [&](int from) { return from != moved; });
    }
    case Feature::AtEnd:
      return ply == game_.moves.size();
    case Feature::Symmetric:
      for (int square = 0; square < 64; ++square) {
        const char one = at(ply, square);
        const char other = at(ply, square ^ 56);
        if (std::tolower(one) != std::tolower(other)) return false;
        if (one != ' ' && !are_enemies(one, other)) return false;
      }
      return true;
    case Feature::Smothered: {
      const char king = is_white_to_move(ply) ? 'K' : 'k';
      for (int home = 0; home < 64; ++home) {
        if (at(ply, home) != king) continue;
        for (int square = 0; square < 64; ++square) {
          const bool is_near = square != home && std::abs(file_at(square) - file_at(home)) <= 1 &&
                               std::abs(rank_at(square) - rank_at(home)) <= 1;
          if (is_near && !are_friends(at(ply, square), king)) return false;
        }
        return true;
      }
    }
  }
  return false;
}

// Returns the squares of the pieces that give check.
std::vector<int> Judge::checkers(std::size_t ply) const {
  std::vector<int> squares;
  const char king = is_white_to_move(ply) ? 'K' : 'k';
  if (count(ply, king) != 1) return squares;
  for (int home = 0; home < 64; ++home) {
    if (at(ply, home) != king) continue;
    for (int from = 0; from < 64; ++from) {
      if (are_enemies(king, at(ply, from)) && attacks(ply, from, home)) squares.push_back(from);
    }
  }
  return squares;
}

bool Judge::claims_move(const MovePlayed& claim, std::size_t ply) const {
  if (ply == 0) return false;
  const Move move = game_.moves[ply - 1];
  const int from = viewpoint_.square(static_cast<int>(move.from()));
  const int to = viewpoint_.square(static_cast<int>(move.to()));
  if (!is_among(claim.movers, at(ply - 1, from))) return false;
  if (claim.is_followed && !is_followed(arrival(ply), ply)) return false;
  if (move.kind() == MoveKind::Castling) {
    if (claim.castling == MovePlayed::Castling::Any) return true;
    return claim.castling == (move.to() > move.from() ? MovePlayed::Castling::KingSide
                                                      : MovePlayed::Castling::QueenSide);
  }
  if (claim.castling != MovePlayed::Castling::No) return false;
  const bool promotes = move.kind() == MoveKind::Promotion;
  if (claim.promotions != 0 &&
      !(promotes && (claim.promotions & 1 << index_of(move.promotion_role())) != 0)) {
    return false;
  }
  const bool is_en_passant = move.kind() == MoveKind::EnPassant;
  if (claim.is_en_passant && !is_en_passant) return false;
  const int taken = is_en_passant ? 8 * rank_at(from) + file_at(to) : to;
  return claim.from.contains(square_at(from)) && claim.to.contains(square_at(to)) &&
         is_among(claim.captured, at(ply - 1, taken));
}

bool Judge::claims_attackers(const Attackers& claim, std::size_t ply) const {
  const int square = static_cast<int>(claim.square);
  int white = 0;
  int black = 0;
  for (int from = 0; from < 64; ++from) {
    if (!attacks(ply, from, square)) continue;
    ++(is_white(at(ply, from)) ? white : black);
  }
  int number = 0;
  const char there = at(ply, square);
  if (is_white(there)) number = black;
  if (is_black(there)) number = white;
  if (claim.color) number = *claim.color == Color::White ? white : black;
  return claim.count.contains(number);
}

std::vector<int> Judge::counted(const PiecesStand& standing, std::size_t ply) const {
  std::vector<int> squares;
  for (int square = 0; square < 64; ++square) {
    if (!standing.squares.contains(square_at(square))) continue;
    if (!is_among(standing.men, at(ply, square))) continue;
    if (standing.is_followed && !is_followed(square, ply)) continue;
    const bool counts = std::ranges::all_of(standing.traits, [&](const Trait& trait) {
      return has_trait(ply, square, trait) != trait.is_negated;
    });
    if (counts) squares.push_back(square);
  }
  return squares;
}

bool Judge::holds_within(const FollowedStep* step, const Pattern& pattern, std::size_t ply) const {
  const FollowedStep* outer = std::exchange(followed_, step);
  const bool result = holds(pattern, ply);
  followed_ = outer;
  return result;
}

// Finds the pieces at each earlier ply where the first part held, and follows their moves.
bool Judge::is_followed(int square, std::size_t ply) const {
  const FollowedStep* step = followed_;
  const Pattern& first = step->step->parts[0];
  const bool is_then = step->step->kind == Pattern::Kind::Then;
  const std::size_t limit = is_then ? 1 : static_cast<std::size_t>(step->step->plies);
  const bool is_chain = first.kind == Pattern::Kind::Then || first.kind == Pattern::Kind::Later;
  const FollowedStep inner{&first, step->outer};
  bool is_found = false;
  for (std::size_t before = 0; before < ply && !is_found; ++before) {
    if ((limit != 0 && ply - before > limit) || !holds_within(step->outer, first, before)) continue;
    followed_ = is_chain ? &inner : step->outer;
    for (int place : found(*followed_claim(first), before)) {
      for (std::size_t t = before; t < ply && place >= 0; ++t) place = square_after(place, t);
      is_found = is_found || place == square;
    }
    followed_ = step;
  }
  return is_found;
}

std::vector<int> Judge::found(const Claim& claim, std::size_t ply) const {
  if (const auto* standing = std::get_if<PiecesStand>(&claim)) return counted(*standing, ply);
  if (!claims(claim, ply)) return {};
  return {arrival(ply)};
}

// Returns the square reached by the last move.
int Judge::arrival(std::size_t ply) const {
  return square_after(viewpoint_.square(static_cast<int>(game_.moves[ply - 1].from())), ply - 1);
}

// Returns the square of the same piece after the next move, or -1 if it is captured.
int Judge::square_after(int square, std::size_t ply) const {
  const Move move = game_.moves[ply];
  const int from = viewpoint_.square(static_cast<int>(move.from()));
  const int to = viewpoint_.square(static_cast<int>(move.to()));
  if (move.kind() == MoveKind::Castling && (square == from || square == to)) {
    const Color color = position(ply).turn();
    const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
    return viewpoint_.square(static_cast<int>(square == from ? castled_king_square(color, side)
                                                             : castled_rook_square(color, side)));
  }
  if (square == from) return to;
  const int taken = move.kind() == MoveKind::EnPassant ? 8 * rank_at(from) + file_at(to) : to;
  return square == taken ? -1 : square;
}

bool Judge::discovers_attack(const DiscoveredAttack& claim, std::size_t ply) const {
  if (ply == 0 || game_.moves[ply - 1].kind() == MoveKind::Castling) return false;
  const int left = viewpoint_.square(static_cast<int>(game_.moves[ply - 1].from()));
  const char mover = at(ply - 1, left);
  for (int from = 0; from < 64; ++from) {
    const bool is_slider = std::string("bBrRqQ").find(at(ply, from)) != std::string::npos;
    if (!is_slider || !are_friends(at(ply, from), mover)) continue;
    for (int to = 0; to < 64; ++to) {
      const bool is_target = are_enemies(mover, at(ply, to)) &&
                             claim.targets.squares.contains(square_at(to)) &&
                             is_among(claim.targets.men, at(ply, to));
      if (!is_target || !attacks(ply, from, to)) continue;
      const int files = file_at(to) - file_at(from);
      const int ranks = rank_at(to) - rank_at(from);
      const int step = (files > 0) - (files < 0) + 8 * ((ranks > 0) - (ranks < 0));
      for (int between = from + step; between != to; between += step) {
        if (between == left) return true;
      }
    }
  }
  return false;
}

int Judge::balance(std::size_t ply, Color color) const {
  const auto more = [&](char piece) { return lead(ply, color, piece); };
  return more('P') + 3 * more('N') + 3 * more('B') + 5 * more('R') + 9 * more('Q');
}

bool Judge::claims(const Claim& claim, std::size_t ply) const {
  if (const auto* standing = std::get_if<PiecesStand>(&claim)) {
    return standing->count.contains(number_of(*standing, ply));
  }
  if (const auto* counts = std::get_if<CountsCompared>(&claim)) {
    return counts->difference.contains(number_of(counts->left, ply) -
                                       number_of(counts->right, ply));
  }
  if (const auto* pawns = std::get_if<PawnStructure>(&claim)) {
    for (int square = 0; square < 64; ++square) {
      const char wanted = pawns->white.contains(square_at(square))   ? 'P'
                          : pawns->black.contains(square_at(square)) ? 'p'
                                                                     : ' ';
      const char there = at(ply, square);
      const bool is_pawn = there == 'P' || there == 'p';
      if (wanted != ' ' && there != wanted) return false;
      if (wanted == ' ' && pawns->is_exact && is_pawn) return false;
    }
    return true;
  }
  if (const auto* board = std::get_if<BoardHolds>(&claim)) {
    for (int square = 0; square < 64; ++square) {
      if (!is_among(board->men[static_cast<std::size_t>(square)], at(ply, square))) return false;
    }
    return true;
  }
  if (const auto* reached = std::get_if<Reached>(&claim)) {
    for (int square = 0; square < 64; ++square) {
      const auto piece = reached->board.at(square_at(square));
      if (at(ply, square) != (piece ? letter_of(*piece) : ' ')) return false;
    }
    return is_white_to_move(ply) == (reached->turn == Color::White);
  }
  if (const auto* material = std::get_if<MaterialIs>(&claim)) {
    Board board;
    for (int square = 0; square < 64; ++square) {
      const std::size_t code = std::string("pPnNbBrRqQkK").find(at(ply, square));
      if (code < 12)
        board.put(square_at(square), Piece::from_code(static_cast<std::uint8_t>(code)));
    }
    return material->material.matches(men_on(board));
  }
  if (const auto* imbalance = std::get_if<Imbalance>(&claim)) {
    for (std::size_t role = 0; role < 5; ++role) {
      if (lead(ply, imbalance->color, "PNBRQ"[role]) != imbalance->more[role]) return false;
    }
    return true;
  }
  if (const auto* asked = std::get_if<Balance>(&claim)) {
    return asked->pawns.contains(balance(ply, asked->color));
  }
  if (const auto* change = std::get_if<BalanceChange>(&claim)) {
    const auto plies = static_cast<std::size_t>(change->plies);
    const std::size_t before = ply > plies ? ply - plies : 0;
    return change->pawns.contains(balance(ply, change->color) - balance(before, change->color));
  }
  if (const auto* attack = std::get_if<DiscoveredAttack>(&claim)) {
    return discovers_attack(*attack, ply);
  }
  if (const auto* attackers = std::get_if<Attackers>(&claim))
    return claims_attackers(*attackers, ply);
  if (const auto* player = std::get_if<ToMove>(&claim)) {
    return is_white_to_move(ply) == (player->color == Color::White);
  }
  if (const auto* asked = std::get_if<PlyIs>(&claim))
    return asked->ply.contains(static_cast<int>(ply));
  if (const auto* feature = std::get_if<Feature>(&claim)) return claims_feature(*feature, ply);
  return claims_move(std::get<MovePlayed>(claim), ply);
}

}  // namespace

bool judged_to_hold(const Pattern& pattern, const JudgedGame& game, std::size_t ply) {
  return Judge(game, {}).holds(pattern, ply);
}

}  // namespace arbiter::testing
