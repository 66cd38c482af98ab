// Tests .arbiter.toml, baselines, the pre-commit hook and the GitHub action, with the real program.
#include "tools/cli/configuration.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "lib/diagnostics/catalogue.h"
#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

void write_tournament(const Workbench& bench) {
  bench.write("games.pgn", read_text((repository() / "testdata/tournament.pgn").string()));
}

std::string ids(const Workbench& bench, const std::string& arguments) {
  return bench
      .run("arbiter validate -q --format csv " + arguments +
           " | tail -n +2 | cut -d , -f 8 | sort | uniq | tr '\\n' ' '")
      .output;
}

}  // namespace

TEST_CASE("the nearest configuration applies, and the command line takes precedence") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("mkdir -p a/b; cp games.pgn a/b; cp games.pgn a");
  bench.write(".arbiter.toml", "select = [\"pinned\"]\n");
  bench.write("a/b/.arbiter.toml", "select = [\"zero-castling\"]\n");
  CHECK(ids(bench, "games.pgn") == "pinned ");
  CHECK(ids(bench, "a/games.pgn") == "pinned ");
  CHECK(ids(bench, "a/b/games.pgn") == "zero-castling ");
  CHECK(ids(bench, "a/b") == "zero-castling ");
  CHECK(ids(bench, "- < a/b/games.pgn") == "pinned ");
  CHECK(ids(bench, "--select mate-vs-result games.pgn") == "mate-vs-result ");
  CHECK(ids(bench, "--config a/b/.arbiter.toml games.pgn") == "zero-castling ");
  CHECK_THAT(ids(bench, "--no-config games.pgn"), Contains("pinned") && Contains("zero-castling"));
  const ProgramRun both = bench.run("arbiter validate games.pgn a/b/games.pgn");
  CHECK(both.status == 2);
  CHECK_THAT(both.output, Contains("different configurations"));
}

TEST_CASE("a folder in the place of the configuration is reported by name") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("mkdir -p a/.arbiter.toml; cp games.pgn a");
  for (const char* command : {"validate -q", "watch --once -q", "report -q -o page.html"}) {
    CAPTURE(command);
    const ProgramRun run = bench.run(std::string("arbiter ") + command + " a/games.pgn");
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("a/.arbiter.toml: a configuration must be a regular file"));
    CHECK(bench.run(std::string("arbiter ") + command + " --no-config a/games.pgn").status != 2);
  }
}

TEST_CASE("every key has the effect of its option") {
  struct Case {
    std::string text, options;
  };
  const Case one = GENERATE(values<Case>({
      {"rules = \"fide-pre2014\"\n", "--rules fide-pre2014"},
      {"piece-letters = \"KQRBN\"\n", "--piece-letters KQRBN"},
      {"allow-illegal = true\n", "--allow-illegal"},
      {"allow-illegal = false\n", ""},
      {"event = \"all\"\n", "--event all"},
      {"strict = true\nnotes = true\n", "--strict --notes"},
      {"ignore = [\"ending\", \"pinned\"]\n", "--ignore ending,pinned"},
      {"select = [\"legality\"]\nfail-on = \"never\"\n", "--select legality --fail-on never"},
      {"[severity]\npinned = \"note\"\nending = \"off\"\n", "--severity pinned=note,ending=off"},
      {"players = \"list.csv\"\nplayers-month = \"2024-05\"\n",
       "--players list.csv --players-month 2024-05"},
  }));
  CAPTURE(one.text);
  const Workbench bench;
  write_tournament(bench);
  bench.write("list.csv", "name\n\"Adler, Nora\"\n");
  const ProgramRun wanted = bench.run("arbiter validate -q " + one.options + " games.pgn");
  bench.write(".arbiter.toml", one.text);
  const ProgramRun run = bench.run("arbiter validate -q games.pgn");
  CHECK(run.output == wanted.output);
  CHECK(run.status == wanted.status);
}

TEST_CASE("lists in the configuration and on the command line are combined") {
  const Workbench bench;
  write_tournament(bench);
  bench.write(".arbiter.toml", "ignore = [\"pinned\"]\n[severity]\nmate-vs-result = \"note\"\n");
  const std::string found =
      ids(bench, "--ignore zero-castling --severity ep-not-available=note games.pgn");
  CHECK(found.starts_with("castling-prevented date-impossible fivefold-ended "));
  for (const char* gone : {" pinned ", "zero-castling", " mate-vs-result ", "ep-not-available"}) {
    CHECK_THAT(found, !Contains(gone));
  }
}

TEST_CASE("errors in a configuration are reported by line and column") {
  using Case = std::pair<std::string, std::string>;
  const auto [text, message] = GENERATE(values<Case>({
      {"rulse = \"fide\"\n", ".arbiter.toml:1:1: unknown key 'rulse'; did you mean 'rules'?"},
      {"\n  colour = 1\n", ".arbiter.toml:2:3: unknown key 'colour'"},
      {"rules = \"fid\"\n", ".arbiter.toml:1:9: invalid value 'fid'"},
      {"r\u00e9gles = 1\n", ".arbiter.toml:1:2: "},
      {"rules = 3\n", ".arbiter.toml:1:9: 'rules' must be a text in quotes"},
      {"strict = \"yes\"\n", ".arbiter.toml:1:10: 'strict' must be true or false"},
      {"ignore = \"pinned\"\n", ".arbiter.toml:1:10: 'ignore' must be a list"},
      {"ignore = [\"pined\"]\n",
       ".arbiter.toml:1:11: unknown diagnostic 'pined'; did you mean pinned"},
      {"[severity]\npined = \"note\"\n", ".arbiter.toml:2:1: unknown diagnostic 'pined'"},
      {"severity = 3\n", ".arbiter.toml:1:12: 'severity' must be a table"},
      {"[rules]\nstrict = true\n", ".arbiter.toml:1:1: 'rules' is not a section"},
      {"[paths]\n", ".arbiter.toml:1:1: 'paths' must be tables: [[paths]]"},
      {"[[paths]]\nfile = [\"x\"]\n",
       ".arbiter.toml:2:1: unknown key 'file'; did you mean 'files'?"},
      {"[[paths]]\nignore = [\"tags\"]\n", ".arbiter.toml:1:1: [[paths]] needs 'files'"},
      {"players-month = \"May\"\n",
       ".arbiter.toml:1:17: invalid month 'May' (expected a form such as 2026-09)"},
      {"rules = \n", ".arbiter.toml:1:9: cannot read 'rules =' (expected NAME = \"TEXT\", true"},
      {"# a\n\nrules = fide\n", ".arbiter.toml:3:10: cannot read 'rules = fide' (expected NAME = "},
      {"strict = true\n[[%paths]]\n", ".arbiter.toml:2:1: invalid TOML: a table needs a name"},
      {"[[[[x]]]]\n", ".arbiter.toml:1:1: invalid TOML: a table needs a name"},
      {"a = " + std::string(1000, '['), ".arbiter.toml:1:"},
      {"rules = \"fide\"\nrules = \"date\"\n", ".arbiter.toml:2:9: cannot read 'rules = \"date\"'"},
      {std::string("\xff\xfe\0x", 4), ".arbiter.toml:1:"},
  }));
  CAPTURE(text);
  const Workbench bench;
  write_tournament(bench);
  bench.write(".arbiter.toml", text);
  const ProgramRun run = bench.run("arbiter validate games.pgn");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("arbiter: validate: " + message));
  CHECK(bench.run("arbiter validate --no-config -q games.pgn").status == 1);
}

TEST_CASE("a configuration names only regular files") {
  for (const std::string key : {"players", "baseline", "logo"}) {
    for (const std::string file : {"/dev/zero", "pipe", "folder", "linked"}) {
      const Workbench bench;
      write_tournament(bench);
      bench.run("mkfifo pipe; mkdir folder; ln -s /dev/zero linked");
      bench.write(".arbiter.toml", key + " = \"" + file + "\"\n");
      for (const std::string command : {"validate", "report -o page.html"}) {
        const ProgramRun run = bench.run("timeout 20 arbiter " + command + " games.pgn");
        CAPTURE(key, file, command, run.output);
        CHECK(run.status == 2);
        CHECK_THAT(run.output, Contains(".arbiter.toml:1:") &&
                                   Contains("'" + key + "' must be a regular file"));
      }
    }
  }
}

TEST_CASE("patterns match like those of .gitignore") {
  struct Case {
    std::string pattern, path;
    bool matches;
  };
  const Case one = GENERATE(values<Case>({
      {"games.pgn", "games.pgn", true},
      {"games.pgn", "a/games.pgn", true},
      {"*.pgn", "a/b/games.pgn", true},
      {"a", "a/b/games.pgn", true},
      {"b", "a/b/games.pgn", true},
      {"a/", "a/games.pgn", true},
      {"a/*", "a/games.pgn", true},
      {"a/*.pgn", "a/b/games.pgn", false},
      {"a/**/games.pgn", "a/games.pgn", true},
      {"a/**/games.pgn", "a/b/c/games.pgn", true},
      {"a/**", "a/b/c/games.pgn", true},
      {"**/b", "a/b/games.pgn", true},
      {"./a/b", "a/b/games.pgn", true},
      {"a/b", "a/bc", false},
      {"game?.pgn", "game1.pgn", true},
      {"game?.pgn", "game12.pgn", false},
      {"rounds.zip", "rounds.zip:round1.pgn", true},
      {"*", "a/b", true},
      {"b*", "ab", false},
      {"a/b", "b", false},
      {"", "a", false},
  }));
  CAPTURE(one.pattern, one.path);
  CHECK(matches_path(one.pattern, one.path) == one.matches);
}

TEST_CASE("findings are ignored by file path") {
  const Workbench bench;
  write_tournament(bench);
  bench.run(
      "mkdir -p sub/old; cp games.pgn sub/old; cp games.pgn sub/blitz-1.pgn; cp games.pgn sub");
  bench.write("sub/.arbiter.toml",
              "[[paths]]\nfiles = [\"old\", \"blitz-*\"]\nignore = [\"legality\"]\n"
              "[[paths]]\nfiles = [\"old/**\"]\nignore = [\"ending\"]\n");
  CHECK(ids(bench, "--select pinned,mate-vs-result sub/old") == "");
  CHECK(ids(bench, "--select pinned,mate-vs-result sub/blitz-1.pgn") == "mate-vs-result ");
  CHECK(ids(bench, "--select pinned,mate-vs-result sub/games.pgn") == "mate-vs-result pinned ");
  CHECK(bench.run("cd sub; arbiter validate -q --select pinned old").status == 0);
  CHECK_THAT(bench.run("arbiter validate --select pinned sub").output, Contains("1 error"));
}

TEST_CASE("a configuration excludes files by paths from its folder") {
  const Workbench bench;
  write_tournament(bench);
  bench.run(
      "mkdir -p sub/old sub/new/old; for f in sub sub/old sub/new sub/new/old; do cp games.pgn $f; "
      "done");
  const auto files = [&](const std::string& arguments) {
    return bench
        .run("arbiter validate -q --format csv --select pinned " + arguments +
             " | tail -n +2 | cut -d , -f 1 | sort -u | tr '\\n' ' '")
        .output;
  };
  bench.write("sub/.arbiter.toml", "exclude = [\"new/old\"]\n");
  CHECK(files("sub") == "sub/games.pgn sub/new/games.pgn sub/old/games.pgn ");
  CHECK(files("sub/new") == "sub/new/games.pgn ");
  CHECK(files("sub --exclude old") == "sub/games.pgn sub/new/games.pgn ");
  bench.write("sub/.arbiter.toml", "exclude = [\"old\"]\n");
  CHECK(files("sub") == "sub/games.pgn sub/new/games.pgn ");
  CHECK(files("--no-config sub/old") == "sub/old/games.pgn ");
}

TEST_CASE("known findings stay suppressed wherever the games move") {
  const Workbench bench;
  write_tournament(bench);
  const std::string others = "--event off --no-config";
  REQUIRE(
      bench.run("arbiter validate " + others + " --write-baseline known.txt games.pgn").status ==
      0);
  const std::string how =
      GENERATE(as<std::string>{}, "cp games.pgn new.pgn", "(echo; echo; cat games.pgn) > new.pgn",
               "arbiter filter --offset 5 games.pgn > new.pgn 2> /dev/null; mv games.pgn new.pgn",
               "cat games.pgn | sed 's/$/\\r/' > new.pgn");
  CAPTURE(how);
  bench.run(how);
  const ProgramRun run = bench.run("arbiter validate " + others +
                                   " --baseline known.txt --ignore mixed-newlines new.pgn");
  CAPTURE(run.output);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("known findings not shown") && !Contains("error["));
}

TEST_CASE("a finding that names another file is matched from any working folder") {
  const Workbench bench;
  const auto game = [](const char* round, const char* white, const char* black, int elo) {
    return std::string("[Event \"A\"]\n[Site \"?\"]\n[Date \"2024.05.09\"]\n[Round \"") + round +
           "\"]\n[White \"" + white + "\"]\n[Black \"" + black +
           "\"]\n[Result \"1-0\"]\n[WhiteElo \"" + std::to_string(elo) + "\"]\n\n1. e4 e5 1-0\n\n";
  };
  bench.run("mkdir rounds");
  bench.write("rounds/round 1.pgn", game("1", "Adler, Nora", "Brandt, Ole", 2101));
  bench.write("rounds/round 2.pgn", game("2", "Adler, Nora", "Castell, Mira", 2102));
  const std::string validate = "arbiter validate --event all --select rating-differs ";
  REQUIRE(bench.run(validate + "--write-baseline known.txt rounds").status == 0);
  REQUIRE_THAT(bench.text("known.txt"), Contains("rating-differs"));
  const std::string where =
      GENERATE(as<std::string>{}, "rounds", "./rounds", "$PWD/rounds", "rounds/*.pgn");
  CAPTURE(where);
  CHECK_THAT(bench.run(validate + "--baseline known.txt " + where + " 2>&1").output,
             Contains("no findings; 1 known finding not shown"));
}

TEST_CASE("a configuration for validate applies to watch") {
  const Workbench bench;
  write_tournament(bench);
  bench.write(".arbiter.toml", "event = \"all\"\n");
  CHECK(bench.run("arbiter watch --once -q games.pgn").status != 2);
}

TEST_CASE("a finding listed once is reported the second time") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("arbiter validate --event off --write-baseline known.txt games.pgn");
  bench.run("cat games.pgn games.pgn > twice.pgn");
  const ProgramRun run =
      bench.run("arbiter validate --event off --select pinned --baseline known.txt twice.pgn");
  CHECK(run.status == 1);
  CHECK_THAT(run.output,
             Contains("error[pinned]") && Contains("1 error; 1 known finding not shown"));
  CHECK_THAT(bench
                 .run("arbiter validate --event off -q --format json --select pinned --baseline "
                      "known.txt twice.pgn | tail -n 1")
                 .output,
             Contains("\"errors\":1") && Contains("\"known\":1") && Contains("\"pinned\":1"));
}

TEST_CASE("a baseline overwrites no file that the run reads") {
  const std::string command = GENERATE(as<std::string>{}, "--players list.csv games.pgn",
                                       "--config list.csv games.pgn", "games.pgn");
  const Workbench bench;
  write_tournament(bench);
  const bool is_configuration = command.starts_with("--config");
  bench.write("list.csv", is_configuration ? "rules = \"fide\"\n" : "id,name\n1,Falk\n");
  bench.write(".arbiter.toml", "rules = \"fide\"\n");
  const std::string target =
      command.find("list.csv") == std::string::npos ? ".arbiter.toml" : "list.csv";
  const std::string before = bench.text(target);
  const ProgramRun run = bench.run("arbiter validate " + command + " --write-baseline " + target);
  CAPTURE(command, run.output);
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains(target + ": it is also an input"));
  CHECK(bench.text(target) == before);
}

TEST_CASE("a file that is not a baseline is rejected") {
  const Workbench bench;
  write_tournament(bench);
  const std::string text = GENERATE(as<std::string>{}, "", "hello\n", "# arbiter baseline 1\nx\n",
                                    "# arbiter baseline 1\npinned\txyz\t1\tm\n",
                                    "# arbiter baseline 1\npinned\t00\t-1\tm\n");
  CAPTURE(text);
  bench.write("known.txt", text);
  CHECK(bench.run("arbiter validate --baseline known.txt games.pgn").status == 2);
  CHECK(bench.run("arbiter validate --baseline none.txt games.pgn").status == 2);
}

// Returns the command of a pre-commit hook, with its lines folded as in YAML.
std::string hook_command(const std::string& id) {
  const std::string hooks = read_text((repository() / ".pre-commit-hooks.yaml").string());
  const std::string start = "entry: >-\n";
  const std::size_t from = hooks.find(start, hooks.find("id: " + id + "\n")) + start.size();
  const std::size_t to = hooks.find("\n  language: system\n  files: \\.pgn$\n", from);
  REQUIRE(to != std::string::npos);
  std::string command = hooks.substr(from, to - from);
  std::ranges::replace(command, '\n', ' ');
  return command;
}

TEST_CASE("the pre-commit hook stops a commit that adds an error") {
  const Workbench bench;
  if (bench.run("command -v git").status != 0) return;
  write_tournament(bench);
  // Runs the entry with the matching staged files, like pre-commit.
  bench.write("hook.sh",
              "#!/bin/bash\nfiles=$(git diff --cached --name-only | grep '\\.pgn$')\n"
              "[ -z \"$files\" ] || " +
                  hook_command("arbiter-validate") + " $files\n");
  const std::string setup =
      "export HOME=$PWD GIT_CONFIG_NOSYSTEM=1; git init -q repo && cd repo && git config user.name "
      "A && git config user.email a@b.c && cp ../hook.sh .git/hooks/pre-commit && chmod +x "
      ".git/hooks/pre-commit && ";
  const ProgramRun run = bench.run(
      setup +
      "cp ../games.pgn . && arbiter validate --write-baseline known.txt games.pgn 2> /dev/null && "
      "echo 'baseline = \"known.txt\"' > .arbiter.toml && git add . && git commit -qm one; "
      "echo status $?; sed -i 's/2. Nf3 Nc6 3. Bb5 d6/2. Nf3 Nc6 3. Bb5 d7/' games.pgn; git add .; "
      "git commit -qm two; echo status $?");
  CAPTURE(run.output);
  CHECK_THAT(run.output, Contains("status 0") && Contains("error[") && Contains("status 1"));
}

TEST_CASE("the formatting hook rewrites files, and both hooks explain a missing program") {
  const Workbench bench;
  bench.write("a.pgn", "1.e4 e5 *");
  bench.write("b c.pgn", "1.d4 *");
  bench.write("hook.sh", hook_command("arbiter-fmt") + " a.pgn 'b c.pgn'\n");
  CHECK(bench.run("bash hook.sh").status == 0);
  CHECK_THAT(bench.text("a.pgn"), Contains("\n1. e4 e5 *\n"));
  CHECK_THAT(bench.text("b c.pgn"), Contains("\n1. d4 *\n"));
  const std::string id = GENERATE("arbiter-validate", "arbiter-fmt");
  bench.write("hook.sh", hook_command(id) + " a.pgn\n");
  const ProgramRun missing = bench.run("PATH=/usr/bin:/bin bash hook.sh 2>&1");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.output, Contains("arbiter is not installed: tools/docs/install.md"));
}

TEST_CASE("the step of the action runs its commands") {
  const Workbench bench;
  write_tournament(bench);
  const std::string root = std::filesystem::absolute(repository()).string();
  const std::string action = read_text(root + "/.github/actions/validate/action.yml");
  const std::string mark = "      run: |\n";
  const std::size_t at = action.find(mark);
  REQUIRE(at != std::string::npos);
  bench.write("step.sh", action.substr(at + mark.size()));
  const std::string start = "export GITHUB_ACTION_PATH=" + root + "/.github/actions/validate; ";
  const auto step = [&](const std::string& variables) {
    return bench.run(start + variables + " bash -e step.sh");
  };
  const ProgramRun run = step("FILES=games.pgn OPTIONS='--select pinned'");
  CAPTURE(run.output);
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains("::error file=games.pgn,line=28"));
  bench.run("mkdir 'my games'; cp games.pgn 'my games/all.pgn'; cp games.pgn 'my rules.pgn'");
  const ProgramRun spaced =
      step("FILES=$'my games\n\nmy rules.pgn\n' OPTIONS='--select pinned --title \"a b\"'");
  CHECK_THAT(spaced.output, Contains("unknown option --title"));
  const ProgramRun both =
      step("FILES=$'my games\n\nmy rules.pgn\n' OPTIONS='--select \"pinned, tags\"'");
  CAPTURE(both.output);
  CHECK(both.status == 1);
  CHECK_THAT(both.output,
             Contains("file=my games/all.pgn,line=28") && Contains("file=my rules.pgn,line=28"));
  const ProgramRun missing = bench.run(
      start + "export PATH=/usr/bin:/bin GITHUB_ACTIONS=true FILES=. OPTIONS=; bash -e step.sh");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.output, Contains("::error::arbiter is not installed: name its version"));
}

TEST_CASE("the action downloads a release only with the right checksum") {
  const Workbench bench;
  const std::string script =
      std::filesystem::absolute(repository()).string() + "/tools/build/fetch_release";
  const ProgramRun run = bench.run(
      "export ARBITER_RELEASES=file://$PWD/releases; mkdir -p releases/v9.9 tree/bin; cd "
      "releases/v9.9; name=arbiter-9.9-$(uname -m)-linux; echo program > ../../tree/bin/arbiter; "
      "tar -cf - -C ../.. --transform s/^tree/$name/ tree | zstd -q > $name.tar.zst; sha256sum "
      "*.zst "
      "> SHA256SUMS; cd ../..; " +
      script + " 9.9 good && cat good/bin/arbiter; echo damage >> releases/v9.9/*.zst; " + script +
      " 9.9 bad; echo status $?; ls bad; " + script + " 8.8 missing; echo status $?");
  CAPTURE(run.output);
  CHECK_THAT(run.output, Contains("program\n"));
  CHECK_THAT(run.output, Contains("-linux.tar.zst does not match SHA256SUMS\nstatus 2\n"));
  CHECK_THAT(run.output, Contains("cannot download file://"));
  CHECK_THAT(run.output, Contains("cannot access 'bad'"));
}
