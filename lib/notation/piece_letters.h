// The piece letters of other languages, and move notations other than SAN.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "lib/notation/uci.h"

namespace arbiter {

// The letters of one language: a distinct UTF-8 letter for each piece except the pawn. A letter is
// a capital, sometimes followed by small letters (Russian "Кр").
class PieceLetters {
 public:
  PieceLetters();

  // Precondition: `role` is not Pawn.
  std::string_view of(Role role) const { return letters_[slot(role)]; }

  struct Match {
    Role role;
    std::size_t length;
  };
  // Returns the longest piece letter that `text` begins with.
  std::optional<Match> match(std::string_view text) const;

  bool operator==(const PieceLetters&) const = default;

 private:
  friend Result<PieceLetters> parse_piece_letters(std::string_view text);

  static std::size_t slot(Role role) { return static_cast<std::size_t>(role) - 1; }

  std::array<std::string, 5> letters_;  // knight, bishop, rook, queen, king
};

// Reads the letters of king, queen, rook, bishop and knight, in this order: "KDTLS", "КрФЛСК".
// Spaces and commas may separate them.
Result<PieceLetters> parse_piece_letters(std::string_view text);

// Returns a SAN move with `letters` instead of the English piece letters.
std::string translated(std::string_view san, const PieceLetters& letters);

// A set of letters with the languages that use it.
struct PieceLanguage {
  std::string_view names;    // "German, Danish, ..."
  std::string_view letters;  // "KDTLS"
};

// Returns the known letters (PGN 8.2.3.7 and more) except English, the most common first.
std::span<const PieceLanguage> piece_languages();

std::span<const PieceLetters> language_letters();

enum class MoveNotation : std::uint8_t {
  San,
  Lan,       // Ng1-f3, e7xd8=Q+
  Uci,       // g1f3, e7d8q
  Figurine,  // ♘f3, exd8=♕+
  Letters,   // Sf3: the letters of a language
};

struct MoveSpelling {
  MoveNotation notation = MoveNotation::San;
  PieceLetters letters = {};  // used for Letters only

  bool operator==(const MoveSpelling&) const = default;
};

// Reads "san", "lan", "uci", "figurine", or piece letters such as "KDTLS". An error lists the
// accepted values.
Result<MoveSpelling> parse_move_spelling(std::string_view text);

// Returns a move that `color` has just made, converted from SAN to `spelling`. Without `move`, it
// is a null move. `castling` is used for UCI only.
std::string spelled(std::string_view san, std::optional<Move> move, Color color,
                    const MoveSpelling& spelling, UciCastling castling);

}  // namespace arbiter
