#include "tools/serve/request_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxParameters = 64;

Result<std::string> decoded(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      bytes += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    unsigned value = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const char* const end = digits.data() + digits.size();
    const auto [rest, fault] = std::from_chars(digits.data(), end, value, 16);
    if (digits.size() != 2 || fault != std::errc() || rest != end) {
      return Error{fmt::format("'%{}' is not an encoded byte (expected two digits)", digits)};
    }
    bytes += static_cast<char>(value);
    i += 2;
  }
  if (std::ranges::any_of(bytes, is_control) || !is_utf8(bytes)) {
    return Error{"a parameter is not text in UTF-8, or contains control characters"};
  }
  return bytes;
}

}  // namespace

std::string_view RequestTarget::value(std::string_view name) const {
  std::string_view last;
  for (const auto& [one, text] : parameters) {
    if (one == name) last = text;
  }
  return last;
}

Result<RequestTarget> parse_target(std::string_view text) {
  const std::size_t mark = text.find('?');
  RequestTarget target{.path = std::string(text.substr(0, mark))};
  if (!target.path.starts_with('/')) return Error{"the target of a request must begin with '/'"};
  std::string_view rest = mark == text.npos ? std::string_view() : text.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    if (one.empty()) continue;
    if (target.parameters.size() == kMaxParameters) {
      return Error{fmt::format("more than {} parameters", kMaxParameters)};
    }
    const std::size_t equals = one.find('=');
    auto name = decoded(one.substr(0, equals));
    if (!name) return Error{name.error()};
    auto value = decoded(equals == one.npos ? std::string_view() : one.substr(equals + 1));
    if (!value) return Error{value.error()};
    target.parameters.emplace_back(*std::move(name), *std::move(value));
  }
  return target;
}

}  // namespace arbiter
