// Texts that are expensive for inefficient code: a unit of a few bytes, repeated.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct HostileText {
  std::string_view name;
  std::string_view head;       // first, once
  std::string_view unit;       // second, repeated; "#" is an increasing number
  std::string_view back = {};  // third, as often as `unit`
};

std::span<const HostileText> hostile_texts();

// Returns about `bytes` bytes of the text.
std::string make(const HostileText& text, std::size_t bytes);

}  // namespace arbiter::testing
