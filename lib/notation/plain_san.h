// Plain SAN, read without a branch on what it says: the moves of a file follow no
// pattern, and a wrong guess of the processor costs more than all that is done here.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "lib/notation/san.h"
#include "lib/notation/san_parsing.h"

namespace arbiter::san_parsing {

// What the letters before its square make of a move.
struct PlainForm {
  San san;                     // to a1
  std::uint32_t length = ~0U;  // with the square, without "+"; of no text: no such form
};

// By the first letter, and whether "x" follows it.
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

// Reads "e4", "exd5", "Nf3" and "Nxd4" and those with "+". False for all other text;
// `san` means nothing then. `text` has `length` >= 1 characters and 8 readable bytes.
// About 2 ns.
inline bool parse_plain(const char* text, std::size_t length, San& san) {
  const PlainForm& form = kPlainForms[static_cast<unsigned char>(text[0])][text[1] == 'x'];
  const std::size_t check = text[length - 1] == '+';
  // File and rank of the square, each below 8 where it is one.
  static_assert(std::endian::native == std::endian::little);
  std::uint16_t to;
  std::memcpy(&to, text + ((form.length - 2) & 3), sizeof to);
  to = static_cast<std::uint16_t>(to - ('a' | '1' << 8));
  san = form.san;
  san.set_to(static_cast<Square>((to | to >> 5) & 63));
  san.set_check_mark(static_cast<CheckMark>(check));
  return (length - check == form.length) & ((to & 0xF8F8) == 0);
}

}  // namespace arbiter::san_parsing
