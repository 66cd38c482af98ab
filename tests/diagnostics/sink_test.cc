#include "lib/diagnostics/sink.h"

#include <catch2/catch.hpp>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

CodeSet only(DiagnosticCode code) { return CodeSet().set(index_of(code)); }

TEST_CASE("a sink keeps what it wants and counts everything", "[sink]") {
  CollectingSink sink(only(DiagnosticCode::Pinned));
  CHECK(sink.wants(DiagnosticCode::Pinned));
  CHECK_FALSE(sink.wants(DiagnosticCode::OwnPiece));

  sink.report({.code = DiagnosticCode::Pinned, .offset = 7, .message = "first"});
  sink.report({.code = DiagnosticCode::OwnPiece});
  sink.count(DiagnosticCode::OwnPiece);
  sink.report({.code = DiagnosticCode::Pinned, .offset = 9, .message = "second"});

  REQUIRE(sink.diagnostics().size() == 2);
  CHECK(sink.diagnostics()[0].message == "first");
  CHECK(sink.diagnostics()[1].offset == 9);
  CHECK(sink.count_of(DiagnosticCode::Pinned) == 2);
  CHECK(sink.count_of(DiagnosticCode::OwnPiece) == 2);
  CHECK(sink.count_of(DiagnosticCode::Ambiguous) == 0);
}

TEST_CASE("what is reported once per file is not wanted again before the next file", "[sink]") {
  CollectingSink sink;
  sink.report({.code = DiagnosticCode::NotUtf8});
  CHECK_FALSE(sink.wants(DiagnosticCode::NotUtf8));
  sink.report({.code = DiagnosticCode::NotUtf8});
  CHECK(sink.diagnostics().size() == 1);
  CHECK(sink.count_of(DiagnosticCode::NotUtf8) == 2);

  sink.start_file();
  CHECK(sink.wants(DiagnosticCode::NotUtf8));
  sink.report({.code = DiagnosticCode::NotUtf8});
  CHECK(sink.diagnostics().size() == 2);
}

TEST_CASE("a code that is not wanted is not wanted in the next file either", "[sink]") {
  CollectingSink sink(only(DiagnosticCode::Pinned));
  sink.report({.code = DiagnosticCode::NotUtf8});
  sink.start_file();
  CHECK_FALSE(sink.wants(DiagnosticCode::NotUtf8));
}

TEST_CASE("taking the findings empties the sink but not its counts", "[sink]") {
  CollectingSink sink;
  sink.report({.code = DiagnosticCode::Pinned});
  CHECK(sink.take().size() == 1);
  CHECK(sink.diagnostics().empty());
  CHECK(sink.count_of(DiagnosticCode::Pinned) == 1);
}

}  // namespace
}  // namespace arbiter::testing
