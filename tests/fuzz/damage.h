// Random damage to bytes, the same in every run.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

class Damage {
 public:
  explicit Damage(std::uint32_t seed) : chance_(seed) {}

  // Returns a copy with one to eight faults: flipped bits, replaced bytes, deleted, duplicated or
  // swapped parts, truncation, or inserted PGN symbols and words.
  std::string done_to(std::string_view bytes);

  // Like done_to(), but for binary data, without insertions.
  std::string done_to_packed(std::string_view bytes);

  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : chance_() % limit; }

 private:
  void flip(std::string& bytes);
  void replace(std::string& bytes);
  void cut_out(std::string& bytes);
  void cut_off(std::string& bytes);
  void repeat(std::string& bytes);
  void swap_stretches(std::string& bytes);
  void insert_signs(std::string& bytes);
  void insert_words(std::string& bytes);
  std::size_t stretch() { return 1 + below(std::size_t{1} << below(12)); }

  std::mt19937 chance_;
};

}  // namespace arbiter::testing
