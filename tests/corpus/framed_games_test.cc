// Games with damaged tags, without tags, and inside other text are read as the same games. They are
// compared with the text of the original games.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <functional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

using Words = std::vector<std::string>;
using TagLine = std::function<std::string(const std::string& name, const std::string& value)>;
using Change = std::function<std::string(const std::string& text)>;

struct Tag {
  std::string name;
  std::string value;
};

struct Game {
  std::vector<Tag> tags;
  std::string movetext;
};

std::string plain(const std::string& name, const std::string& value) {
  return "[" + name + " \"" + value + "\"]";
}

// Returns the games in a text, in export format.
std::vector<Game> games_in(const std::string& pgn) {
  std::vector<Game> games;
  bool is_in_tags = false;
  for (const std::string& line : lines_of(pgn)) {
    static const std::regex kTag("\\[(\\w+) \"(.*)\"\\]");
    std::smatch tag;
    if (line.starts_with('%')) continue;
    if (std::regex_match(line, tag, kTag)) {
      if (!std::exchange(is_in_tags, true)) games.emplace_back();
      games.back().tags.push_back({tag[1], tag[2]});
    } else if (!line.empty() && !games.empty()) {
      is_in_tags = false;
      games.back().movetext += line + '\n';
    }
  }
  return games;
}

// Returns real games in export format, if ARBITER_CORPUS has them.
std::vector<Game> original_games() {
  std::string path = testdata("masters.pgn").string();
  if (corpus()) path = (*corpus() / "games" / "otb-mixed.pgn.zst").string();
  const std::string written =
      run_arbiter({"filter", "-q", "--limit", "60", "--strip", "comments", path}).output;
  return games_in(run_arbiter({"fmt", "-q", "-"}, written).output);
}

std::string text_of(const Game& game, const TagLine& line = plain, std::size_t damaged = SIZE_MAX) {
  std::string text;
  for (std::size_t at = 0; at < game.tags.size(); ++at) {
    const auto& [name, value] = game.tags[at];
    text += (damaged == at || damaged == game.tags.size() ? line : plain)(name, value) + '\n';
  }
  return text + '\n' + game.movetext;
}

std::string joined(const std::vector<Game>& games) {
  std::string text;
  for (const Game& game : games) text += text_of(game) + '\n';
  return text;
}

// Returns the movetext on one line, without comments added by Arbiter.
std::string moves_of(const Game& game) {
  static const std::regex kAdded("\\{(unreadable-tag: |after-result: )?[^}]*\\}|\\s+");
  return std::regex_replace(game.movetext, kAdded, " ");
}

std::string with_single_blanks(const std::string& text) {
  static const std::regex kBlanks(" +");
  return std::regex_replace(text, kBlanks, " ");
}

Words all_moves(const std::vector<Game>& games) {
  Words moves;
  for (const Game& game : games) moves.push_back(with_single_blanks(" " + moves_of(game) + " "));
  return moves;
}

// Checks that all commands read the text as these games, with the same status.
void check_reading(const std::string& text, const std::vector<Game>& games,
                   const std::string& lost) {
  const std::string path = write_scratch("damaged.pgn", text);
  const auto formatted = run_arbiter({"fmt", "-q", path});
  const std::vector<Game> read = games_in(formatted.output);
  CHECK(all_moves(read) == all_moves(games));
  CHECK(run_arbiter({"fmt", "-q", "-"}, formatted.output).output == formatted.output);
  if (read.size() != games.size()) return;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const std::string written = text_of(read[i]);
    for (const auto& [name, value] : games[i].tags) {
      if (value.empty() || value[0] == '?') continue;
      const bool is_kept = written.find(plain(name, value)) != std::string::npos ||
                           (!lost.empty() && written.find(value) != std::string::npos);
      CHECK((name + ' ' + value + ' ' + lost != "" && is_kept));
    }
  }
}

Change each_line(const std::function<std::string(std::size_t, const std::string&)>& change) {
  return [change](const std::string& text) {
    std::string changed;
    std::size_t number = 0;
    for (const std::string& line : lines_of(text)) changed += change(++number, line) + '\n';
    return changed;
  };
}

Change with_prefix(const std::string& prefix) {
  return each_line([prefix](std::size_t, const std::string& line) { return prefix + line; });
}

Change with_suffix(const std::string& suffix) {
  return each_line([suffix](std::size_t, const std::string& line) { return line + suffix; });
}

Change inside(const std::string& before, const std::string& after) {
  return [=](const std::string& text) {
    return before + text.substr(0, text.find_last_not_of('\n') + 1) + after;
  };
}

Change with_tags(const TagLine& line) {
  return each_line([line](std::size_t, const std::string& text) {
    static const std::regex kTag("\\[(\\w+) \"(.*)\"\\]");
    std::smatch tag;
    return std::regex_match(text, tag, kTag) ? line(tag[1], tag[2]) : text;
  });
}

std::string quoted(const std::string& text) {
  std::string written = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') written += '\\';
    written += c == '\n' ? "\\n" : std::string(1, c);
  }
  return written + '"';
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

struct NamedLine {
  const char* name;
  TagLine line;
};

struct NamedChange {
  const char* name;
  Change change;
};

TagLine pattern(const std::string& text) {
  return [text](const std::string& name, const std::string& value) {
    return replaced(replaced(text, "NAME", name), "VALUE", value);
  };
}

}  // namespace

TEST_CASE("each small file with a fault is read as meant") {
  static const std::regex kMove("\\b[a-h][1-8][a-h][1-8][nbrq]?\\b");
  for (const std::string& row : lines_of(read_text(testdata("framed/expected.tsv").string()))) {
    if (row.starts_with('#')) continue;
    const std::string file = row.substr(0, row.find('\t'));
    CAPTURE(file);
    std::string lines;
    const std::string path = testdata("framed/" + file).string();
    for (const std::string& line :
         lines_of(run_arbiter({"fmt", "-q", "--format", "uci", path}).output)) {
      lines += lines.empty() ? "" : " |";
      for (std::sregex_iterator move(line.begin(), line.end(), kMove), end; move != end; ++move)
        lines += (lines.empty() ? "" : " ") + move->str();
    }
    CHECK(lines == row.substr(file.size() + 1));
  }
}

TEST_CASE("a game with a damaged tag is read whole, and so are its neighbours") {
  const std::vector<NamedLine> kDamages = {
      {"no opening bracket", pattern("NAME \"VALUE\"]")},
      {"no closing bracket", pattern("[NAME \"VALUE\"")},
      {"no opening quote", pattern("[NAME VALUE\"]")},
      {"no closing quote", pattern("[NAME \"VALUE]")},
      {"no quotes", pattern("[NAME VALUE]")},
      {"single quotes", pattern("[NAME 'VALUE']")},
      {"curly quotes", pattern("[NAME \u201cVALUE\u201d]")},
      {"low quotes", pattern("[NAME \u201eVALUE\u201c]")},
      {"guillemets", pattern("[NAME \u00abVALUE\u00bb]")},
      {"backticks", pattern("[NAME `VALUE`]")},
      {"equals sign", pattern("[NAME=\"VALUE\"]")},
      {"equals sign, no quotes", pattern("[NAME = VALUE]")},
      {"colon", pattern("[NAME: \"VALUE\"]")},
      {"colon, no quotes", pattern("[NAME: VALUE]")},
      {"parentheses", pattern("(NAME \"VALUE\")")},
      {"angle brackets", pattern("<NAME \"VALUE\">")},
      {"two brackets", pattern("[[NAME \"VALUE\"]]")},
      {"no blank", pattern("[NAME\"VALUE\"]")},
      {"many blanks", pattern("\t[ NAME  \"VALUE\" ]")},
      {"colon, no brackets", pattern("NAME: VALUE")},
      {"equals sign, no brackets", pattern("NAME = \"VALUE\"")},
      {"two quotes", pattern("[NAME \"\"VALUE\"\"]")},
      {"closed name", pattern("[NAME] \"VALUE\"")},
      {"other closing bracket", pattern("[NAME \"VALUE\")")},
      {"comma", pattern("[NAME \"VALUE\"],")},
      {"a number after it", pattern("[NAME \"VALUE\"] (2500)")},
      {"words after it", pattern("[NAME \"VALUE\"] see below")},
      {"a word before it", pattern("note [NAME \"VALUE\"]")},
      {"a comment after it", pattern("[NAME \"VALUE\"]\n; a note")},
      {"a comment in braces after it", pattern("[NAME \"VALUE\"]\n{ a note }")},
      {"a line after it", pattern("[NAME \"VALUE\"]\nA fine game of the last round")},
      {"a blank line before it", pattern("\n[NAME \"VALUE\"]")},
      {"no name after it", pattern("[NAME \"VALUE\"]\n[\"x\"]")},
      {"no value after it", pattern("[NAME \"VALUE\"]\n[Annotator]")},
  };
  const std::vector<Game> games = original_games();
  REQUIRE(games.size() >= 5);
  for (const auto& [name, line] : kDamages) {
    CAPTURE(name);
    std::string text;
    for (std::size_t i = 0; i < games.size(); ++i)
      text += text_of(games[i], line, i % 2 == 0 ? SIZE_MAX : i / 2 % games[i].tags.size()) + '\n';
    check_reading(text, games, name);
  }
}

TEST_CASE("tags among and after the moves belong to their game") {
  const std::vector<Game> games = original_games();
  for (const bool is_after : {false, true}) {
    CAPTURE(is_after);
    std::string text;
    for (std::size_t i = 0; i < games.size(); ++i) {
      Game game = games[i];
      const auto place =
          game.tags.begin() + 1 + static_cast<std::ptrdiff_t>(i % (game.tags.size() - 1));
      const std::string line = plain(place->name, place->value) + '\n';
      game.tags.erase(place);
      game.movetext.insert(is_after ? game.movetext.size() : game.movetext.find('\n') + 1, line);
      text += text_of(game) + '\n';
    }
    check_reading(text, games, "misplaced");
  }
}

TEST_CASE("games inside other text are read as without it") {
  const auto number = [](const char* form) {
    return each_line([form](std::size_t i, const std::string& line) {
      char text[32];
      std::snprintf(text, sizeof text, form, static_cast<int>(i));
      return text + line;
    });
  };
  const auto of_strings = [](const char* before, const char* after) {
    return each_line(
        [=](std::size_t, const std::string& line) { return before + quoted(line + '\n') + after; });
  };
  const auto records = [](const std::string& text) {
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find("\n\n[Event", at), text.size());
      lines += "{\"id\": 7, \"pgn\": " + quoted(text.substr(at, end - at)) + ", \"rated\": true}\n";
      at = end + 2;
    }
    return lines;
  };
  const std::vector<NamedChange> kFrames = {
      {"quoted mail", with_prefix("> ")},
      {"quoted mail without blanks", with_prefix(">")},
      {"mail quoted twice", with_prefix(">> ")},
      {"mail quoted twice, blanks", with_prefix("> > ")},
      {"bars", with_prefix("| ")},
      {"colons", with_prefix(": ")},
      {"shell comments", with_prefix("# ")},
      {"program comments", with_prefix("// ")},
      {"block comments", with_prefix(" * ")},
      {"added lines", with_prefix("+")},
      {"removed lines", with_prefix("-")},
      {"SQL comments", with_prefix("-- ")},
      {"REM", with_prefix("REM ")},
      {"indentation", with_prefix("    ")},
      {"tabs", with_prefix("\t")},
      {"line numbers, colon", number("%d: ")},
      {"line numbers, tab", number("%6d\t")},
      {"line numbers, zeros", number("%05d ")},
      {"line numbers, bar", number("%4d | ")},
      {"line numbers, parenthesis", number("%d) ")},
      {"search results", number("a.pgn:%d:")},
      {"times", number("2023-01-02 12:07:%02d INFO ")},
      {"names of a chat", number("[12:%02d] <bob> ")},
      {"mail with a heading",
       [](const std::string& text) {
         return "From: a@b.c\nSubject: games\n\nHello,\n\n" + with_prefix("> ")(text) + "\nBob\n";
       }},
      {"table", each_line([](std::size_t, const std::string& line) { return "| " + line + " |"; })},
      {"backslashes", with_suffix(" \\")},
      {"two backslashes", with_suffix("\\\\")},
      {"breaks", with_suffix("<br/>")},
      {"paragraphs", with_suffix("\\par")},
      {"forum", inside("[pgn]\n", "\n[/pgn]\n")},
      {"forum on the line", inside("[pgn]", "[/pgn]\n")},
      {"forum in capitals", inside("[PGN]\n", "\n[/PGN]\n")},
      {"forum with text", inside("Here are the games.\n\n[pgn]\n", "\n[/pgn]\n\nGood play.\n")},
      {"code", inside("[code]\n", "\n[/code]\n")},
      {"fence", inside("```pgn\n", "\n```\n")},
      {"fence with text", inside("Look:\n\n```\n", "\n```\n")},
      {"element", inside("<pgn>\n", "\n</pgn>\n")},
      {"wiki", inside("{{pgn|\n", "\n}}\n")},
      {"YAML", [](const std::string& text) { return "pgn: |\n" + with_prefix("  ")(text); }},
      {"RTF",
       [](const std::string& text) {
         std::string body = replaced(replaced(text, "{", "\\{"), "}", "\\}");
         return "{\\rtf1\\ansi{\\fonttbl{\\f0 Courier;}}\n\\f0 " + replaced(body, "\n", "\\par\n") +
                "}\n";
       }},
      {"page", inside("<html><body><pre>\n", "\n</pre></body></html>\n")},
      {"JSON text", quoted},
      {"JSON lines", records},
      {"program", [](const std::string& text) { return "var pgn = " + quoted(text) + ";\n"; }},
      {"joined strings", of_strings("", " +")},
      {"strings one after another", of_strings("  ", "")},
      {"no quotes", with_tags(pattern("[NAME VALUE]"))},
      {"single quotes", with_tags(pattern("[NAME 'VALUE']"))},
      {"curly quotes", with_tags(pattern("[NAME \u201cVALUE\u201d]"))},
      {"guillemets", with_tags(pattern("[NAME \u00abVALUE\u00bb]"))},
      {"equals signs", with_tags(pattern("[NAME=\"VALUE\"]"))},
      {"equals signs, no quotes", with_tags(pattern("[NAME=VALUE]"))},
      {"colons, brackets", with_tags(pattern("[NAME: VALUE]"))},
      {"colons, no brackets", with_tags(pattern("NAME: VALUE"))},
      {"no brackets", with_tags(pattern("NAME \"VALUE\""))},
      {"parentheses", with_tags(pattern("(NAME \"VALUE\")"))},
      {"two quotes", with_tags(pattern("[NAME \"\"VALUE\"\"]"))},
      {"semicolons", with_tags(pattern("[NAME \"VALUE\"];"))},
  };
  const std::vector<Game> games = original_games();
  for (const auto& [name, change] : kFrames) {
    CAPTURE(name);
    check_reading(change(joined(games)), games, "");
  }
}

TEST_CASE("games without tags begin at their first moves") {
  const std::vector<Game> games = original_games();
  static const std::regex kResult(" (1-0|0-1|1/2-1/2|\\*)\\s*$");
  for (const char* between : {"\n", "\n\n"}) {
    for (const bool has_results : {false, true}) {
      CAPTURE(between, has_results);
      std::string text;
      Words expected;
      for (const Game& game : games) {
        const std::string moves = std::regex_replace(moves_of(game), kResult, "");
        const std::string result = has_results ? moves_of(game).substr(moves.size()) : " * ";
        text += moves + (has_results ? result : "") + between;
        expected.push_back(" " + moves + result + " ");
      }
      const std::string path = write_scratch("tagless.pgn", text);
      for (std::string& moves : expected) moves = with_single_blanks(moves);
      CHECK(all_moves(games_in(run_arbiter({"fmt", "-q", path}).output)) == expected);
    }
  }
}
