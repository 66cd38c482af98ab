// `arbiter fmt`.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

namespace fs = std::filesystem;

constexpr const char* kUntidy = "[White \"w\"]\n[Event \"e\"]\n1.e4! e5 2 Ngf3 Nc6 1-0\n";
constexpr const char* kTidy =
    "[Event \"e\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"w\"]\n"
    "[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 $1 e5 2. Nf3 Nc6 1-0\n\n";

}  // namespace

TEST_CASE("fmt writes games to standard output and reports its repairs") {
  const ProgramRun run = run_arbiter({"fmt"}, kUntidy);
  CHECK(run.status == 0);
  CHECK(run.output == kTidy);
  CHECK(run.errors == "1 game: 1 move respelled, 1 symbol converted to NAG form, 5 tags added\n");
  CHECK(run_arbiter({"fmt", "--quiet", "-"}, kUntidy).errors.empty());
}

TEST_CASE("fmt reports text that could not be parsed as moves, with any options") {
  const std::string game = "[Event \"e\"]\n\n1. e4 e5\n2. O-O Nc6 1-0\n";
  const std::string said =
      ": 1 text fragment could not be parsed as moves; it is kept in a comment {unreadable...} or "
      "{after-result...}\n";
  const ProgramRun run = run_arbiter({"fmt"}, game);
  CHECK(run.status == 1);
  CHECK(run.errors ==
        "<stdin>:4: game 1: the moves from 2. O-O onwards are kept as a comment\n<stdin>" + said +
            "1 game: 1 unreadable text fragment kept as a comment, 6 tags added\n");
  const std::string path = write_scratch("broken.pgn", game);
  for (const std::string option : {"--check", "--in-place"}) {
    CAPTURE(option);
    const ProgramRun quiet = run_arbiter({"fmt", "-q", option, path});
    CHECK(quiet.status == 1);
    CHECK(quiet.errors == path + said);
  }
  // The file is now formatted, but still has findings.
  const ProgramRun again = run_arbiter({"fmt", "-q", "--check", path});
  CHECK(again.status == 1);
  CHECK(again.output.empty());
  CHECK(again.errors == path + said + path +
                            ": formatted, but its unreadable text sets exit status 1; `arbiter fmt "
                            "--check --lossless` accepts it\n");
  CHECK(run_arbiter({"fmt", "-q", "--lossless", "--check", path}).status == 0);
  CHECK(run_arbiter({"fmt", "-q", "--lossless", path}).status == 0);
}

TEST_CASE("a write-protected file is not replaced in place, not even by root") {
  const std::string path = write_scratch("protected.pgn", kUntidy);
  run_shell("chmod 444 '" + path + "'");
  const auto command =
      GENERATE_COPY(std::vector<std::string>{"fmt", "-i", path},
                    std::vector<std::string>{"repair", "--apply", path},
                    std::vector<std::string>{"filter", "-i", "--rename-player", "A=B", path});
  const ProgramRun run = run_arbiter(command);
  run_shell("chmod 644 '" + path + "'");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("protected.pgn: it is write-protected; permit writing (chmod "
                                  "u+w), or -o writes its games to another file"));
  CHECK(read_text(path) == kUntidy);
}

TEST_CASE("fmt lists the files that would change") {
  const std::string untidy = write_scratch("untidy.pgn", kUntidy);
  const std::string tidy = write_scratch("tidy.pgn", kTidy);
  const ProgramRun run = run_arbiter({"fmt", "--check", untidy, tidy});
  CHECK(run.status == 1);
  CHECK(run.output == untidy + "\n");
  CHECK(run_arbiter({"fmt", "--check", tidy}).status == 0);
  CHECK(run_arbiter({"fmt", "--check", "--lossless", tidy}).status == 0);
}

TEST_CASE("a file with a missing or superfluous end is not formatted") {
  for (const std::string& text : {kTidy + std::string("\n"), kTidy + std::string("\n\n\n"),
                                  std::string(kTidy).substr(0, std::string(kTidy).size() - 1)}) {
    const std::string path = write_scratch("ends.pgn", text);
    CHECK(run_arbiter({"fmt", "--check", path}).status == 1);
  }
}

TEST_CASE("fmt writes and reports the same with any number of threads") {
  std::string games;
  for (int i = 0; games.size() < 1'500'000; ++i) {  // enough for several chunks
    games += "[White \"" + std::to_string(i) + "\"]\n\n1.d4! d5 2. c4 e6 (2... c6";
    games += i % 7 == 0 ? " 3. O-O) 3.Nc3 O-O-O Nf6 4. Bg5 1-0\n" : ") 3. Nc3 Nf6 *\n";
    games += i % 11 == 0 ? "some words\n\n[Result \"1-0\"]\n\n1. e4 e5 2. Sf3 Sc6 1-0\n\n" : "\n";
  }
  const std::string path = write_scratch("threads.pgn", games);
  const std::string options = GENERATE(as<std::string>{}, "", "--lossless", "--format json",
                                       "--format jsonl", "--format csv", "--format epd --unique",
                                       "--format uci", "--add eco,hash --split-variations");
  const std::string command = "arbiter fmt " + options + " " + path;
  const ProgramRun one = run_shell(command + " -j 1");
  CAPTURE(options);
  REQUIRE(one.output.size() > 200);
  for (const std::string jobs : {"2", "5"}) {
    const ProgramRun many = run_shell(command + " --jobs " + jobs);
    CHECK((many.output == one.output));
    CHECK(many.status == one.status);
  }
}

TEST_CASE("fmt replaces files in place") {
  const std::string path = write_scratch("games.pgn", kUntidy);
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  CHECK(run_arbiter({"fmt", "--in-place", path}).status == 0);
  CHECK(read_text(path) == kTidy);
  CHECK(fs::status(path).permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
  const auto date = fs::last_write_time(path);
  CHECK(run_arbiter({"fmt", "--in-place", path}).status == 0);
  CHECK(fs::last_write_time(path) == date);
}

TEST_CASE("fmt replaces the target of a link") {
  const std::string path = write_scratch("linked.pgn", kUntidy);
  const std::string link = path + ".link";
  fs::remove(link);
  fs::create_symlink(path, link);
  CHECK(run_arbiter({"fmt", "-i", link}).status == 0);
  CHECK(fs::is_symlink(link));
  CHECK(read_text(path) == kTidy);
}

TEST_CASE("fmt compresses by the name of its output and reads its own output") {
  const std::string untidy = write_scratch("plain.pgn", kUntidy);
  for (const std::string ending : {".pgn", ".pgn.gz", ".pgn.zst"}) {
    CAPTURE(ending);
    const std::string path = (scratch_folder() / ("out" + ending)).string();
    CHECK(run_arbiter({"fmt", untidy, "-o", path}).status == 0);
    CHECK(run_arbiter({"fmt", path}).output == kTidy);
    CHECK((read_text(path) == kTidy) == (ending == ".pgn"));
    if (ending == ".pgn") continue;
    const ProgramRun refused = run_arbiter({"fmt", "--in-place", path});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.errors, Contains("compressed"));
  }
}

TEST_CASE("fmt rejects output names with an unsupported ending") {
  for (const std::string ending : {".bz2", ".xz", ".zip", ".7z"}) {
    CAPTURE(ending);
    const std::string path = (scratch_folder() / ("out.pgn" + ending)).string();
    const ProgramRun run = run_arbiter({"fmt", "-", "-o", path}, kUntidy);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("use .gz or .zst"));
    CHECK_FALSE(fs::exists(path));
  }
}

TEST_CASE("fmt leaves no file behind if it is killed") {
  const std::string folder = (scratch_folder() / "ended").string();
  for (const std::string signal : {"TERM", "KILL"}) {
    CAPTURE(signal);
    // The pipe has a writer and never ends, so fmt waits with its output open.
    const std::string line = "mkdir -p '" + folder + "' && mkfifo '" + folder +
                             "/in' && { arbiter fmt '" + folder + "/in' -o '" + folder +
                             "/out.pgn' & } && exec 3> '" + folder + "/in' && kill -" + signal +
                             " $! && wait $!; rm '" + folder + "/in'; ls -A '" + folder + "'";
    // Bash itself may print the killed command.
    CHECK_THAT(run_shell(line).output, !Contains(".tmp"));
    CHECK_FALSE(fs::exists(folder + "/out.pgn"));
  }
}

TEST_CASE("fmt leaves no file behind if it fails") {
  const std::string output = (scratch_folder() / "never.pgn").string();
  const ProgramRun run = run_arbiter({"fmt", "no such file.pgn", "-o", output});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("no such file"));
  CHECK_FALSE(fs::exists(output));
  for (const fs::directory_entry& entry : fs::directory_iterator(scratch_folder())) {
    CHECK(entry.path().extension() != ".tmp");
  }
  CHECK(run_arbiter({"fmt", "-", "-o", output, "--check"}).status == 2);
  CHECK(run_arbiter({"fmt", "--in-place", "-"}).status == 2);
}

TEST_CASE("fmt does not change files without games, nor binary files") {
  std::string picture = "\x89PNG\r\n\x1a\n";
  for (int byte = 0; byte < 256; ++byte) picture += static_cast<char>(byte % 32);
  const std::string binary = write_scratch("photo.jpg", picture);
  const std::string out = (scratch_folder() / "photo.pgn").string();
  const std::vector<std::vector<std::string>> forms = {
      {"fmt", binary},
      {"fmt", "--lossless", binary},
      {"fmt", "--check", binary},
      {"fmt", "--in-place", binary},
      {"fmt", binary, "-o", out},
  };
  for (const std::vector<std::string>& form : forms) {
    CAPTURE(form);
    const ProgramRun run = run_arbiter(form);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, StartsWith("arbiter: " + binary + ": it is not text"));
  }
  CHECK(read_text(binary) == picture);
  CHECK_FALSE(fs::exists(out));
  struct Letter {
    std::string text, message;
  };
  for (const Letter& letter : {Letter{"", "no games found"},
                               Letter{"Dear all,\n\nsee you on Sunday\n", "it is not PGN"}}) {
    const std::string path = write_scratch("letter.txt", letter.text);
    const ProgramRun run = run_arbiter({"fmt", "--in-place", path});
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains(letter.message));
    CHECK(read_text(path) == letter.text);
  }
}

TEST_CASE("fmt lists the games that became a comment, and an option that could parse them") {
  const std::string game = "[Event \"e\"]\n\n1. e4 e5\n2. Re2 Nc6 *\n\n";
  const std::string path = write_scratch("german.pgn", game + "[Event \"f\"]\n\n1. e4 Ke6 *\n");
  CHECK_THAT(
      run_arbiter({"fmt", path}).errors,
      StartsWith(path +
                 ":4: game 1: the moves from 2. Re2 onwards are kept as a comment; "
                 "--piece-letters RDTAC reads this move\n" +
                 path + ":8: game 2: the moves from 1... Ke6 onwards are kept as a comment\n"));
  std::string many;
  for (int i = 0; i < 25; ++i) many += game;
  const std::vector<std::string> lines = lines_of(run_arbiter({"fmt"}, many).errors);
  REQUIRE(lines.size() == 23);
  CHECK(lines[21] == "... and 5 other games with moves kept as a comment");
}

TEST_CASE("fmt lists the games whose piece letters were guessed") {
  const std::string path = write_scratch("letters.pgn", "1. e4 e5\n2. Sf3 Sc6 *\n");
  const ProgramRun run = run_arbiter({"fmt", path});
  CHECK_THAT(run.output, Contains("\n1. e4 e5 2. Nf3 Nc6 *\n"));
  CHECK_THAT(run.errors, StartsWith(path + ":2: game 1: 2. Sf3 is read with the piece letters "
                                           "KDTLS\n"));
}

TEST_CASE("text that fmt could not play is an error of validate") {
  const std::string written = run_arbiter({"fmt", "-q"}, "1. e4 e5 2. Ke3 Nc6 *").output;
  const ProgramRun run = run_arbiter({"validate", "-q", "--select", "comment-unreadable"}, written);
  CHECK_THAT(run.output, StartsWith("<stdin>:9:10: error[comment-unreadable]"));
}

TEST_CASE("an illegal game is still illegal after fmt has rewritten it") {
  const std::string game = "[Event \"e\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nc6 3. Nf3 *\n";
  const std::string path = write_scratch("illegal.pgn", game);
  const std::vector<std::string> validate = {"validate", "-q", "--select", "errors", path};
  const ProgramRun before = run_arbiter(validate);
  CHECK(before.status == 1);
  CHECK(run_arbiter({"fmt", "-q", "--in-place", path}).status == 1);
  const ProgramRun after = run_arbiter(validate);
  CHECK(after.status == 1);
  CHECK_THAT(after.output, Contains("2. Ke3"));
  CHECK_THAT(run_arbiter({"repair", path}).output, Contains("2. Ke3"));
}

TEST_CASE("fmt and validate agree on words at the end that are results") {
  for (const std::string word : {"draw", "remis", "1 - 0", "(1-0)", "1:0", "Qh5", "xyz"}) {
    CAPTURE(word);
    const std::string game = "1. e4 e5 2. Qh5 Nc6 " + word;
    const bool is_result =
        !run_arbiter({"validate", "-q", "--select", "terminator-nonstandard"}, game).output.empty();
    const ProgramRun written = run_arbiter({"fmt"}, game);
    CHECK(is_result == (written.errors.find("1 result respelled") != std::string::npos));
    CHECK((written.output.find("unreadable") != std::string::npos) == !is_result);
  }
}

TEST_CASE("an evaluation at the end is not a result, neither for fmt nor for validate") {
  for (const std::string sign : {"=", "-+", "+--", "+/-"}) {
    CAPTURE(sign);
    const std::string game = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 " + sign + "\n";
    CHECK_THAT(run_arbiter({"fmt", "-q"}, game).output, Contains(" 1-0\n\n"));
    const ProgramRun run = run_arbiter({"validate", "-q", "--games", "--format", "csv"}, game);
    CHECK_THAT(run.output, Contains(",1-0,"));
  }
}

TEST_CASE("fmt keeps a double forfeit, which PGN cannot express, as a comment") {
  const ProgramRun written = run_arbiter({"fmt", "-q"}, "1. e4 e5 2. Qh5 Nc6 3. a3 0-0");
  CHECK_THAT(written.output, Contains("\n1. e4 e5 2. Qh5 Nc6 3. a3 {0-0} *\n"));
}

TEST_CASE("fmt keeps every word in the lossless form") {
  CHECK(run_arbiter({"fmt", "--lossless"}, kUntidy).output ==
        "[White \"w\"]\n[Event \"e\"]\n\n1.e4! e5 2 Ngf3 Nc6 1-0\n\n");
}

TEST_CASE("fmt leaves no finding of spelling or style in any file of the catalogue") {
  const std::string tidy = (scratch_folder() / "catalogue.pgn").string();
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(testdata("diagnostics"))) {
    if (entry.path().extension() != ".pgn") continue;
    if (entry.path().filename() == "binary-file.pgn") continue;
    ++files;
    CAPTURE(entry.path());
    const ProgramRun written = run_arbiter({"fmt", "-q", entry.path().string(), "-o", tidy});
    const std::string text = read_text(tidy);
    const bool is_clean = text.find("{unreadable") == std::string::npos &&
                          text.find("{after-result:") == std::string::npos;
    const bool is_sure = entry.path().filename() != "encoding-unsure.pgn";
    REQUIRE(written.status == (is_clean && is_sure ? 0 : 1));
    const ProgramRun again = run_arbiter({"fmt", "--check", "-q", tidy});
    CHECK(again.status == (is_clean ? 0 : 1));
    CHECK(again.output.empty());
    // Moves in these comments are validated as moves; the reason why they are illegal remains.
    const ProgramRun judged =
        run_arbiter({"validate", "-q", "--select", "spelling,style", "--ignore",
                     "line-over-79,str-order,ambiguous-but-one-legal,move-number-superfluous,"
                     "promo-piece-missing,promo-to-king-or-pawn,ambiguous",
                     "--fail-on", "warning", tidy});
    CHECK(judged.output == "");
  }
  CHECK(files > 100);
}

TEST_CASE("--fix corrects dates and text that was decoded twice, and lists each change") {
  const std::string game =
      "[White \"M\xc3\x83\xc2\xbcller\"]\n[Date \"3/10/2018\"]\n\n1. e4 {L\xc3\x83\xc2\xb6"
      "sung} *\n";
  const ProgramRun run = run_arbiter({"fmt", "--fix", "dates,mojibake", "-"}, game);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("[White \"Müller\"]") && Contains("[Date \"3/10/2018\"]") &&
                             Contains("{Lösung}"));
  CHECK_THAT(run.errors, Contains("<stdin>:1: game 1: White \"M\xc3\x83\xc2\xbcller\" is now "
                                  "\"Müller\"\n") &&
                             Contains("the Date \"3/10/2018\" is ambiguous; choose with --fix "
                                      "day-first or --fix month-first; not changed\n"));
  CHECK_THAT(run_arbiter({"fmt", "--fix", "day-first", "-"}, game).output,
             Contains("[Date \"2018.10.03\"]"));
  const ProgramRun again = run_arbiter({"fmt", "--fix", "mojibake,dates", "-"}, run.output);
  CHECK(again.output == run.output);
  CHECK_THAT(run_arbiter({"fmt", "--fix", "spelling", "-"}, game).errors,
             Contains("one of dates, mojibake"));
}

TEST_CASE("--output-encoding writes other encodings, and what they lack comes back") {
  const std::string game = "[White \"Müller\"]\n[Black \"Wałęsa\"]\n\n1. e4 {“Łódź”} *\n";
  const std::string plain = run_arbiter({"fmt", "-q", "-"}, game).output;
  for (const char* command : {"fmt", "filter"}) {
    const ProgramRun run = run_arbiter({command, "-q", "--output-encoding", "latin1", "-"}, game);
    CHECK(run.status == 1);
    CHECK_THAT(run.output, Contains("M\xfcller") && Contains("Wa\\u0142\\u0119sa"));
    CHECK_THAT(run.errors,
               Contains("<stdout>:6: 'ł' does not exist in latin1; written as \\u0142\n") &&
                   Contains("characters do not exist in latin1"));
    CHECK(run_arbiter({"fmt", "-q", "--fix", "mojibake", "--encoding", "latin1", "-"}, run.output)
              .output == plain);
  }
  const ProgramRun marked = run_arbiter({"fmt", "-q", "--output-encoding", "utf-8-bom", "-"}, game);
  CHECK(marked.status == 0);
  CHECK(marked.output == "\xef\xbb\xbf" + plain);
  const auto status = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"fmt", "-q", "-", "--output-encoding"};
    words.insert(words.end(), more.begin(), more.end());
    return run_arbiter(words, game).status;
  };
  CHECK(status({"windows-1250"}) == 0);
  CHECK(status({"utf-16"}) == 2);
  CHECK(status({"iso-2022-jp"}) == 2);
  CHECK(status({"utf-7"}) == 2);
  CHECK(status({"shift_jis"}) == 1);
  CHECK(status({"nonsense"}) == 2);
  CHECK(status({"latin1", "--format", "json"}) == 2);
  CHECK(status({"latin1", "--check"}) == 2);
  CHECK(status({"latin1", "--notation", "figurine"}) == 2);
  const ProgramRun raw =
      run_arbiter({"fmt", "-q", "--lossless", "--output-encoding", "latin1", "-"},
                  "[White \"M\xfcller\"]\n[Black \"Wa\xfc\u0142\"]\n\n1. e4 *\n");
  CHECK(raw.status == 1);
  CHECK_THAT(raw.output, Contains("M\xfcller") && Contains("Wa\xfc\\u0142"));
  CHECK_THAT(raw.errors, Contains("<stdout>:1: the byte 0xFC is not UTF-8; written as it is\n"));
  CHECK_THAT(raw.errors, Contains("1 character does not exist in latin1"));
}
