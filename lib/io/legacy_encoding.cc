#include "lib/io/legacy_encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include "lib/base/encoding.h"

namespace arbiter {
namespace {

constexpr std::string_view kNames[] = {"windows-1252", "windows-1251", "windows-1250",
                                       "windows-1254", "KOI8-R",       "ISO-8859-2",
                                       "CP437",        "CP852",        "macintosh"};

// Appends a byte as a Windows-1252 character.
void keep_as_windows_1252(char byte, std::string& text) {
  text += utf8_from_windows_1252({&byte, 1});
}

}  // namespace

CharacterConverter::CharacterConverter(const std::string& to, const std::string& from) {
  iconv_t converter = iconv_open(to.c_str(), from.c_str());
  if (converter != reinterpret_cast<iconv_t>(-1)) converter_.reset(converter);
}

void CharacterConverter::Closer::operator()(void* converter) const { iconv_close(converter); }

std::string CharacterConverter::convert(std::string_view text, const Keep& keep) const {
  std::string result;
  char* from = const_cast<char*>(text.data());  // iconv() does not write there
  std::size_t left = text.size();
  for (bool is_ended = false; !is_ended;) {
    is_ended = left == 0;
    std::array<char, 512> block;
    char* to = block.data();
    std::size_t room = block.size();
    const std::size_t done = is_ended ? iconv(converter_.get(), nullptr, nullptr, &to, &room)
                                      : iconv(converter_.get(), &from, &left, &to, &room);
    const bool is_stuck = done == std::size_t(-1) && errno != E2BIG;
    result.append(block.data(), block.size() - room);
    if (is_ended || !is_stuck) continue;
    keep(*from++, result);
    --left;
  }
  return result;
}

std::span<const std::string_view> legacy_encoding_names() { return kNames; }

std::optional<Error> fault_of_encoding(const std::string& name) {
  // After a slash, iconv reads options such as IGNORE, which loses text.
  const bool is_name = !name.empty() && name.find('/') == std::string::npos;
  if (is_name && CharacterConverter("UTF-8", name).is_open()) return std::nullopt;
  if (!CharacterConverter("UTF-8", std::string(kNames[0])).is_open()) {
    return Error{fmt::format(
        "cannot convert from '{}': the system has no conversion modules of the C library (expected "
        "in /usr/lib/ARCHITECTURE/gconv, or in a folder of GCONV_PATH)",
        name)};
  }
  return Error{fmt::format("unknown encoding '{}' (expected auto, {} or another encoding of iconv)",
                           name, fmt::join(kNames, ", "))};
}

Redecoder::Redecoder(const std::string& decoded_as, const std::string& encoding)
    : undo_(decoded_as, "UTF-8"), decode_("UTF-8", encoding) {}

std::string Redecoder::decode(std::string_view utf8) const {
  std::string text;
  std::string bytes;
  const auto decode_bytes = [&] {
    text += decode_.convert(bytes, keep_as_windows_1252);
    bytes.clear();
  };
  const auto is_high = [](char c) { return (c & 0x80) != 0; };
  while (!utf8.empty()) {
    const auto end = std::ranges::find_if(
        utf8, is_high(utf8[0]) ? [](char c) { return c >= 0; } : [](char c) { return c < 0; });
    const std::string_view run = utf8.substr(0, static_cast<std::size_t>(end - utf8.begin()));
    utf8.remove_prefix(run.size());
    bool has_known = !is_high(run[0]);
    std::string undone;
    for (const std::string_view character : code_points_of(run)) {
      bool is_known = true;
      const std::string original =
          undo_.convert(character, [&](char, std::string&) { is_known = false; });
      // A C1 control stands for a byte without a character.
      const bool is_byte = character.size() == 2 && character[0] == '\xC2' && character[1] < '\xA0';
      has_known |= is_known || is_byte;
      undone += is_known ? original : is_byte ? character.substr(1) : character;
    }
    if (has_known) {
      bytes += undone;
    } else {
      decode_bytes();
      text += run;
    }
  }
  decode_bytes();
  return text;
}

}  // namespace arbiter
