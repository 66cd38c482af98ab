// An iconv implementation for WebAssembly and arm64, where the C library's modules are missing:
// UTF-8, and encodings with one or two bytes per character. tools/build/make_encodings.py generates
// the tables from the build machine's C library.
#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

using namespace std::string_view_literals;

struct ByteRange {
  unsigned char first, last;

  constexpr bool contains(unsigned char byte) const { return byte >= first && byte <= last; }
  constexpr std::size_t size() const { return last - first + 1U; }
};

// An encoding whose bytes below 80 are ASCII. 0 means undefined.
struct Encoding {
  std::string_view names;       // names in capitals without punctuation, separated by spaces
  char16_t upper[128];          // characters of the bytes from 80
  ByteRange leads = {1, 0};     // first bytes of pairs
  ByteRange trails = {1, 0};    // second bytes of pairs
  std::u16string_view pairs{};  // characters of all pairs, indexed by first and second byte
};

constexpr Encoding kEncodings[] = {
#include "lib/os/encodings.inc"
};

constexpr Encoding kUtf8 = {"UTF8", {}};
constexpr Encoding kUtf32 = {"UTF32LE", {}};  // supported as target only

const Encoding* encoding_named(std::string_view name) {
  std::string sought;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) sought += to_capital(c);
  }
  if (sought == kUtf8.names) return &kUtf8;
  if (sought == kUtf32.names) return &kUtf32;
  if (sought == "LATIN1") sought = "ISO88591";
  const auto has_name = [&](const Encoding& encoding) {
    return (" " + std::string(encoding.names) + " ").find(" " + sought + " ") != std::string::npos;
  };
  const auto* const found = std::ranges::find_if(kEncodings, has_name);
  return found == std::end(kEncodings) ? nullptr : found;
}

struct Converter {
  const Encoding* to;
  const Encoding* from;
};

// The character at the start of a text, with its size in bytes; 0 if it is incomplete.
struct Character {
  std::size_t size;
  char32_t code_point;
};

std::optional<Character> next_character(const Encoding& encoding, std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return Character{1, first};
  if (&encoding != &kUtf8) {
    if (const char32_t code_point = encoding.upper[first - 0x80]) return Character{1, code_point};
    if (!encoding.leads.contains(first)) return std::nullopt;
    if (text.size() == 1) return Character{0, 0};
    const auto second = static_cast<unsigned char>(text[1]);
    if (!encoding.trails.contains(second)) return std::nullopt;
    const std::size_t row = first - encoding.leads.first;
    const char32_t code_point =
        encoding.pairs[row * encoding.trails.size() + (second - encoding.trails.first)];
    return code_point == 0 ? std::nullopt : std::optional(Character{2, code_point});
  }
  if (const std::size_t size = character_length(text)) {
    return Character{size, code_point_of(text.substr(0, size))};
  }
  // The character is incomplete if further bytes can complete it.
  for (std::string longer(text); longer.size() < 4;) {
    longer += longer.size() == 1 && first == 0xE0   ? '\xA0'
              : longer.size() == 1 && first == 0xF0 ? '\x90'
                                                    : '\x80';
    if (character_length(longer) == longer.size()) return Character{0, 0};
  }
  return std::nullopt;
}

std::string bytes_of(const Encoding& encoding, char32_t code_point) {
  std::string bytes;
  if (&encoding == &kUtf32) {
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(code_point >> shift);
  } else if (&encoding == &kUtf8) {
    append_utf8(code_point, bytes);
  } else if (code_point < 0x80) {
    bytes += static_cast<char>(code_point);
  } else {
    const auto* const found = std::ranges::find(encoding.upper, code_point);
    if (found != std::end(encoding.upper)) {
      bytes += static_cast<char>(0x80 + (found - std::begin(encoding.upper)));
    } else if (const std::size_t pair = encoding.pairs.find(static_cast<char16_t>(code_point));
               code_point <= 0xFFFF && pair != encoding.pairs.npos) {
      bytes += static_cast<char>(encoding.leads.first + pair / encoding.trails.size());
      bytes += static_cast<char>(encoding.trails.first + pair % encoding.trails.size());
    }
  }
  return bytes;
}

}  // namespace
}  // namespace arbiter

iconv_t iconv_open(const char* to, const char* from) {
  const auto* const target = arbiter::encoding_named(to);
  const auto* const source = arbiter::encoding_named(from);
  if (target != nullptr && source != nullptr && source != &arbiter::kUtf32) {
    return std::make_unique<arbiter::Converter>(target, source).release();
  }
  errno = EINVAL;
  return reinterpret_cast<iconv_t>(-1);
}

std::size_t iconv(iconv_t converter, char** from, std::size_t* left, char** to, std::size_t* room) {
  if (from == nullptr || *from == nullptr) return 0;  // no shift state to flush
  const auto& [target, source] = *static_cast<arbiter::Converter*>(converter);
  const auto fail = [](int code) {
    errno = code;
    return static_cast<std::size_t>(-1);
  };
  while (*left > 0) {
    const auto character = arbiter::next_character(*source, {*from, *left});
    if (!character) return fail(EILSEQ);
    if (character->size == 0) return fail(EINVAL);
    const std::string bytes = arbiter::bytes_of(*target, character->code_point);
    if (bytes.empty()) return fail(EILSEQ);
    if (bytes.size() > *room) return fail(E2BIG);
    *to = std::ranges::copy(bytes, *to).out;
    *room -= bytes.size();
    *from += character->size;
    *left -= character->size;
  }
  return 0;
}

int iconv_close(iconv_t converter) {
  const std::unique_ptr<arbiter::Converter> closed(static_cast<arbiter::Converter*>(converter));
  return 0;
}
