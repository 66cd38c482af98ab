#include "tools/cli/output/game_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "db/games/stored_pgn.h"
#include "db/model/game_draft.h"
#include "db/model/tag_columns.h"
#include "lib/notation/san_text.h"
#include "tools/cli/output/csv_row.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/utf8.h"

namespace arbiter::cli::output {
namespace {

constexpr Choice<GameFormat> kFormats[] = {
    {"text", GameFormat::Text},
    {"json", GameFormat::Json},
    {"csv", GameFormat::Csv},
    {"pgn", GameFormat::Pgn},
};

using Elo = std::optional<std::uint16_t>;

std::string elo_text(Elo elo) { return elo ? fmt::format("{}", *elo) : std::string(); }

std::vector<std::string_view> flags_of(const StoredGame& game) {
  std::vector<std::string_view> flags;
  if ((game.flags & kIncomplete) != 0) flags.push_back("incomplete");
  if ((game.flags & kDuplicate) != 0) flags.push_back("duplicate");
  if ((game.flags & kUnchecked) != 0) flags.push_back("unchecked");
  return flags;
}

// A column of the list for people.
struct TextColumn {
  std::string_view title;
  std::size_t most;  // in code points; longer text is cut
  bool is_right = false;
  std::string (*text)(const ListedGame& listed) = nullptr;
  bool needs_place = false;
};

constexpr TextColumn kTextColumns[] = {
    {"Game", 20, true, [](const ListedGame& l) { return fmt::format("{}", number_of(l.game.id)); }},
    {"Date", 10, false, [](const ListedGame& l) { return date_text(l.game.date); }},
    {"White", 26, false, [](const ListedGame& l) { return l.game.white; }},
    {"Elo", 5, true, [](const ListedGame& l) { return elo_text(l.game.white_elo); }},
    {"Black", 26, false, [](const ListedGame& l) { return l.game.black; }},
    {"Elo", 5, true, [](const ListedGame& l) { return elo_text(l.game.black_elo); }},
    {"Result", 7, false, [](const ListedGame& l) { return std::string(to_string(l.game.result)); }},
    {"ECO", 3, false, [](const ListedGame& l) { return eco_text(l.game.eco); }},
    {"Plies", 5, true, [](const ListedGame& l) { return fmt::format("{}", l.game.plies); }},
    {"Next move", 14, false,
     [](const ListedGame& l) { return l.place->next.empty() ? "(end)" : l.place->label; }, true},
    {"Event", 40, false, [](const ListedGame& l) { return l.game.event; }},
};

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

// At most `most` code points, with an ellipsis for what is cut.
std::string shortened(std::string text, std::size_t most) {
  if (code_points(text) <= most) return text;
  std::size_t end = 0;
  for (std::size_t left = most; end < text.size(); ++end) {
    const bool is_lead = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
    if (is_lead && left-- == 1) break;
  }
  text.resize(end);
  return text + "\u2026";
}

class TextTable final : public GameTable {
 public:
  TextTable(const GameTablePlan& plan, Console& console) : console_(console) {
    for (const TextColumn& column : kTextColumns) {
      if (!column.needs_place || plan.has_places) columns_.push_back(&column);
    }
    Row titles;
    for (const TextColumn* column : columns_) titles.emplace_back(column->title);
    rows_.push_back(titles);
  }

  void add(const ListedGame& game) override {
    Row row;
    std::string storage;
    for (const TextColumn* column : columns_) {
      row.push_back(shortened(std::string(as_shown(column->text(game), storage)), column->most));
    }
    rows_.push_back(std::move(row));
    if (rows_.size() == kRowsAtOnce) print_rows();
  }

  void finish() override {
    if (rows_.size() > 1 || !widths_.empty()) print_rows();
  }

 private:
  using Row = std::vector<std::string>;

  // The first so many decide how wide columns are; wider text is cut later.
  static constexpr std::size_t kRowsAtOnce = 1000;

  void print_rows() {
    if (widths_.empty()) {
      widths_.resize(columns_.size());
      for (const Row& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
          widths_[i] = std::max(widths_[i], code_points(row[i]));
        }
      }
    }
    for (const Row& row : rows_) print_row(row);
    rows_.clear();
  }

  void print_row(const Row& row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string text = columns_[i]->is_right ? row[i] : shortened(row[i], widths_[i]);
      const std::size_t width = code_points(text);
      const std::string blanks(widths_[i] - std::min(width, widths_[i]), ' ');
      if (i > 0) line += "  ";
      line += columns_[i]->is_right ? blanks + text : text + blanks;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    console_.print("{}\n", line);
  }

  Console& console_;
  std::vector<const TextColumn*> columns_;
  std::vector<std::size_t> widths_;
  std::vector<Row> rows_;
};

class JsonTable final : public GameTable {
 public:
  JsonTable(const GameTablePlan& plan, Console& console)
      : has_places_(plan.has_places), console_(console) {}

  void add(const ListedGame& listed) override {
    const StoredGame& game = listed.game;
    json_.add("type", "game").add("id", static_cast<std::uint64_t>(number_of(game.id)));
    json_.add_or_null("white", game.white).add_or_null("black", game.black);
    json_.add("white_elo", game.white_elo).add("black_elo", game.black_elo);
    json_.add_or_null("event", game.event).add_or_null("site", game.site);
    json_.add("date", date_text(game.date)).add_or_null("round", game.round);
    json_.add("result", to_string(game.result)).add_or_null("eco", eco_text(game.eco));
    json_.add("plies", game.plies).add("ending", word_of(game.ending));
    json_.add_or_null("start", game.start).add_or_null("source", game.source);
    json_.add("offset", game.offset).add("line", game.line);
    std::string flags;
    for (const std::string_view flag : flags_of(game)) {
      flags += fmt::format("{}\"{}\"", flags.empty() ? "" : ",", flag);
    }
    json_.add_written("flags", "[" + flags + "]");
    if (has_places_) {
      json_.add("ply", listed.place->ply).add_or_null("next", listed.place->next);
    }
    console_.print(json_.finish());
  }

  void finish() override {}

 private:
  bool has_places_;
  Console& console_;
  JsonLine json_;
};

class CsvTable final : public GameTable {
 public:
  CsvTable(const GameTablePlan& plan, Console& console)
      : has_places_(plan.has_places), console_(console) {
    console_.print(
        "id,white,black,white_elo,black_elo,event,site,date,round,result,eco,plies,ending,start,"
        "source,offset,line,flags{}\r\n",
        has_places_ ? ",ply,next" : "");
  }

  void add(const ListedGame& listed) override {
    const StoredGame& game = listed.game;
    row_.add(static_cast<std::uint64_t>(number_of(game.id))).add(game.white).add(game.black);
    row_.add(game.white_elo).add(game.black_elo).add(game.event).add(game.site);
    row_.add(date_text(game.date)).add(game.round).add(to_string(game.result));
    row_.add(eco_text(game.eco)).add(game.plies).add(word_of(game.ending)).add(game.start);
    row_.add(game.source).add(game.offset).add(game.line);
    row_.add(fmt::format("{}", fmt::join(flags_of(game), " ")));
    if (has_places_) row_.add(listed.place->ply).add(listed.place->next);
    console_.print(row_.finish());
  }

  void finish() override {}

 private:
  bool has_places_;
  Console& console_;
  CsvRow row_;
};

class PgnTable final : public GameTable {
 public:
  PgnTable(const GameTablePlan& plan, Console& console) : games_(*plan.games), console_(console) {}

  void add(const ListedGame& listed) override {
    text_.clear();
    pgn_.append(listed.game, games_.record(listed.game.id), text_);
    console_.print(text_);
  }

  void finish() override {}

 private:
  GameReader& games_;
  Console& console_;
  StoredPgn pgn_;
  std::string text_;
};

}  // namespace

std::span<const Choice<GameFormat>> game_formats() { return kFormats; }

PositionPlace place_in(const StoredGame& game, std::uint16_t ply) {
  PositionPlace place{.ply = ply, .label = {}, .next = {}};
  if (ply >= game.moves.size()) return place;
  Position position(first_setup(game));
  for (std::size_t i = 0; i < ply; ++i) position.play(game.moves[i]);
  place.next = san_of(game.moves[ply], position);
  place.label = fmt::format("{}.{} {}", position.fullmove_number(),
                            position.turn() == Color::White ? "" : "..", place.next);
  return place;
}

std::unique_ptr<GameTable> make_game_table(const GameTablePlan& plan, Console& console) {
  switch (plan.format) {
    case GameFormat::Json:
      return std::make_unique<JsonTable>(plan, console);
    case GameFormat::Csv:
      return std::make_unique<CsvTable>(plan, console);
    case GameFormat::Pgn:
      return std::make_unique<PgnTable>(plan, console);
    case GameFormat::Text:
      break;
  }
  return std::make_unique<TextTable>(plan, console);
}

}  // namespace arbiter::cli::output
