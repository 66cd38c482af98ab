#include "lib/notation/lan.h"

#include <fmt/format.h>

#include "lib/notation/coordinates.h"
#include "lib/notation/san.h"
#include "lib/notation/san_resolution.h"
#include "lib/notation/san_text.h"
#include "lib/notation/shown_text.h"

namespace arbiter::notation {
namespace {

struct Lan {
  Role role;
  Coordinates coordinates;
};

// Takes `prefix` off the text if it begins with it.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<Square> take_square(std::string_view& text) {
  const auto square = parse_square(text.substr(0, 2));
  if (square) text.remove_prefix(2);
  return square;
}

std::optional<Lan> lan_in(std::string_view text) {
  if (text.ends_with('+') || text.ends_with('#')) text.remove_suffix(1);
  Role role = Role::Pawn;
  if (!text.empty()) {
    if (const auto named = role_of_letter(text.front()); named && *named != Role::Pawn) {
      role = *named;
      text.remove_prefix(1);
    }
  }
  const auto from = take_square(text);
  if (!take(text, "-")) take(text, "x");
  const auto to = take_square(text);
  if (!from || !to) return std::nullopt;
  Lan lan{role, {*from, *to, std::nullopt}};
  if (text.empty()) return lan;
  take(text, "=");
  if (text.size() != 1) return std::nullopt;
  lan.coordinates.promotion = role_of_letter(text.front());
  if (!lan.coordinates.promotion) return std::nullopt;
  return lan;
}

Result<Move> castling_move(const San& san, std::string_view text, const Position& position) {
  const SanResolution resolution = resolve(san, position);
  if (resolution.status == SanStatus::Legal) return resolution.move;
  return Error{fmt::format("{} is not legal here", text)};
}

}  // namespace

std::string lan_of(Move move, const Position& position) {
  const std::string san = san_of(move, position);
  if (move.kind() == MoveKind::Castling) return san;
  const Role role = position.board().at(move.from())->role();
  const bool captures = !position.board().is_empty(move.to()) || move.kind() == MoveKind::EnPassant;
  std::string text;
  if (role != Role::Pawn) text += letter_of(role);
  text += to_string(move.from());
  text += captures ? 'x' : '-';
  text += to_string(move.to());
  if (move.kind() == MoveKind::Promotion) {
    text += '=';
    text += letter_of(move.promotion_role());
  }
  if (san.back() == '+' || san.back() == '#') text += san.back();
  return text;
}

Result<Move> parse_lan(std::string_view text, const Position& position) {
  const auto san = parse_san(text);
  if (san && san->kind() != San::Kind::Piece) return castling_move(*san, text, position);
  const auto lan = lan_in(text);
  if (!lan) {
    return Error{
        fmt::format("{} is not a move such as Ng1-f3, e2-e4 or e7xd8=Q", shown_text(text))};
  }
  const auto& [role, coordinates] = *lan;
  if (!position.board().has(coordinates.from, Piece(position.turn(), role))) {
    return Error{fmt::format("{} has no {} on {}", name_of(position.turn()), name_of(role),
                             to_string(coordinates.from))};
  }
  if (const auto move = legal_move(coordinates, position)) return *move;
  if (!coordinates.promotion && reaches_promotion(coordinates, position)) {
    return Error{fmt::format("{} does not name the promotion piece, as in {}=Q", text, text)};
  }
  return Error{fmt::format("{} is not legal here", text)};
}

}  // namespace arbiter::notation
