#include "lib/patterns/move_text.h"

#include <utility>

#include "lib/patterns/squares_text.h"

namespace arbiter {
namespace {

std::optional<MovePlayed> castling_of(std::string_view text) {
  MovePlayed move{.movers = men_of(Role::King)};
  if (text == "O-O" || text == "0-0") {
    move.castling = MovePlayed::Castling::KingSide;
  } else if (text == "O-O-O" || text == "0-0-0") {
    move.castling = MovePlayed::Castling::QueenSide;
  } else {
    return std::nullopt;
  }
  return move;
}

// Removes "=N" or "N" from the end of a pawn's move to the first or last rank.
bool take_promotion(std::string_view& text, MovePlayed& move) {
  if (text.size() < 2) return true;
  const auto role = role_of_letter(text.back());
  if (!role) return true;
  if (*role == Role::Pawn || *role == Role::King) return false;
  text.remove_suffix(1);
  if (text.ends_with('=')) text.remove_suffix(1);
  move.promotions = static_cast<std::uint8_t>(1 << index_of(*role));
  return true;
}

// Where a piece comes from and goes to, after its letter: "bd2", "x", "axb5", "d".
bool read_way(std::string_view way, bool is_pawn, MovePlayed& move) {
  const std::size_t x = way.find('x');
  const bool is_capture = x != std::string_view::npos;
  std::string_view from = is_capture ? way.substr(0, x) : std::string_view();
  std::string_view to = is_capture ? way.substr(x + 1) : way;
  if (!is_capture && way.size() > 2 && parse_square(way.substr(way.size() - 2)) &&
      way.find_first_of(",-") == std::string_view::npos) {
    from = way.substr(0, way.size() - 2);
    to = way.substr(way.size() - 2);
  }
  if (!from.empty()) {
    const auto squares = parse_squares(from);
    if (!squares) return false;
    move.from = *squares;
  }
  if (!to.empty()) {
    const auto squares = parse_squares(to);
    if (!squares || (is_pawn && !is_capture && to.size() < 2)) return false;
    move.to = *squares;
  }
  move.captured = is_capture ? kAllMen : to.empty() ? kAnything : kNobody;
  return true;
}

std::optional<MovePlayed> single_move(std::string_view text) {
  if (auto castling = castling_of(text)) return castling;
  MovePlayed move;
  const auto letter = text.empty() ? std::nullopt : role_of_letter(text.front());
  if (!letter && text.starts_with('x')) return std::nullopt;
  const Role role = letter.value_or(Role::Pawn);
  move.movers = men_of(role);
  if (letter) text.remove_prefix(1);
  if (role == Role::Pawn && !take_promotion(text, move)) return std::nullopt;
  if (text.empty()) return letter ? std::optional(move) : std::nullopt;
  if (!read_way(text, role == Role::Pawn, move)) return std::nullopt;
  return move;
}

std::optional<Pattern> alternative(std::string_view text) {
  const bool is_mate = text.ends_with('#');
  const bool is_check = text.ends_with('+');
  if (is_mate || is_check) text.remove_suffix(1);
  const auto move = single_move(text);
  if (!move) return std::nullopt;
  Pattern pattern = pattern_of(*move);
  if (!is_mate && !is_check) return pattern;
  return joined(Pattern::Kind::All,
                {std::move(pattern), pattern_of(is_mate ? Feature::Checkmate : Feature::Check)});
}

}  // namespace

std::optional<Pattern> parse_move_text(std::string_view text) {
  if (const auto roles = parse_roles(text)) return pattern_of(MovePlayed{.movers = *roles});
  std::vector<Pattern> alternatives;
  while (true) {
    const std::size_t bar = text.find('|');
    auto one = alternative(text.substr(0, bar));
    if (!one) return std::nullopt;
    alternatives.push_back(*std::move(one));
    if (bar == std::string_view::npos) break;
    text.remove_prefix(bar + 1);
  }
  return joined(Pattern::Kind::Any, std::move(alternatives));
}

}  // namespace arbiter
