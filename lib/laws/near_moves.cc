#include "lib/laws/near_moves.h"

#include <algorithm>
#include <tuple>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

// Without the signs behind the move.
std::string_view core_of(std::string_view text) {
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

char first_letter(std::string_view san) { return san.empty() ? ' ' : san.front(); }

// "Nbxd2" and "Nd2": the same piece, the same square.
bool goes_to_same_square(std::string_view a, std::string_view b) {
  return a.size() >= 3 && b.size() >= 3 && first_letter(a) == first_letter(b) &&
         a.substr(a.size() - 2) == b.substr(b.size() - 2);
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
  // Among equals, moves of the same piece come first.
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

}  // namespace arbiter
