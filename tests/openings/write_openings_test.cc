// Tests the generator of the built-in opening table.
#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Run {
  int status = 0;
  std::string output;  // standard output and standard error
};

Run write_openings(const std::string& arguments) {
  FILE* pipe = popen(("lib/openings/write_openings " + arguments + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  Run run;
  char piece[4096];
  for (std::size_t got; (got = std::fread(piece, 1, sizeof piece, pipe)) > 0;) {
    run.output.append(piece, got);
  }
  run.status = WEXITSTATUS(pclose(pipe));
  return run;
}

std::string file_with(const std::string& name, const std::string& text) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST_CASE("openings are written with code, moves and keys", "[write_openings]") {
  const std::string path =
      file_with("a.tsv", "eco\tname\tpgn\nB00\tKing's \"Pawn\\Game\"\t1. e4\nA00\tMine\t1. a4\n");
  const Run run = write_openings(path);
  CHECK(run.status == EXIT_SUCCESS);
  CHECK(run.output ==
        "OPENING(0x2df2e8f47b022952, \"A00\", \"Mine\", \"1. a4\")\n"
        "OPENING(0x823c9b50fd114196, \"B00\", \"King's \\\"Pawn\\\\Game\\\"\", \"1. e4\")\n");
}

TEST_CASE("of several openings of a position the first is written", "[write_openings]") {
  const std::string first = file_with(
      "first.tsv", "A00\tMine\t1. e4 c5 2. Nf3\nA00\tYours\t1. Nf3 c5 2. e4\nA00\tOne\t1. e4\n");
  const std::string own = file_with("own.tsv", "A00\tOther\t1. e4\nA00\tOurs\t1. a4\n");
  const Run run = write_openings(first + " " + own);
  CHECK(run.status == EXIT_SUCCESS);
  CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 3);
  for (const char* name : {"Mine", "One", "Ours"}) {
    CHECK(run.output.find(name) != std::string::npos);
  }
}

TEST_CASE("a malformed line or a missing file is an error", "[write_openings]") {
  const std::string good = file_with("good.tsv", "A00\tMine\t1. a4\n");
  const std::string bad = file_with("bad.tsv", "eco\tname\tpgn\nA00\tMine\t1. a5\n");
  const Run malformed = write_openings(good + " " + bad);
  CHECK(malformed.status == EXIT_FAILURE);
  CHECK(malformed.output == bad + ": line 2: 'a5' is not a legal move at this point\n");
  CHECK(write_openings(good + " missing.tsv").status == EXIT_FAILURE);
}

}  // namespace
}  // namespace arbiter::testing
