// Tests boards as pictures, and boards below findings in the terminal.
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++times;
  return times;
}

constexpr const char* kMarked =
    "[Event \"x\"]\n\n1. e4 {[%csl Gd5,Re4] [%cal Bg1f3]} e5 (1... c5 {[%csl Ya1]}) 2. Nf3 "
    "{no marks} Nc6 {[%cal Gb1c3]} 1-0\n";

}  // namespace

TEST_CASE("show draws a position as a picture") {
  const ProgramRun light = run_arbiter({"show", "--format", "svg"});
  CHECK(light.status == 0);
  CHECK_THAT(light.output, StartsWith("<svg xmlns=") && Contains("width=\"480\""));
  CHECK(count(light.output, "<use ") == 32);
  const ProgramRun dark =
      run_arbiter({"show", "startpos", "--format", "svg", "--theme", "dark", "--size", "160"});
  CHECK_THAT(dark.output, Contains("width=\"160\"") && Contains("#1d1b18"));
  CHECK(run_arbiter({"show", "--format", "svg", "--flip"}).output != light.output);
  // An unplayable position is also drawn.
  CHECK(run_arbiter({"show", "8/8/8/8/8/8/8/K7 w - - 0 1", "--format", "svg"}).status == 1);
  for (const char* option : {"--theme=dark", "--size=200", "--output=board.pdf"}) {
    CAPTURE(option);
    CHECK(run_arbiter({"show", option}).status == 2);
  }
  CHECK(run_arbiter({"show", "--format", "svg", "--size", "8"}).status == 2);
}

TEST_CASE("show draws a game with its last move and the marks of its comments") {
  const Workbench bench;
  bench.write("marked.pgn", kMarked);
  REQUIRE(bench.run("arbiter import -q marked.db marked.pgn").status == 0);
  struct Case {
    std::string ply;
    std::size_t moved, squares, arrows;
  };
  for (const Case& row : {Case{"0", 0, 0, 0}, Case{"1", 2, 2, 1}, Case{"2", 2, 0, 0},
                          Case{"3", 2, 0, 0}, Case{"4", 2, 0, 1}}) {
    CAPTURE(row.ply);
    const std::string svg =
        bench.run("arbiter show marked.db 1 --format svg --ply " + row.ply).output;
    CHECK(count(svg, "#f4e58a") + count(svg, "#cfae3c") == row.moved);
    CHECK(count(svg, "stroke-width=\"4\"") == row.squares);
    CHECK(count(svg, "opacity=") == row.arrows);
  }
  CHECK(bench.run("arbiter show marked.db 1 --format svg -o board.svg").status == 0);
  CHECK_THAT(bench.text("board.svg"), StartsWith("<svg ") && Contains("after 2... Nc6"));
  CHECK(bench.run("arbiter show marked.db 1 --format svg -o marked.db").status == 2);
}

TEST_CASE("a PNG is made by rsvg-convert, or the message says what to install") {
  const Workbench bench;
  const ProgramRun run = bench.run("arbiter show --format png --size 160 -o board.png");
  if (bench.run("command -v rsvg-convert").status == 0) {
    REQUIRE(run.status == 0);
    CHECK(bench.text("board.png").substr(1, 3) == "PNG");
    // The header of the PNG file contains the width of 160 pixels.
    CHECK(bench.text("board.png").substr(18, 2) == std::string("\0\xa0", 2));
  }
  const ProgramRun missing = bench.run(
      "program=$(command -v arbiter); PATH=/nowhere $program show --format png -o missing.png");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.output, Contains("rsvg-convert") && Contains("librsvg2-bin"));
  CHECK(!bench.content().contains("missing.png"));
}

TEST_CASE("validate draws the position of a finding, with the squares in its message") {
  const std::string file = (testdata("tournament.pgn")).string();
  const ProgramRun run = run_arbiter({"validate", "-q", "--board", "--select", "pinned", file});
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains("     a  b  c  d  e  f  g  h\n") && Contains("[♚]") &&
                             Contains("  6  ·  · [♞] ♟  ·  ·  ·  ·\n"));
  CHECK(count(run.output, "[♞]") + count(run.output, "[♚]") + count(run.output, "[♗]") == 3);
  const ProgramRun colored =
      run_arbiter({"validate", "-q", "--board", "--color=always", "--select", "pinned", file});
  CHECK(count(colored.output, "\x1b[48;5;167m") == 3);
  CHECK(run_arbiter({"validate", "-q", "--select", "pinned", file}).output.find("a b c") ==
        std::string::npos);
  for (const char* other : {"--summary", "--games", "--format=json"}) {
    CAPTURE(other);
    CHECK(run_arbiter({"validate", "-q", "--board", other, file}).status == 2);
  }
}
