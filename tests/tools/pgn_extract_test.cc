// The page for users of pgn-extract lists all its options, and both programs return the same
// results for them.
#include <catch2/catch.hpp>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

// All options of pgn-extract 26-01, which include those of 19-04, Debian's version.
constexpr std::string_view kOptions[] = {
    "-7",
    "-#",
    "-a",
    "-A",
    "-b",
    "-c",
    "-C",
    "-d",
    "-D",
    "-e",
    "-E",
    "-F",
    "-f",
    "-H",
    "-h",
    "-l",
    "-L",
    "-M",
    "-n",
    "-N",
    "-o",
    "-p",
    "-P",
    "-R",
    "-r",
    "-S",
    "-s",
    "-t",
    "-T",
    "-U",
    "-v",
    "-V",
    "-w",
    "-W",
    "-x",
    "-y",
    "-z",
    "-Z",
    "--50",
    "--75",
    "--addfencastling",
    "--addhashcode",
    "--addlabeltag",
    "--addmatchtag",
    "--allownullmoves",
    "--append",
    "--btm",
    "--checkfile",
    "--checkmate",
    "--commented",
    "--commentlines",
    "--deletesamesetup",
    "--detag",
    "--dropbefore",
    "--dropply",
    "--duplicates",
    "--evaluation",
    "--fencomments",
    "--fenpattern",
    "--fenpatterni",
    "--fifty",
    "--firstgame",
    "--fixresulttags",
    "--fixtagstrings",
    "--fuzzydepth",
    "--gamelimit",
    "--hashcomments",
    "--help",
    "--higherratedwinner",
    "--insufficient",
    "--json",
    "--keepbroken",
    "--lichesscommentfix",
    "--linelength",
    "--linenumbers",
    "--lowerratedwinner",
    "--markmatches",
    "--matchplylimit",
    "--materialy",
    "--materialz",
    "--minmoves",
    "--minply",
    "--maxmoves",
    "--maxply",
    "--nestedcomments",
    "--nobadresults",
    "--nochecks",
    "--nocomments",
    "--noduplicates",
    "--nofauxep",
    "--nomovenumbers",
    "--nonags",
    "--noresults",
    "--nosetuptags",
    "--notags",
    "--nounique",
    "--novars",
    "--odds",
    "--onlysetuptags",
    "--output",
    "--piececount",
    "--plycount",
    "--plylimit",
    "--quiescent",
    "--quiet",
    "--repetition",
    "--repetition5",
    "--selectonly",
    "--seven",
    "--seventyfive",
    "--skipmatching",
    "--splitvariants",
    "--stalemate",
    "--startply",
    "--stopafter",
    "--suppressmatched",
    "--tagsubstr",
    "--totalplycount",
    "--underpromotion",
    "--version",
    "--vanywhere",
    "--wtm",
    "--xroster",
};

// Returns the options in backticks in a text. "-Tf" and "-E1" are -T and -E.
std::set<std::string> options_in(const std::string& text) {
  std::set<std::string> options;
  for (std::size_t at = text.find("`-"); at != std::string::npos; at = text.find("`-", at + 1)) {
    const std::size_t end = text.find_first_of("` ", at + 1);
    const std::string option = text.substr(at + 1, end - at - 1);
    options.insert(option.starts_with("--") ? option : option.substr(0, 2));
  }
  return options;
}

// Returns the pgn-extract options in the first column of the tables on the page.
std::set<std::string> options_of_page() {
  std::set<std::string> options;
  for (const std::string& line : lines_of(read_text("tools/docs/pgn-extract.md"))) {
    if (!line.starts_with("| ")) continue;
    options.merge(options_in(line.substr(0, line.find(" | "))));
  }
  return options;
}

// Debian's program is not in every user's PATH.
bool has_pgn_extract() {
  return run_shell("PATH=$PATH:/usr/games command -v pgn-extract").status == 0;
}

// Four games, and two copies of the first; one has a comment and no ratings.
constexpr std::string_view kGames = R"([Event "Match"]
[Site "?"]
[Date "2020.01.01"]
[Round "1"]
[White "Karpov, Anatoli"]
[Black "Kasparov, Garry"]
[Result "1-0"]
[WhiteElo "2700"]
[BlackElo "2710"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7
9. Qd2 O-O 10. O-O-O Nbd7 11. g4 b5 1-0

[Event "Match"]
[Site "?"]
[Date "2020.01.02"]
[Round "2"]
[White "Kasparov, Garry"]
[Black "Karpov, Anatoli"]
[Result "1/2-1/2"]
[WhiteElo "2710"]
[BlackElo "2400"]

1. Nf3 d6 2. e4 c5 3. d4 (3. c3 Nf6 4. Be2) cxd4 4. Nxd4 Nf6 {main} 5. Nc3 g6 6. Be3 Bg7 7. f3 O-O
8. Qd2 Nc6 9. Bc4 Bd7 10. O-O-O Rc8 11. Bb3 Ne5 1/2-1/2

[Event "Open"]
[Site "?"]
[Date "2021.03.04"]
[Round "1"]
[White "Polgar, Judit"]
[Black "Tal, Mihail"]
[Result "0-1"]
[WhiteElo "2600"]
[BlackElo "2650"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3
9. bxc3 dxc4 10. Bxc4 Qc7 11. Bd3 e5 0-1

[Event "Match"]
[Site "?"]
[Date "2020.01.01"]
[Round "1"]
[White "Karpov, Anatoli"]
[Black "Kasparov, Garry"]
[Result "1-0"]
[WhiteElo "2700"]
[BlackElo "2710"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7
9. Qd2 O-O 10. O-O-O Nbd7 11. g4 b5 1-0

[Event "Open"]
[Site "?"]
[Date "2021.03.05"]
[Round "2"]
[White "Tal, Mihail"]
[Black "Adams, Michael"]
[Result "1-0"]

1. c4 Nf6 2. Nc3 e6 3. d4 Bb4 4. Qc2 O-O 5. a3 Bxc3 6. Qxc3 b6 7. Bg5 Bb7 8. f3 h6
9. Bh4 d5 10. e3 Nbd7 11. cxd5 Nxd5 1-0

[Event "Match"]
[Site "?"]
[Date "2020.01.01"]
[Round "1"]
[White "Karpov, Anatoli"]
[Black "Kasparov, Garry"]
[Result "1-0"]

1. e4 {best} c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7
9. Qd2 O-O 10. O-O-O Nbd7 11. g4 b5 1-0

)";

// Equivalent options of both programs, with games.pgn as the input.
struct Case {
  std::string extract;
  std::string arbiter;
  std::string file = {};  // contents of the file "criteria"
};

const Case kCases[] = {
    {"-D", "--unique"},
    {"-D", "--unique --jobs 2"},
    {"-dside.pgn", "--duplicates side.pgn"},
    {"-D -cknown.pgn", "--check-file known.pgn"},
    {"--selectonly 1:2,5", "--select 1..2,5"},
    {"--skipmatching 1:2,5", "--not-select 1..2,5"},
    {"-TpKarpov --selectonly 2", "--player Karpov --select 2"},
    {"-H823c9b50fd114196", "--key 823c9b50fd114196"},
    {"-P -vcriteria", "--pattern 'line e4 c5 * d6'", "e4 c5 * d6"},
    {"-P -vcriteria", "--pattern 'line 1. d4|c4 Nf6 2. * e6'", "d4|c4 Nf6 * e6"},
    {"-P -vcriteria", "--pattern 'line e4 c5 !d4 d6'", "e4 c5 !d4 d6"},
    {"-vcriteria", "--pattern 'line d4 Nf6 c4 e6 Nc3 Bb4 in any order'", "d4 Nf6 c4 e6 Nc3 Bb4"},
    {"-vcriteria", "--pattern 'line e4 c5 Nf3 d6 in any order'", "e4 c5 Nf3 d6"},
    {"-vcriteria", "--pattern 'line d4 * !Nf3 e6 in any order'", "d4 * !Nf3 e6"},
    {"-S -TpKasparow", "--player '~Kasparow'"},
    {"--tagsubstr -Tpasparov", "--player '*asparov'"},
    {"-tcriteria", "--where 'white-elo >= 2650'", "WhiteElo >= \"2650\""},
    {"-tcriteria", "--where 'black-elo < 2650'", "BlackElo < \"2650\""},
    {"--dropply 4", "--from-ply 5"},
    {"--dropply -3", "--last-plies 3"},
    {"--dropbefore main", "--from-comment main"},
    {"--plylimit 10", "--to-ply 10"},
};

// A folder with games.pgn, and known.pgn with its third game.
class Folder {
 public:
  Folder() {
    folder_.write("games.pgn", std::string(kGames));
    run("arbiter filter -q games.pgn --game 3 -o known.pgn");
  }

  void write(const std::string& name, const std::string& text) { folder_.write(name, text); }

  std::string run(const std::string& line) const {
    return run_shell("cd " + folder_.path("") + " && PATH=$PATH:/usr/games && " + line).output;
  }

  // Returns a row for each game that the command writes: players, date and moves. Rows of standard
  // output precede those of side.pgn.
  std::string rows_of(const std::string& command) const {
    const std::string list = "arbiter filter -q --format csv --tags White,Black,Date - 2>/dev/null";
    return run("rm -f side.pgn; " + command + " 2>/dev/null | " + list +
               "; if [ -e side.pgn ]; then " + list + " <side.pgn; fi");
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("the page has exactly the options of pgn-extract") {
  const std::set<std::string> listed(std::begin(kOptions), std::end(kOptions));
  CHECK(options_of_page() == listed);
}

TEST_CASE("the list has all options of the installed pgn-extract") {
  if (!has_pgn_extract()) SKIP_TEST("pgn-extract is not installed");
  const std::set<std::string> listed(std::begin(kOptions), std::end(kOptions));
  std::size_t found = 0;
  for (const std::string& line : lines_of(Folder().run("pgn-extract -h"))) {
    if (!line.starts_with('-')) continue;
    const std::string word = line.substr(0, line.find_first_of(" ["));
    CAPTURE(line);
    CHECK(listed.contains(word.starts_with("--") ? word : word.substr(0, 2)));
    ++found;
  }
  CHECK(found > 80);
}

TEST_CASE("pgn-extract and filter write the same games and moves") {
  if (!has_pgn_extract()) SKIP_TEST("pgn-extract is not installed");
  const Case test = GENERATE(from_range(std::begin(kCases), std::end(kCases)));
  CAPTURE(test.extract, test.arbiter);
  Folder folder;
  folder.write("criteria", test.file + "\n");
  const std::string expected = folder.rows_of("pgn-extract -s " + test.extract + " games.pgn");
  CHECK(lines_of(expected).size() > 1);
  CHECK(folder.rows_of("arbiter filter -q " + test.arbiter + " games.pgn") == expected);
}

TEST_CASE("fifty moves after a fivefold repetition are found by a pattern, not by a finding") {
  if (!has_pgn_extract()) SKIP_TEST("pgn-extract is not installed");
  Folder folder;
  // The knights move out and back 25 times: 100 half-moves after 1. e4 e5.
  std::string moves = "1. e4 e5";
  for (int i = 0; i < 25; ++i) moves += " Nf3 Nc6 Ng1 Nb8";
  folder.write("games.pgn", "[Date \"2020.01.01\"]\n[White \"A\"]\n[Black \"B\"]\n\n" + moves +
                                " *\n\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 *\n\n");
  const std::string expected = folder.rows_of("pgn-extract -s --fifty games.pgn");
  CHECK(lines_of(expected).size() == 2);
  CHECK(folder.rows_of("arbiter filter -q games.pgn --pattern '(ply > 0 and not move captures and "
                       "not move P) for 100'") == expected);
  CHECK(folder.run("arbiter filter -q games.pgn --count --finding fifty-on-board") == "0\n");
}

TEST_CASE("fmt reads the JSON of pgn-extract") {
  if (!has_pgn_extract()) SKIP_TEST("pgn-extract is not installed");
  const Folder folder;
  // The JSON of pgn-extract lacks comments, and its variations are incorrect.
  const std::string expected =
      folder.run("pgn-extract -s -C -V games.pgn 2>/dev/null | arbiter fmt -q -");
  CHECK(lines_of(expected).size() > 30);
  CHECK(folder.run("pgn-extract -s -C -V --json --fencomments games.pgn 2>/dev/null | arbiter fmt "
                   "-q --from json -") == expected);
}

TEST_CASE("both programs count the half-moves of all lines") {
  if (!has_pgn_extract()) SKIP_TEST("pgn-extract is not installed");
  const Folder folder;
  const std::string tags = " | grep -o 'PlyCount \"[0-9]*\"'";
  const std::string expected =
      folder.run("pgn-extract -s --totalplycount games.pgn 2>/dev/null" + tags);
  CHECK(lines_of(expected).size() == 6);
  CHECK(folder.run("arbiter filter -q --add totalplycount games.pgn" + tags) == expected);
}
