// Tests games in formats other than PGN, as written by fmt, filter and export.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/support/json.h"
#include "tests/support/json_schema.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

using Words = std::vector<std::string>;

const std::string kTournament = "testdata/tournament.pgn";

std::string output_of(Words words, const std::string& input = "") {
  const ProgramRun run = run_arbiter(words, input);
  CAPTURE(words, run.errors);
  CHECK(run.status != 2);
  return run.output;
}

const Json& schema() {
  static const Json schema =
      Json::parse(read_text((repository() / "tools/docs/game.schema.json").string()));
  return schema;
}

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Checks all files of testdata.
TEST_CASE("JSON output matches the schema") {
  const Words added = GENERATE(Words{}, Words{"--add", "fens,findings,plycount"});
  const std::string folder = testdata("").string();
  // One of the files is not text, but the others are still written.
  const ProgramRun run = run_arbiter(with({"fmt", "-q", "--format", "json", folder}, added));
  CHECK(run.status == 2);
  const Json games = Json::parse(run.output);
  for (const Json& game : games.elements()) CHECK(schema_fault(game, schema()) == "");
  const std::string lines =
      run_arbiter(with({"fmt", "-q", "--format", "jsonl", folder}, added)).output;
  std::size_t line = 0;
  for (const std::string& one : lines_of(lines)) CHECK((Json::parse(one) == games[line++]));
  CHECK(line == games.size());
}

TEST_CASE("the schema rejects undefined members") {
  const auto [json, fault] = GENERATE(table<std::string, std::string>({
      {R"({"tags":{},"moves":[],"result":"*"})", ""},
      {R"({"tags":{"A":["x","y"]},"moves":[],"result":"*"})", ""},
      {R"({"tags":{"A":["x"]},"moves":[],"result":"*"})", ": it fits nothing"},
      {R"({"moves":[],"result":"*"})", ": it fits nothing"},
      {R"({"tags":{},"moves":[{"ply":0,"san":"e4","uci":"e2e4"}],"result":"*"})",
       ": it fits nothing"},
      {R"({"tags":{},"moves":[],"result":"*","x":1})", ": it fits nothing"},
  }));
  CHECK(schema_fault(Json::parse(json), schema()) == fault);
}

TEST_CASE("moves have clocks in seconds, evaluations in pawns, NAGs, comments and variations") {
  const std::string pgn =
      "[Event \"?\"]\n\n{start} 1. e4! {[%clk 0:10:00.5] [%eval 0.35,18] good} (1. d4 {other}) e5 "
      "{[%eval #-3] [%emt 0:00:07]} 2. Ke2 {x} $6 *\n";
  const Json game =
      Json::parse(output_of({"fmt", "-q", "--format", "jsonl", "--add", "fens", "-"}, pgn));
  CHECK(game["comments"] == Json(Json::Array{"start"}));
  const Json& first = game["moves"][0];
  CHECK(first["clock"] == Json(600.5));
  CHECK(first["eval"] == Json(0.35));
  CHECK(first["nags"][0] == Json(1));
  CHECK(first["fen"] == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  CHECK(first["comments"][0] == "[%clk 0:10:00.5] [%eval 0.35,18] good");
  CHECK(first["variations"][0]["moves"][0]["comments"][0] == "other");
  CHECK(first["variations"][0]["moves"][0]["ply"] == Json(1));
  CHECK_FALSE(first.contains("order"));
  CHECK(game["moves"][1]["mate"] == Json(-3));
  CHECK(game["moves"][1]["elapsed"] == Json(7));
  CHECK(game["moves"][2]["order"] == "CN");
  CHECK(game["moves"][2]["uci"] == "e1e2");
}

TEST_CASE("JSON games contain their findings") {
  const Json game =
      Json::parse(output_of({"fmt", "-q", "--format", "jsonl", "--add", "findings", "-"},
                            "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n"));
  bool has_found = false;
  for (const Json& finding : game["findings"].elements()) {
    has_found = has_found || finding["id"] == "mate-vs-result";
  }
  CHECK(has_found);
}

TEST_CASE("a line is a game or a position in the other formats") {
  const std::string pgn =
      "[Event \"Open, \\\"A\\\"\"]\n[White \"=A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo "
      "\"2000\"]\n\n"
      "1. e4 (1. d4) e5 2. Nf3 1-0\n";
  struct Row {
    Words options;
    std::string output;
  };
  const Row row = GENERATE(values<Row>({
      {{"--format", "csv"},
       "Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,FEN,Plies,Moves\r\n"
       "\"Open, \"\"A\"\"\",?,????.??.??,?,'=A,B,1-0,2000,,,,3,e4 e5 Nf3\r\n"},
      {{"--format", "csv", "--tags", "Black", "--set", "Source=x", "--notation", "uci"},
       "Black,Source,Plies,Moves\r\nB,x,3,e2e4 e7e5 g1f3\r\n"},
      {{"--format", "uci"}, "position startpos moves e2e4 e7e5 g1f3\n"},
      {{"--format", "uci", "--from-ply", "3"},
       "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves g1f3\n"},
      {{"--format", "fen", "--to-ply", "1"},
       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"},
      {{"--format", "epd", "--to-ply", "0"},
       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; c0 \"=A - B, Open, "
       "'A' ????.??.??, 1-0\";\n"},
      {{"--format", "jsonl", "--positions", "--from-ply", "3"},
       R"({"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","ply":0,"san":"Nf3","uci":"g1f3","clock":null,"eval":null,"mate":null,)"
       R"("white":"=A","black":"B","date":"????.??.??","event":"Open, \"A\"","white_elo":2000,"black_elo":null,"result":"1-0"})"
       "\n"
       R"({"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2","ply":1,"san":null,"uci":null,"clock":null,"eval":null,"mate":null,)"
       R"("white":"=A","black":"B","date":"????.??.??","event":"Open, \"A\"","white_elo":2000,"black_elo":null,"result":"1-0"})"
       "\n"},
      {{"--format", "csv", "--positions", "--to-ply", "1"},
       "fen,ply,san,uci,clock,eval,mate,white,black,date,event,white_elo,black_elo,result\r\n"
       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,0,e4,e2e4,,,,'=A,B,????.??.??,"
       "\"Open, \"\"A\"\"\",2000,,1-0\r\n"
       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,1,,,,,,'=A,B,????.??.??,"
       "\"Open, \"\"A\"\"\",2000,,1-0\r\n"},
  }));
  CAPTURE(row.options);
  for (const Words& command :
       {Words{"fmt", "-q", "-"}, Words{"filter", "-q", "-"}, Words{"export", "-q", "-"}}) {
    CHECK(output_of(with(command, row.options), pgn) == row.output);
  }
}

TEST_CASE("evaluations that TCEC lists in comments are read") {
  const std::string pgn =
      "1. e4 {d=31, mt=55970, wv=-0.06, R50=50} e5 {book, mb=+0} 2. Nf3 {d=9, wv=-M12,} Nc6 "
      "{pv=Nc6, wv=M3} 3. Bb5 {[%eval 0.3] d=1, wv=7} a6 {d=1, wv=x} *\n";
  std::vector<std::string> values;
  for (const std::string& line :
       lines_of(output_of({"filter", "-q", "--format", "jsonl", "--positions", "-"}, pgn))) {
    values.push_back(
        line.substr(line.find("\"eval\""), line.find(",\"white\"") - line.find("\"eval\"")));
  }
  CHECK(values ==
        std::vector<std::string>{R"("eval":-0.06,"mate":null)", R"("eval":null,"mate":null)",
                                 R"("eval":null,"mate":-12)", R"("eval":null,"mate":3)",
                                 R"("eval":0.3,"mate":null)", R"("eval":null,"mate":null)",
                                 R"("eval":null,"mate":null)"});
  CHECK(output_of({"find", "-", "--eval", "..-5", "--count"}, pgn) == "1\n");
  CHECK(output_of({"find", "-", "--has", "evals", "--count"}, pgn) == "1\n");
}

TEST_CASE("each position is written once on request") {
  const Words formats =
      GENERATE(Words{"--format", "fen"}, Words{"--format", "epd"},
               Words{"--format", "jsonl", "--positions"}, Words{"--format", "csv", "--positions"});
  const std::vector<std::string> all =
      lines_of(output_of(with({"filter", "-q", kTournament}, formats)));
  const std::vector<std::string> unique =
      lines_of(output_of(with({"filter", "-q", "--unique", kTournament}, formats)));
  const auto position = [](const std::string& line) {
    std::string text = line.starts_with('{') ? Json::parse(line)["fen"].text() : line;
    std::size_t end = 0;
    for (int field = 0; field < 4; ++field) end = text.find(' ', end + (field > 0 ? 1 : 0));
    return text.substr(0, end);
  };
  std::set<std::string> seen;
  std::vector<std::string> expected;
  for (const std::string& line : all) {
    if (seen.insert(position(line)).second) expected.push_back(line);
  }
  CHECK(all.size() > expected.size());
  CHECK(unique == expected);
}

TEST_CASE("an export without games is an empty list, and a sample of games is a list too") {
  CHECK(output_of({"filter", "-q", "--player", "Zzzz", "--format", "json", kTournament}) ==
        "[\n]\n");
  CHECK(output_of({"filter", "-q", "--player", "Zzzz", "--format", "jsonl", kTournament}) == "");
  CHECK_THAT(output_of({"filter", "-q", "--player", "Zzzz", "--format", "csv", kTournament}),
             Catch::Matchers::EndsWith("Moves\r\n"));
  const Json sample =
      Json::parse(output_of({"filter", "-q", "--sample", "3", "--format", "json", kTournament}));
  CHECK(sample.size() == 3);
  CHECK(output_of({"filter", "--count", "--format", "json", kTournament}) == "15\n");
}

TEST_CASE("formats that cannot be combined are rejected") {
  const auto [options, error] = GENERATE(table<Words, std::string>({
      {{"fmt", "--positions", "-"}, "--positions needs --format jsonl"},
      {{"fmt", "--check", "--format", "json", "-"}, "are for PGN"},
      {{"fmt", "--in-place", "--from", "json", "-"}, "are for PGN"},
      {{"export", "--format", "xml", "-"}, "xml"},
  }));
  CAPTURE(options);
  const ProgramRun run = run_arbiter(options, "");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains(error));
}

TEST_CASE("malformed JSON is rejected with its place, and no file is created") {
  const ProgramRun run =
      run_arbiter({"fmt", "-q", "--from", "json", "-"}, "[{\"moves\":\n[{\"san\":1}]}]");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("<stdin>: line 2, column 10: a value has the wrong type"));
}

}  // namespace
