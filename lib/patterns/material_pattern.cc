#include "lib/patterns/material_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr unsigned kMaxMen = 15;  // maximum number of pieces of one kind and side in a pattern
constexpr unsigned kAnyNumber = 31;
constexpr int kKinds = 10;  // White's five kinds from pawn to queen, then Black's

constexpr unsigned field(MenCounts men, int kind) { return men >> (6 * kind) & 63; }
constexpr int kind_of(Piece piece) {
  return index_of(piece.role()) + (piece.color() == Color::White ? 0 : 5);
}
constexpr MenCounts swapped(MenCounts men) {
  constexpr MenCounts kSide = (MenCounts{1} << 30) - 1;
  return (men & kSide) << 30 | men >> 30;
}

// The required number of pieces of each kind.
struct Wanted {
  unsigned least[kKinds] = {};
  unsigned most[kKinds] = {};
  bool has_king[2] = {};
  bool is_open[2] = {};  // true if the side may have further pieces
};

class MaterialParser {
 public:
  explicit MaterialParser(std::string_view text) : text_(text) {}

  // Parses the pattern. Returns the error, if any.

  std::optional<std::string> read(Wanted& wanted) {
    while (at_ < text_.size()) {
      if (auto fault = read_man(wanted)) return fault;
    }
    for (const Color color : {Color::White, Color::Black}) {
      if (!wanted.has_king[static_cast<std::size_t>(color)]) {
        return fmt::format("{} has no king {}", to_string(color),
                           color == Color::White ? 'K' : 'k');
      }
    }
    return std::nullopt;
  }

 private:
  struct Times {
    unsigned least = 1;
    unsigned most = 1;
  };

  bool takes(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<unsigned> number() {
    const std::size_t begin = at_;
    unsigned value = 0;
    while (at_ < text_.size() && is_digit(text_[at_]) && at_ < begin + 3) {
      value = value * 10 + static_cast<unsigned>(text_[at_++] - '0');
    }
    if (at_ == begin || value > kMaxMen) return std::nullopt;
    return value;
  }

  // Reads a number or a range in braces. Returns nothing for other text.

  std::optional<Times> times() {
    const auto least = number();
    if (!least) return std::nullopt;
    if (takes('}')) return Times{*least, *least};
    if (!takes(',') && !takes('-')) return std::nullopt;
    if (takes('}')) return Times{*least, kAnyNumber};
    const auto most = number();
    if (!most || *most < *least || !takes('}')) return std::nullopt;
    return Times{*least, *most};
  }

  std::optional<std::string> read_man(Wanted& wanted) {
    const std::size_t begin = at_;
    const char letter = text_[at_++];
    const auto known = piece_of_letter(letter);
    if (!known) {
      return fmt::format("'{}' at character {} is not one of KQRBNP (White) or kqrbnp (Black)",
                         letter, begin + 1);
    }
    const Piece piece = *known;
    const auto side = static_cast<std::size_t>(piece.color());
    if (piece.role() == Role::King) {
      if (wanted.has_king[side]) {
        return fmt::format(
            "there is a second {} at character {} (Black's pieces are small letters: KRPkr)",
            letter, begin + 1);
      }
      wanted.has_king[side] = true;
    } else {
      Times men;
      if (takes('{')) {
        const auto read = times();
        if (!read) {
          return fmt::format(
              "'{}' at character {} must be followed by a number up to {} or a range: {{1,3}}",
              letter, begin + 1, kMaxMen);
        }
        men = *read;
      }
      const auto kind = static_cast<std::size_t>(kind_of(piece));
      wanted.least[kind] = std::min(wanted.least[kind] + men.least, kMaxMen);
      wanted.most[kind] = std::min(wanted.most[kind] + men.most, kAnyNumber);
    }
    if (takes('*')) wanted.is_open[side] = true;
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

MenCounts men_on(const Board& board) {
  MenCounts men = 0;
  for (const Square square : board.occupied()) {
    const Piece piece = *board.at(square);
    const MenCounts man = one_man(piece);
    // Counts above kAnyNumber do not fit in the fields, and patterns do not distinguish them.
    if (man != 0 && field(men, kind_of(piece)) < kAnyNumber) men += man;
  }
  return men;
}

Result<MaterialPattern> MaterialPattern::parse(std::string_view text) {
  std::string_view men = text;
  bool is_either = false;
  if (men.starts_with('~')) men.remove_prefix(1), is_either = true;
  if (men.ends_with('~')) men.remove_suffix(1), is_either = true;
  Wanted wanted;
  if (const auto fault = MaterialParser(men).read(wanted)) {
    return Error{fmt::format("invalid material '{}': {}", text, *fault)};
  }
  Bounds bounds;
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto i = static_cast<std::size_t>(kind);
    const bool is_open = wanted.is_open[kind < 5 ? static_cast<std::size_t>(Color::White)
                                                 : static_cast<std::size_t>(Color::Black)];
    bounds.least |= MenCounts{wanted.least[i]} << (6 * kind);
    bounds.most |= MenCounts{is_open ? kAnyNumber : wanted.most[i]} << (6 * kind);
  }
  MaterialPattern pattern;
  pattern.sides_[0] = bounds;
  pattern.sides_[1] = is_either ? Bounds{swapped(bounds.least), swapped(bounds.most)} : bounds;
  pattern.min_captures_ = captures_to(bounds);
  return pattern;
}

MaterialPattern MaterialPattern::with_colors_swapped() const {
  MaterialPattern pattern = *this;
  for (Bounds& side : pattern.sides_) side = {swapped(side.least), swapped(side.most)};
  return pattern;
}

bool MaterialPattern::cannot_mend(MenCounts men, const Bounds& bounds) {
  for (const int pawns : {0, 5}) {
    if (field(men, pawns) < field(bounds.least, pawns)) return true;
    unsigned spare = field(men, pawns) - field(bounds.least, pawns);
    for (int kind = pawns + 1; kind < pawns + 5; ++kind) {
      const unsigned have = field(men, kind);
      const unsigned need = field(bounds.least, kind);
      if (have >= need) continue;
      if (need - have > spare) return true;
      spare -= need - have;
    }
  }
  return false;
}

unsigned MaterialPattern::captures_to(const Bounds& bounds) {
  constexpr unsigned kMenAtFirst = 15;  // number of pieces without the king
  unsigned captures = 0;
  for (const int pawns : {0, 5}) {
    unsigned most = 0;
    for (int kind = pawns; kind < pawns + 5; ++kind) most += field(bounds.most, kind);
    captures += most < kMenAtFirst ? kMenAtFirst - most : 0;
  }
  return captures;
}

}  // namespace arbiter
