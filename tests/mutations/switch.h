// The active mutation, whose number is ARBITER_MUTATION. Only the source copies made by
// tests/mutations/run include this file, never the program itself.
#pragma once

#include <cstdlib>
#include <type_traits>

constexpr bool arbiter_mutation(int number) {
  if (std::is_constant_evaluated()) return false;
  const char* const chosen = std::getenv("ARBITER_MUTATION");
  return chosen != nullptr && std::atoi(chosen) == number;
}
