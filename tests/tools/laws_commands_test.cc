// Tests `arbiter touch` and `arbiter conditional`.
#include <catch2/catch.hpp>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kCastlers = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const std::string kAfterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

}  // namespace

TEST_CASE("touch names the article and lists the moves") {
  const ProgramRun run = run_arbiter({"touch", kCastlers, "e1", "h1"});
  CHECK(run.status == 0);
  CHECK_THAT(run.output, StartsWith("White touched the king on e1, then the rook on h1.\n"
                                    "White must castle on the king side. (Laws 4.4.1)\n\n"
                                    "  Moves   1: O-O\n"));
  CHECK_THAT(run.output, Contains("  9.4     White can no longer claim a draw"));
}

TEST_CASE("no claim can be lost by touching a piece before the first move of a game") {
  CHECK_THAT(run_arbiter({"touch", "startpos", "e2"}).output, !Contains("can no longer claim"));
}

TEST_CASE("touch accepts a FEN without quotes and from standard input") {
  const std::string quoted = run_arbiter({"touch", kCastlers, "h1", "e1"}).output;
  CHECK_THAT(quoted, Contains("(Laws 4.4.2)"));
  CHECK(run_arbiter({"touch", "r3k2r/8/8/8/8/8/8/R3K2R", "w", "KQkq", "-", "0", "1", "h1", "e1"})
            .output == quoted);
  CHECK(run_arbiter({"touch", "-", "h1", "e1"}, kCastlers + "\n").output == quoted);
}

TEST_CASE("touch prints whose hand it was and any announcement") {
  CHECK_THAT(run_arbiter({"touch", "startpos", "g1", "--adjust"}).output,
             Contains("4.2.1)\n\n  Moves   20: "));
  CHECK_THAT(run_arbiter({"touch", "startpos", "g8", "--by", "black"}).output,
             Contains("what Black touched does not matter. (Laws 4.3)"));
}

TEST_CASE("touch prints JSON too") {
  const auto object = Json::parse(
      run_arbiter({"touch", "8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7", "e8=Q", "--format", "json"})
          .output);
  CHECK(object["article"] == "4.4.4");
  CHECK(object["player"] == "white");
  CHECK(object["touched"] == Json::parse(R"(["the pawn on e7", "a new queen on e8"])"));
  CHECK(object["moves"] == Json::parse(R"(["e8=Q"])"));
  CHECK(object["uci"] == Json::parse(R"(["e7e8q"])"));
  CHECK(object["remarks"][0]["article"] == "4.8");
}

TEST_CASE("touch accepts the position of a game") {
  const std::string game = write_scratch("touched.pgn", "1. e4 e5 2. Nf3 Nc6 3. Nxe5 *\n");
  CHECK_THAT(run_arbiter({"touch", game, "c6"}).output,
             StartsWith("Black touched the knight on c6.\n"));
  CHECK_THAT(run_arbiter({"touch", game, "e4", "d2", "--ply", "2"}).output,
             StartsWith("White touched the pawn on e4, then the pawn on d2.\n"));
  CHECK_THAT(run_arbiter({"touch", game, "c6", "--ply", "9"}).errors,
             Contains("only 5 half-moves"));
}

TEST_CASE("a piece released elsewhere after another was touched breaks the touch-move rule") {
  const auto remarks = [](const std::vector<std::string>& touches) {
    std::vector<std::string> arguments = {"touch", "startpos", "--format", "json"};
    arguments.insert(arguments.end(), touches.begin(), touches.end());
    return Json::parse(run_arbiter(arguments).output)["remarks"];
  };
  // The move itself is legal.
  CHECK(remarks({"b1", "g1-f3"})[0]["article"] == "4.3.1");
  CHECK(remarks({"b1", "g1-g5"})[0]["article"] == "3.10.2");
}

TEST_CASE("touch reports why it cannot answer") {
  struct Case {
    std::vector<std::string> arguments;
    std::string part;
  };
  const std::vector<Case> cases = {
      {{"touch"}, "no position given"},
      {{"touch", "startpos"}, "no touched square given"},
      {{"touch", "startpos", "e4"}, "there is no piece on e4"},
      {{"touch", "startpos", "e9"}, "'e9' is not a square"},
      {{"touch", "8/8/8/8/8/8/8/8 w - - 0 1", "e4"}, "king"},
      {{"touch", "startpos", "e2", "--by", "red"}, "invalid value 'red' (expected one of"},
      {{"touch", "startpos", "e2+"}, "'e2+' is not a touch"},
      {{"touch", "startpos", "g1-"}, "'g1-' is not a touch"},
      {{"touch", "startpos", "e2", "--ply", "3"}, "--game and --ply need a game file"},
  };
  for (const Case& row : cases) {
    CAPTURE(row.arguments);
    const ProgramRun run = run_arbiter(row.arguments);
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, Contains(row.part));
  }
}

TEST_CASE("conditional lists a valid series") {
  const ProgramRun run = run_arbiter({"conditional", kAfterE4, "Nf6: e5; e6: d4 d5 exd5"});
  CHECK(run.status == 0);
  CHECK(run.output ==
        "White proposes:\n"
        "  if 1... Nf6 then 2. e5\n"
        "  if 1... e6 then 2. d4\n"
        "    if 2... d5 then 3. exd5\n"
        "3 conditional moves: the series is valid\n");
}

TEST_CASE("conditional reads a series from a file and from standard input") {
  const std::string text = "1... Nf6 (1... e6 2. d4\n d5 3. exd5) 2. e5 *\n";
  const std::string output = run_arbiter({"conditional", kAfterE4, "-"}, text).output;
  CHECK_THAT(output, Contains("    if 2... d5 then 3. exd5\n3 conditional moves"));
  CHECK(run_arbiter({"conditional", kAfterE4, write_scratch("series.pgn", text)}).output == output);
}

TEST_CASE("conditional reports an invalid series") {
  const ProgramRun run = run_arbiter({"conditional", kAfterE4, "Nf6: e5; Nf6: Nc3; e6"});
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains("error[contradiction] at character 15: "
                                  "1... Nf6 is answered by e5 and by Nc3"));
  CHECK_THAT(run.output, Contains("error[no-answer] at character 20: "));
  CHECK_THAT(run.output, Contains("the series is not valid\n"));
  const ProgramRun reply = run_arbiter({"conditional", kAfterE4, "Nf6", "--reply", "Nf6"});
  CHECK(reply.status == 1);
  CHECK_THAT(reply.output, Contains("an invalid series cannot be accepted, not even in part"));
}

TEST_CASE("conditional prints the accepted part and the player charged") {
  const ProgramRun run =
      run_arbiter({"conditional", kAfterE4, "Nf6: e5 Nd5 d4", "--reply", "1... Nf6 2. e5 Ng8"});
  CHECK(run.status == 0);
  for (const std::string part :
       {"Accepted  1... Nf6 2. e5\n", "Own move  2... Ng8\n", "and is now free",
        "White is charged for move 1, made", "Black for move 2, the highest",
        "1 answer taken from the series costs White no time", "To move   White\n",
        "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 1 3"}) {
    CAPTURE(part);
    std::string spaced = run.output;
    for (std::size_t at; (at = spaced.find("\n            ")) != std::string::npos;) {
      spaced.replace(at, 13, " ");
    }
    CHECK_THAT(spaced, Contains(part));
  }
  const ProgramRun refused = run_arbiter({"conditional", kAfterE4, "Nf6: e5", "--reply", "Nf6 d4"});
  CHECK(refused.status == 1);
  CHECK_THAT(refused.output, Contains("error: the reply is not valid: White proposed 2. e5"));
}

TEST_CASE("conditional requires a move of the opponent's own in the reply") {
  const ProgramRun run =
      run_arbiter({"conditional", kAfterE4, "Nf6: e5 Nd5 d4", "--reply", "Nf6 e5"});
  CHECK(run.status == 1);
  CHECK_THAT(run.output,
             Contains("error: the reply is not complete: it needs Black's own next move"));
}

TEST_CASE("conditional cites the article that validate cites") {
  const std::string promoter = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  const auto [series, words] = GENERATE(table<std::string, std::string>({
      {"a8: Kd7", "error[illegal] at character 1: 'a8' cannot be played by White"},
      {"a8: Kd7", "(Laws 3.7.3.3)"},
      {"Kf3: Kd7", "(Laws 3.8.1)"},
  }));
  CAPTURE(series);
  const ProgramRun run = run_arbiter({"conditional", promoter, series});
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains(words));
}

TEST_CASE("an illegal move has the same article in every command") {
  struct Row {
    std::string fen;
    std::string move;
    std::string article;
  };
  const Row row = GENERATE(values<Row>({
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "Laws 3.7.3.3"},
      {"4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", "Laws 3.9.2"},
      {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "Laws 3.8.2.1"},
      {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "Laws 3.8.2.2"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Ke3", "Laws 3.8.1"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Ke2", "Laws 3.1"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "exd3", "Laws 3.7.3"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "Kd7", "Laws 1.2"},
  }));
  CAPTURE(row.fen, row.move);
  const std::string game = write_scratch(
      "cited.pgn", "[SetUp \"1\"]\n[FEN \"" + row.fen + "\"]\n\n1. " + row.move + " *\n");
  const std::string cited = "(" + row.article + ")";
  CHECK_THAT(run_arbiter({"validate", "--quiet", "--select", "errors", game}).output,
             Contains(cited));
  CHECK_THAT(run_arbiter({"position", row.fen, "--moves", row.move}).errors, Contains(cited));
  CHECK_THAT(run_arbiter({"conditional", row.fen, row.move + ": Kd8"}).output, Contains(cited));
  const auto claim =
      Json::parse(run_arbiter({"adjudicate", row.fen, "--event", "fifty-claim", "--by", "white",
                               "--move", row.move, "--format", "json"})
                      .output);
  CHECK_THAT(claim["reason"].text(), Contains(cited));
}

TEST_CASE("conditional prints JSON too") {
  const auto object = Json::parse(run_arbiter({"conditional", kAfterE4, "e6: d4 d5 exd5", "--reply",
                                               "e6 d4 d5", "--format", "json"})
                                      .output);
  CHECK(object["can_stand"] == true);
  CHECK(object["proposer"] == "white");
  CHECK(object["conditions"].size() == 2);
  CHECK(object["conditions"][0]["after"].is_null());
  CHECK(object["conditions"][1]["after"] == 0);
  CHECK(object["conditions"][1]["then"] == "exd5");
  CHECK(object["findings"].empty());
  CHECK(object["reply"]["state"] == "still-bound");
  CHECK(object["reply"]["bound_answer"] == "exd5");
  CHECK(object["reply"]["to_move"] == "white");
  CHECK(object["reply"]["own_move"].is_null());
  CHECK(object["refusal"].is_null());
}

TEST_CASE("conditional reports why it cannot answer") {
  struct Case {
    std::vector<std::string> arguments;
    std::string part;
  };
  const std::vector<Case> cases = {
      {{"conditional"}, "no position given"},
      {{"conditional", kAfterE4}, "the series must be one word, in quotes"},
      {{"conditional", kAfterE4, "Nf6:", "e5"}, "the series must be one word, in quotes"},
      {{"conditional", kAfterE4, "/nonexistent/file"}, "/nonexistent/file: "},
      {{"conditional", kAfterE4, "Nf6: e5", "--reply", ""}, "--reply has no moves"},
      {{"conditional", kAfterE4, "Nf6: e5", "--reply", " "}, "--reply has no moves"},
      {{"conditional", "-", "-"}, "cannot both be standard input"},
      {{"conditional", kAfterE4, std::string(70'000, ' ')}, "longer than 65536 bytes"},
  };
  for (const Case& row : cases) {
    CAPTURE(row.part);
    const ProgramRun run = run_arbiter(row.arguments);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains(row.part));
  }
}
