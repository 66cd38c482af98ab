// Tests live files, which the real program watches while they are written, replaced and deleted.
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

// Defines the commands of the scripts. They write game A or B, finished or not, and watch live.pgn
// or the folder `live` in the background. Another command waits up to ten seconds for a line in the
// output.
const std::string kScript = R"bash(
game() {  # NAME RESULT MOVES
  printf '[Event "Lindenau"]\n[Site "?"]\n[Date "2024.05.09"]\n[Round "?"]\n[White "%s"]\n[Black "Brandt, Ole"]\n[Result "%s"]\n\n%s %s\n\n' "$1" "$2" "$3" "$2"
}
bad='1. e4 e5 2. Ke3'
good='1. e4 e5 2. Nf3'
watch() {
  set -m  # so that SIGINT is not ignored in the background
  arbiter watch --no-config --settle 0.2 "$@" > out.txt 2> err.txt & pid=$!
  set +m
  says 'watching' err.txt
}
says() {
  for i in $(seq 200); do
    [[ -f $2 && $(grep -c -e "$1" "$2") -ge ${3:-1} ]] && return 0
    sleep 0.05
  done
  echo "never says $1:"; cat out.txt err.txt
}
quiet() { sleep 0.8; }
finish() { kill -INT $pid; wait $pid; echo "status $?"; }
count() { grep -c -e "error\[" out.txt; }
)bash";

// Returns the output of a script after these definitions.
std::string output_of(const Workbench& bench, const std::string& script) {
  const ProgramRun run = bench.run(kScript + script);
  return run.output;
}

}  // namespace

TEST_CASE("findings are printed once while a file grows", "[watch]") {
  const Workbench bench;
  const std::string how = GENERATE(as<std::string>{}, "", "--poll 0.1");
  CAPTURE(how);
  CHECK(output_of(bench, R"bash(
    game Adler 1-0 "$good" > live.pgn
    watch )bash" + how + R"bash( live.pgn
    game Castell 1-0 "$bad" >> live.pgn; says 'error\[' out.txt
    game Dorn 1-0 "$good" >> live.pgn; quiet
    game Ehlers 1-0 "1. d4 d5 2. Kd3" >> live.pgn; says 'error\[' out.txt 2
    quiet; count; finish)bash") == "2\nstatus 1\n");
}

TEST_CASE("a file is followed in every way of replacing it", "[watch]") {
  const Workbench bench;
  const std::string how =
      GENERATE(as<std::string>{}, "cat new.pgn > live.pgn", "mv new.pgn live.pgn",
               "rm live.pgn; quiet; cp new.pgn live.pgn", "rm live.pgn; cp new.pgn live.pgn",
               ": > live.pgn; quiet; cat new.pgn > live.pgn",
               "truncate -s 20 live.pgn; mv new.pgn live.pgn");
  CAPTURE(how);
  CHECK(output_of(bench, R"bash(
    game Adler 1-0 "$bad" > live.pgn
    watch --select legality live.pgn; says 'error\[' out.txt
    (game Adler 1-0 "$bad"; game Castell 1-0 "1. d4 d5 2. Kd3") > new.pgn
    )bash" + how + R"bash(
    says 'Kd3' out.txt; quiet
    grep -c 'Kd3: ' out.txt; finish)bash") == "1\nstatus 1\n");
}

TEST_CASE("new files are watched, in subfolders too", "[watch]") {
  const Workbench bench;
  CHECK(output_of(bench, R"bash(
    mkdir -p live
    watch live later.pgn
    mkdir live/round1; sleep 0.3; game Adler 1-0 "$bad" > live/round1/games.pgn
    says 'round1/games.pgn.*error\[' out.txt
    game Castell 1-0 "$bad" > later.pgn; says '^later.pgn.*error\[' out.txt
    quiet; count; finish)bash") == "2\nstatus 1\n");
}

TEST_CASE("a temporary error in an unfinished game is not reported", "[watch]") {
  const Workbench bench;
  CHECK(output_of(bench, R"bash(
    game Adler '*' "$good" > live.pgn
    watch --settle 4 live.pgn
    game Adler '*' "1. e4 e5 2. Nf3 Nc6 3. Nf3" > live.pgn; sleep 0.7   # a move that came twice
    game Adler '*' "1. e4 e5 2. Nf3 Nc6 3. Bb5" > live.pgn; sleep 5
    count
    game Adler '*' "1. e4 e5 2. Nf3 Nc6 3. Bb5 Ke6" > live.pgn; says 'error\[' out.txt
    game Adler 0-1 "1. e4 e5 2. Nf3 Nc6 3. Bb5 Ke6" > live.pgn; sleep 1
    count; finish)bash") == "0\n1\nstatus 1\n");
}

TEST_CASE("findings are not reported again after the file was empty for a moment", "[watch]") {
  const Workbench bench;
  CHECK(output_of(bench, R"bash(
    game Adler '*' "$bad" > live.pgn
    watch live.pgn; says 'error\[' out.txt
    for i in 1 2 3; do : > live.pgn; quiet; game Adler '*' "$bad" > live.pgn; quiet; done
    count
    (game Adler '*' "$bad"; game Castell 1-0 "1. d4 d5 2. Kd3") > live.pgn
    says 'Kd3' out.txt; count; finish)bash") == "1\n2\nstatus 1\n");
}

TEST_CASE("kings that move to the centre at the end are the result", "[watch]") {
  const Workbench bench;
  const std::string output = output_of(bench, R"bash(
    game Adler 1-0 "1. e4 e5 2. Nf3 Nc6 Ke4 Kd5" > live.pgn
    watch --notes live.pgn 2> /dev/null
    arbiter watch --no-config --once live.pgn; echo "status $?")bash");
  CAPTURE(output);
  CHECK_THAT(output, !Contains("error["));
}

TEST_CASE("commands run on errors with the findings in their environment", "[watch]") {
  const Workbench bench;
  CHECK(output_of(bench, R"bash(
    game Adler 1-0 "$good" > live.pgn
    watch --exec 'echo "$ARBITER_FILE:$ARBITER_LINE $ARBITER_GAME $ARBITER_ID $ARBITER_ERRORS" >> ran.txt' --bell live.pgn
    (game Castell 1-0 "$bad"; game Dorn 1-0 "1. d4 d5 2. Kd3") >> live.pgn
    says live ran.txt; quiet; cat ran.txt; grep -c $'\a' err.txt; finish)bash") ==
        "live.pgn:19 2 unreachable 2\n1\nstatus 1\n");
}

TEST_CASE("--once checks the files and exits", "[watch]") {
  const Workbench bench;
  CHECK(output_of(bench, R"bash(
    game Adler 1-0 "$good" > good.pgn; game Adler '*' "$bad" > bad.pgn
    arbiter watch --no-config --once -q good.pgn; echo $?
    arbiter watch --no-config --once -q good.pgn bad.pgn > out.txt; echo $?; count
    arbiter watch --no-config --once -q nothing.pgn 2> err.txt; echo $?
    arbiter watch --no-config --once - 2> err.txt; echo $?
    arbiter watch --no-config --poll 0 good.pgn 2> err.txt; echo $?)bash") == "0\n1\n1\n2\n2\n2\n");
}

TEST_CASE("watch does not wait for a pipe", "[watch]") {
  const Workbench bench;
  const ProgramRun run =
      bench.run("mkfifo pipe.pgn; timeout -s KILL 20 arbiter watch --no-config --once pipe.pgn");
  CAPTURE(run.output);
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Catch::Matchers::Contains("pipe.pgn: not a regular file"));
}

TEST_CASE("a configuration applies to the options of watch", "[watch]") {
  const Workbench bench;
  bench.write(".arbiter.toml",
              "strict = true\nrules = \"fide\"\n[[paths]]\nfiles = [\"old*\"]\nignore = [\"all\"]\n"
              "[severity]\nunreachable = \"warning\"\n");
  CHECK(output_of(bench, R"bash(
    game Adler 1-0 "$bad" > new.pgn; cp new.pgn old.pgn
    arbiter watch --once -q old.pgn; echo $?
    arbiter watch --once -q new.pgn | grep -c 'warning.unreachable'
    arbiter watch --once -q --severity unreachable=error new.pgn > out.txt; echo $?
    arbiter watch --once -q --no-config new.pgn > out.txt; echo $?)bash") == "0\n1\n1\n1\n");
}

TEST_CASE("status is 0 without findings, and findings are JSON if requested", "[watch]") {
  const Workbench bench;
  CHECK(output_of(bench, R"bash(
    game Adler 1-0 "$good" > live.pgn
    watch --format json live.pgn; kill -TERM $pid; wait $pid; echo "status $?"
    watch --format json live.pgn; game Castell 1-0 "$bad" >> live.pgn; says '"type":"finding"' out.txt
    finish)bash") == "status 0\nstatus 1\n");
}

TEST_CASE("the memory of a watch does not grow", "[watch]") {
  const Workbench bench;
  const std::string output = output_of(bench, R"bash(
    game Adler 1-0 "$good" > live.pgn
    watch --poll 0.02 live.pgn
    size() { awk '/VmRSS/ { print $2 }' /proc/$pid/status; }
    run() { for i in $(seq $1 $2); do game "Adler$i" 1-0 "1. e4 e5 2. Ke$((i % 5 + 3)) {$i}" > live.pgn; sleep 0.02; done; }
    run 1 40; before=$(size); run 41 160; after=$(size)
    (( after <= before + 2000 )) && echo bounded || echo "$before $after"
    finish)bash");
  CHECK(output == "bounded\nstatus 1\n");
}

TEST_CASE("a half-written tag after a finished game is not reported", "[watch]") {
  const Workbench bench;
  CHECK(output_of(bench, R"bash(
    game Adler 1-0 "$good" > live.pgn
    watch --settle 3 live.pgn
    for part in '[Ev' 'ent "Lin' 'denau"]' $'\n[Si' $'te "?"]\n[Da' 'te "2024.0'; do
      printf '%s' "$part" >> live.pgn; sleep 0.4
    done
    cat out.txt
    printf '%s' $'5.09"]\n[Round "?"]\n[White "Dorn"]\n[Black "Ehlers"]\n[Result "*"]\n\n1. d4 *\n\n' >> live.pgn
    quiet; cat out.txt; finish)bash") == "status 0\n");
}

TEST_CASE("a broken last line that stays is reported", "[watch]") {
  const Workbench bench;
  CHECK(output_of(bench, R"bash(
    (game Adler 1-0 "$good"; printf '[Event "Lin') > live.pgn
    watch live.pgn; says 'error\[' out.txt; finish)bash") == "status 1\n");
}

TEST_CASE("a corrected finding is resolved", "[watch]") {
  const Workbench bench;
  const auto [format, expected] = GENERATE(table<std::string, std::string>({
      {"text", "^live.pgn: game 2: resolved.unreachable.: 2. Ke3: "},
      {"json",
       "^.\"type\":\"resolved\",\"file\":\"live.pgn\",\"game\":2,\"id\":\"unreachable\","
       "\"message\":\"2. Ke3: "},
  }));
  CAPTURE(format);
  CHECK(output_of(bench, R"bash(
    (game Adler 1-0 "$good"; game Castell 1-0 "$bad") > live.pgn
    watch --format )bash" + format +
                             R"bash( live.pgn; says 'Ke3' out.txt
    (game Adler 1-0 "$good"; game Castell 1-0 "$good") > new.pgn; mv new.pgn live.pgn
    says ')bash" + expected + R"bash(' out.txt; quiet; grep -c resolved out.txt
    grep -q -e '^\[..:..:..\]$' -e '"type":"time"' out.txt && echo timed; finish)bash") ==
        "1\ntimed\nstatus 1\n");
}

TEST_CASE("games of several boards are compared with each other and with a report", "[watch]") {
  const Workbench bench;
  bench.write("masters.pgn", read_text(testdata("masters.pgn").string()));
  bench.write("lindenau.trf", read_text(testdata("lindenau.trf").string()));
  CHECK(output_of(bench, R"bash(
    mkdir live
    for round in 1 2 3; do arbiter filter -q masters.pgn --round $round -o live/$round.pgn; done
    arbiter watch --no-config --once -q live | grep -c rating-differs
    arbiter watch --no-config --once -q --event all live | grep -c 'live/3.pgn.*rating-differs.*live/1.pgn'
    arbiter watch --no-config --once -q --trf lindenau.trf live | grep -o 'crosscheck-[a-z-]*' | sort -u
    arbiter watch --no-config --once -q --event off --trf lindenau.trf live | grep -o 'crosscheck-[a-z]*' | sort -u
    arbiter watch --no-config --once -q --trf none.trf live > out.txt 2>&1; echo $?
    rm live/2.pgn   # a game that is not there may still be played
    arbiter watch --no-config --once -q --trf lindenau.trf live | grep -c crosscheck-missing
    watch --trf lindenau.trf live; says crosscheck-result out.txt
    sed -i 's/0-1/1-0/' live/3.pgn; says 'resolved.crosscheck-result' out.txt; finish)bash") ==
        "0\n1\ncrosscheck-name\ncrosscheck-rating\ncrosscheck-result\n"
        "crosscheck-name\ncrosscheck-rating\ncrosscheck-result\n2\n0\nstatus 1\n");
}
