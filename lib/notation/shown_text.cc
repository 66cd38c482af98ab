#include "lib/notation/shown_text.h"

#include <fmt/format.h>

namespace arbiter {
namespace {

constexpr std::size_t kMaxShown = 24;  // maximum number of displayed characters

unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool is_showable(std::string_view character) {
  return character.size() > 1 || (byte_at(character, 0) >= 0x20 && byte_at(character, 0) < 0x7f);
}

}  // namespace

std::size_t first_character_length(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  const std::size_t length = lead >= 0xf0 && lead < 0xf5   ? 4
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                                                           : 1;
  if (length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xc0) != 0x80) return 1;
  }
  return length;
}

std::string shown_character(std::string_view text) {
  const std::string_view character = text.substr(0, first_character_length(text));
  if (is_showable(character)) return fmt::format("'{}'", character);
  return fmt::format("the byte 0x{:02x}", byte_at(text, 0));
}

std::string shown_text(std::string_view text) {
  std::string shown = "'";
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == kMaxShown) {
      shown += "...";
      break;
    }
    const std::string_view character = text.substr(0, first_character_length(text));
    if (is_showable(character)) {
      shown += character;
    } else {
      shown += '?';
    }
    text.remove_prefix(character.size());
  }
  return shown += '\'';
}

}  // namespace arbiter
