#include "lib/base/result.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{"an odd number has no half"};
  return number / 2;
}

TEST_CASE("a result holds the value that was returned", "[result]") {
  const Result<int> result = half(6);
  REQUIRE(result.has_value());
  REQUIRE(static_cast<bool>(result));
  REQUIRE(*result == 3);
}

TEST_CASE("a result without a value has an error", "[result]") {
  const Result<int> result = half(7);
  REQUIRE_FALSE(result.has_value());
  REQUIRE_FALSE(static_cast<bool>(result));
  REQUIRE(result.error() == "an odd number has no half");
}

TEST_CASE("a value that looks like an error's text is still a value", "[result]") {
  const Result<std::string> result = std::string("failed");
  REQUIRE(result.has_value());
  REQUIRE(result->size() == 6);
}

TEST_CASE("a value that cannot be copied is moved out", "[result]") {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> owner = *std::move(result);
  REQUIRE(*owner == 5);
}

TEST_CASE("a value can be changed in place", "[result]") {
  Result<int> result = half(8);
  *result += 1;
  REQUIRE(result.value() == 5);
}

}  // namespace
}  // namespace arbiter::testing
