#include <catch2/catch.hpp>
#include <optional>

#include "tests/support/namespaces.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter::testing {

TEST_CASE("memory sizes are numbers with a unit", "[memory_size]") {
  const auto [text, bytes] = GENERATE(table<std::string, std::optional<std::uint64_t>>({
      {"512M", std::uint64_t{512} << 20},
      {"512MB", std::uint64_t{512} << 20},
      {"2g", std::uint64_t{2} << 30},
      {"600000k", std::uint64_t{600000} << 10},
      {"512", {}},
      {"M", {}},
      {"", {}},
      {"-1G", {}},
      {"2GG", {}},
      {"1k", {}},            // too small
      {"17179869184G", {}},  // 2^64 overflows
      {"17179869185G", {}},
      {"99999999999999999999G", {}},
  }));
  CAPTURE(text);
  const auto parsed = parse_memory_size(text);
  CHECK(parsed.has_value() == bytes.has_value());
  if (parsed && bytes) CHECK(*parsed == *bytes);
}

TEST_CASE("a size is an integer with a unit, and not 0") {
  CHECK(*parse_size("1k", "size") == 1024);
  CHECK(parse_size("0M", "size").error() ==
        "invalid size '0M' (expected a form such as 512M or 2G)");
}

}  // namespace arbiter::testing
