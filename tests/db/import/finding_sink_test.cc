#include <catch2/catch.hpp>

#include "db/import/game_drafter.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

Diagnostic error_at(std::uint32_t ply) {
  Diagnostic diagnostic{.code = DiagnosticCode::Pinned};
  diagnostic.ply = ply;
  return diagnostic;
}

TEST_CASE("the findings of a game are cleared at the next one", "[finding_sink]") {
  FindingSink sink;
  sink.start_game();
  sink.report(error_at(7));
  REQUIRE(sink.worst().has_value());
  CHECK(sink.worst()->ply == 7U);
  CHECK(sink.findings().size() == 1);
  sink.start_game();
  CHECK_FALSE(sink.worst().has_value());
  CHECK(sink.findings().empty());
  sink.report(error_at(9));
  REQUIRE(sink.worst().has_value());
  CHECK(sink.worst()->ply == 9U);
}

TEST_CASE("of equally severe errors the first is the worst", "[finding_sink]") {
  FindingSink sink;
  sink.start_game();
  sink.report({.code = DiagnosticCode::ResultMismatch});
  sink.report(error_at(3));
  sink.report(error_at(5));
  REQUIRE(sink.worst().has_value());
  CHECK(sink.worst()->ply == 3U);
}

}  // namespace
}  // namespace arbiter::testing
