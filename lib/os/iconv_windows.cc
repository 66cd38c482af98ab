// An iconv implementation for Windows, based on system conversions: encodings with one to four
// bytes per character, without shift states. Like glibc, it stops at characters that the target
// encoding lacks.
#include <iconv.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "lib/os/windows.h"

namespace arbiter {
namespace {

// Supported as target only, without a system conversion.
constexpr UINT kUtf32 = 12000;

constexpr std::pair<std::string_view, UINT> kCodePages[] = {{"UTF32LE", kUtf32},
                                                            {"KOI8U", 21866},
                                                            {"TIS620", 874},
                                                            {"JOHAB", 1361},
                                                            {"MACCENTRALEUROPE", 10029},
                                                            {"MACUK", 10017},
                                                            {"MACIS", 10079},

                                                            {"UTF8", CP_UTF8},
                                                            {"ASCII", 20127},
                                                            {"USASCII", 20127},
                                                            {"LATIN1", 28591},
                                                            {"LATIN2", 28592},
                                                            {"LATIN5", 28599},
                                                            {"LATIN9", 28605},
                                                            {"KOI8R", 20866},
                                                            {"MAC", 10000},
                                                            {"MACINTOSH", 10000},
                                                            {"MACCYRILLIC", 10007},
                                                            {"GBK", 936},
                                                            {"GB2312", 936},
                                                            {"EUCCN", 936},
                                                            {"BIG5", 950},
                                                            {"SJIS", 932},
                                                            {"SHIFTJIS", 932},
                                                            {"EUCJP", 20932},
                                                            {"EUCKR", 949},
                                                            {"UHC", 949}};

// Returns the code page of an encoding, whose name may have a form such as `ISO-8859-2` or
// `iso8859_2`.
std::optional<UINT> code_page(std::string_view name) {
  std::string letters;
  for (const char letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
      letters += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
  }
  for (const auto& [known, page] : kCodePages) {
    if (letters == known) return page;
  }
  for (const auto& [prefix, first] : {std::pair<std::string_view, UINT>{"ISO8859", 28590},
                                      {"WINDOWS", 0},
                                      {"IBM", 0},
                                      {"CP", 0}}) {
    if (!letters.starts_with(prefix)) continue;
    const UINT page = first + static_cast<UINT>(std::strtoul(&letters[prefix.size()], nullptr, 10));
    CPINFO info;
    if (page > first && GetCPInfo(page, &info) != 0) return page;
  }
  return std::nullopt;
}

// Windows maps undefined bytes of code pages to control or private-use characters.
bool is_defined(UINT page, std::string_view bytes, std::wstring_view text) {
  if (page == 20127) return static_cast<unsigned char>(bytes[0]) < 0x80;
  if (page >= 20000 || bytes.size() > 1 || text.size() > 1) return true;
  const bool is_control = text[0] >= 0x80 && text[0] < 0xA0;
  return !is_control && (text[0] < 0xE000 || text[0] > 0xF8FF || page == 10000);
}

// Converts one character. Returns an empty string if the bytes are not exactly one character.
std::wstring decoded(UINT page, std::string_view bytes) {
  wchar_t text[4];
  const int size = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, bytes.data(),
                                       static_cast<int>(bytes.size()), text, 4);
  const std::wstring_view result(text, static_cast<std::size_t>(std::max(size, 0)));
  return !result.empty() && is_defined(page, bytes, result) ? std::wstring(result) : std::wstring();
}

std::string utf32(std::wstring_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char32_t character = text[at];
    if (character >= 0xD800 && character < 0xDC00 && at + 1 < text.size()) {
      character = 0x10000 + ((character - 0xD800) << 10) + (text[++at] - 0xDC00);
    }
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(character >> shift);
  }
  return bytes;
}

std::string encoded(UINT page, std::wstring_view text) {
  if (page == kUtf32) return utf32(text);
  char bytes[16];
  BOOL is_replaced = FALSE;
  const bool has_all = page == CP_UTF8;
  const int size = WideCharToMultiByte(page, has_all ? 0 : WC_NO_BEST_FIT_CHARS, text.data(),
                                       static_cast<int>(text.size()), bytes, sizeof bytes, nullptr,
                                       has_all ? nullptr : &is_replaced);
  const std::string_view result(bytes, static_cast<std::size_t>(std::max(size, 0)));
  const bool is_right = is_replaced == FALSE && !result.empty() && is_defined(page, result, text);
  return is_right ? std::string(result) : std::string();
}

struct Converter {
  UINT to;
  UINT from;
  std::size_t longest = 1;       // maximum size of a character in `from`
  std::string of_one_byte[256];  // conversion of each single byte; empty if undefined

  Converter(UINT target, UINT source) : to(target), from(source) {
    CPINFO info;
    if (GetCPInfo(from, &info) != 0) longest = info.MaxCharSize;
    for (int byte = 0; byte < 256; ++byte) {
      const char letter = static_cast<char>(byte);
      if (const std::wstring text = decoded(from, {&letter, 1}); !text.empty()) {
        of_one_byte[byte] = encoded(to, text);
      }
    }
  }
};

// The character at the start of a text: its size in bytes and its conversion. The size is 0 if it
// is incomplete.
struct Character {
  std::size_t size;
  std::string bytes;
};
std::optional<Character> next_character(const Converter& converter, std::string_view text) {
  const std::string& single = converter.of_one_byte[static_cast<unsigned char>(text[0])];
  if (!single.empty()) return Character{1, single};
  for (std::size_t size = 2; size <= converter.longest; ++size) {
    if (size > text.size()) return Character{0, {}};
    const std::wstring wide = decoded(converter.from, text.substr(0, size));
    if (wide.empty()) continue;
    std::string bytes = encoded(converter.to, wide);
    if (bytes.empty()) return std::nullopt;
    return Character{size, std::move(bytes)};
  }
  return std::nullopt;
}

}  // namespace
}  // namespace arbiter

iconv_t iconv_open(const char* to, const char* from) {
  const auto target = arbiter::code_page(to);
  const auto source = arbiter::code_page(from);
  if (target && source) return std::make_unique<arbiter::Converter>(*target, *source).release();
  errno = EINVAL;
  return reinterpret_cast<iconv_t>(-1);
}

std::size_t iconv(iconv_t converter, char** from, std::size_t* left, char** to, std::size_t* room) {
  if (from == nullptr || *from == nullptr) return 0;  // no shift state to flush
  const auto fail = [](int code) {
    errno = code;
    return static_cast<std::size_t>(-1);
  };
  while (*left > 0) {
    const auto character =
        arbiter::next_character(*static_cast<arbiter::Converter*>(converter), {*from, *left});
    if (!character) return fail(EILSEQ);
    if (character->size == 0) return fail(EINVAL);
    if (character->bytes.size() > *room) return fail(E2BIG);
    *to = std::copy(character->bytes.begin(), character->bytes.end(), *to);
    *room -= character->bytes.size();
    *from += character->size;
    *left -= character->size;
  }
  return 0;
}

int iconv_close(iconv_t converter) {
  const std::unique_ptr<arbiter::Converter> closed(static_cast<arbiter::Converter*>(converter));
  return 0;
}
