#include "lib/tags/name_folding.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

struct Letter {
  std::int32_t code_point;
  std::string_view text;
};

constexpr Letter kLetters[] = {
#define ARBITER_LETTER(code_point, text) {code_point, text},
#include "lib/tags/name_folding.inc"
#undef ARBITER_LETTER
};
static_assert(std::ranges::is_sorted(kLetters, {}, &Letter::code_point));

constexpr std::int32_t kOmicron = 0x03BF;
constexpr std::int32_t kUpsilon = 0x03C5;

std::optional<std::string_view> latin_of(std::int32_t code_point) {
  const auto* letter = std::ranges::lower_bound(kLetters, code_point, {}, &Letter::code_point);
  if (letter == std::end(kLetters) || letter->code_point != code_point) return std::nullopt;
  return letter->text;
}

// The kind of a character for a search.
enum class Sort : char { Letter, Divider, Comma, Nothing };

constexpr bool is_word_character(char c) {
  return is_small(c) || is_digit(c) || c == '_' || (c & 0x80) != 0;
}

constexpr Sort sort_of(char c) {
  if (is_word_character(c) || is_capital(c)) return Sort::Letter;
  if (c == ',') return Sort::Comma;
  return c == '\'' || c == '`' ? Sort::Nothing : Sort::Divider;
}

constexpr std::array<Sort, 256> kSorts = [] {
  std::array<Sort, 256> sorts{};
  for (std::size_t i = 0; i < sorts.size(); ++i) sorts[i] = sort_of(static_cast<char>(i));
  return sorts;
}();

// Returns the words and the first comma of a text that is ASCII or already folded.
std::string divided(std::string_view text) {
  std::string words;
  words.reserve(text.size());
  bool has_comma = false;
  bool comma_waits = false;
  bool blank_waits = false;
  for (const char c : text) {
    switch (kSorts[static_cast<unsigned char>(c)]) {
      case Sort::Comma:
        comma_waits |= !has_comma && !words.empty();
        [[fallthrough]];
      case Sort::Divider:
        blank_waits = true;
        break;
      case Sort::Nothing:
        break;
      case Sort::Letter:
        if (comma_waits) {
          words += ',';
          has_comma = true;
          comma_waits = false;
        }
        if (blank_waits && !words.empty()) words += ' ';
        blank_waits = false;
        words += to_small(c);
    }
  }
  return words;
}

bool is_apostrophe(std::int32_t code_point) {
  return code_point == 0x2018 || code_point == 0x2019 ||
         (code_point >= 0x02B9 && code_point <= 0x02BF) || code_point == 0x2032;
}

void append_letter(std::int32_t code_point, std::string& text) {
  if (code_point < 0x80) {
    text += static_cast<char>(code_point);
  } else if (const auto latin = latin_of(code_point)) {
    text += *latin;
  } else if (!is_apostrophe(code_point)) {
    const auto category = utf8proc_category(code_point);
    const bool is_letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
    const bool is_number = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
    if (is_letter || is_number) {
      append_utf8(static_cast<char32_t>(code_point), text);
    } else {
      text += ' ';
    }
  }
}

// Appends a character of a text in NFKC_Casefold.
void append_folded(std::int32_t code_point, std::string& text) {
  if (latin_of(code_point)) return append_letter(code_point, text);
  std::array<utf8proc_int32_t, 32> parts{};
  int last_boundary = 0;
  const auto count = utf8proc_decompose_char(
      code_point, parts.data(), static_cast<utf8proc_ssize_t>(parts.size()),
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                     UTF8PROC_IGNORE | UTF8PROC_STRIPMARK),
      &last_boundary);
  for (utf8proc_ssize_t i = 0; i < std::min<utf8proc_ssize_t>(count, 32); ++i) {
    append_letter(parts[static_cast<std::size_t>(i)], text);
  }
}

std::string in_latin(std::string_view name) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
      static_cast<utf8proc_ssize_t>(name.size()), &mapped,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                                     UTF8PROC_CASEFOLD | UTF8PROC_IGNORE));
  if (size < 0) return std::string(name);  // not UTF-8
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  std::string text;
  std::int32_t before = 0;
  for (utf8proc_ssize_t at = 0; at < size;) {
    std::int32_t code_point = 0;
    at += utf8proc_iterate(mapped + at, size - at, &code_point);
    if (code_point == kUpsilon && before == kOmicron) {
      text += 'u';
    } else {
      append_folded(code_point, text);
    }
    before = code_point;
  }
  return text;
}

}  // namespace

std::string folded_name(std::string_view name) {
  return is_ascii(name) ? divided(name) : divided(in_latin(name));
}

}  // namespace arbiter
