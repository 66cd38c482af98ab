// Tests that options of other programs, and natural words, lead to a hint with the correct option.
#include <catch2/catch.hpp>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

// A command line, separated by spaces, and part of the expected hint.
struct Row {
  std::string command;
  std::string typed;
  std::string answer;
};

const Row kRows[] = {
    {"filter", "-7", "--tags roster"},
    {"filter", "-C --nocomments", "--strip comments"},
    {"filter", "-N --nonags", "--strip nags"},
    {"filter", "-V --novars", "--strip variations"},
    {"filter", "-D --noduplicates", "--unique"},
    {"filter", "-M --checkmate", "--ending mate"},
    {"filter", "-Wuci", "--notation uci"},
    {"filter", "-Wfen -Wepd", "--format fen"},
    {"filter", "-S", "~Aljechin"},
    {"filter", "-e", "--add eco"},
    {"filter", "-F", "--add fen-end"},
    {"filter", "-w --linelength", "--width"},
    {"filter", "--stalemate", "--ending stalemate"},
    {"filter", "--insufficient", "--ending dead"},
    {"filter", "--minmoves --maxmoves --minply --maxply", "--plies"},
    {"filter", "--fencomments", "--add fens"},
    {"filter", "--plycount", "--add plycount"},
    {"filter", "--seven", "--tags roster"},
    {"filter", "--stopafter --selectonly", "--limit"},
    {"filter", "--commented", "--has comments"},
    {"filter", "--nomovenumbers", "--strip numbers"},
    {"filter", "--dropply --plylimit", "--from-ply"},
    {"filter", "--fixresulttags", "--fix-results"},
    {"filter", "--evaluation", "engine"},
    {"filter", "--suppressmatched", "--rest"},
    {"filter", "--tagsubstr", "*arls"},
    {"filter", "--piececount", "pieces = 5"},
    {"find", "--year --month", "--date 1990..1999"},
    {"find", "--from --since --after --min-year", "--date 1990.."},
    {"find", "--until --to --before", "--date ..1999"},
    {"find", "--min-elo --minelo --elo-min --min-rating", "--elo 2600.."},
    {"find", "--max-elo", "--elo ..2000"},
    {"find", "--rated --rating", "--elo"},
    {"find", "--max-moves --max-plies", "--plies ..40"},
    {"find", "--mate --checkmate", "--ending mate"},
    {"find", "--first --head --top", "--limit 10"},
    {"find", "--last --latest", "--sort -date"},
    {"find", "--longest", "--sort -plies"},
    {"find", "--elo-diff --upset", "white-elo - black-elo > 200"},
    {"tree", "--min", "--min-games"},
    {"find", "--random", "use `arbiter filter` with --sample"},
    {"find", "--opponent --vs --against", "--between"},
    {"find", "--regex", "/^Carls[eo]n/"},
    {"find", "--annotator", "Annotator=NAME"},
    {"find", "--team", "WhiteTeam"},
    {"find", "--variant --chess960", "Variant=chess960"},
    {"find", "--blitz --rapid", "base-time"},
    {"find", "--threads", "--jobs"},
    {"players", "--similar", "--suggest"},
    {"standings", "--limit --top", "| head -20"},
    {"standings", "--sort", "--tie-breaks"},
    {"players", "--search --name", "`arbiter players DB carlsen`"},
    {"standings", "--rating --performance", "use --ratings"},
    {"show", "--svg", "--format svg"},
    {"fmt", "--uci", "--notation uci"},
    {"validate", "--limit", "--max-findings"},
    {"validate", "--round", "`arbiter filter` selects games"},
    {"filter", "--columns", "--tags White,Black,Date"},
    {"perft", "--fen", "the FEN is an argument"},
    {"perft", "--depth", "`arbiter perft 4`"},
    {"standings", "--trf", "report among the files"},
    {"find", "--noduplicates", "--unique"},
    {"find", "--no-color --nocolor", "--color never"},
    {"find", "--tournament", "--event"},
    {"find", "--position --epd", "--fen"},
    {"find", "--order-by --reverse", "--sort -date"},
    {"find", "--ignore-case", "ignore case"},
    {"find", "--invert-match", "--not-player"},
    {"validate", "--exit-zero", "--fail-on never"},
    {"validate", "--fix", "arbiter repair"},
    {"validate", "--unsafe-fixes", "arbiter repair"},
    {"validate", "--diff --patch", "--diff"},
    {"validate", "--list-rules", "`arbiter explain` alone"},
    {"fmt", "--event --player", "`arbiter filter` selects games"},
    {"standings", "--crosstable", "by default"},
    {"standings", "--category --women", "--format csv"},
    {"validate", "--statistics", "--summary"},
    {"validate", "--add-noqa", "--write-baseline"},
    {"validate", "--extend-select", "--select"},
    {"validate", "--per-file-ignores", "[paths]"},
    {"validate", "--output-format", "--format"},
    {"validate", "--no-cache", "nothing is cached"},
    {"validate", "--since", "--baseline"},
    {"validate", "--glob --hidden", "folders"},
    {"validate", "--min-elo", "use `arbiter filter` with --elo"},
    {"fmt", "--line-length", "--width"},
    {"fmt", "--game", "use `arbiter filter` with --game N"},
    {"standings", "--round", "--after-round"},
    {"standings", "--team", "--teams"},
    {"standings", "--trf --trf16", "--write-trf FILE"},
    {"standings", "--bye --byes", "a game against BYE"},
    {"standings", "--can-win --clinch", "no command computes who can still win"},
    {"find", "--average-elo --avg-elo", "(white-elo + black-elo) / 2 >= 2500"},
    {"filter", "--final-fen --final-position", "--last-plies 0"},
    {"fmt", "--fix-dates", "--fix dates"},
    {"validate", "--baseline-write", "--write-baseline"},
    {"validate", "--only", "--select"},
    {"report", "--output-dir", "-o NAME.html"},
    {"adjudicate", "--list", "lists the events"},
    {"explain", "--list", "lists all diagnostics"},
    {"filter", "--sort", "use `arbiter export` with --sort date,round"},
    {"prepare", "--as-white --as-black", "--white NAME"},
};

// Options without an equivalent, for which no hint to another option is allowed.
const Row kWithoutHint[] = {
    {"find", "--longer --keep --limitless --costs --dates-of-birth", ""},
    {"filter", "--uniquely-lost --restful --countess", ""},
    {"validate", "--strictness-level --gameshow --boardroom", ""},
    // Words with advice for other commands only.
    {"stats", "--depth --trf", ""},
};

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

TEST_CASE("an option of another program or a natural word is answered with the right option") {
  const std::string path = testdata("tournament.pgn").string();
  const Row row = GENERATE(from_range(std::begin(kRows), std::end(kRows)));
  for (const std::string& typed : words_in(row.typed)) {
    const ProgramRun run = run_arbiter({row.command, path, typed});
    CAPTURE(row.command, typed);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("unknown option " + typed + "; ") && Contains(row.answer));
  }
}

TEST_CASE("no option is suggested that is less than two thirds alike, or that negates") {
  const std::string path = testdata("tournament.pgn").string();
  const Row row = GENERATE(from_range(std::begin(kWithoutHint), std::end(kWithoutHint)));
  for (const std::string& typed : words_in(row.typed)) {
    CAPTURE(row.command, typed);
    CHECK_THAT(run_arbiter({row.command, path, typed}).errors,
               Contains("unknown option " + typed + " ("));
  }
  CHECK_THAT(run_arbiter({"find", path, "--not-plaies", "1"}).errors, Contains("--not-plies?"));
  CHECK_THAT(run_arbiter({"find", path, "--plaies", "1"}).errors, Contains("mean --plies?"));
}

TEST_CASE("each command in the tables has the option that its row names") {
  std::map<std::string, std::string> help;
  std::size_t rows = 0;
  for (const std::string& line : lines_of(read_text("tools/docs/words.md"))) {
    if (!line.starts_with("| `")) continue;
    CAPTURE(line);
    const std::size_t second = line.find(" | ") + 3;
    const std::size_t third = line.find(" | ", second) + 3;
    const std::string advice = line.substr(second, third - second);
    std::string commands = line.substr(third, line.size() - third - 1);
    for (char& c : commands) c = c == ',' ? ' ' : c;
    ++rows;
    if (!advice.starts_with("`--")) continue;
    const std::string option = advice.substr(1, advice.find_first_of(" `", 1) - 1);
    for (const std::string& command : words_in(commands)) {
      CAPTURE(command);
      if (help[command].empty()) help[command] = run_arbiter({command, "--help"}).output;
      CHECK_THAT(help[command], Contains(" " + option));
    }
  }
  CHECK(rows > 100);
}

TEST_CASE("a word is answered as a command and by help") {
  const auto [word, answer] = GENERATE(table<std::string, std::string>({
      {"winners", "no command computes who can still win"},
      {"trf", "--write-trf FILE writes one"},
      {"duplicates", "arbiter dedup"},
      {"init", "`arbiter explain config`"},
      {"hook", "`arbiter validate` in a hook"},
      {"tasks", "the guides in the documentation"},
      {"merge", "`arbiter filter A.pgn B.pgn -o ALL.pgn`"},
      {"undo", "`arbiter sources --forget FILE`"},
      {"sample", "--sample 100"},
      {"schema", "game.schema.json"},
      {"repertoire", "--repertoire FILE"},
      {"convert", "`arbiter filter`"},
      {"diff", "--check-file B.pgn"},
      {"info", "`arbiter stats DB`"},
      {"pair", "no command makes pairings"},
      {"rename", "--rename-player"},
      {"norms", "--ratings"},
      {"dup", "`arbiter dedup`"},
      {"lint", "`arbiter validate`"},
  }));
  CAPTURE(word);
  const ProgramRun command = run_arbiter({word});
  CHECK(command.status == 2);
  CHECK_THAT(command.errors, Contains("unknown command '" + word + "'") && Contains(answer));
  const ProgramRun help = run_arbiter({"help", word});
  CHECK(help.status == 0);
  CHECK_THAT(help.output, Contains(answer));
}

TEST_CASE("help explains a word of another program") {
  CHECK(run_arbiter({"help", "min-elo"}).output ==
        "min-elo: use --elo 2600.. (filter, find, export, tree, stats)\n");
  CHECK_THAT(run_arbiter({"help", "--seven"}).errors + run_arbiter({"help", "seven"}).output,
             Contains("--tags roster"));
  CHECK_THAT(run_arbiter({"find", "x.pgn", "--color", "white"}).errors, Contains("--white NAME"));
}
