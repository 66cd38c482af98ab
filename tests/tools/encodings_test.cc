// Tests names and comments in 15 languages and many encodings, with the real program. The expected
// text is computed with iconv(3).

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/iconv_text.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
namespace {

struct Words {
  std::string language;
  std::string event;
  std::string white;
  std::string black;
  std::string comment;
};

const std::vector<Words> kWords = {
    {"Russian", "Открытый чемпионат", "Андреев, Юрий", "Щукин, Семён", "Лучший ход, объяснимый."},
    {"Ukrainian", "Кубок Києва", "Ґонта, Євген", "Їжакевич, Ілля", "Найкращий хід у цій грі."},
    {"Polish", "Turniej o złotą wieżę", "Łuczak, Róża", "Dąbrowski, Józef", "Świetne posunięcie."},
    {"German", "Stadtmeisterschaft Köln", "Größwein, Jürgen", "Müller, Käthe", "Schwächt Felder."},
    {"French", "Championnat de Nîmes", "Lévêque, François", "Noël, Hélène", "Très forcé, voilà."},
    {"Icelandic", "Skákþing Íslands", "Þórðarson, Guðni", "Ægisdóttir, Björk", "Góður leikur, já."},
    {"Turkish", "Türkiye Şampiyonası", "Yıldırım, İbrahim", "Öztürk, Ayşe",
     "Güçlü bir vuruş, değil."},
    {"Greek", "Κύπελλο Θεσσαλονίκης", "Παπαδόπουλος, Γιώργος", "Νικολαΐδης, Άννα",
     "Η καλύτερη κίνηση."},
    {"Hebrew", "אליפות תל אביב", "כהן, יוסף", "לוי, שרה", "מהלך חזק מאוד."},
    {"Lithuanian", "Vilniaus čempionatas", "Žukauskas, Šarūnas", "Mažeikaitė, Eglė",
     "Geriausias ėjimas, tačiau sudėtingas."},
    {"Vietnamese", "Giải cờ vua Hà Nội", "Nguyễn, Văn Đức", "Trần, Thị Hương", "Nước đi tốt nhất."},
    {"Chinese", "全国象棋个人赛", "叶江川", "谢军", "这一步棋很好，白方占优。"},
    {"Taiwanese", "全國象棋個人賽", "葉江川", "謝軍", "這一步棋很好，白方佔優。"},
    {"Japanese", "全日本選手権", "表能十郎", "ソコロフ・ゾーヤ", "この手が最善です。"},
    {"Korean", "전국 체스 대회", "김민수", "박서연", "아주 좋은 수입니다."},
};

const std::vector<std::string> kEncodings = {
    "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
    "windows-1257", "windows-1258", "ISO-8859-1",   "ISO-8859-2",   "ISO-8859-4",   "ISO-8859-5",
    "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-9",   "ISO-8859-13",  "ISO-8859-15",  "KOI8-R",
    "KOI8-U",       "CP437",        "CP775",        "CP850",        "CP852",        "CP857",
    "CP866",        "macintosh",    "MAC-CYRILLIC", "TCVN",         "VISCII",       "GBK",
    "GB18030",      "Big5",         "SHIFT_JIS",    "CP932",        "EUC-JP",       "EUC-KR",
    "EUC-TW",       "ISO-2022-JP",  "ISO-2022-KR",  "ISO-2022-CN",
};

// Returns a game in the form of `fmt`.
std::string game_with(const Words& words) {
  return "[Event \"" + words.event + "\"]\n[Site \"?\"]\n[Date \"1987.03.12\"]\n[Round \"1\"]\n" +
         "[White \"" + words.white + "\"]\n[Black \"" + words.black +
         "\"]\n[Result \"1-0\"]\n\n1. e4 {" + words.comment + "} 1... e5 2. Nf3 1-0\n\n";
}

// A text in an encoding, and as UTF-8.
struct Sample {
  std::string encoding;
  std::string language;
  std::string bytes;
  std::string utf8;

  std::string name() const { return encoding + "-" + language + ".pgn"; }
};

// Returns the languages that the encoding supports.
std::vector<Sample> samples_in(const std::string& encoding) {
  std::vector<Sample> samples;
  for (const Words& words : kWords) {
    const auto bytes = converted(game_with(words), "UTF-8", encoding);
    if (!bytes) continue;
    samples.push_back({encoding, words.language, *bytes, *converted(*bytes, encoding, "UTF-8")});
  }
  return samples;
}

bool has_replacement(const std::string& text) { return text.find("\uFFFD") != text.npos; }

}  // namespace

TEST_CASE("text in its given encoding is formatted like its conversion by iconv", "[encodings]") {
  std::size_t texts = 0;
  for (const std::string& encoding : kEncodings) {
    std::vector<std::string> in_place = {"fmt", "-i", "--encoding", encoding};
    const std::vector<Sample> samples = samples_in(encoding);
    CHECK_FALSE(samples.empty());
    texts += samples.size();
    for (const Sample& sample : samples) {
      CAPTURE(sample.name());
      const std::string path = write_scratch(sample.name(), sample.bytes);
      in_place.push_back(path);
      const ProgramRun run = run_arbiter({"fmt", "--encoding", encoding, path});
      CAPTURE(run.errors);
      CHECK(run.status == 0);
      CHECK(run.output == sample.utf8);
    }
    const ProgramRun run = run_arbiter(in_place);
    CAPTURE(encoding, run.errors);
    CHECK(run.status == 0);
    for (const Sample& sample : samples) {
      CAPTURE(sample.name());
      CHECK(read_text(in_place[4 + (&sample - samples.data())]) == sample.utf8);
    }
  }
  CHECK(texts >= 95);
}

TEST_CASE("text in its given encoding is imported and validated as iconv reads it", "[encodings]") {
  for (const std::string& encoding : kEncodings) {
    const std::string database = write_scratch(encoding + ".db", "");
    std::vector<std::string> import = {"import", database, "--encoding", encoding};
    std::vector<std::string> validate = {"validate", "--encoding", encoding};
    std::string expected;
    for (const Sample& sample : samples_in(encoding)) {
      const std::string path = write_scratch(sample.name(), sample.bytes);
      import.push_back(path);
      validate.push_back(path);
      expected += sample.utf8;
    }
    std::remove(database.c_str());
    const ProgramRun imported = run_arbiter(import);
    CAPTURE(encoding, imported.output, imported.errors);
    CHECK(imported.status == 0);
    CHECK(run_arbiter({"export", database}).output == expected);
    const ProgramRun validated = run_arbiter(validate);
    CAPTURE(validated.output, validated.errors);
    CHECK(validated.status == 0);
    CHECK_FALSE(has_replacement(validated.output));
  }
}

TEST_CASE("without a given encoding only a sure guess changes a file", "[encodings]") {
  std::size_t refused = 0;
  std::size_t converted_files = 0;
  for (const std::string& encoding : kEncodings) {
    for (const Sample& sample : samples_in(encoding)) {
      const std::string path = write_scratch(sample.name(), sample.bytes + "\n\n\n");
      const ProgramRun run = run_arbiter({"fmt", "-i", path});
      const std::string after = read_text(path);
      CAPTURE(sample.name(), run.errors, run.status, after);
      CHECK_FALSE(has_replacement(after));
      if (run.status == 0) {
        CHECK(after == sample.utf8);
        ++converted_files;
        continue;
      }
      ++refused;
      CHECK(run.status == 2);
      CHECK(after == sample.bytes + "\n\n\n");
      CHECK(run.errors.find("--encoding") != std::string::npos);
    }
  }
  CHECK(converted_files >= 80);
  CHECK(refused >= 3);  // at least the encodings with shifts
}

TEST_CASE("large text in an encoding of several bytes is converted as a whole", "[encodings]") {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"GBK", "Chinese"},          {"SHIFT_JIS", "Japanese"}, {"EUC-KR", "Korean"},
      {"ISO-2022-JP", "Japanese"}, {"ISO-2022-KR", "Korean"}, {"windows-1258", "Vietnamese"},
  };
  for (const auto& [encoding, language] : texts) {
    std::string text;
    for (const Words& words : kWords) {
      if (words.language != language) continue;
      // The first game shifts characters across block boundaries.
      for (int game = 0; text.size() < 1'300'000; ++game) {
        Words numbered = words;
        numbered.event += std::string(static_cast<std::size_t>(game % 7), 'x');
        text += game_with(numbered);
      }
    }
    const auto bytes = converted(text, "UTF-8", encoding);
    CAPTURE(encoding);
    REQUIRE(bytes);
    const std::string path = write_scratch("large-" + encoding + ".pgn", *bytes);
    const ProgramRun unnamed = run_arbiter({"fmt", "-i", path});
    const bool has_shifts = encoding.starts_with("ISO-2022");
    CHECK(unnamed.status == (has_shifts ? 2 : 0));
    CHECK((read_text(path) == (has_shifts ? *bytes : *converted(*bytes, encoding, "UTF-8"))));
    write_scratch("large-" + encoding + ".pgn", *bytes);
    const ProgramRun run = run_arbiter({"fmt", "-i", "--encoding", encoding, path});
    CAPTURE(run.errors);
    CHECK(run.status == 0);
    CHECK((read_text(path) == *converted(*bytes, encoding, "UTF-8")));
  }
}

TEST_CASE("shift sequences of 7-bit text need a given encoding", "[encodings]") {
  struct Case {
    std::string white;
    std::string hint;  // empty if the text is plain
  };
  const std::vector<Case> cases = {
      {"\x1B$B;3ED\x1B(B", "--encoding ISO-2022-JP"},
      {"\x1B$@;3ED\x1B(J", "--encoding ISO-2022-JP"},
      {"\x1B$)C\x0E"
       "1h\x0F",
       "--encoding ISO-2022-KR"},
      {"\x1B$)A\x0E"
       "PB\x0F",
       "--encoding ISO-2022-CN"},
      {"\x1B-A\xE9", "--encoding"},
      {"~{P;>|~}", "--encoding NAME"},
      {"\x1B[1mSmith\x1B(B\x1B[m", ""},
      {"Smith ~{1~}", ""},
      {"~{}~ ~~", ""},
  };
  for (const auto& [white, hint] : cases) {
    const std::string text = "[White \"" + white + "\"]\n\n1. e4 *\n";
    const std::string path = write_scratch("shifts.pgn", text);
    const ProgramRun run = run_arbiter({"fmt", "-i", path});
    CAPTURE(white, run.errors);
    CHECK((run.status == 2) == !hint.empty());
    CHECK(run.errors.find(hint) != std::string::npos);
    CHECK((read_text(path) == text) == !hint.empty());
  }
}

TEST_CASE("fmt --check lists formatted text that is not UTF-8, but no ASCII", "[encodings]") {
  const Words ascii = {"", "Open", "Adams", "Smith", "Good."};
  const std::string plain = write_scratch("plain.pgn", game_with(ascii));
  for (const std::string encoding : {"windows-1251", "KOI8-R", "ISO-8859-5"}) {
    const auto bytes = converted(game_with(kWords[0]), "UTF-8", encoding);
    const std::string path = write_scratch("check.pgn", *bytes);
    const ProgramRun run = run_arbiter({"fmt", "--check", "--encoding", encoding, path, plain});
    CAPTURE(encoding, run.errors);
    CHECK(run.status == 1);
    CHECK(run.output == path + "\n");
  }
}

TEST_CASE("text that is UTF-8 already is not converted again", "[encodings]") {
  for (const std::string encoding : {"windows-1252", "windows-1251", "GBK", "ISO-2022-JP"}) {
    for (const Words& words : kWords) {
      const std::string path = write_scratch("utf8.pgn", game_with(words) + "\n\n");
      const ProgramRun run = run_arbiter({"fmt", "-i", "--encoding", encoding, path});
      CAPTURE(encoding, words.language, run.errors);
      CHECK(run.status == 0);
      CHECK(read_text(path) == game_with(words));
      CHECK(run.errors.find("the text is UTF-8 already") != std::string::npos);
    }
  }
}

namespace {

struct Sheet {
  std::string file;
  std::string encoding;
  std::string white;
};
const std::vector<Sheet> kSheets = {
    {"cp1253", "windows-1253", "Παπαδόπουλος, Γιώργος"},
    {"cp866", "CP866", "Алексеев, Борис"},
    {"koi8-u", "KOI8-U", "Ковальчук, Їжак"},
    {"sjis", "CP932", "山田太郎"},
    {"cp1255", "windows-1255", "כהן, דוד"},
    {"euc-kr", "EUC-KR", "김민수"},
    {"tis620", "windows-874", "สมชาย ใจดี"},
};

std::string sheet_text(const std::string& name) {
  return read_text((repository() / "testdata/encodings" / (name + ".pgn")).string());
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE("score sheets in old encodings are recognized from one name and one comment",
          "[encodings]") {
  for (const auto& [file, encoding, white] : kSheets) {
    const std::string bytes = sheet_text(file);
    const std::string path = write_scratch(file + ".pgn", bytes);
    const ProgramRun guessed = run_arbiter({"fmt", path});
    CAPTURE(file, guessed.output, guessed.errors);
    CHECK(guessed.status == 0);
    CHECK(guessed.output.find("[White \"" + white + "\"]") != std::string::npos);
    CHECK(times(guessed.errors, "the text is in " + encoding) == 1);
    CHECK(run_arbiter({"fmt", "--encoding", encoding, path}).output == guessed.output);
    CHECK(run_arbiter({"fmt", "-i", path}).status == 0);
    CHECK(read_text(path) == guessed.output);
  }
}

TEST_CASE("all commands report a guess once per file and agree in their status", "[encodings]") {
  const std::string game =
      "[Event \"Open\"]\n[Site \"Bern\"]\n[Date \"2023.05.14\"]\n[Round \"1\"]\n[White \"NAME\"]\n"
      "[Black \"Birch, Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
  const auto named = [&](const std::string& name, std::string round) {
    std::string text = game;
    text.replace(text.find("NAME"), 4, name);
    return text.replace(text.find("Round \"1") + 7, 1, round);
  };
  struct Case {
    std::string text;
    std::string message;  // empty if nothing was guessed
    int status;
  };
  const std::vector<Case> cases = {
      {named("\xCA\xE0\xF0\xEF\xEE\xE2, \xC0.", "1") + named("\xD2\xE0\xEB\xFC, \xCC.", "2"),
       "the text is in windows-1251", 0},
      {named("M\xFCller, J\xFCrgen", "1"), "", 0},
      {named("S\xEAk, D\xEA"
             "b",
             "1"),
       "the text may be in", 1},
  };
  for (const auto& [text, message, status] : cases) {
    const std::string path = write_scratch("guess.pgn", text);
    const std::string database = write_scratch("guess.db", "");
    for (std::vector<std::string> command :
         std::vector<std::vector<std::string>>{{"validate"},
                                               {"fmt"},
                                               {"import", database},
                                               {"standings"},
                                               {"filter"},
                                               {"find"},
                                               {"export"},
                                               {"report", "-o", path + ".html"}}) {
      std::remove(database.c_str());
      command.push_back(path);
      const ProgramRun run = run_arbiter(command);
      CAPTURE(command, run.output, run.errors);
      CHECK(run.status == status);
      const std::string all = run.output + run.errors;
      CHECK((message.empty() || times(all, message) == 1));
    }
  }
}

TEST_CASE("text that was imported in an uncertain encoding is converted later", "[encodings]") {
  struct Case {
    std::string encoding;
    std::string white;
  };
  for (const auto& [encoding, white] :
       std::vector<Case>{{"windows-1250", "Sęk, Dęb"}, {"GBK", "模"}, {"CP932", "山田"}}) {
    const std::string text = "[White \"" + white + "\"]\n\n1. e4 *\n";
    const std::string path =
        write_scratch("old.pgn", *converted(text, "UTF-8", encoding) + "\n{\xEA}");
    const std::string database = write_scratch("old.db", "");
    std::remove(database.c_str());
    run_arbiter({"import", "--encoding", "windows-1252", database, path});
    const ProgramRun run =
        run_arbiter({"sources", database, "--encoding", "1=" + encoding, "--apply"});
    CAPTURE(encoding, run.output, run.errors);
    CHECK(run.status == 0);
    CHECK(run_arbiter({"export", database}).output.find(white) != std::string::npos);
  }
}
