#include "lib/export/neutral_text.h"

#include <fmt/format.h>

#include <cstring>
#include <iterator>

#include "lib/base/encoding.h"

namespace arbiter {

namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

constexpr Range kActive[] = {
    {0x00, 0x1F},      // C0
    {0x7F, 0x9F},      // DEL and C1
    {0x061C, 0x061C},  // Arabic letter mark
    {0x200E, 0x200F},  // left-to-right and right-to-left mark
    {0x2028, 0x202E},  // line and paragraph separator, embeddings and overrides
    {0x2066, 0x2069},  // isolates
};

// Decodes the first character; a malformed byte has its own value.
Character first_of(std::string_view text) {
  const std::size_t size = size_of_code_points(text, 1);
  if (size == 1) return {static_cast<unsigned char>(text[0]), size};
  return {code_point_of(text.substr(0, size)), size};
}

bool is_active(std::uint32_t code_point) {
  for (const Range& range : kActive) {
    if (code_point >= range.first && code_point <= range.last) return true;
  }
  return false;
}

bool is_plain(char c) { return c >= ' ' && c < '\x7F'; }

// Eight bytes that are tested at once; results are in the highest bit of each.
using Eight = std::uint64_t;
constexpr Eight kOnes = 0x0101010101010101;
constexpr Eight kHighBits = 0x80 * kOnes;

// Returns whether all eight bytes are plain.
bool are_plain(const char* text) {
  Eight bytes = 0;
  std::memcpy(&bytes, text, sizeof bytes);
  const Eight below_blank = (bytes - ' ' * kOnes) & ~bytes;
  const Eight above_tilde = (bytes + kOnes) | bytes;
  return ((below_blank | above_tilde) & kHighBits) == 0;
}

// Returns the size of a sequence such as "\x1b[1;31m" at the start of `text`; 0 if there is none.
std::size_t size_of_color(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

// Returns the offset of a GitHub Actions command in the line, after spaces; npos if there is none.
std::size_t command_in(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  const bool is_command = start != std::string_view::npos && line.substr(start).starts_with("::");
  return is_command ? start : std::string_view::npos;
}

struct Neutralizer {
  // Calls `replace(offset, size)` for each character to replace.
  template <class Replace>
  void walk(Replace replace) {
    begin_line(replace);
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      const std::size_t plain = size_of_plain(rest);
      if (plain > 0) {
        at_ += plain;
      } else if (const std::size_t kept = size_of_kept(rest)) {
        at_ += kept;
        if (rest[kept - 1] == '\n') begin_line(replace);
      } else {
        const Character character = first_of(rest);
        if (is_active(character.code_point)) replace(at_, character.size);
        at_ += character.size;
      }
    }
  }

  std::size_t size_of_kept(std::string_view rest) const {
    if (kept_ == Kept::Nothing) return 0;
    if (rest[0] == '\n' || rest[0] == '\t') return 1;
    if (rest.starts_with("\r\n")) return 2;
    return kept_ == Kept::ColoredLines ? size_of_color(rest) : 0;
  }

  template <class Replace>
  void begin_line(Replace& replace) const {
    if (kept_ == Kept::Nothing) return;
    const std::size_t command = command_in(text_.substr(at_));
    if (command != std::string_view::npos) replace(at_ + command, 1);
  }

  std::string_view text_;
  Kept kept_;
  std::size_t at_ = 0;
};

// Appends printable ASCII.
void append_plain(std::string_view text, std::string& json) {
  while (true) {
    std::size_t size = 0;
    while (size < text.size() && text[size] != '"' && text[size] != '\\') ++size;
    json += text.substr(0, size);
    if (size == text.size()) return;
    json.append("\\") += text[size];
    text.remove_prefix(size + 1);
  }
}

// Appends the character at the start of `text`, which is not printable ASCII; returns its size.
// Active characters are escaped, because JSON may be displayed on terminals too.
std::size_t append_character(std::string_view text, std::string& json) {
  constexpr std::string_view kShort[] = {"\nn", "\rr", "\tt"};
  for (const std::string_view escape : kShort) {
    if (text[0] != escape[0]) continue;
    json.append("\\") += escape[1];
    return 1;
  }
  const std::size_t size = size_of_code_points(text, 1);
  if (const auto active = first_active(text)) {
    fmt::format_to(std::back_inserter(json), "\\u{:04x}", active->code_point);
  } else {
    json += text.substr(0, size);
  }
  return size;
}

// Keeps line ends and tabs, which a quoted field may contain.
std::string_view neutral_field(std::string_view text, std::string& field) {
  if (is_neutral(text, Kept::Lines)) return text;
  for (std::size_t end = text.find('\r'); end != std::string_view::npos; end = text.find('\r')) {
    field += neutral(text.substr(0, end), Kept::Lines) + '\r';
    text.remove_prefix(end + 1);
  }
  return field += neutral(text, Kept::Lines);
}

// Returns whether a spreadsheet would compute the text. Signed numbers are not formulas; neither
// are single signs such as "-" (an unknown round) and the null move "--".
bool is_formula(std::string_view text) {
  constexpr std::string_view kFirst = "=@\t\r";
  if (text.empty()) return false;
  if (kFirst.find(text[0]) != std::string_view::npos) return true;
  return (text[0] == '+' || text[0] == '-') &&
         text.find_first_not_of("+-") != std::string_view::npos &&
         text.find_first_not_of("0123456789.,", 1) != std::string_view::npos;
}

}  // namespace

std::string neutral(std::string_view text, Kept kept) {
  std::string safe;
  std::size_t copied = 0;
  Neutralizer(text, kept).walk([&](std::size_t at, std::size_t size) {
    safe.append(text.substr(copied, at - copied)) += ' ';
    copied = at + size;
  });
  return safe.append(text.substr(copied));
}

bool is_neutral(std::string_view text, Kept kept) {
  bool is_neutral = true;
  Neutralizer(text, kept).walk([&](std::size_t, std::size_t) { is_neutral = false; });
  return is_neutral;
}

std::optional<Character> first_active(std::string_view text) {
  const Character first = first_of(text);
  return is_active(first.code_point) ? std::optional(first) : std::nullopt;
}

std::size_t size_of_plain(std::string_view text) {
  std::size_t size = 0;
  while (size + sizeof(Eight) <= text.size() && are_plain(text.data() + size))
    size += sizeof(Eight);
  while (size < text.size() && is_plain(text[size])) ++size;
  return size;
}

void append_json_string(std::string_view text, std::string& json) {
  std::string converted;
  if (!is_utf8(text)) text = converted = utf8_from_windows_1252(text);
  json += '"';
  while (!text.empty()) {
    const std::size_t plain = size_of_plain(text);
    append_plain(text.substr(0, plain), json);
    text.remove_prefix(plain);
    if (!text.empty()) text.remove_prefix(append_character(text, json));
  }
  json += '"';
}

CsvRow& CsvRow::add(std::string_view text) {
  std::string utf8;
  std::string storage;
  if (!is_utf8(text)) text = utf8 = utf8_from_windows_1252(text);
  const std::string_view field = neutral_field(text, storage);
  return is_formula(field) ? add_written(fmt::format("'{}", field)) : add_written(field);
}

CsvRow& CsvRow::add_written(std::string_view text) {
  if (row_.ends_with('\n')) row_.clear();
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    row_ += text;
  } else {
    row_ += '"';
    for (const char c : text) row_.append(c == '"' ? 2 : 1, c);
    row_ += '"';
  }
  row_ += ',';
  return *this;
}

std::string_view CsvRow::finish() {
  row_.pop_back();
  return row_ += "\r\n";
}

}  // namespace arbiter
