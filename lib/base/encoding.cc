#include "lib/base/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace arbiter {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// The characters of Windows-1252 from 80 to 9F. Undefined bytes map to the C1 control with the same
// code.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

unsigned char byte_at(std::string_view bytes, std::size_t offset) {
  return static_cast<unsigned char>(bytes[offset]);
}

bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

#if defined(__x86_64__)
// Returns the offset of the first block of 128 bytes, counted from `from`, that is incomplete or
// contains a non-ASCII byte.
[[gnu::target("avx2")]] std::size_t skip_ascii_avx2(std::string_view bytes, std::size_t from) {
  for (; bytes.size() - from >= 128; from += 128) {
    const auto* const parts = reinterpret_cast<const __m256i*>(bytes.data() + from);
    const __m256i first = _mm256_or_si256(_mm256_loadu_si256(parts), _mm256_loadu_si256(parts + 1));
    const __m256i second =
        _mm256_or_si256(_mm256_loadu_si256(parts + 2), _mm256_loadu_si256(parts + 3));
    if (_mm256_movemask_epi8(_mm256_or_si256(first, second)) != 0) break;
  }
  return from;
}

// Returns the offset of the first block of 128 bytes that is incomplete or not unshifted ASCII.
[[gnu::target("avx2")]] std::size_t skip_unshifted_avx2(std::string_view bytes) {
  const __m256i escape = _mm256_set1_epi8('\x1B');
  std::size_t at = 0;
  for (; bytes.size() - at >= 128; at += 128) {
    __m256i highest = _mm256_setzero_si256();
    __m256i escapes = highest;
    for (std::size_t part = 0; part < 128; part += 32) {
      const auto* const place = reinterpret_cast<const __m256i*>(bytes.data() + at + part);
      const __m256i here = _mm256_loadu_si256(place);
      highest = _mm256_max_epu8(highest, here);
      escapes = _mm256_or_si256(escapes, _mm256_cmpeq_epi8(here, escape));
    }
    const __m256i above = _mm256_subs_epu8(highest, _mm256_set1_epi8('}'));
    const __m256i others = _mm256_or_si256(above, escapes);
    if (!_mm256_testz_si256(others, others)) break;
  }
  return at;
}
#endif

// Returns the offset of the first non-ASCII byte at or after `from`, or size().
std::size_t find_high_byte(std::string_view bytes, std::size_t from) {
  std::size_t at = from;
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2 && bytes.size() - at >= 128) at = skip_ascii_avx2(bytes, at);
#endif
  for (; bytes.size() - at >= 4 * ByteBlock::kSize; at += 4 * ByteBlock::kSize) {
    const char* const block = bytes.data() + at;
    const std::uint32_t high = ByteBlock(block).high() |
                               ByteBlock(block + ByteBlock::kSize).high() |
                               ByteBlock(block + 2 * ByteBlock::kSize).high() |
                               ByteBlock(block + 3 * ByteBlock::kSize).high();
    if (high != 0) break;
  }
  for (; bytes.size() - at >= ByteBlock::kSize; at += ByteBlock::kSize) {
    const std::uint32_t high = ByteBlock(bytes.data() + at).high();
    if (high != 0) return at + static_cast<std::size_t>(std::countr_zero(high));
  }
  while (at < bytes.size() && byte_at(bytes, at) < 0x80) ++at;
  return at;
}

// Returns the size of the well-formed UTF-8 sequence that starts with the high byte at `offset`, or
// 0 (table 3-7 of the Unicode standard).
std::size_t sequence_size(std::string_view bytes, std::size_t offset) {
  const unsigned char lead = byte_at(bytes, offset);
  const std::size_t size = lead < 0xC2   ? 0
                           : lead < 0xE0 ? 2
                           : lead < 0xF0 ? 3
                           : lead < 0xF5 ? 4
                                         : 0;
  if (size == 0 || bytes.size() - offset < size) return 0;
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  const unsigned char second = byte_at(bytes, offset + 1);
  if (second < low || second > high) return 0;
  for (std::size_t next = 2; next < size; ++next) {
    if ((byte_at(bytes, offset + next) & 0xC0) != 0x80) return 0;
  }
  return size;
}

struct Blanks {
  char32_t first;
  char32_t last;
  std::string_view name = {};
};

// The Unicode 15 characters with White_Space or Default_Ignorable_Code_Point, and the empty Braille
// pattern. ASCII characters and variation selectors are excluded.
constexpr Blanks kBlanks[] = {
    {0x85, 0x85, "a next line character"},
    {0xA0, 0xA0, "a no-break space"},
    {0xAD, 0xAD, "a soft hyphen"},
    {0x34F, 0x34F},
    {0x61C, 0x61C, "a direction mark"},
    {0x115F, 0x1160},
    {0x1680, 0x1680},
    {0x17B4, 0x17B5},
    {0x180B, 0x180F},
    {0x2000, 0x2008, "a space of non-standard width"},
    {0x2009, 0x2009, "a thin space"},
    {0x200A, 0x200A, "a hair space"},
    {0x200B, 0x200B, "a zero-width space"},
    {0x200C, 0x200D, "a zero-width joiner"},
    {0x200E, 0x200F, "a direction mark"},
    {0x2028, 0x2029, "a line separator"},
    {0x202A, 0x202E, "a direction mark"},
    {0x202F, 0x202F, "a narrow no-break space"},
    {0x205F, 0x205F, "a space of non-standard width"},
    {0x2060, 0x2060, "a word joiner"},
    {0x2061, 0x206F},
    {0x2800, 0x2800},
    {0x3000, 0x3000, "an ideographic space"},
    {0x3164, 0x3164},
    {0xFEFF, 0xFEFF, "a byte order mark"},
    {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFF8},
    {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A},
    {0xE0000, 0xE00FF},
    {0xE01F0, 0xE0FFF},
};

struct FoundBlank {
  std::size_t length = 0;
  std::string_view name = {};
};

FoundBlank blank_at(std::string_view bytes) {
  if (bytes.empty() || byte_at(bytes, 0) < 0x80) return {};
  const std::size_t length = sequence_size(bytes, 0);
  if (length == 0 && bytes[0] != '\xA0' && bytes[0] != '\xAD') return {};
  const char32_t code_point =
      length > 0 ? code_point_of(bytes.substr(0, length)) : byte_at(bytes, 0);
  for (const Blanks& blanks : kBlanks) {
    if (code_point < blanks.first) break;
    if (code_point <= blanks.last) return {std::max<std::size_t>(length, 1), blanks.name};
  }
  return {};
}

}  // namespace

char32_t code_point_of(std::string_view character) {
  constexpr unsigned kLeadBits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code_point = byte_at(character, 0) & kLeadBits[character.size()];
  for (std::size_t at = 1; at < character.size(); ++at) {
    code_point = code_point << 6 | (byte_at(character, at) & 0x3F);
  }
  return code_point;
}

std::size_t character_length(std::string_view bytes) {
  return bytes.empty() ? 0 : sequence_size(bytes, 0);
}

std::size_t unicode_blank_length(std::string_view bytes) { return blank_at(bytes).length; }

std::string_view name_of_blank(std::string_view bytes) {
  const std::string_view name = blank_at(bytes).name;
  return name.empty() ? "an invisible character" : name;
}

bool is_blank_text(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = is_space_or_control(bytes[0]) ? 1 : unicode_blank_length(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::string_view to_string(Encoding encoding) {
  constexpr std::string_view kNames[] = {"ASCII",        "UTF-8",    "Latin-1",
                                         "Windows-1252", "UTF-16LE", "UTF-16BE"};
  return kNames[static_cast<std::size_t>(encoding)];
}

bool is_ascii(std::string_view bytes) { return find_high_byte(bytes, 0) == bytes.size(); }

bool is_unshifted_ascii(std::string_view bytes) {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) bytes.remove_prefix(skip_unshifted_avx2(bytes));
#endif
  return std::ranges::all_of(bytes, [](char c) { return c >= 0 && c <= '}' && c != '\x1B'; });
}

bool is_utf8(std::string_view bytes) { return !find_invalid_utf8(bytes); }

std::optional<std::size_t> find_invalid_utf8(std::string_view bytes) {
  std::size_t at = find_high_byte(bytes, 0);
  while (at < bytes.size()) {
    const std::size_t size = sequence_size(bytes, at);
    if (size == 0) return at;
    at += size;
    if (at < bytes.size() && byte_at(bytes, at) < 0x80) at = find_high_byte(bytes, at);
  }
  return std::nullopt;
}

void append_utf8(char32_t code_point, std::string& utf8) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000)) {
    code_point = kReplacement;
  }
  const auto trail = [&](int shift) {
    utf8 += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    utf8 += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    utf8 += static_cast<char>(0xC0 | (code_point >> 6));
    trail(0);
  } else if (code_point < 0x10000) {
    utf8 += static_cast<char>(0xE0 | (code_point >> 12));
    trail(6), trail(0);
  } else {
    utf8 += static_cast<char>(0xF0 | (code_point >> 18));
    trail(12), trail(6), trail(0);
  }
}

std::string utf8_from_windows_1252(std::string_view bytes) {
  std::string utf8;
  utf8.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80] : byte, utf8);
  }
  return utf8;
}

namespace {

// The number of well-formed multi-byte sequences, and of high bytes outside of them.
struct HighBytes {
  std::size_t sequences = 0;
  std::size_t strays = 0;
};

HighBytes count_high_bytes(std::string_view bytes) {
  HighBytes count;
  for (std::size_t at = find_high_byte(bytes, 0); at < bytes.size();) {
    const std::size_t size = sequence_size(bytes, at);
    count.sequences += size > 0 ? 1 : 0;
    count.strays += size > 0 ? 0 : 1;
    at = find_high_byte(bytes, at + std::max<std::size_t>(size, 1));
  }
  return count;
}

// Returns `bytes` with their well-formed sequences unchanged and all other high bytes converted
// from Windows-1252.
std::string utf8_repaired(std::string_view bytes) {
  std::string utf8;
  std::size_t copied = 0;
  for (std::size_t at = find_high_byte(bytes, 0); at < bytes.size();) {
    const std::size_t size = sequence_size(bytes, at);
    if (size == 0) {
      utf8 += bytes.substr(copied, at - copied);
      utf8 += utf8_from_windows_1252(bytes.substr(at, 1));
      copied = at + 1;
    }
    at = find_high_byte(bytes, at + std::max<std::size_t>(size, 1));
  }
  return utf8.append(bytes.substr(copied));
}

}  // namespace

DecodedText decode_text(std::string_view bytes) {
  const HighBytes high = count_high_bytes(bytes);
  if (high.strays == 0) {
    return {std::string(bytes), high.sequences == 0 ? Encoding::Ascii : Encoding::Utf8};
  }
  if (high.sequences >= high.strays) return {utf8_repaired(bytes), Encoding::Utf8};
  const bool has_c1 = std::any_of(bytes.begin(), bytes.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xE0) == 0x80;
  });
  return {utf8_from_windows_1252(bytes), has_c1 ? Encoding::Windows1252 : Encoding::Latin1};
}

std::size_t count_code_points(std::string_view bytes) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < bytes.size(); ++count) {
    const std::size_t high = find_high_byte(bytes, at);
    count += high - at;
    at = high;
    if (at == bytes.size()) break;
    at += std::max<std::size_t>(sequence_size(bytes, at), 1);
  }
  return count;
}

std::size_t size_of_code_points(std::string_view bytes, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < bytes.size(); --count) {
    at += byte_at(bytes, at) < 0x80 ? 1 : std::max<std::size_t>(sequence_size(bytes, at), 1);
  }
  return at;
}

std::vector<std::string_view> code_points_of(std::string_view utf8) {
  std::vector<std::string_view> characters;
  while (!utf8.empty()) {
    characters.push_back(utf8.substr(0, size_of_code_points(utf8, 1)));
    utf8.remove_prefix(characters.back().size());
  }
  return characters;
}

namespace {

constexpr std::size_t kMaxShown = 24;  // maximum number of displayed characters

bool is_showable(std::string_view character) {
  return character.size() > 1 || (character[0] >= ' ' && character[0] < '\x7f');
}

}  // namespace

std::string shown_character(std::string_view text) {
  const std::string_view character = text.substr(0, size_of_code_points(text, 1));
  if (is_showable(character)) return fmt::format("'{}'", character);
  return fmt::format("the byte 0x{:02x}", byte_at(text, 0));
}

std::string shown_text(std::string_view text) {
  const std::size_t size = size_of_code_points(text, kMaxShown);
  std::string shown = "'";
  for (const std::string_view character : code_points_of(text.substr(0, size))) {
    shown += is_showable(character) ? character : "?";
  }
  return shown + (size < text.size() ? "...'" : "'");
}

ColumnIndex::ColumnIndex(std::string_view text) : text_(text) {
  std::size_t at = 0;
  while (at < text.size()) {
    offsets_.push_back(at);
    const std::size_t size = size_of_code_points(text.substr(at), kStep);
    size_ += at + size == text.size() ? count_code_points(text.substr(at)) : kStep;
    at += size;
  }
}

std::size_t ColumnIndex::offset_of(std::size_t column) const {
  if (column >= size_) return text_.size();
  const std::size_t start = offsets_[column / kStep];
  return start + size_of_code_points(text_.substr(start), column % kStep);
}

std::string_view ColumnIndex::text_of(std::size_t column, std::size_t count) const {
  const std::size_t begin = offset_of(column);
  return text_.substr(begin, size_of_code_points(text_.substr(begin), count));
}

std::size_t byte_order_mark_size(std::string_view bytes) {
  if (bytes.substr(0, 3) == kUtf8Bom) return 3;
  const std::string_view pair = bytes.substr(0, 2);
  return pair == "\xFF\xFE" || pair == "\xFE\xFF" ? 2 : 0;
}

std::optional<Encoding> find_utf16(std::string_view start) {
  if (start.substr(0, 2) == "\xFF\xFE") return Encoding::Utf16Le;
  if (start.substr(0, 2) == "\xFE\xFF") return Encoding::Utf16Be;
  const std::size_t units = start.size() / 2;
  if (units < 4) return std::nullopt;
  std::size_t nul_first = 0;
  std::size_t nul_second = 0;
  for (std::size_t unit = 0; unit < units; ++unit) {
    nul_first += start[2 * unit] == '\0';
    nul_second += start[2 * unit + 1] == '\0';
  }
  const std::size_t most = units / 2;
  const std::size_t few = units / 16;
  if (nul_second >= most && nul_first <= few) return Encoding::Utf16Le;
  if (nul_first >= most && nul_second <= few) return Encoding::Utf16Be;
  return std::nullopt;
}

namespace {

// Appends an unpaired surrogate as three bytes, which preserve its value although they are invalid
// UTF-8.
void append_half(char32_t surrogate, std::string& bytes) {
  bytes += '\xED';
  bytes += static_cast<char>(0x80 | (surrogate >> 6 & 0x3F));
  bytes += static_cast<char>(0x80 | (surrogate & 0x3F));
}

}  // namespace

void Utf16Decoder::append(std::string_view bytes, std::string& utf8) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (!half_unit_) {
      half_unit_ = byte;
      continue;
    }
    const unsigned first = *half_unit_;
    half_unit_.reset();
    append_unit(static_cast<char16_t>(byte_order_ == Encoding::Utf16Le ? byte << 8 | first
                                                                       : first << 8 | byte),
                utf8);
  }
}

void Utf16Decoder::append_unit(char16_t unit, std::string& utf8) {
  if (high_surrogate_) {
    const char32_t high = *high_surrogate_;
    high_surrogate_.reset();
    if (is_low_surrogate(unit)) {
      append_utf8(0x10000 + ((high & 0x3FF) << 10) + (unit & 0x3FFu), utf8);
      return;
    }
    append_half(high, utf8);
  }
  if (is_high_surrogate(unit)) {
    high_surrogate_ = unit;
  } else if (is_low_surrogate(unit)) {
    append_half(unit, utf8);
  } else {
    append_utf8(unit, utf8);
  }
}

void Utf16Decoder::finish(std::string& utf8) {
  if (high_surrogate_) append_half(*high_surrogate_, utf8);
  if (half_unit_) utf8 += static_cast<char>(*half_unit_);
  high_surrogate_.reset();
  half_unit_.reset();
}

}  // namespace arbiter
