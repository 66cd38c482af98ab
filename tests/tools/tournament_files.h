// A function that writes tournament files for tests.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

namespace arbiter::testing {

// Writes masters.pgn and report.trf.
inline void write_tournament(const Workbench& bench) {
  bench.write("masters.pgn", read_text((repository() / "testdata/masters.pgn").string()));
  bench.write("report.trf", read_text((repository() / "testdata/lindenau.trf").string()));
}

inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

inline std::string game(const std::string& round, const std::string& white,
                        const std::string& black, const std::string& result,
                        const std::string& event = "Lindenau Open") {
  return "[Event \"" + event + "\"]\n[Round \"" + round + "\"]\n[White \"" + white +
         "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n1. e4 e5 " + result +
         "\n\n";
}

}  // namespace arbiter::testing
