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
  std::string_view head;       // comes first, once
  std::string_view unit;       // then this, repeated; "#" is a number that grows
  std::string_view back = {};  // then this, as often as the unit
};

std::span<const HostileText> hostile_texts();

// About `bytes` bytes of the text.
std::string make(const HostileText& text, std::size_t bytes);

}  // namespace arbiter::testing
