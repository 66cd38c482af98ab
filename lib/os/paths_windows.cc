// Replaces the conversions that libstdc++ uses for std::filesystem::path, so that paths are UTF-8
// in every locale.
#include <cerrno>
#include <cstddef>
#include <cwchar>

namespace {

constexpr auto kInvalid = static_cast<std::size_t>(-1);
constexpr auto kIncomplete = static_cast<std::size_t>(-2);

}  // namespace

extern "C" {

// A character beyond 16 bits is converted in two calls, for its first three bytes and its last one.
// In between, `state` contains the second unit.
std::size_t mbrtowc(wchar_t* to, const char* from, std::size_t size, mbstate_t* state) {
  static mbstate_t own{};
  if (state == nullptr) state = &own;
  if (from == nullptr || size == 0) return from == nullptr ? (*state = {}, 0) : kIncomplete;
  if (*state != 0) {
    if (to != nullptr) *to = static_cast<wchar_t>(*state);
    *state = {};
    return 1;
  }
  const auto byte = [from](std::size_t i) { return static_cast<unsigned char>(from[i]); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xC2 ? 0
                             : byte(0) < 0xE0 ? 2
                             : byte(0) < 0xF0 ? 3
                             : byte(0) < 0xF5 ? 4
                                              : 0;
  if (length == 0) return errno = EILSEQ, kInvalid;
  unsigned code = length == 1 ? byte(0) : byte(0) & 0xFFu >> (length + 1);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == size) return kIncomplete;
    if ((byte(i) & 0xC0) != 0x80) return errno = EILSEQ, kInvalid;
    code = code << 6 | (byte(i) & 0x3F);
  }
  if (length < 4) {
    if (to != nullptr) *to = static_cast<wchar_t>(code);
    return code == 0 ? 0 : length;
  }
  code -= 0x10000;
  if (to != nullptr) *to = static_cast<wchar_t>(0xD800 + (code >> 10));
  *state = static_cast<mbstate_t>(0xDC00 + (code & 0x3FF));
  return 3;
}

std::size_t mbrlen(const char* from, std::size_t size, mbstate_t* state) {
  static mbstate_t own{};
  return mbrtowc(nullptr, from, size, state == nullptr ? &own : state);
}

std::size_t mbsrtowcs(wchar_t* to, const char** from, std::size_t size, mbstate_t* state) {
  constexpr std::size_t kLongest = 4;
  std::size_t count = 0;
  for (const char* at = *from; to == nullptr || count < size; ++count) {
    const std::size_t bytes = mbrtowc(to == nullptr ? nullptr : to + count, at, kLongest, state);
    if (bytes == kInvalid || bytes == kIncomplete) return kInvalid;
    if (bytes == 0) {
      if (to != nullptr) *from = nullptr;
      break;
    }
    at += bytes;
    if (to != nullptr) *from = at;
  }
  return count;
}

}  // extern "C"
