// Tests that validate, fmt, import and export read the same result, in every spelling. The expected
// results follow from PGN 8.1.1.7, 8.2.6 and 10, and from common usage.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/model/stored_game.h"
#include "lib/export/game_export.h"
#include "tests/db/drafted_games.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

constexpr const char* kNone = "";  // no Result tag, or nothing after the moves

struct Form {
  std::string tag;
  std::string end;  // end of the moves
  std::string result;
};

const std::vector<Form>& forms() {
  static const std::vector<Form> forms = {
      // The forms of PGN. The movetext takes precedence, unless it is only "*".
      {"1-0", "1-0", "1-0"},
      {"0-1", "0-1", "0-1"},
      {"1/2-1/2", "1/2-1/2", "1/2-1/2"},
      {"*", "*", "*"},
      {kNone, "1-0", "1-0"},
      {kNone, "1/2-1/2 {agreed}", "1/2-1/2"},
      {"1-0", kNone, "1-0"},
      {"0-1", "{on time}", "0-1"},
      {"1-0", "*", "1-0"},
      {"*", "0-1", "0-1"},
      {"1-0", "0-1", "0-1"},
      {kNone, kNone, "*"},
      {"?", kNone, "*"},
      {"White", "1-0", "1-0"},
      {"White", kNone, "*"},
      {"1-0", "0-1 1-0", "0-1"},
      {kNone, "(2... d6 1-0)", "*"},
      {kNone, "(2... d6 3. d4 1/2)", "*"},

      // An assessment is not a result.
      {"1-0", "=", "1-0"},
      {"0-1", "+-", "0-1"},
      {"1/2-1/2", "-+", "1/2-1/2"},
      {"*", "=", "*"},
      {kNone, "=", "*"},
      {kNone, "+-", "*"},
      {kNone, "-+", "*"},
      {kNone, "+--", "*"},
      {kNone, "+/-", "*"},
      {kNone, "-/+", "*"},
      {kNone, "=-=", "*"},
      {kNone, "+\u2212", "*"},
      {kNone, "\u00b1", "*"},
      {kNone, "(=)", "*"},
      {kNone, "-/-", "*"},

      // A comment before "*" counts only if "*" cannot express the result.
      {kNone, "{1-0} *", "*"},
      {kNone, "{0-0} *", "0-0"},

      // With spaces.
      {kNone, "1 - 0", "1-0"},
      {kNone, "0 - 1", "0-1"},
      {kNone, "1/2 - 1/2", "1/2-1/2"},
      {kNone, "0 - 0", "0-0"},
      {kNone, "1 -0", "1-0"},
      {kNone, "1- 0", "1-0"},
      {kNone, "1\n-\n0 {time}", "1-0"},
      {kNone, "1 : 0", "1-0"},
      {kNone, "\u00bd - \u00bd", "1/2-1/2"},
      {kNone, "0 \u2013 1", "0-1"},
      {kNone, "( 1-0 )", "1-0"},
      {"0-1", "1 - 0", "1-0"},

      // Results in other words and symbols.
      {kNone, "1/2", "1/2-1/2"},
      {kNone, "\u00bd", "1/2-1/2"},
      {kNone, "\u00bd-\u00bd", "1/2-1/2"},
      {kNone, "\xBD-\xBD", "1/2-1/2"},
      {kNone, "0.5-0.5", "1/2-1/2"},
      {kNone, ".5-.5", "1/2-1/2"},
      {kNone, "0:1", "0-1"},
      {kNone, "1\u20130", "1-0"},
      {kNone, "1-0.", "1-0"},
      {kNone, "(1-0)", "1-0"},
      {kNone, "White wins", "1-0"},
      {kNone, "Black won.", "0-1"},
      {kNone, "White resigns", "0-1"},
      {kNone, "Black resigned", "1-0"},
      {kNone, "draw", "1/2-1/2"},
      {kNone, "Draw agreed", "1/2-1/2"},
      {kNone, "remis", "1/2-1/2"},
      {"1:0", kNone, "1-0"},
      {" 1-0", kNone, "1-0"},
      {"\u00bd-\u00bd", kNone, "1/2-1/2"},
      {"Draw", kNone, "1/2-1/2"},

      // Unplayed games, in the symbols of pairing programs. Both players may have lost.
      {"+/-", kNone, "1-0"},
      {"-:+", kNone, "0-1"},
      {kNone, "1-0F", "1-0"},
      {kNone, "0-1 ff", "0-1"},
      {kNone, "1-0 (forfeit)", "1-0"},
      {kNone, "0-0", "0-0"},
      {"0-0", kNone, "0-0"},
      {"0-0", "0-0", "0-0"},
      {"0-0", "*", "0-0"},
      {"*", "0-0", "0-0"},
      {"1-0", "0-0", "0-0"},
      {"-/-", "*", "0-0"},
      {kNone, "{0-0} *", "0-0"},
      {kNone, "0-0 {by the arbiter}", "0-0"},
      {kNone, "0-0 xyz", "*"},
      {kNone, "{0-0} {x} *", "*"},

      // Not results.
      {kNone, "1-1", "*"},
      {kNone, "2-0", "*"},
      {kNone, "1 0", "*"},
      {kNone, "won", "*"},
      {"1-0 or 0-1", kNone, "*"},
  };
  return forms;
}

std::string game_with(const Form& form, const std::string& moves) {
  const std::string tag = form.tag == kNone ? "" : "[Result \"" + form.tag + "\"]\n";
  return "[Event \"e\"]\n" + tag + "\n" + moves + form.end + "\n";
}

// The results of all commands for the only game in a text.
struct Readings {
  std::string validated;
  std::string imported;  // for a double forfeit "*", because the column cannot express it
  std::size_t plies = 0;
  std::string formatted;
  std::string exported;
};

Readings readings_of(const std::string& text) {
  Readings readings;
  visit_drafts(text, {}, [&](const CheckedGame& checked, const DraftBatch& batch) {
    const GameResult result = checked.summary.result.value_or(GameResult());
    readings.validated = to_string(result);
    const GameDraft& draft = batch.games.back();
    readings.imported = to_string(draft.result);
    readings.plies = checked.played.moves.size();
    GameExporter().append(checked.game, readings.formatted);
    StoredPgn().append(stored_game(draft, batch), batch.text(draft.record), readings.exported);
  });
  return readings;
}

void check_form(const Form& form, const std::string& moves, std::size_t plies) {
  const std::string text = game_with(form, moves);
  CAPTURE(text);
  const Readings readings = readings_of(text);
  CAPTURE(readings.formatted);
  CHECK(readings.validated == form.result);
  CHECK(readings.imported == (form.result == "0-0" ? "*" : form.result));
  CHECK(readings.plies == plies);
  CHECK(readings.exported == readings.formatted);
  const Readings again = readings_of(readings.formatted);
  CHECK(again.validated == form.result);
  CHECK(again.imported == readings.imported);
  CHECK(again.plies == plies);
  CHECK(again.formatted == readings.formatted);
}

}  // namespace

TEST_CASE("all commands read the same result, and fmt keeps it", "[result_forms]") {
  CHECK(forms().size() >= 60);
  for (const Form& form : forms()) check_form(form, "1. e4 e5 2. Nf3 Nc6 ", 4);
}

TEST_CASE("mate and stalemate decide if no result is written", "[result_forms]") {
  const std::string fools_mate = "1. f3 e5 2. g4 Qh4# ";
  const Form after_mate[] = {
      {kNone, kNone, "0-1"}, {kNone, "{mate}", "0-1"}, {kNone, "*", "*"},
      {"?", kNone, "*"},     {"1-0", kNone, "1-0"},    {kNone, "1/2-1/2", "1/2-1/2"},
      {"0-0", "0-0", "0-0"}, {kNone, "=", "0-1"},
  };
  for (const Form& form : after_mate) check_form(form, fools_mate, 4);
  // Sam Loyd's stalemate in ten moves.
  check_form({kNone, kNone, "1/2-1/2"},
             "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 "
             "8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 ",
             19);
}

TEST_CASE("a word that may be castling or a result is castling if it is legal", "[result_forms]") {
  check_form({kNone, "0-0", "*"}, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. ", 7);
}
