// Tests players from a player list, and merged names, with the real program.
#include <catch2/catch.hpp>
#include <string>

#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

std::string game(const std::string& white, const std::string& black, const std::string& moves,
                 const std::string& more_tags = "") {
  return "[Event \"Lindenau\"]\n[Site \"?\"]\n[Date \"2024.05.09\"]\n[Round \"?\"]\n[White \"" +
         white + "\"]\n[Black \"" + black + "\"]\n[Result \"*\"]\n" + more_tags + "\n" + moves +
         " *\n\n";
}

// Writes games of one person under two names, one of them in two spellings, and games of another
// person.
void write_games(const Workbench& bench) {
  bench.write("kasparov.pgn",
              game("Kasparov, Gary", "Adler, Nora", "1. e4 e5", "[WhiteFideId \"4100018\"]\n") +
                  game("Kasparov, Gary", "Brandt, Ole", "1. d4 d5") +
                  game("Brandt, Ole", "Kasparov,G", "1. c4 e5", "[BlackFideId \"4100018\"]\n") +
                  game("KASPAROV, G.", "Adler, Nora", "1. Nf3 d5") +
                  game("Karpov, Anatoly", "Weinstein, Harry", "1. e4 c6"));
  REQUIRE(bench.run("arbiter import -q chess.db kasparov.pgn").status == 0);
}

std::string count(const Workbench& bench, const std::string& name) {
  return bench.run("arbiter find -q chess.db --count --player '" + name + "'").output;
}

}  // namespace

TEST_CASE("merged names are one person everywhere, and undo restores them") {
  const Workbench bench;
  write_games(bench);
  const std::string text = bench.run("arbiter export chess.db 2> /dev/null").output;
  const std::string before = bench.run("arbiter players chess.db").output;
  CHECK(count(bench, "Kasparov, Gary") == "2\n");

  const ProgramRun merge =
      bench.run("arbiter players chess.db --merge 'Kasparov, Gary' 'Kasparov,G'");
  CAPTURE(merge.output);
  REQUIRE(merge.status == 0);
  CHECK(count(bench, "Kasparov, Gary") == "4\n");
  CHECK(count(bench, "=Kasparov, Gary") == "4\n");  // a name of the person
  CHECK(bench.run("arbiter find chess.db --count --not-player 'Kasparov, Gary'").output == "1\n");
  CHECK(bench.run("arbiter find chess.db --count --black 'Kasparov, Gary'").output == "1\n");
  CHECK_THAT(bench.run("arbiter stats chess.db --by player --format csv").output,
             Contains("\"Kasparov, Gary\",4,"));
  CHECK_THAT(bench.run("arbiter tree chess.db --white 'Kasparov, Gary' --format csv").output,
             Contains("Nf3"));
  CHECK_THAT(bench
                 .run("arbiter sql chess.db --format csv \"SELECT name, names, games FROM persons "
                      "ORDER BY games DESC LIMIT 1\"")
                 .output,
             Contains("\"Kasparov, Gary\",3,4"));
  CHECK_THAT(bench
                 .run("arbiter sql chess.db \"SELECT name FROM person_names WHERE person = "
                      "'Kasparov, Gary'\"")
                 .output,
             Contains("KASPAROV, G."));
  CHECK_THAT(bench.run("arbiter players chess.db Kasparov").output,
             Contains("by hand") && Contains("most frequent"));
  CHECK(bench.run("arbiter export chess.db 2> /dev/null").output == text);
  CHECK(bench.run("arbiter verify chess.db").status == 0);

  // A name imported later belongs to the person with its folded name.
  bench.write("more.pgn", game("Kasparov, G", "Huber, Finn", "1. g3"));
  REQUIRE(bench.run("arbiter import -q chess.db more.pgn").status == 0);
  CHECK(count(bench, "Kasparov, Gary") == "5\n");
  REQUIRE(bench.run("arbiter sources chess.db --apply --forget more.pgn").status == 0);
  REQUIRE(bench.run("arbiter compact chess.db").status == 0);
  CHECK(count(bench, "Kasparov, Gary") == "4\n");

  REQUIRE(bench.run("arbiter players chess.db --undo").status == 0);
  CHECK(count(bench, "Kasparov, Gary") == "2\n");
  CHECK(bench.run("arbiter players chess.db").output == before);
  CHECK(bench.run("arbiter players chess.db --undo").status == 2);
}

TEST_CASE("a name is split from its person, and the changes are listed") {
  const Workbench bench;
  write_games(bench);
  REQUIRE(bench
              .run("arbiter players chess.db --merge 'Kasparov, Gary' 'Kasparov, G' --merge "
                   "'Kasparov, Gary' 'Weinstein, Harry'")
              .status == 0);
  CHECK(count(bench, "Weinstein, Harry") == "5\n");
  REQUIRE(bench.run("arbiter players chess.db --split 'kasparov,g'").status == 0);
  CHECK(count(bench, "Weinstein, Harry") == "3\n");
  CHECK(count(bench, "Kasparov,G") == "5\n");  // also matches "Gary", who is Weinstein
  CHECK(count(bench, "=Kasparov,G") == "2\n");
  const std::string history = bench.run("arbiter players chess.db --history --format csv").output;
  CHECK_THAT(history, Contains("1,merge,") && Contains("2,merge,") && Contains("3,split,"));
  REQUIRE(bench.run("arbiter players chess.db --undo").status == 0);
  CHECK(count(bench, "Weinstein, Harry") == "5\n");
}

TEST_CASE("names that differ only in punctuation are one person") {
  const Workbench bench;
  bench.write("games.pgn", game("Karlsen, Magnus", "Adler, Nora", "1. e4") +
                               game("Carlsen, Magnus", "Wei Yi", "1. d4") +
                               game("Wei, Yi", "Dorn, Jakob", "1. c4"));
  REQUIRE(bench.run("arbiter import -q some.db games.pgn").status == 0);
  REQUIRE(bench.run("arbiter players some.db --merge 'Karlsen Magnus' 'carlsen magnus'").status ==
          0);
  REQUIRE(bench.run("arbiter players some.db --merge 'Wei Yi' 'Adler, Nora'").status == 0);
  const std::string players = bench.run("arbiter players some.db --format csv").output;
  CHECK_THAT(players, Contains("\"Carlsen, Magnus\",2,") &&
                          Contains("\"Adler, Nora\",3,\"Wei Yi; Wei, Yi\""));
  for (const char* name : {"Wei Yi", "=Wei Yi", "=wei, yi"}) {
    CAPTURE(name);
    CHECK(
        bench.run(std::string("arbiter find -q some.db --count --player '") + name + "'").output ==
        "3\n");
  }
  CHECK_THAT(bench.run("arbiter sql some.db --format csv 'SELECT name, names FROM persons'").output,
             Contains("\"Adler, Nora\",3") && Contains("\"Carlsen, Magnus\",2"));
}

TEST_CASE("dedup compares merged names as one") {
  const Workbench bench;
  const std::string moves =
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
  bench.write("two.pgn", game("Weinstein, Harry", "Adler, Nora", moves) +
                             game("Kasparov, Gary", "Adler, Nora", moves));
  REQUIRE(bench.run("arbiter import -q two.db two.pgn").status == 0);
  CHECK_THAT(bench.run("arbiter dedup two.db").output, Contains("0 groups"));
  REQUIRE(bench.run("arbiter players two.db --merge 'Weinstein, Harry' 'Kasparov, Gary'").status ==
          0);
  CHECK_THAT(bench.run("arbiter dedup two.db").output, Contains("1 group"));
}

TEST_CASE("games of a shorter spelling of a full name are counted beside the answer") {
  const Workbench bench;
  bench.write("games.pgn", game("Aronian,L", "Adler, Nora", "1. e4") +
                               game("Adler, Nora", "Aronian,L", "1. d4") +
                               game("Aronian, Levon", "Dorn, Jakob", "1. c4") +
                               game("Aronian, Karen", "Dorn, Jakob", "1. c4"));
  REQUIRE(bench.run("arbiter import -q some.db games.pgn").status == 0);
  const std::string hint =
      "2 more games have a similar name (Aronian,L); --player \"Aronian,L\" includes them\n";
  for (const std::string line :
       {"find some.db --player 'Aronian, Levon'", "find games.pgn --player 'Levon Aronian'",
        "stats some.db --player 'Aronian, Levon'", "tree some.db --player 'Aronian, Levon'",
        "prepare some.db 'Aronian, Levon'"}) {
    CAPTURE(line);
    CHECK_THAT(bench.run("arbiter " + line + " 2>&1 > answer").output, Contains(hint));
  }
  for (const std::string line :
       {"find some.db --player 'Aronian,L'", "find some.db --player 'Aronian, Karen'",
        "find some.db --player 'Adler, Nora'", "find -q some.db --player 'Aronian, Levon'"}) {
    CAPTURE(line);
    CHECK_THAT(bench.run("arbiter " + line + " 2>&1 > answer").output, !Contains("similar name"));
  }
}

TEST_CASE("a name that several players have is said to be ambiguous, and one that none has") {
  const Workbench bench;
  write_games(bench);
  const auto messages = [&bench](const std::string& line) {
    return bench.run("arbiter " + line + " 2>&1 > /dev/null").output;
  };
  CHECK_THAT(messages("find chess.db --player Kasparov"),
             Contains("2 players match 'kasparov': KASPAROV, G.; Kasparov, Gary (\"=KASPAROV, G.\" "
                      "selects one)\n"));
  CHECK_THAT(messages("stats chess.db --white Korpov"),
             Contains("no player matches 'korpov'; similar names: Karpov, Anatoly\n"));
  CHECK_THAT(messages("tree chess.db --player Xyzzy"), Contains("no player matches 'xyzzy'\n"));
  for (const std::string command : {"export", "filter", "delete"}) {
    CAPTURE(command);
    CHECK_THAT(messages(command + " chess.db --player Kasparov"),
               Contains("2 players match 'kasparov': KASPAROV, G.; Kasparov, Gary (\"=KASPAROV, "
                        "G.\" selects one)\n"));
    CHECK_THAT(messages(command + " -q chess.db --player Kasparov"), !Contains("match '"));
  }
  CHECK_THAT(messages("find chess.db --player Weinstein"), !Contains("match"));
  CHECK_THAT(messages("find chess.db --not-player Korpov"), !Contains("match"));
  CHECK(messages("find -q chess.db --player Kasparov").empty());
}

TEST_CASE("an invalid merge or split is rejected, and nothing is changed") {
  const Workbench bench;
  write_games(bench);
  const std::string arguments = GENERATE(
      as<std::string>{}, "--merge 'Kasparov, Gary' 'Kasparow'", "--merge Karpov 'Kasparov, G'",
      "--merge 'Kasparov,G' 'KASPAROV, G.'", "--split 'Kasparov, Gary'", "--split Nobody",
      "--undo --history", "--apply", "--players kasparov.pgn", "Nobody",
      "--merge 'Kasparov, Gary' 'Adler, Nora' --merge 'Kasparov, Gary' Nobody");
  CAPTURE(arguments);
  const std::string before = bench.run("arbiter players chess.db").output;
  const ProgramRun run = bench.run("arbiter players chess.db " + arguments);
  CAPTURE(run.output);
  CHECK(run.status == 2);
  CHECK(bench.run("arbiter players chess.db").output == before);
}

TEST_CASE("names that play each other are merged only by force") {
  const Workbench bench;
  write_games(bench);
  const std::string before = bench.run("arbiter players chess.db").output;
  // The check covers all names of a person: in the third game, Brandt plays one of Kasparov's.
  REQUIRE(bench.run("arbiter players chess.db --merge 'Kasparov, Gary' 'Kasparov,G'").status == 0);
  const auto [names, words] = GENERATE(table<std::string, std::string>({
      {"'Weinstein, Harry' 'Karpov, Anatoly'",
       "play each other in game 5; use --force to merge them"},
      {"'Kasparov, Gary' 'Brandt, Ole'", "play each other in game 2; use --force to merge them"},
      {"'Brandt, Ole' 'Kasparov,G'", "play each other in game 2; use --force to merge them"},
  }));
  CAPTURE(names);
  const ProgramRun refused = bench.run("arbiter players chess.db --merge " + names);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.output, Contains(words));
  CHECK(bench.run("arbiter players chess.db --history | wc -l").output == "2\n");
  CHECK(bench.run("arbiter players chess.db --force --merge " + names).status == 0);
  CHECK(bench.run("arbiter players chess.db --force --split 'Brandt, Ole'").status == 2);
  bench.run("arbiter players chess.db --undo; arbiter players chess.db --undo");
  CHECK(bench.run("arbiter players chess.db").output == before);
}

TEST_CASE("an id shared by two opponents merges no names") {
  const Workbench bench;
  bench.write("games.pgn", game("Adler, Nora", "Adler, N", "1. e4 e5",
                                "[WhiteFideId \"4600001\"]\n[BlackFideId \"4600001\"]\n"));
  REQUIRE(bench.run("arbiter import -q chess.db games.pgn").status == 0);
  const ProgramRun run = bench.run("arbiter players chess.db --suggest --apply 2>&1");
  CAPTURE(run.output);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("0 merges made"));
}

TEST_CASE("certain merges are applied, suggestions are not") {
  const Workbench bench;
  write_games(bench);
  const std::string found =
      bench.run("arbiter players chess.db --suggest --format csv 2>&1").output;
  CAPTURE(found);
  CHECK_THAT(found, Contains("fide-id") && Contains("FIDE id 4100018 in games 3, 1"));
  bench.write(
      "list.csv",
      "id,name,aliases\n4100018,\"Kasparov, Garry\",\"Kasparov, Gary; Weinstein, Harry\"\n");
  const ProgramRun listed =
      bench.run("arbiter players chess.db --suggest --players list.csv --format csv");
  CHECK_THAT(listed.output, Contains("\nlist,") && Contains("\"Weinstein, Harry\""));
  CHECK(count(bench, "Kasparov, Gary") == "2\n");  // nothing changes without --apply
  CHECK(bench.run("arbiter players chess.db list.csv --suggest").status == 2);
  REQUIRE(bench.run("arbiter players chess.db --suggest --players list.csv --apply").status == 0);
  CHECK(count(bench, "Kasparov, Gary") == "5\n");
  CHECK_THAT(bench.run("arbiter players chess.db --history").output, Contains("FIDE id 4100018"));
}

TEST_CASE("a name that begins exactly one other name is a suggestion") {
  const Workbench bench;
  bench.write("games.pgn", game("Castell,M", "Adler, N", "1. e4") +
                               game("Castell, Mira", "Adler, Nora", "1. d4") +
                               game("Castell, Max", "Dorn, Jakob", "1. c4"));
  REQUIRE(bench.run("arbiter import -q some.db games.pgn").status == 0);
  const std::string found = bench.run("arbiter players some.db --suggest --format csv").output;
  CHECK_THAT(found, Contains("suggestion,\"Adler, Nora\",\"Adler, N\"") && !Contains("Castell"));
  REQUIRE(bench.run("arbiter players some.db --suggest --apply").status == 0);
  CHECK(bench.run("arbiter find some.db --count --player '=Adler, Nora'").output == "1\n");
  CHECK(bench.run("arbiter players some.db --history --format csv | wc -l").output == "1\n");
}

TEST_CASE("contradicting FIDE ids prevent a merge") {
  const Workbench bench;
  bench.write("games.pgn", game("Adler, Nora", "Brandt, Ole", "1. e4", "[WhiteFideId \"5\"]\n") +
                               game("Adler,N", "Brandt, Ole", "1. d4", "[WhiteFideId \"5\"]\n") +
                               game("Adler,N", "Brandt, Ole", "1. c4", "[WhiteFideId \"6\"]\n") +
                               game("Dorn, Jakob", "Huber, Finn", "1. b3",
                                    "[WhiteFideId \"7\"]\n[BlackFideId \"7\"]\n"));
  REQUIRE(bench.run("arbiter import -q some.db games.pgn").status == 0);
  const std::string found =
      bench.run("arbiter players some.db --suggest --apply --format csv").output;
  CAPTURE(found);
  CHECK_THAT(found, Contains("conflict,\"Adler,N\"") && Contains("FIDE id 7 in both"));
  CHECK(bench.run("arbiter players some.db --history --format csv | wc -l").output == "1\n");
}

TEST_CASE("validate compares players with a list") {
  const Workbench bench;
  bench.write("list.csv",
              "# month: 2024-05\nid,name,title,rating\n"
              "1234,\"Adler, Nora\",FM,2214\n12x4,\"Brandt, Ole\",,\n");
  bench.write("round.pgn",
              game("Adler, Nora", "Brandt, Ole", "1. e4",
                   "[WhiteFideId \"1234\"]\n[WhiteElo \"2241\"]\n[WhiteTitle \"IM\"]\n"));
  const ProgramRun run =
      bench.run("arbiter validate --select tournament --players list.csv round.pgn");
  CHECK_THAT(run.output,
             Contains("list.csv:4:1: warning[player-list-syntax]: the FIDE id \"12x4\"") &&
                 Contains("round.pgn:9:12: warning[list-rating]") &&
                 Contains("round.pgn:10:14: warning[list-title]"));
  CHECK(run.status == 0);
  const std::string packed = bench
                                 .run(
                                     "zip -q list.zip list.csv; arbiter validate --select "
                                     "list-rating --players list.zip round.pgn")
                                 .output;
  CHECK_THAT(packed, Contains("list-rating"));
  CHECK(bench.run("arbiter validate -q --players none.csv round.pgn").status == 2);
  CHECK(bench.run("arbiter validate -q --players round.pgn round.pgn").status == 2);
  CHECK(bench.run("arbiter validate -q --players-month May round.pgn").status == 2);
  // A tournament report is also a player list; its ratings are those of the first day.
  bench.write("list.trf",
              "012 Open\n042 2024/05/09\n"
              "001    1 w FM Adler, Nora                       2214 GER        1234\n"
              "001    2      Brandt, Ole                       2105 GER        9999\n");
  CHECK_THAT(bench.run("arbiter validate --select tournament --players list.trf round.pgn").output,
             Contains("round.pgn:9:12: warning[list-rating]") &&
                 Contains("round.pgn:10:14: warning[list-title]"));
  const std::string without_month =
      bench
          .run(
              "sed -i 1d list.csv; arbiter validate --select list-rating --players list.csv "
              "round.pgn")
          .output;
  CHECK_THAT(without_month, Contains("--players-month") && !Contains("warning"));
  CHECK_THAT(bench
                 .run("arbiter validate --select list-rating --players list.csv --players-month "
                      "2024-05 round.pgn")
                 .output,
             Contains("list-rating"));
}

TEST_CASE("fmt adds what a player list states about players without doubt, and keeps the rest") {
  const Workbench bench;
  bench.write("list.csv",
              "# month: 2024-05\nid,name,federation,title,rating\n"
              "100,\"Adler, Nora\",GER,WFM,2214\n200,\"Brandt, Ole\",AUT,,1900\n"
              "301,\"Carlsen, Max\",NOR,GM,2500\n302,\"Carlsen, Mia\",DEN,,1500\n");
  bench.write("games.pgn",
              game("Adler, Nora", "Brandt, Ole", "1. e4 e5", "[BlackElo \"1950\"]\n") +
                  game("Carlsen, M", "Nobody, Else", "1. d4 d5", "[BlackTitle \"-\"]\n") +
                  game("Adler, N", "Adler, Nora", "1. c4", "[WhiteFideId \"100\"]\n"));
  const ProgramRun run = bench.run("arbiter fmt --players list.csv games.pgn 2> errors");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("[WhiteElo \"2214\"]\n[WhiteFed \"GER\"]\n[WhiteFideId "
                                  "\"100\"]\n[WhiteTitle \"WFM\"]") &&
                             Contains("[BlackElo \"1950\"]\n[BlackFed \"AUT\"]") &&
                             !Contains("NOR") && !Contains("DEN") && Contains("\"Adler, N\""));
  CHECK_THAT(bench.text("errors"),
             Contains("games.pgn:1: game 1: WhiteElo \"2214\" added for \"Adler, Nora\"\n") &&
                 Contains("game 1: the rating of \"Brandt, Ole\" is 1950 here, but 1900") &&
                 Contains("; not changed\n") && !Contains("game 2:"));
  CHECK(bench.run("arbiter fmt --check --players list.csv games.pgn").status == 1);
  CHECK(bench.run("arbiter fmt --diff -q --players list.csv games.pgn").output.find("+[WhiteFed") !=
        std::string::npos);
  CHECK(bench.run("arbiter fmt -i -q --players list.csv games.pgn").status == 0);
  CHECK(bench.run("arbiter fmt --check --players list.csv games.pgn").status == 0);
  CHECK(bench.run("arbiter fmt --players list.csv - < games.pgn").status == 2);
  CHECK(bench.run("mkfifo pipe; arbiter fmt --players list.csv pipe").status == 2);
  const std::string list = bench.text("list.csv");
  CHECK(bench.run("arbiter fmt --players list.csv games.pgn -o list.csv --format pgn").status == 2);
  CHECK(bench.text("list.csv") == list);
}

TEST_CASE("facts of another month than that of the game are not added") {
  const Workbench bench;
  bench.write("list.csv", "id,name,federation,rating\n100,\"Adler, Nora\",GER,2214\n");
  bench.write("games.pgn", game("Adler, Nora", "Brandt, Ole", "1. e4 e5"));
  const auto written = [&](const std::string& options) {
    return bench.run("arbiter fmt -q --players list.csv games.pgn " + options).output;
  };
  CHECK_THAT(written(""), Contains("[WhiteElo \"2214\"]"));
  CHECK_THAT(written("--players-month 2024-05"), Contains("[WhiteElo \"2214\"]"));
  CHECK_THAT(written("--players-month 2024-06"),
             Contains("[WhiteFideId \"100\"]") && !Contains("GER") && !Contains("2214"));
}

TEST_CASE("a tournament report is read as a player list") {
  const Workbench bench;
  bench.write("games.pgn", game("Adler, Nora", "Brandt, Ole", "1. e4 e5"));
  bench.write("rated.pgn",
              "[Event \"Lindenau\"]\n[Date \"2024.05.09\"]\n[Round \"1\"]\n"
              "[White \"Adler, Nora\"]\n[Black \"Brandt, Ole\"]\n[Result \"1-0\"]\n"
              "[WhiteElo \"2214\"]\n[WhiteFideId \"100\"]\n[WhiteTitle \"WFM\"]\n"
              "[WhiteFed \"GER\"]\n\n1. e4 e5 1-0\n");
  REQUIRE(bench.run("arbiter standings rated.pgn --write-trf a.trf -q").status < 2);
  CHECK_THAT(bench.run("arbiter fmt -q --players a.trf games.pgn").output,
             Contains("[WhiteElo \"2214\"]") && Contains("[WhiteFideId \"100\"]") &&
                 Contains("[WhiteTitle \"WFM\"]") && Contains("[WhiteFed \"GER\"]"));
  CHECK(bench.run("arbiter validate -q --players a.trf rated.pgn").status < 2);
}

TEST_CASE("players of game files are listed, and renamed by another command") {
  const Workbench bench;
  bench.write("games.pgn", game("Adler, Nora", "Brandt, Ole", "1. e4 e5") +
                               game("Adler, N", "Brandt, Ole", "1. d4 d5"));
  REQUIRE(bench.run("arbiter import -q games.db games.pgn").status == 0);
  for (const std::string options : {"", " Adler", " --suggest", " --format json"}) {
    CAPTURE(options);
    CHECK(bench.run("arbiter players games.pgn" + options + " 2> errors").output ==
          bench.run("arbiter players games.db" + options + " 2> errors").output);
  }
  const ProgramRun run =
      bench.run("arbiter players games.pgn --merge 'Adler, Nora' 'Adler, N' 2>&1");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("filter -i --rename-player \"OLD=NEW\" games.pgn"));
}

TEST_CASE("columns of a player list that are not used are named") {
  const Workbench bench;
  bench.write("list.csv", "Name;FideID;Rtg;RtgI;Club\nAdler, Nora;100;1900;2214;Lindenau\n");
  bench.write("games.pgn", game("Adler, Nora", "Brandt, Ole", "1. e4 e5"));
  const ProgramRun run = bench.run("arbiter fmt --players list.csv games.pgn 2> errors");
  CHECK_THAT(run.output, Contains("[WhiteElo \"2214\"]") && Contains("[WhiteFideId \"100\"]"));
  const std::string message = "list.csv: unused columns: Rtg, Club\n";
  CHECK_THAT(bench.text("errors"), Contains(message));
  CHECK_THAT(bench.run("arbiter standings games.pgn --players list.csv 2>&1").output,
             Contains(message));
  CHECK_THAT(bench.run("arbiter validate games.pgn --players list.csv 2>&1").output,
             Contains(message));
  CHECK_THAT(bench.run("arbiter fmt -q --players list.csv games.pgn 2>&1").output,
             !Contains("unused"));
}
