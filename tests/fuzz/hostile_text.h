// Texts that cost much where something is done badly: a unit of a few bytes, again and again.
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

// About so many bytes of it.
std::string make(const HostileText& text, std::size_t bytes);

}  // namespace arbiter::testing
