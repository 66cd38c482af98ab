// `fmt` and the database return games unchanged: the same half-moves, result and words. This is
// verified by text comparison, without code of the program.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/io/input_files.h"
#include "tests/judge/judge_board.h"
#include "tests/support/corpus.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/read_games.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using arbiter::judge::JudgeBoard;
using arbiter::judge::JudgeMove;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Bag = std::map<std::string, int>;

// A game in export format.
struct WrittenGame {
  std::map<std::string, std::string> tags;
  Words main_line;  // moves only
  Words moves;      // including variations
  std::string terminator;
  std::string last_comment;  // directly before the terminator
};

bool is_number(const std::string& word) {
  return !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return std::isdigit(c) != 0 || c == '.';
  });
}

WrittenGame game_of(const std::string& tags, const std::string& movetext) {
  WrittenGame game;
  for (const std::string& line : lines_of(tags)) {
    const std::size_t blank = line.find(' ');
    game.tags.try_emplace(line.substr(1, blank - 1),
                          line.substr(blank + 2, line.size() - blank - 4));
  }
  int depth = 0;
  std::string word;
  const auto end_word = [&] {
    if (word.empty() || word[0] == '$' || is_number(word)) return word.clear();
    game.terminator = word;
    game.moves.push_back(word);
    if (depth == 0) game.main_line.push_back(word);
    word.clear();
  };
  for (std::size_t at = 0; at < movetext.size(); ++at) {
    const char c = movetext[at];
    if (c == '%' && (at == 0 || movetext[at - 1] == '\n')) {
      at = std::min(movetext.find('\n', at), movetext.size());
    } else if (c == '{') {
      end_word();
      const std::size_t end = movetext.find('}', at);
      game.last_comment = movetext.substr(at, end + 1 - at);
      at = end;
    } else if (c == '(' || c == ')' || c == ' ' || c == '\n') {
      end_word();
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    } else {
      if (word.empty() && depth == 0 && !game.last_comment.empty() && movetext[at - 2] != '}') {
        game.last_comment.clear();
      }
      word += c;
    }
  }
  end_word();
  game.main_line.pop_back();
  game.moves.pop_back();
  return game;
}

// Returns the blocks of lines between empty lines: tags, movetext, tags, movetext, ... Lines
// between games begin with "%".
std::vector<std::string> stretches_of(const std::string& pgn) {
  std::vector<std::string> stretches{""};
  for (const std::string& line : lines_of(pgn)) {
    if (line.empty()) {
      stretches.emplace_back();
    } else {
      stretches.back() += line + '\n';
    }
  }
  return stretches;
}

std::vector<WrittenGame> games_of(const std::string& pgn) {
  std::vector<WrittenGame> games;
  const std::vector<std::string> stretches = stretches_of(pgn);
  for (std::size_t i = 0; i + 1 < stretches.size(); ++i) {
    if (!stretches[i].starts_with('[')) continue;
    games.push_back(game_of(stretches[i], stretches[i + 1]));
    ++i;
  }
  return games;
}

bool fits(const std::string& san, const JudgeMove& move, const JudgeBoard& board) {
  std::string text = san.substr(0, san.find_last_not_of("+#") + 1);
  if (text.starts_with("O-O")) {
    const bool is_long = text == "O-O-O";
    return move.castling_rook && (*move.castling_rook < move.from) == is_long;
  }
  if (move.castling_rook) return false;
  char promotion = ' ';
  if (const std::size_t sign = text.find('='); sign != std::string::npos) {
    promotion = static_cast<char>(std::tolower(text[sign + 1]));
    text.resize(sign);
  }
  const bool is_pawn = std::islower(static_cast<unsigned char>(text[0])) != 0;
  const char piece = is_pawn ? 'P' : text[0];
  const std::string from = arbiter::judge::square_name(move.from);
  if (std::toupper(board.at(move.from)) != piece || move.promotion != promotion) return false;
  if (!text.ends_with(arbiter::judge::square_name(move.to))) return false;
  const std::string hints = text.substr(is_pawn ? 0 : 1, text.size() - (is_pawn ? 2 : 3));
  return std::ranges::all_of(hints,
                             [&](char c) { return c == 'x' || from.find(c) != std::string::npos; });
}

std::optional<JudgeBoard> first_board(const WrittenGame& game) {
  const auto fen = game.tags.find("FEN");
  if (fen == game.tags.end() || fen->second.empty()) return JudgeBoard::start();
  return JudgeBoard::from_fen(fen->second);
}

// Returns the number of legal half-moves up to a null move.
std::size_t plies_of(const WrittenGame& game, JudgeBoard board) {
  std::size_t plies = 0;
  for (const std::string& san : game.main_line) {
    if (san == "--") break;
    std::vector<JudgeMove> meant;
    for (const JudgeMove& move : board.legal_moves()) {
      if (fits(san, move, board)) meant.push_back(move);
    }
    CAPTURE(san, board.fen());
    REQUIRE(meant.size() == 1);
    board = board.after(meant.front());
    ++plies;
  }
  return plies;
}

// Returns the result by the rules of fmt.md, from the text alone.
std::string result_of(const WrittenGame& game) {
  if (game.terminator != "*") return game.terminator;
  if (game.last_comment == "{0-0}") return "0-0";
  const auto tag = game.tags.find("Result");
  const std::string value = tag == game.tags.end() ? "*" : tag->second;
  if (value == "1-0" || value == "0-1" || value == "1/2-1/2" || value == "0-0") return value;
  return value.starts_with("1-0") ? "1-0" : value.starts_with("0-1") ? "0-1" : "*";
}

// Returns whether the line begins with a bracket and a letter. Commands in comments begin with
// "[%".
bool is_tag_line(std::string line) {
  if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string::npos || line[start] != '[') return false;
  const std::size_t name = line.find_first_not_of(" \t", start + 1);
  return name != std::string::npos && std::isalpha(static_cast<unsigned char>(line[name])) != 0;
}

enum class Tags { Skip, Take };

// Returns the runs of ASCII letters, digits and hyphens.
Bag words_of(const std::string& text, Tags tags) {
  Bag words;
  for (const std::string& line : lines_of(text)) {
    if (tags == Tags::Skip && is_tag_line(line)) continue;
    std::string word;
    for (const char c : line + ' ') {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-') {
        word += c;
      } else if (!word.empty()) {
        ++words[word];
        word.clear();
      }
    }
  }
  return words;
}

bool names_move(const std::string& word) {
  for (std::size_t at = 0; at + 1 < word.size(); ++at) {
    const char file = static_cast<char>(std::tolower(word[at]));
    if (file >= 'a' && file <= 'h' && word[at + 1] >= '1' && word[at + 1] <= '8') return true;
  }
  return word.size() == 1 || word.find_first_not_of("Oo0-") == std::string::npos;
}

// Returns whether `fmt` may write the word as a symbol, a result or a null move.
bool is_sign(const std::string& word) {
  static const Words signs = {"ch",   "mate", "dbl",   "dis",   "ep",   "e",   "p",    "Q",
                              "N",    "D",    "TN",    "exd",   "1F",   "0F",  "F",    "ff",
                              "draw", "Draw", "remis", "White", "wins", "won", "null", "Z0"};
  return std::ranges::find(signs, word) != signs.end();
}

Bag lost(const Bag& before, const Bag& after) {
  Bag missing;
  for (const auto& [word, count] : before) {
    const auto found = after.find(word);
    const int kept = found == after.end() ? 0 : found->second;
    if (count > kept) missing[word] = count - kept;
  }
  return missing;
}

// Returns the words of the file that are missing from the output, and are not a move or sign in
// another spelling.
Words lost_words(const std::string& before, const std::string& after) {
  Words words;
  const Bag old_words = words_of(before, Tags::Skip);
  const Bag new_words = words_of(after, Tags::Take);
  int respelled = 0;
  for (const auto& [word, count] : lost(old_words, new_words)) {
    const bool is_figure = word.find_first_not_of("0123456789-") == std::string::npos;
    if (is_figure || is_sign(word)) continue;
    if (names_move(word)) {
      respelled += count;
    } else {
      words.push_back(word);
    }
  }
  int rewritten_moves = 0;
  for (const auto& [word, count] : lost(new_words, old_words)) {
    if (names_move(word)) rewritten_moves += count;
  }
  if (respelled > rewritten_moves) words.push_back(std::to_string(respelled) + " moves");
  return words;
}

bool holds_set_aside(const std::string& pgn) {
  return pgn.find("{unreadable") != std::string::npos ||
         pgn.find("{after-result:") != std::string::npos;
}

bool holds_lines_between(const std::string& pgn) {
  const std::vector<std::string> stretches = stretches_of(pgn);
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    if (stretches[i].starts_with('[')) {
      ++i;
    } else if (!stretches[i].empty()) {
      return true;
    }
  }
  return false;
}

void compare_games(const std::vector<Json>& before, const std::string& written) {
  const std::vector<WrittenGame> after = games_of(written);
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    const Json& game = before[i];
    CAPTURE(i + 1);
    const std::string result = game["result"].is_null() ? "*" : game["result"].text();
    CHECK(result_of(after[i]) == result);
    const bool was_replayed =
        game["checked"] == true && (game["complete"] == true || game["plies"].count() > 0);
    const auto board = first_board(after[i]);
    if (was_replayed && board) CHECK(plies_of(after[i], *board) == game["plies"].count());
  }
}

// Returns the first games of a large file.
std::string first_games(const fs::path& file) {
  const std::size_t bytes = is_nightly() ? 1'000'000 : 200'000;
  const auto input = open_input(file.string());
  REQUIRE(input.has_value());
  const auto member = (*input)->next_member();
  REQUIRE(member.has_value());
  std::string text(bytes, '\0');
  std::size_t size = 0;
  while (const std::size_t read = member->source.read(std::span(text).subspan(size))) size += read;
  return text.substr(0, text.rfind("\n[Event ", size) + 1);
}

void check_file(const fs::path& file) {
  CAPTURE(file.string());
  const ProgramRun formatted = run_arbiter({"fmt", "-q", file.string()});
  CAPTURE(formatted.output, formatted.errors);
  const auto reports = [&](const char* words) {
    return formatted.errors.find(words) != std::string::npos;
  };
  const bool is_unsure = reports("the text may be in");
  CHECK(reports("could not be parsed as moves") == holds_set_aside(formatted.output));
  REQUIRE(formatted.status == (holds_set_aside(formatted.output) || is_unsure ? 1 : 0));
  compare_games(games_validated(file.string()), formatted.output);
  CHECK(lost_words(read_text(file.string()), formatted.output) == Words());

  const std::string again = write_scratch("again.pgn", formatted.output);
  const ProgramRun check = run_arbiter({"fmt", "--check", "-q", again});
  CHECK(check.output.empty());
  CHECK(check.status == formatted.status);

  const std::string database = (scratch_folder() / "kept.db").string();
  fs::remove(database);
  const bool is_all_kept = formatted.status == 0 && !holds_lines_between(formatted.output);
  REQUIRE(run_arbiter({"import", "-q", database, file.string()}).status == (is_all_kept ? 0 : 1));
  const ProgramRun exported = run_arbiter({"export", "-q", database});
  CHECK(exported.status == formatted.status);
  CHECK(without_escapes(exported.output) == without_escapes(formatted.output));
}

}  // namespace

TEST_CASE("nothing is lost of any file in testdata", "[nothing_lost]") {
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(testdata(""))) {
    // Skips UTF-16, HTML and text that is not PGN, because the words cannot be read from the bytes.
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".pgn" || name == "binary-file.pgn") continue;
    if (name.starts_with("utf-16") || name.starts_with("nul-byte")) continue;
    if (name.starts_with("html-page")) continue;
    if (name.starts_with("other-notation")) continue;   // its words are moves, written as SAN
    if (name.starts_with("encoding-unsure")) continue;  // has status 1 without unreadable text
    // The text around framed games is removed; framed_games_test compares the games.
    if (entry.path().parent_path().filename() == "framed") continue;
    if (games_validated(entry.path().string()).empty()) continue;
    check_file(entry.path());
    ++files;
  }
  CHECK(files > 200);
}

// Checks that fmt writes the same output for a file and for its JSON.
void check_by_json(const fs::path& path) {
  CAPTURE(path.string());
  const std::string pgn = run_arbiter({"fmt", "-q", path.string()}).output;
  const std::string json = run_arbiter({"fmt", "-q", "--format", "jsonl", path.string()}).output;
  CHECK((run_arbiter({"fmt", "-q", "--from", "json", "-"}, json).output == pgn));
}

TEST_CASE("JSON loses nothing of the files in testdata", "[nothing_lost]") {
  check_by_json(testdata("tournament.pgn"));
  check_by_json(testdata("diagnostics"));
}

TEST_CASE("JSON loses nothing of real files", "[nothing_lost]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  check_by_json(*folder / "dirty");
  for (const fs::directory_entry& entry : fs::directory_iterator(*folder / "games")) {
    check_by_json(entry.path());
  }
}

TEST_CASE("nothing is lost of the malformed files of other programs", "[nothing_lost]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(*folder / "dirty")) {
    if (entry.path().extension() != ".pgn" || games_validated(entry.path().string()).empty())
      continue;
    check_file(entry.path());
    ++files;
  }
  CHECK(files > 100);
}

TEST_CASE("nothing is lost of the first games of large files", "[nothing_lost]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  for (const fs::directory_entry& entry : fs::directory_iterator(*folder / "games")) {
    CAPTURE(entry.path().string());
    check_file(write_scratch("first_games.pgn", first_games(entry.path())));
  }
}
