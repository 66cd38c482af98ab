#include "lib/pgn/comment_parts.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using enum MovetextPart;

TEST_CASE("a comment keeps the parts that are not dropped", "[comment_parts]") {
  struct Row {
    std::string comment;
    std::vector<MovetextPart> dropped;
    std::string left;
  };
  const Row row = GENERATE(values<Row>({
      {"[%clk 0:10:00] good [%eval 0.3] move", {Clocks}, "good [%eval 0.3] move"},
      {"[%clk 0:10:00] good [%eval 0.3] move", {Evaluations}, "[%clk 0:10:00] good move"},
      {"[%clk 0:10:00] good [%eval 0.3] move", {Words}, "[%clk 0:10:00] [%eval 0.3]"},
      {"[%clk 0:10:00] good [%eval 0.3] move", {Clocks, Evaluations}, "good move"},
      {"[%clk 0:10:00][%emt 0:00:03][%csl Ga4]", {Clocks}, "[%csl Ga4]"},
      {"[%csl Ga4] [%cal Gh1h8] [%xyz 1] text", {Commands}, "text"},
      {"[%evp 0,34,12] text", {Evaluations}, "text"},
      {"[%clk 0:10:00]", {Clocks}, ""},
      {"only words", {Words}, ""},
      {"only words", {Clocks, Evaluations, Commands}, "only words"},
      {"a [%clk never closed", {Clocks}, "a [%clk never closed"},
      {"a [%clk [%eval 1.0] b", {Evaluations}, "a [%clk b"},
      {"a [b] c", {Clocks}, "a [b] c"},
      {"unreadable: 2... Qx [%clk 1]", {Words, Clocks}, "unreadable: 2... Qx [%clk 1]"},
      {"after-result: x", {Words}, "after-result: x"},
      {"", {Words}, ""},
  }));
  CAPTURE(row.comment);
  MovetextShape shape;
  for (const MovetextPart part : row.dropped) shape.dropped.set(static_cast<std::size_t>(part));
  CHECK(remaining_comment(row.comment, shape) == row.left);
}

TEST_CASE("a comment without dropped parts is kept byte by byte", "[comment_parts]") {
  const std::string comment = "  two  blanks [%clk 0:10:00]\n[%eval  1] ";
  CHECK(remaining_comment(comment, {}) == comment);
  MovetextShape shape;
  shape.dropped.set(static_cast<std::size_t>(Nags));
  CHECK(remaining_comment(comment, shape) == comment);
}

}  // namespace
}  // namespace arbiter::testing
