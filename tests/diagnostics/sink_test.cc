#include "lib/diagnostics/sink.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

CodeSet only(DiagnosticCode code) { return CodeSet().set(index_of(code)); }

TEST_CASE("a sink keeps selected findings and counts all", "[sink]") {
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

TEST_CASE("codes with once_per_file are selected again only in the next file", "[sink]") {
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

TEST_CASE("a code that is off stays off in the next file", "[sink]") {
  CollectingSink sink(only(DiagnosticCode::Pinned));
  sink.report({.code = DiagnosticCode::NotUtf8});
  sink.start_file();
  CHECK_FALSE(sink.wants(DiagnosticCode::NotUtf8));
}

TEST_CASE("the findings of one kind in one game are limited, and the rest is reported as a number",
          "[sink]") {
  CollectingSink sink;
  const auto report = [&](DiagnosticCode code, std::uint64_t times) {
    for (std::uint64_t i = 0; i < times; ++i) sink.report({.code = code, .offset = i});
  };
  const auto received = [&](DiagnosticCode code) {
    return std::ranges::count(sink.diagnostics(), code, &Diagnostic::code);
  };
  sink.start_game();
  report(DiagnosticCode::StrayCloseParen, 1000);
  sink.start_game();
  CHECK(sink.count_of(DiagnosticCode::TooManyInGame) == 0);

  report(DiagnosticCode::StrayCloseParen, 1003);
  report(DiagnosticCode::Pinned, 1);
  sink.count(DiagnosticCode::StrayCloseParen, 2);
  CHECK_FALSE(sink.wants(DiagnosticCode::StrayCloseParen));
  sink.finish_game();
  CHECK(received(DiagnosticCode::StrayCloseParen) == 2000);
  CHECK(received(DiagnosticCode::Pinned) == 1);
  REQUIRE(received(DiagnosticCode::TooManyInGame) == 1);
  CHECK(sink.diagnostics().back().offset == 999);
  CHECK(sink.diagnostics().back().message ==
        "this game has 5 more findings of stray-close-paren, which are only counted");
  CHECK(sink.wants(DiagnosticCode::StrayCloseParen));
  CHECK(sink.count_of(DiagnosticCode::StrayCloseParen) == 2005);
  CHECK(sink.withheld() == 0);
}

TEST_CASE("the findings of a chunk are limited, and the others are withheld", "[sink]") {
  CollectingSink sink;
  const std::uint64_t most = DiagnosticSink::kMaxInChunk;
  for (std::uint64_t i = 0; i < most; ++i) {
    if (i % 1000 == 0) sink.start_game();
    CHECK(sink.withheld() == 0);
    sink.report({.code = DiagnosticCode::StrayCloseParen});
  }
  CHECK(sink.diagnostics().size() == most);
  for (int i = 0; i < 3; ++i) {
    sink.start_game();
    sink.report({.code = DiagnosticCode::Pinned});
    sink.report({.code = DiagnosticCode::NotUtf8});
  }
  sink.finish_game();
  CHECK(sink.diagnostics().size() == most);
  CHECK(sink.withheld() == 4);  // NotUtf8 is reported once per file

  sink.start_file();
  CHECK(sink.withheld() == 0);
  CHECK(sink.wants(DiagnosticCode::Pinned));
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
