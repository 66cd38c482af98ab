// Tests `arbiter position` and `arbiter adjudicate`.
#include <catch2/catch.hpp>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

Json json_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--format", "json"});
  return Json::parse(run_arbiter(arguments).output);
}

constexpr const char* kShuffle =
    "[White \"A\"]\n[Black \"B\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n";

}  // namespace

TEST_CASE("position reports why castling is not possible") {
  struct Case {
    std::string fen;
    std::string side;
    std::string state;
    std::string words;
  };
  const std::vector<Case> cases = {
      {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "legal", ""},
      {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "prevented", "d1, attacked by the rook on d8"},
      {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "prevented", "f1, attacked by the rook on f8"},
      {"4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O", "prevented", "the bishop on f1 stands"},
      {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "lost", "no right to castle"},
      {"4k3/8/8/8/8/8/4K3/7R w - - 0 1", "O-O", "not-in-place", "the king on e2"},
      {"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "O-O-O", "prevented", "without the rook on b1"},
  };
  for (const Case& row : cases) {
    CAPTURE(row.fen);
    const auto castling = json_of({"position", row.fen})["castling"]["white"][row.side];
    CHECK(castling["state"] == row.state);
    if (!row.words.empty()) CHECK_THAT(castling["reason"].text(), Contains(row.words));
  }
}

TEST_CASE("position reports how a right was lost if it has the moves") {
  const auto object = json_of({"position", "startpos", "--moves", "1. e4 e5 2. Ke2 Ke7 3. Ke1"});
  const auto reason = object["castling"]["white"]["O-O"]["reason"].text();
  CHECK_THAT(reason, Contains("the king moved from e1 to e2 on move 2"));
  CHECK(object["origin"]["impossible"] == false);
}

TEST_CASE("position reports the end of the game, and possible claims") {
  struct Case {
    std::vector<std::string> arguments;
    std::string words;
  };
  const std::string shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
  const std::vector<Case> cases = {
      {{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}, "checkmate, so 1-0 (Laws 5.1.1)"},
      {{"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"}, "stalemate, so 1/2-1/2 (Laws 5.2.1)"},
      {{"4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"}, "so 1/2-1/2 (Laws 5.2.2)"},
      {{"8/8/4k3/8/8/3K4/3R4/8 w - - 150 90"}, "75 moves, so 1/2-1/2 (Laws 9.6.2)"},
      {{"8/8/4k3/8/8/3K4/3R4/8 w - - 100 90"}, "White can claim a draw by fifty moves"},
      {{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "--moves", "Ke2 Ke7 Ke1 Ke8"},
       "the initial position, before these moves, cannot arise from the initial position: "},
      {{"startpos", "--moves", shuffle}, "with Ng8 written down (Laws 9.2.1)"},
      {{"startpos", "--moves", shuffle + " Ng8"}, "has occurred 3 times"},
  };
  for (const Case& row : cases) {
    std::vector<std::string> arguments = {"position"};
    arguments.insert(arguments.end(), row.arguments.begin(), row.arguments.end());
    CAPTURE(row.words);
    std::string output = run_arbiter(arguments).output;
    // Unwraps long lines.
    for (std::size_t at; (at = output.find("\n                  ")) != std::string::npos;) {
      output.replace(at, 19, " ");
    }
    CHECK_THAT(output, Contains(row.words));
  }
}

TEST_CASE("position has another exit status for impossible positions") {
  CHECK(run_arbiter({"position"}).status == 0);
  CHECK(run_arbiter({"position", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}).status == 1);
  const ProgramRun unplayable = run_arbiter({"position", "4k3/8/8/1B6/8/8/8/4K3 w - - 0 1"});
  CHECK(unplayable.status == 1);
  CHECK_THAT(unplayable.output, Contains("(Laws 3.10.3, 3.9.2)"));
  const auto object = json_of({"position", "8/8/8/8/8/8/8/K7 w - - 0 1"});
  CHECK(object["playable"] == false);
  CHECK(object["origin"]["flaws"][0]["id"] == "kings");
  CHECK(run_arbiter({"position", "8/8/8/x7/8/8/8/K7 w - - 0 1"}).status == 2);
  CHECK(run_arbiter({"position", "startpos", "--moves", "e5"}).status == 2);
}

TEST_CASE("a word after the position is rejected") {
  const std::string fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  const std::string command = GENERATE("position", "winnable");
  const std::vector<std::string> words = GENERATE_COPY(
      values<std::vector<std::string>>({{fen, "foo"},
                                        {"startpos", "foo"},
                                        {"4k3/8/8/8/8/8/8/R3K3", "w", "-", "-", "0", "1", "foo"}}));
  std::vector<std::string> arguments = {command};
  arguments.insert(arguments.end(), words.begin(), words.end());
  CAPTURE(arguments);
  const ProgramRun run = run_arbiter(arguments);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("unexpected 'foo'; a FEN has six fields"));
}

TEST_CASE("position reports the article by which a move of --moves is illegal") {
  struct Case {
    std::string fen;
    std::string moves;
    std::string words;
  };
  const auto [fen, moves, words] = GENERATE(values<Case>({
      {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "would be in check from the rook on h5"},
      {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "(Laws 3.9.2)"},
      {"4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", "(Laws 3.9.2)"},
      {"startpos", "e4 e4", "(Laws 3."},
  }));
  CAPTURE(fen, moves);
  const ProgramRun run = run_arbiter({"position", fen, "--moves", moves});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains(words));
}

TEST_CASE("adjudicate accepts a game as well as a FEN") {
  const std::string game = write_scratch("shuffle.pgn", kShuffle);
  const auto claim = [&](const std::string& ply, const std::string& by) {
    return json_of({"adjudicate", game, "--ply", ply, "--event", "threefold-claim", "--by", by});
  };
  CHECK(claim("8", "white")["result"] == "1/2-1/2");
  CHECK(claim("8", "white")["article"] == "Laws 9.2.2");
  CHECK(claim("7", "black")["state"] == "goes-on");
  const auto ahead = json_of({"adjudicate", game, "--ply", "7", "--event", "threefold-claim",
                              "--by", "black", "--move", "Ng8"});
  CHECK(ahead["article"] == "Laws 9.2.1");
  const ProgramRun piped =
      run_arbiter({"adjudicate", "-", "--event", "resign", "--by", "black"}, kShuffle);
  CHECK(piped.status == 0);
  CHECK_THAT(piped.output, Contains("1-0 (Laws 5.1.2)"));
}

TEST_CASE("adjudicate distinguishes a FEN from a path") {
  const std::string fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  const auto run = [&](const std::string& word, const std::string& input) {
    return run_arbiter({"adjudicate", word, "--event", "flag", "--by", "black"}, input);
  };
  const ProgramRun quoted = run(fen, "");
  CHECK(quoted.status == 0);
  CHECK_THAT(run("-", fen + "\n").output, StartsWith(fen + ": 1-0 (Laws 6.9): "));
  CHECK_THAT(run("-", kShuffle).output, Contains("use --rules fide"));
  // The path has as many slashes as a FEN.
  const ProgramRun missing = run("/no/such/folder/is/anywhere/here/a.pgn", "");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.errors, Contains("a.pgn: ") && !Contains("FEN"));
}

TEST_CASE("adjudicate applies the Laws of the day on which the game was played") {
  struct Case {
    std::string date;
    std::vector<std::string> options;
    std::string result;
  };
  const auto [date, options, result] = GENERATE(values<Case>({
      {"1937.03.01", {}, "1-0 (Laws 5.1.2)"},
      {"2014.06.30", {}, "1-0 (Laws 5.1.2)"},
      {"2020.03.01", {}, "1/2-1/2 (Laws 9.6.1)"},
      {"1937.03.01", {"--rules", "fide"}, "1/2-1/2 (Laws 9.6.1)"},
      {"2020.03.01", {"--rules", "fide-pre2014"}, "1-0 (Laws 5.1.2)"},
  }));
  std::string moves;
  for (int i = 0; i < 4; ++i) moves += "Nf3 Nf6 Ng1 Ng8 ";
  const std::string game =
      write_scratch("dated.pgn", "[Date \"" + date + "\"]\n\n" + moves + "e4 e5 *\n");
  std::vector<std::string> arguments = {"adjudicate", game, "--event", "resign", "--by", "black"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  CAPTURE(date, options);
  CHECK_THAT(run_arbiter(arguments).output, Contains(result));
}

TEST_CASE("adjudicate decides nothing after a move that cannot be played") {
  struct Case {
    std::string moves;
    std::vector<std::string> options;
    int status;
    std::string words;
  };
  const auto [moves, options, status, words] = GENERATE(values<Case>({
      {"e4 e5 Ke3 Nc6", {}, 1, "not decided (Laws 3.10.2)"},
      {"e4 e5 Ke3 Nc6", {"--ply", "2"}, 0, "1-0 (Laws 6.9)"},
      // The game was already over.
      {"f3 e5 g4 Qh4# Ke3", {}, 0, "0-1 (Laws 5.1.1)"},
  }));
  const std::string game = write_scratch("cut.pgn", moves + " *\n");
  std::vector<std::string> arguments = {"adjudicate", game, "--event", "flag", "--by", "black"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  CAPTURE(moves, options);
  const ProgramRun run = run_arbiter(arguments);
  CHECK(run.status == status);
  CHECK_THAT(run.output, Contains(words));
}

TEST_CASE("adjudicate rules on a claim with a move that cannot be played") {
  const std::string shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
  const auto [move, words] = GENERATE(table<std::string, std::string>({
      {"Nf5", "the knights on b1 and g1 do not move to f5 (Laws 3.6)"},
      {"5. Nf5", "the knights on b1 and g1 do not move to f5 (Laws 3.6)"},
      {"Nf6", "it is White's turn, but only Black can play this move (Laws 1.2)"},
  }));
  CAPTURE(move);
  const auto object = json_of({"adjudicate", "startpos", "--moves", shuffle, "--event",
                               "threefold-claim", "--by", "white", "--move", move});
  CHECK(object["state"] == "goes-on");
  CHECK(object["article"] == "Laws 9.2.1");
  CHECK_THAT(object["reason"].text(), Contains(words));
}

TEST_CASE("adjudicate judges a game that Black began, with and without a position") {
  const std::string game = write_scratch("black.pgn", "1... e5 2. e4 Nc6 *\n");
  CHECK(json_of({"adjudicate", game, "--event", "black-began"})["article"] == "Laws 7.3");
  CHECK_THAT(json_of({"adjudicate", game, "--event", "black-began"})["reason"].text(),
             StartsWith("moves made by each player: 1;"));
  CHECK(json_of({"adjudicate", "--event", "black-began"})["state"] == "cancelled");
  const auto object =
      json_of({"adjudicate", "startpos", "--moves", "e5 e4 Nc6", "--event", "black-began"});
  CHECK(object["state"] == "cancelled");
  const ProgramRun run = run_arbiter({"validate", "--quiet", game});
  CHECK_THAT(run.output,
             Contains("warning[black-began]: 1. e5: the moves begin with 1..., so Black"));
  CHECK_THAT(run.output, Contains("arbiter adjudicate --event black-began"));
}

TEST_CASE("adjudicate restores the position before an illegal move that is found later") {
  const std::string game = write_scratch("found.pgn", "1. e4 e5 2. Ke3 Nc6 3. Nf3 *\n");
  const auto object = json_of(
      {"adjudicate", game, "--event", "illegal-move-found", "--by", "white", "--pace", "standard"});
  CHECK(object["article"] == "Laws 7.5.1");
  CHECK(object["fen"] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

TEST_CASE("adjudicate names a loss of both players, and a pawn left on the last rank") {
  const auto both = json_of({"adjudicate", "--event", "both-no-show"});
  CHECK(both["state"] == "both-lost");
  CHECK(both["result"] == "0-0");
  CHECK_THAT(run_arbiter({"adjudicate", "--event", "both-no-show"}).output,
             Contains("Result    0-0 (Laws 6.7.1)"));
  const auto pawn = json_of({"adjudicate", "4k2P/8/8/8/8/8/8/4K3 b - - 0 40", "--event",
                             "pawn-not-replaced", "--by", "white"});
  CHECK(pawn["article"] == "Laws 7.5.2");
  const auto sealed = json_of(
      {"adjudicate", "startpos", "--event", "sealed-move", "--by", "white", "--move", "Nd2 or e4"});
  CHECK(sealed["article"] == "Laws Guidelines I.8");
  CHECK(sealed["result"] == "0-1");
}

TEST_CASE("adjudicate needs a game number if there are several games") {
  const std::string games = write_scratch("two.pgn", std::string(kShuffle) + "\n" + kShuffle);
  const ProgramRun unsaid = run_arbiter({"adjudicate", games, "--event", "flag", "--by", "white"});
  CHECK(unsaid.status == 2);
  CHECK_THAT(unsaid.errors, Contains("--game N"));
  CHECK(run_arbiter({"adjudicate", games, "--game", "2", "--event", "flag", "--by", "white"})
            .status == 0);
  const ProgramRun missing =
      run_arbiter({"adjudicate", games, "--game", "3", "--event", "flag", "--by", "white"});
  CHECK(missing.status == 2);
  CHECK_THAT(missing.errors, Contains("it has 2 games"));
}

TEST_CASE("adjudicate reports missing arguments") {
  const std::string fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{}, "no position given"},
      {{fen}, "--event"},
      {{fen, "--event", "flag"}, "--by"},
      {{fen, "--event", "flag", "--by", "black", "--move", "Ra2"}, "only a claim or a sealed move"},
      {{fen, "--event", "fifty-claim", "--by", "white", "--move", "soon"},
       "--move: 'soon' is not a move"},
      {{fen, "--event", "fifty-claim", "--by", "white", "--move", "Ra2 Ra3"},
       "needs exactly one move"},
      {{"--event", "flag", "--by", "white"}, "no position given"},
      {{fen, "--event", "illegal-move", "--by", "black"}, "White's turn"},
      {{fen, "--event", "flag", "--by", "black", "--game", "2"}, "--game"},
      {{fen, "--event", "flag", "--by", "black", "--ply", "9"}, "0 half-moves"},
      {{"8/8/8/8/8/8/8/K7 w - - 0 1", "--event", "flag", "--by", "black"}, "cannot be played"},
      {{fen, "R", "--event", "flag", "--by", "black"},
       "a FEN has six fields, and moves follow --moves"},
      {{"a.pgn", "b.pgn", "--event", "flag", "--by", "black"}, "unexpected 'b.pgn'"},
      {{"no-such-file.pgn", "--event", "flag", "--by", "black"}, "no-such-file.pgn"},
  };
  for (const auto& [arguments, words] : cases) {
    CAPTURE(words);
    std::vector<std::string> all = {"adjudicate"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProgramRun run = run_arbiter(all);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains(words));
  }
}

TEST_CASE("adjudicate reports how the rules of other bodies differ") {
  const std::vector<std::string> question = {"adjudicate", "8/3p4/4k3/8/8/3K4/5B2/8 w - - 0 70",
                                             "--event",    "flag",
                                             "--by",       "black",
                                             "--rules",    "all"};
  const ProgramRun run = run_arbiter(question);
  CHECK(run.status == 1);  // US Chess requires a forced win
  const std::vector<std::string> lines = lines_of(run.output);
  CHECK_THAT(run.output, Contains("fide      1-0 (Laws 6.9)"));
  CHECK_THAT(run.output, Contains("lichess   1-0 (Lichess)"));
  CHECK_THAT(run.output, Contains("chesscom  1/2-1/2 (chess.com)"));
  CHECK_THAT(run.output, Contains("uscf      not decided (US Chess 14E)"));
}
