// Names and comments of 15 languages in many encodings, through the real program. The judge is
// iconv(3) over the whole text.

#include <iconv.h>

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/namespaces.h"
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

// Converts a whole text; empty if `to` lacks a character of it.
std::optional<std::string> converted(const std::string& text, const std::string& from,
                                     const std::string& to) {
  iconv_t converter = iconv_open(to.c_str(), from.c_str());
  REQUIRE(converter != reinterpret_cast<iconv_t>(-1));
  std::string copy = text;
  std::string result(text.size() * 4 + 100, '\0');
  char* in = copy.data();
  char* out = result.data();
  std::size_t in_left = copy.size();
  std::size_t out_left = result.size();
  const std::size_t changed = iconv(converter, &in, &in_left, &out, &out_left);
  const bool is_ended = iconv(converter, nullptr, nullptr, &out, &out_left) == 0;
  iconv_close(converter);
  if (changed != 0 || !is_ended) return std::nullopt;
  result.resize(result.size() - out_left);
  return result;
}

// A game in the form that `fmt` writes.
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

// Returns the languages that the encoding has.
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

TEST_CASE("without a given encoding no file is changed by an unproved guess", "[encodings]") {
  std::size_t refused = 0;
  for (const std::string& encoding : kEncodings) {
    for (const Sample& sample : samples_in(encoding)) {
      const std::string path = write_scratch(sample.name(), sample.bytes + "\n\n\n");
      const ProgramRun run = run_arbiter({"fmt", "-i", path});
      const std::string after = read_text(path);
      CAPTURE(sample.name(), run.errors, run.status, after);
      CHECK_FALSE(has_replacement(after));
      if (run.status == 0) {
        CHECK(after == sample.utf8);
        continue;
      }
      ++refused;
      CHECK(run.status == 2);
      CHECK(after == sample.bytes + "\n\n\n");
      CHECK(run.errors.find("--encoding") != std::string::npos);
    }
  }
  CHECK(refused >= 80);
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
      // The first game moves the characters over the borders of the blocks.
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
    CHECK(unnamed.status == 2);
    CHECK((read_text(path) == *bytes));
    const ProgramRun run = run_arbiter({"fmt", "-i", "--encoding", encoding, path});
    CAPTURE(run.errors);
    CHECK(run.status == 0);
    CHECK((read_text(path) == *converted(*bytes, encoding, "UTF-8")));
  }
}

TEST_CASE("shift sequences of 7-bit text need a given encoding", "[encodings]") {
  struct Case {
    std::string white;
    std::string hint;  // empty: the text is plain
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
