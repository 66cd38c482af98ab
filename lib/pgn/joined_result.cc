#include "lib/pgn/joined_result.h"

namespace arbiter {
namespace {

bool is_square(std::string_view text) {
  return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}

bool is_castling(std::string_view text) {
  return text.starts_with("O-O") || text.starts_with("0-0") || text.starts_with("o-o");
}

// Whether the text names a square or castling, and ends as moves do.
bool looks_like_move(std::string_view text) {
  constexpr std::string_view kLast = "12345678NBRQO0o+#";
  if (text.empty() || kLast.find(text.back()) == std::string_view::npos) return false;
  if (is_castling(text)) return true;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (is_square(text.substr(at))) return true;
  }
  return false;
}

}  // namespace

std::size_t length_before_result(std::string_view symbol) {
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2", "\u00bd-\u00bd"}) {
    if (!symbol.ends_with(result)) continue;
    const std::size_t length = symbol.size() - result.size();
    if (looks_like_move(symbol.substr(0, length))) return length;
  }
  return symbol.size();
}

}  // namespace arbiter
