#include <catch2/catch.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

using Words = std::set<std::string>;

// Returns the words of a text.
Words words_in(const std::string& text) {
  Words words;
  std::istringstream input(text);
  for (std::string word; input >> word;) words.insert(word);
  return words;
}

// Returns the completions of bash for the last word of a line, which readline splits at "=".
Words offered_in_bash(const std::string& line) {
  std::string words = line;
  if (const std::size_t sign = words.find('='); sign != std::string::npos) {
    words.replace(sign, 1, " = ");
  }
  return words_in(
      run_shell("source <(arbiter completions bash); COMP_WORDS=(" + words +
                "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _arbiter; echo \"${COMPREPLY[*]}\"")
          .output);
}

// Returns the completions of fish for the last word of a line.
std::string offered_in_fish(const std::string& line) {
  return run_shell(
             "export HOME=$(mktemp -d); arbiter completions fish > $HOME/arbiter.fish;"
             "fish -c 'source '$HOME'/arbiter.fish; complete -C \"" +
             line + "\"'")
      .output;
}

// Returns the line displayed by zsh after pressing Tab, in its own terminal. A comma that is
// replaced by the next key ends a list item.
std::string completed_in_zsh(const std::string& line) {
  const std::string script = write_scratch("complete.zsh", R"(
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='> '; PS2=; unset RPS1; stty -echo; export LC_ALL=C TERM=dumb"
zpty -w shell 'autoload -Uz compinit; compinit -D -u; source <(arbiter completions zsh)'
zpty -w shell 'LISTMAX=0; unsetopt ALWAYS_LAST_PROMPT AUTO_MENU; setopt NO_LIST_BEEP'
zpty -w shell 'accept() { print -r -- "<<$BUFFER>>"; BUFFER=; zle .accept-line }; zle -N accept'
zpty -w shell 'bindkey "^I" complete-word; bindkey "^X" accept'
zpty -w -n shell "$1"$'\t'$'\x18'
zpty -w shell 'print END''OF''TEST; exit'
while zpty -r shell text; do
  print -r -- "$text"
  [[ $text == *ENDOFTEST* ]] && break
done
)");
  const std::string output =
      run_shell("export HOME=$(mktemp -d); zsh -f " + script + " '" + line + "'").output;
  const std::size_t begin = output.rfind("<<");
  const std::size_t end = output.find(">>", begin);
  return begin == std::string::npos ? output : output.substr(begin + 2, end - begin - 2);
}

bool has_program(const std::string& name) { return run_shell("command -v " + name).status == 0; }

}  // namespace

TEST_CASE("bash completes commands, options and their values") {
  const auto [line, offer] = GENERATE(table<std::string, Words>({
      {"arbiter val", {"validate"}},
      {"arbiter validate --st", {"--stdin-filename", "--strict"}},
      {"arbiter validate --format s", {"sarif"}},
      {"arbiter validate --format=s", {"sarif"}},
      {"arbiter validate --rules=fide-pre2014", {"fide-pre2014"}},
      {"arbiter validate --select pinn", {"pinned"}},
      {"arbiter validate --select errors,pinn", {"errors,pinned"}},
      {"arbiter validate --select=mate-vs-result,pinn", {"mate-vs-result,pinned"}},
      {"arbiter find --ending stalem", {"stalemate"}},
      {"arbiter find --not-ending mate,stalem", {"mate,stalemate"}},
      {"arbiter adjudicate --event two-h", {"two-hands"}},
      {"arbiter export --flag inc", {"incomplete"}},
      {"arbiter find --sort -date,whi", {"-date,white-elo", "-date,white"}},
      {"arbiter tree --not-white-e", {"--not-white-elo"}},
      {"arbiter validate testdata/tourn", {"testdata/tournament.pgn"}},
      {"arbiter show testdata/tourn", {"testdata/tournament.pgn"}},
      {"arbiter touch testdata/tourn", {"testdata/tournament.pgn"}},
      {"arbiter sql testdata/tourn", {"testdata/tournament.pgn"}},
      {"arbiter explain threefold-on", {"threefold-on-board"}},
      {"arbiter help per", {"perft"}},
      {"arbiter completions f", {"fish"}},
  }));
  CAPTURE(line);
  CHECK(offered_in_bash(line) == offer);
}

TEST_CASE("zsh completes commands, options and their values") {
  if (!has_program("zsh")) SKIP_TEST("zsh is not installed");
  const auto [line, completed] = GENERATE(table<std::string, std::string>({
      {"arbiter valid", "arbiter validate "},
      {"arbiter validate --stric", "arbiter validate --strict "},
      {"arbiter validate --format sar", "arbiter validate --format sarif "},
      {"arbiter validate --format=sar", "arbiter validate --format=sarif "},
      {"arbiter validate --select pinn", "arbiter validate --select pinned,"},
      {"arbiter validate --select errors,pinn", "arbiter validate --select errors,pinned,"},
      {"arbiter find x --sort -date,white-e", "arbiter find x --sort -date,white-elo,"},
      {"arbiter show testdata/tourn", "arbiter show testdata/tournament.pgn "},
      {"arbiter explain threefold-on", "arbiter explain threefold-on-board "},
  }));
  CAPTURE(line);
  CHECK(completed_in_zsh(line) == completed);
}

TEST_CASE("fish completes commands, options and their values") {
  if (!has_program("fish")) SKIP_TEST("fish is not installed");
  const auto [line, offer] = GENERATE(table<std::string, std::string>({
      {"arbiter validate --stric", "--strict\tCheck the rules of the PGN export format too\n"},
      {"arbiter validate --format sar", "sarif\n"},
      {"arbiter validate --format=sar", "--format=sarif\n"},
      {"arbiter validate --select errors,pinn", "errors,pinned\n"},
      {"arbiter show testdata/tourn", "testdata/tournament.pgn\n"},
      {"arbiter explain threefold-on", "threefold-on-board\n"},
  }));
  CAPTURE(line);
  CHECK(offered_in_fish(line) == offer);
}

TEST_CASE("every command, and every option in its help, is a candidate") {
  const std::string names = run_arbiter({"__complete", "val"}).output;
  const Words commands =
      words_in(run_shell("arbiter help | sed -n 's/^  \\([a-z]*\\) .*/\\1/p'").output);
  CHECK(commands.size() > 30);
  for (const std::string& command : commands) {
    CAPTURE(command);
    CHECK_THAT(names, Contains("\n" + command + "\t"));
    const std::string offered = run_arbiter({"__complete", command, "-"}).output;
    CHECK_THAT(offered, StartsWith("words\n"));
    const Words options = words_in(
        run_shell("arbiter " + command + " --help | grep -o '^  -[^ ]*\\(, -[^ ]*\\)*' | tr , ' '")
            .output);
    CHECK(options.size() >= 5);
    for (const std::string& option : options) {
      CHECK_THAT(offered, Contains("\n" + option + "\t"));
    }
  }
}

TEST_CASE("candidates are whole words, of which the shell selects") {
  const auto [words, answer] = GENERATE(table<std::vector<std::string>, std::string>({
      {{"completions", "z"}, "words\nbash\nzsh\nfish\npowershell\n"},
      {{"position", "--format", ""}, "words\ntext\njson\n"},
      {{"position", "--format=js"}, "words\n--format=text\n--format=json\n"},
      {{"position", "--format", "=", "js"}, "words\ntext\njson\n"},
      {{"position", "--format", "="}, "words\ntext\njson\n"},
      {{"position", "--moves", ""}, "words\n"},
      {{"position", ""}, "words\n"},
      {{"validate", "--baseline", ""}, "files\n"},
      {{"validate", "--baseline=x"}, "files\n"},
      {{"validate", ""}, "files\n"},
      {{"unknown", ""}, "words\n"},
      {{"=", ""}, "words\n"},
      {{"find", "="}, "files\n"},
  }));
  CAPTURE(words);
  std::vector<std::string> arguments = {"__complete"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  CHECK(run_arbiter(arguments).output == answer);
}

TEST_CASE("a list offers the values that it does not contain yet") {
  const std::string offered =
      run_arbiter({"__complete", "validate", "--select=errors,pinned,"}).output;
  CHECK_THAT(offered, StartsWith("list\n"));
  CHECK_THAT(offered, Contains("\n--select=errors,pinned,warnings\n"));
  CHECK_THAT(offered, !Contains("pinned,errors\n"));
  CHECK_THAT(offered, !Contains("pinned,pinned\n"));
}
