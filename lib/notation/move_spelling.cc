#include "lib/notation/move_spelling.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/chess/square.h"
#include "lib/notation/piece_letters.h"

namespace arbiter {
namespace {

bool is_castling(std::string_view san) { return san.starts_with('O'); }

// The piece, if one is named, the squares, and what stands after them in SAN.
std::string lan_of(std::string_view san, Move move) {
  if (is_castling(san)) return std::string(san);
  const bool names_piece = san[0] >= 'A' && san[0] <= 'Z';
  const bool is_capture = san.find('x') != std::string_view::npos;
  const std::size_t end = san.find_last_of("12345678") + 1;
  return fmt::format("{}{}{}{}{}", names_piece ? san.substr(0, 1) : "", to_string(move.from()),
                     is_capture ? 'x' : '-', to_string(move.to()), san.substr(end));
}

std::string with_figurines(std::string_view san) {
  constexpr std::string_view kLetters = "KQRBN";
  constexpr std::string_view kFigurines[] = {"♔", "♕", "♖", "♗", "♘"};
  std::string text;
  for (const char c : san) {
    const std::size_t piece = kLetters.find(c);
    if (piece == std::string_view::npos) {
      text += c;
    } else {
      text += kFigurines[piece];
    }
  }
  return text;
}

}  // namespace

Result<MoveSpelling> parse_move_spelling(std::string_view text) {
  if (text == "san") return MoveSpelling{};
  if (text == "lan") return MoveSpelling{MoveNotation::Lan};
  if (text == "uci") return MoveSpelling{MoveNotation::Uci};
  if (text == "figurine") return MoveSpelling{MoveNotation::Figurine};
  const auto letters = parse_piece_letters(text);
  if (letters && std::ranges::find(language_letters(), *letters) != language_letters().end()) {
    return MoveSpelling{MoveNotation::Letters, *letters};
  }
  std::string known;
  for (const PieceLanguage& language : piece_languages()) {
    known += known.empty() ? "" : ", ";
    known += language.letters;
  }
  return Error{
      fmt::format("expected san, lan, uci, figurine, or the letters of king, queen, rook, "
                  "bishop and knight in a language: {}",
                  known)};
}

std::string spelled(std::string_view san, std::optional<Move> move, Color color,
                    const MoveSpelling& spelling, UciCastling castling) {
  switch (spelling.notation) {
    case MoveNotation::Lan:
      if (move) return lan_of(san, *move);
      break;
    case MoveNotation::Uci:
      return move ? uci_of(*move, color, castling) : "0000";
    case MoveNotation::Figurine:
      return with_figurines(san);
    case MoveNotation::Letters:
      return translated(san, spelling.letters);
    case MoveNotation::San:
      break;
  }
  return std::string(san);
}

}  // namespace arbiter
