// A function that converts whole texts with iconv(3), to verify encodings.
#pragma once

#include <iconv.h>

#include <optional>
#include <stdexcept>
#include <string>

namespace arbiter::testing {

// Converts a whole text. Returns an empty result if `to` lacks one of its characters.
inline std::optional<std::string> converted(const std::string& text, const std::string& from,
                                            const std::string& to) {
  iconv_t converter = iconv_open(to.c_str(), from.c_str());
  if (converter == reinterpret_cast<iconv_t>(-1))
    throw std::runtime_error("no " + from + ", " + to);
  std::string copy = text;
  std::string result(text.size() * 4 + 100, '\0');
  char* in = copy.data();
  char* out = result.data();
  std::size_t in_left = copy.size();
  std::size_t out_left = result.size();
  const std::size_t changed = iconv(converter, &in, &in_left, &out, &out_left);
  const bool is_ended = iconv(converter, nullptr, nullptr, &out, &out_left) == 0;
  iconv_close(converter);
  if (changed != 0 || !is_ended) return std::nullopt;
  result.resize(result.size() - out_left);
  return result;
}

}  // namespace arbiter::testing
