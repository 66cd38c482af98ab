// The inline implementation of parse_san(), for loops over movetext. The function parse_plain()
// reads the most common forms without branches on the text. A mispredicted branch would cost more
// than the whole parse.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lib/notation/san.h"

namespace arbiter::san_parsing {

// Values of kFirstLetter that are not a Role: castling, and characters that cannot begin a move.
// File letters have the value of Role::Pawn.
inline constexpr std::uint8_t kCastle = 6;
inline constexpr std::uint8_t kNothing = 7;

constexpr std::array<std::uint8_t, 256> first_letters() {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNothing);
  for (int c = 'a'; c <= 'h'; ++c) table[static_cast<std::size_t>(c)] = 0;
  for (const char letter : {'N', 'B', 'R', 'Q', 'K'}) {
    table[static_cast<std::size_t>(letter)] = static_cast<std::uint8_t>(*role_of_letter(letter));
  }
  table['O'] = kCastle;
  return table;
}
inline constexpr std::array<std::uint8_t, 256> kFirstLetter = first_letters();

constexpr bool is_file(char c) { return static_cast<unsigned char>(c - 'a') < 8; }
constexpr bool is_rank(char c) { return static_cast<unsigned char>(c - '1') < 8; }
constexpr Square square_from(const char* text) {
  return square_of(static_cast<File>(text[0] - 'a'), static_cast<Rank>(text[1] - '1'));
}

// Parses a pawn move without its check mark: e4, exd5, e8=Q, exd8=Q.
inline bool parse_pawn(const char* text, std::size_t length, San& san) {
  const bool captures = length >= 4 && text[1] == 'x';
  const char* to = captures ? text + 2 : text;
  const std::size_t plain = captures ? 4 : 2;
  if (length < 2 || !is_file(to[0]) || !is_rank(to[1])) return false;
  san = San::piece(Role::Pawn, square_from(to));
  if (captures) {
    san.set_capture();
    san.set_from(static_cast<File>(text[0] - 'a'));
  }
  if (length == plain) return true;
  if (length != plain + 2 || text[plain] != '=') return false;
  const std::uint8_t role = kFirstLetter[static_cast<unsigned char>(text[plain + 1])];
  if (role == 0 || role >= static_cast<std::uint8_t>(Role::King)) return false;
  san.set_promotion(static_cast<Role>(role));
  return true;
}

// Parses the part between the piece letter and the target square: file, rank, both, x.
inline bool parse_middle(const char* text, std::size_t length, San& san) {
  if (text[length - 1] == 'x') {
    san.set_capture();
    --length;
  }
  if (length == 0) return true;
  std::size_t at = 0;
  if (is_file(text[at])) san.set_from(static_cast<File>(text[at++] - 'a'));
  if (at < length && is_rank(text[at])) san.set_from(static_cast<Rank>(text[at++] - '1'));
  return at == length;
}

// Precondition: `length` >= 1.
inline bool parse(const char* text, std::size_t length, San& san) {
  const char last = text[length - 1];
  CheckMark mark = CheckMark::None;
  if (last == '+' || last == '#') {
    mark = last == '+' ? CheckMark::Check : CheckMark::Mate;
    --length;
  }
  const std::uint8_t first = kFirstLetter[static_cast<unsigned char>(text[0])];
  if (first == 0) {
    if (!parse_pawn(text, length, san)) return false;
  } else if (first < kCastle) {
    if (length < 3 || length > 6) return false;
    const char* to = text + length - 2;
    if (!is_file(to[0]) || !is_rank(to[1])) return false;
    san = San::piece(static_cast<Role>(first), square_from(to));
    if (length > 3 && !parse_middle(text + 1, length - 3, san)) return false;
  } else {
    const std::string_view castling(text, length);
    if (castling == "O-O") {
      san = San::castling(CastlingSide::King);
    } else if (castling == "O-O-O") {
      san = San::castling(CastlingSide::Queen);
    } else {
      return false;
    }
  }
  san.set_check_mark(mark);
  return true;
}

// A form of plain moves, selected by the first characters.
struct PlainForm {
  San san;  // the move, with target square a1 as placeholder
  // The length of the move without "+"; ~0 if no plain move begins with these characters.
  std::uint32_t length = ~0U;
};

// Returns the forms, indexed by the first letter and by whether "x" follows it.
constexpr std::array<std::array<PlainForm, 2>, 256> plain_forms() {
  std::array<std::array<PlainForm, 2>, 256> table{};
  for (std::size_t letter = 0; letter < table.size(); ++letter) {
    const std::uint8_t role = kFirstLetter[letter];
    if (role >= kCastle) continue;
    const bool is_pawn = role == 0;
    const San quiet = San::piece(static_cast<Role>(role), Square::A1);
    San capture = quiet;
    capture.set_capture();
    if (is_pawn) capture.set_from(static_cast<File>(letter - 'a'));
    table[letter] = {PlainForm{quiet, is_pawn ? 2U : 3U}, PlainForm{capture, 4}};
  }
  return table;
}
inline constexpr std::array<std::array<PlainForm, 2>, 256> kPlainForms = plain_forms();

// Reads "e4", "exd5", "Nf3" and "Nxd4", also with "+". Returns false for all other text; `san` is
// then meaningless. Takes about 2 ns. Precondition: `length` >= 1, and 8 bytes of `text` are
// readable.
inline bool parse_plain(const char* text, std::size_t length, San& san) {
  const PlainForm& form = kPlainForms[static_cast<unsigned char>(text[0])][text[1] == 'x'];
  const std::size_t check = text[length - 1] == '+';
  // The file and the rank of the square, each in a byte that is below 8 if valid.
  static_assert(std::endian::native == std::endian::little);
  std::uint16_t to;
  std::memcpy(&to, text + ((form.length - 2) & 3), sizeof to);
  to = static_cast<std::uint16_t>(to - ('a' | '1' << 8));
  san = form.san.completed(static_cast<Square>((to | to >> 5) & 63), static_cast<CheckMark>(check));
  return (((length - check) ^ form.length) | (to & 0xF8F8)) == 0;
}

}  // namespace arbiter::san_parsing
