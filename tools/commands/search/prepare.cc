// arbiter prepare PLAYER FILE...
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/filter_fields.h"
#include "db/model/player_side.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/ply.h"
#include "lib/notation/san.h"
#include "tools/cli/game_input.h"
#include "tools/cli/matched_players.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/record_table.h"
#include "tools/commands/search/search.h"
#include "tools/commands/search/tree_pgn.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

enum class PageFormat : std::uint8_t { Text, Json, Html, Pgn };

struct Options {
  std::string player;
  GameInput input;
  std::string against;
  GameFilter filter;
  std::uint64_t depth = 16;
  std::optional<std::uint64_t> min_games;  // nothing: 2 % of the games with that colour
  PageFormat format = PageFormat::Text;
  bool has_commands = false;
};

// The games of a number, as `arbiter find` lists them.
struct Question {
  GameFilter filter = {};
  std::string moves = {};  // that lead to a position; empty: all games
  std::string order = {};  // of --sort, for the first game alone
};

// A row of the report. The results are those of the player.
struct Row {
  std::string label;
  unsigned depth = 0;  // of indentation
  GameCount count = {};
  Question question = {};
  std::uint16_t last_year = 0;               // of a line; 0: unknown
  std::optional<std::uint64_t> recent = {};  // games of a line in the last two years
  std::optional<double> field = {};          // the score of all players, from 0 to 1
  std::optional<Question> other = {};        // the games of `recent` or `field`
  std::optional<std::uint64_t> game = {};    // the row is about this game
  std::string title = {};                    // of the game
};

// The kind of a part decides its columns.
enum class PartKind : std::uint8_t { Counts, Lines, Openings, Games };

struct Part {
  std::string_view id;  // in JSON and in links
  std::string title;
  std::string_view label;  // the heading of the rows
  PartKind kind = PartKind::Counts;
  std::vector<Row> rows = {};
  std::string recent = {};  // the years of Row::recent: "2022-2023"
};

GameFilter condition(std::string_view field, std::string_view value) {
  return read_condition(*find_field(field), {.value = value}).value();
}

GameFilter with(const GameFilter& filter, GameFilter more) {
  return all_of({filter, std::move(more)});
}

// Returns the text in single quotes if a shell needs them.
std::string shell_word(std::string_view text) {
  const auto is_plain = [](char c) {
    return is_digit(c) || is_letter(c) || c == '.' || c == '_' || c == '-' || c == '/';
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

// The kinds of endings, as --material names them, with any number of pawns.
struct EndingKind {
  std::string_view name;
  std::string_view material;
};

constexpr EndingKind kEndings[] = {
    {"Pawns", "KP{0,8}kp{0,8}"},
    {"Rooks", "KRP{0,8}krp{0,8}"},
    {"Two rooks each", "KRRP{0,8}krrp{0,8}"},
    {"Queens", "KQP{0,8}kqp{0,8}"},
    {"Bishops", "KBP{0,8}kbp{0,8}"},
    {"Knights", "KNP{0,8}knp{0,8}"},
    {"Bishop against knight", "KBP{0,8}knp{0,8}~"},
    {"Rook and bishop each", "KRBP{0,8}krbp{0,8}"},
    {"Rook and knight each", "KRNP{0,8}krnp{0,8}"},
    {"Rook and bishop against rook and knight", "KRBP{0,8}krnp{0,8}~"},
};

// The bounds of the opponent's rating.
constexpr std::pair<int, int> kBands[] = {{1, 1999},    {2000, 2199}, {2200, 2299}, {2300, 2399},
                                          {2400, 2499}, {2500, 2599}, {2600, 2699}, {2700, 9999}};

// Why a game is worth looking at: the first of these games in this order.
struct Reason {
  std::string_view text;
  GameFilter filter;
  std::string_view order;  // as for --sort
  SortOrder sort;
};

class Preparation {
 public:
  Preparation(const Options& options, Storage& storage)
      : options_(options),
        storage_(storage),
        games_(condition("player", options.player)),
        field_(options.filter) {
    if (!options.filter.is_empty()) games_ = with(games_, options.filter);
    white_ = as_white(games_);
    black_ = as_black(games_);
  }

  std::vector<Part> parts() {
    std::vector<Part> parts;
    const auto add = [&parts](Part part) {
      if (!part.rows.empty()) parts.push_back(std::move(part));
    };
    add(form());
    add(years());
    add(opponents());
    if (!options_.against.empty()) add(head_to_head());
    add(repertoire(Color::White));
    add(repertoire(Color::Black));
    add(weak_openings(Color::White));
    add(weak_openings(Color::Black));
    add(endings());
    add(claims());
    add(worth_looking_at());
    return parts;
  }

  // Returns the games with each colour as a tree.
  std::string pgn() {
    std::string text;
    for (const Color color : {Color::White, Color::Black}) {
      const bool is_white = color == Color::White;
      text += pgn_of_tree(tree(color), PlayedLine(),
                          {.player = Color::White,
                           .openings = options_.input.openings.table(),
                           .event = fmt::format("Repertoire as {}", is_white ? "White" : "Black"),
                           .white = is_white ? options_.player : "?",
                           .black = is_white ? "?" : options_.player});
    }
    return text;
  }

  std::uint64_t total() { return storage_.totals(games_).all.games; }

  // Returns the command that lists the games of a number.
  std::string command(const Question& question) const {
    std::string text = "arbiter find";
    for (const std::string& name : options_.input.names) text += " " + shell_word(name);
    text += " --where " + shell_word(to_string(question.filter));
    if (!question.moves.empty()) text += " --moves " + shell_word(question.moves);
    if (!question.order.empty()) text += fmt::format(" --sort {} --limit 1", question.order);
    return text;
  }

 private:
  Row row(std::string label, GameFilter filter, unsigned depth = 0) {
    Row one{.label = std::move(label), .depth = depth, .question = {std::move(filter)}};
    one.count = storage_.totals(one.question.filter).all;
    return one;
  }

  void add_if_any(Part& part, Row one) const {
    if (one.count.games > 0) part.rows.push_back(std::move(one));
  }

  Part form() {
    Part part{"form", "Results", "Colour"};
    add_if_any(part, row("All games", games_));
    add_if_any(part, row("As White", white_));
    add_if_any(part, row("As Black", black_));
    return part;
  }

  Part years() {
    Part part{"years", "Form by year", "Year"};
    for (const StatisticsRow& group : storage_.groups(games_, GroupBy::Year)) {
      if (group.name.empty()) continue;
      Row one{.label = group.name, .count = group.count};
      one.question = {with(games_, condition("date", group.name))};
      part.rows.push_back(std::move(one));
    }
    return part;
  }

  Part opponents() {
    Part part{"ratings", "By the opponent's rating", "Rating"};
    for (const auto& [first, last] : kBands) {
      const std::string range = fmt::format("{}..{}", first, last);
      std::string label = first == 1     ? fmt::format("below {}", last + 1)
                          : last == 9999 ? fmt::format("{} and more", first)
                                         : fmt::format("{}-{}", first, last);
      add_if_any(part,
                 row(std::move(label), any_of({with(white_, condition("black-elo", range)),
                                               with(black_, condition("white-elo", range))})));
    }
    return part;
  }

  Part head_to_head() {
    Part part{"against", fmt::format("Against {}", options_.against), "Colour"};
    const GameFilter games = with(games_, condition("player", options_.against));
    add_if_any(part, row("All games", games));
    for (const bool is_white : {true, false}) {
      const GameFilter side = is_white ? as_white(games) : as_black(games);
      add_if_any(part, row(is_white ? "As White" : "As Black", side));
      for (const StatisticsRow& group : first_groups(side, 5)) {
        Row one{.label = group.name, .depth = 1, .count = group.count};
        one.question = {with(side, opening_condition(group.name))};
        part.rows.push_back(std::move(one));
      }
    }
    return part;
  }

  // Returns the most frequent openings.
  std::vector<StatisticsRow> first_groups(const GameFilter& filter, std::size_t most) {
    std::vector<StatisticsRow> groups = storage_.groups(filter, GroupBy::Opening);
    std::erase_if(groups, [](const StatisticsRow& group) { return group.name.empty(); });
    groups.resize(std::min(groups.size(), most));
    return groups;
  }

  // `opening` is the name of a group: "B90 Sicilian Defense: Najdorf Variation".
  static GameFilter opening_condition(std::string_view opening) {
    return with(condition("opening", fmt::format("={}", opening.substr(0, 3))),
                condition("opening", fmt::format("={}", opening.substr(4))));
  }

  const GameFilter& side(Color color) const { return color == Color::White ? white_ : black_; }

  std::uint64_t least_games(Color color) {
    if (options_.min_games) return *options_.min_games;
    return std::max<std::uint64_t>(2, storage_.totals(side(color)).all.games / 50);
  }

  TreeNode tree(Color color) {
    return storage_.tree({.root = PositionQuery(Position(), Rights::Exact),
                          .depth = static_cast<unsigned>(options_.depth) + 1,
                          .min_games = least_games(color),
                          .filter = side(color)});
  }

  Part repertoire(Color color) {
    const bool is_white = color == Color::White;
    Part part{is_white ? "white" : "black",
              fmt::format("Repertoire as {}", is_white ? "White" : "Black"), "Moves",
              PartKind::Lines};
    const TreeNode root = tree(color);
    if (root.all.all_games() == 0) return part;
    const int last = root.all.last_year;
    if (last > 0) {
      part.recent = fmt::format("{}-{}", last - 1, last);
      recent_ = with(side(color), condition("date", fmt::format("{}..{}", last - 1, last)));
    }
    add_lines(part, root, Position(), {}, {.color = color});
    return part;
  }

  struct Place {
    Color color;
    std::size_t ply = 0;
    unsigned depth = 0;
  };

  // Adds a row for each move, with the moves after it as long as nearly all games continue alike.
  void add_lines(Part& part, const TreeNode& node, const Position& position,
                 const std::string& moves, Place place) {
    constexpr unsigned kMaxDepth = 5;
    for (const TreeMove& first : node.moves) {
      const TreeMove* move = &first;
      Position at = position;
      std::string label;
      std::string line = moves;
      std::size_t ply = place.ply;
      while (move != nullptr && move->move && is_legal(at, *move->move)) {
        label += label.empty()               ? numbered_san(*move->move, at)
                 : at.turn() == Color::White ? " " + numbered_san(*move->move, at)
                                             : " " + san_of(*move->move, at);
        line += (line.empty() ? "" : " ") + san_of(*move->move, at);
        at.play(*move->move);
        ++ply;
        const TreeMove* next = ply < options_.depth ? only_move(*move) : nullptr;
        if (next == nullptr) break;
        move = next;
      }
      if (label.empty()) continue;
      add_line(part, *move, at, {std::move(label), line}, place);
      if (place.depth + 1 < kMaxDepth && ply < options_.depth) {
        add_lines(part, move->next, at, line, {place.color, ply, place.depth + 1});
      }
    }
  }

  // Returns the move after `move` in nine of ten games, or null.
  static const TreeMove* only_move(const TreeMove& move) {
    const TreeNode& next = move.next;
    if (next.moves.empty() || !next.moves.front().move) return nullptr;
    const TreeMove& first = next.moves.front();
    const bool is_only = 10 * first.sums.all_games() >= 9 * next.all.all_games();
    return is_only ? &first : nullptr;
  }

  struct LineText {
    std::string label;
    std::string moves;
  };

  // The numbers are those of the games that reached the position by any order of moves.
  void add_line(Part& part, const TreeMove& move, const Position& after, const LineText& text,
                Place place) {
    const MoveSums& sums = move.next.all;
    Row one{.label = text.label, .depth = place.depth, .question = {side(place.color), text.moves}};
    one.count.games = sums.all_games();
    std::ranges::copy(sums.games, one.count.results.begin());
    one.last_year = sums.last_year;
    if (!part.recent.empty()) {
      one.other = Question{recent_, text.moves};
      one.recent =
          storage_.count({.filter = recent_, .position = PositionQuery(after, Rights::Exact)});
    }
    part.rows.push_back(std::move(one));
  }

  // Returns the results of each opening in the field, from White's side.
  std::map<std::string, GameCount, std::less<>> field_openings() {
    std::map<std::string, GameCount, std::less<>> field;
    const auto add = [&](const GameFilter& games, bool is_black) {
      for (StatisticsRow& group : storage_.groups(games, GroupBy::Opening)) {
        auto& results = group.count.results;
        if (is_black) {
          std::swap(results[static_cast<std::size_t>(Outcome::WhiteWins)],
                    results[static_cast<std::size_t>(Outcome::BlackWins)]);
        }
        field[group.name] += group.count;
      }
    };
    if (white_is_player(field_)) {
      add(as_white(field_), false);  // the counts are from this player's side
      add(as_black(field_), true);
    } else {
      add(field_, false);
    }
    return field;
  }

  // Lists the openings in which the player loses the most points against the average of all
  // players.
  Part weak_openings(Color color) {
    const bool is_white = color == Color::White;
    Part part{is_white ? "weak-white" : "weak-black",
              fmt::format("Worst openings as {}, against the field", is_white ? "White" : "Black"),
              "Opening", PartKind::Openings};
    auto field = field_openings();
    struct Weak {
      StatisticsRow group;
      double score = 0;  // of the field
      double lost = 0;   // points
    };
    std::vector<Weak> weak;
    for (const StatisticsRow& group : storage_.groups(side(color), GroupBy::Opening)) {
      const auto own = group.count.score();
      const auto white = field[group.name].score();
      if (group.name.empty() || group.count.finished() < kMinGames || !own || !white) continue;
      const double score = is_white ? *white : 1 - *white;
      const double lost = (score - *own) * static_cast<double>(group.count.finished());
      if (lost > 0) weak.push_back({group, score, lost});
    }
    std::ranges::stable_sort(weak, [](const Weak& a, const Weak& b) { return a.lost > b.lost; });
    weak.resize(std::min<std::size_t>(weak.size(), 5));
    for (const Weak& one : weak) {
      Row opening{.label = one.group.name, .count = one.group.count};
      const GameFilter name = opening_condition(one.group.name);
      opening.question = {with(side(color), name)};
      opening.field = one.score;
      opening.other = Question{field_.is_empty() ? name : with(field_, name)};
      part.rows.push_back(std::move(opening));
    }
    return part;
  }

  // Returns the games with these pieces in which the player was up or down in pawns for four
  // positions in a row.
  GameFilter with_balance(std::string_view material, std::string_view word) const {
    const auto pattern = [&](std::string_view color) {
      return condition("pattern",
                       fmt::format("(material \"{}\" and {} {} 1..) for 4", material, color, word));
    };
    return any_of({with(white_, pattern("white")), with(black_, pattern("black"))});
  }

  Part endings() {
    Part part{"endings", "Endings", "Ending"};
    for (const EndingKind& kind : kEndings) {
      Row reached = row(std::string(kind.name), with(games_, condition("material", kind.material)));
      if (reached.count.games < kMinGames) continue;
      part.rows.push_back(std::move(reached));
      add_if_any(part, row("a pawn or more up", with_balance(kind.material, "up"), 1));
      add_if_any(part, row("a pawn or more down", with_balance(kind.material, "down"), 1));
    }
    return part;
  }

  Part claims() {
    Part part{"claims", "Unclaimed draws", "Result"};
    const GameFilter missed = condition("finding", "decisive-despite-claimable-draw");
    add_if_any(part, row("Lost, but could have claimed a draw",
                         with(with_player_result(games_, Outcome::BlackWins), missed)));
    add_if_any(part, row("Won, but the opponent could have claimed a draw",
                         with(with_player_result(games_, Outcome::WhiteWins), missed)));
    return part;
  }

  std::vector<Reason> reasons() const {
    const auto won = [](const GameFilter& games) {
      return with_player_result(games, Outcome::WhiteWins);
    };
    const auto lost = [](const GameFilter& games) {
      return with_player_result(games, Outcome::BlackWins);
    };
    constexpr auto kUp = SortDirection::Ascending;
    constexpr auto kDown = SortDirection::Descending;
    std::vector<GameFilter> up;
    for (const EndingKind& kind : kEndings) up.push_back(with_balance(kind.material, "up"));
    const GameFilter missed = condition("finding", "decisive-despite-claimable-draw");
    return {
        {"latest loss as White", lost(white_), "-date", {SortKey::Date, kDown}},
        {"latest loss as Black", lost(black_), "-date", {SortKey::Date, kDown}},
        {"loss as White, lowest rating", lost(white_), "black-elo", {SortKey::BlackElo, kUp}},
        {"loss as Black, lowest rating", lost(black_), "white-elo", {SortKey::WhiteElo, kUp}},
        {"win as White, highest rating", won(white_), "-black-elo", {SortKey::BlackElo, kDown}},
        {"win as Black, highest rating", won(black_), "-white-elo", {SortKey::WhiteElo, kDown}},
        {"shortest loss", lost(games_), "plies", {SortKey::Plies, kUp}},
        {"shortest win", won(games_), "plies", {SortKey::Plies, kUp}},
        {"latest ending a pawn up without a win",
         with(any_of(std::move(up)), negated(condition_won())),
         "-date",
         {SortKey::Date, kDown}},
        {"latest loss despite a claimable draw",
         with(lost(games_), missed),
         "-date",
         {SortKey::Date, kDown}},
        {"longest game", games_, "-plies", {SortKey::Plies, kDown}},
        {"latest win as Black", won(black_), "-date", {SortKey::Date, kDown}},
        {"latest win as White", won(white_), "-date", {SortKey::Date, kDown}},
        {"longest win", won(games_), "-plies", {SortKey::Plies, kDown}},
        {"longest loss", lost(games_), "-plies", {SortKey::Plies, kDown}},
        {"earliest game", games_, "date", {SortKey::Date, kUp}},
    };
  }

  GameFilter condition_won() const { return with_player_result(games_, Outcome::WhiteWins); }

  Part worth_looking_at() {
    constexpr std::size_t kMost = 10;
    Part part{"games", "Games worth looking at", "Reason", PartKind::Games};
    std::set<GameId> seen;
    for (const Reason& reason : reasons()) {
      if (part.rows.size() == kMost) break;
      const auto receive = [&](const StreamedBatch& batch) {
        for (const StreamedGame& one : batch.games) {
          if (!seen.insert(one.game.id).second) continue;
          part.rows.push_back(game_row(one.game, reason));
        }
      };
      storage_.stream({.filter = reason.filter, .order = {reason.sort}, .limit = 1},
                      {.has_records = false, .receive = receive});
    }
    return part;
  }

  static Row game_row(const StoredGame& game, const Reason& reason) {
    Row one{.label = std::string(reason.text)};
    one.question = {reason.filter, {}, std::string(reason.order)};
    one.game = static_cast<std::uint64_t>(number_of(game.id));
    one.count.add(game.result, game.plies);
    one.title = fmt::format("{} - {} {} {}", game.white, game.black, to_string(game.result),
                            game.date == 0 ? "" : date_text(game.date).substr(0, 4));
    return one;
  }

  // The minimum number of games for a statement about openings or endings.
  static constexpr std::uint64_t kMinGames = 3;

  const Options& options_;
  Storage& storage_;
  GameFilter games_;
  GameFilter field_;
  GameFilter white_;
  GameFilter black_;
  GameFilter recent_;  // the games of the last two years with the colour of the repertoire
};

constexpr std::pair<const char*, Outcome> kResults[] = {
    {"Won", Outcome::WhiteWins}, {"Drawn", Outcome::Draw}, {"Lost", Outcome::BlackWins}};

std::string year_text(std::uint16_t year) { return year == 0 ? "" : fmt::format("{}", year); }

std::string indented(const Row& row) { return std::string(2 * row.depth, ' ') + row.label; }

std::string percent_text(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f}", 100 * *share) : "";
}

RecordKind<Row> kind_of(const Part& part) {
  RecordKind<Row> kind{"row", {}};
  const auto add = [&kind](Column column, auto show) {
    kind.entries.push_back({std::move(column), show});
  };
  add({.heading = std::string(part.label), .min_width = 24}, indented);
  if (part.kind == PartKind::Games) {
    add(number_column("Number"), [](const Row& row) { return Value::of(*row.game); });
    add({.heading = "Game", .min_width = 24}, [](const Row& row) { return row.title; });
    return kind;
  }
  add(number_column("Games"), [](const Row& row) { return row.count.games; });
  for (const auto& [name, outcome] : kResults) {
    add(number_column(name), [outcome = outcome](const Row& row) { return row.count.of(outcome); });
  }
  add(number_column("Score"), [](const Row& row) { return percent_text(row.count.score()); });
  if (part.kind == PartKind::Openings) {
    add(number_column("Field"), [](const Row& row) { return percent_text(row.field); });
  } else if (part.kind == PartKind::Lines) {
    add(number_column("Last"), [](const Row& row) { return year_text(row.last_year); });
    if (part.recent.empty()) return kind;
    add(number_column(part.recent), [](const Row& row) { return row.recent; });
  }
  return kind;
}

void print_text(const std::vector<Part>& parts, const Preparation& preparation,
                const Options& options, Console& console) {
  const Palette& colors = console.colors_output() ? kColors : kNoColors;
  for (const Part& part : parts) {
    console.print("{}{}{}{}\n", &part == &parts.front() ? "" : "\n", colors.strong, part.title,
                  colors.reset);
    print_records(AnswerFormat::Text, kind_of(part), part.rows, console);
    if (!options.has_commands) continue;
    for (const Row& row : part.rows) {
      console.print("{}\n  {}\n", row.label, preparation.command(row.question));
      if (row.other) console.print("  {}\n", preparation.command(*row.other));
    }
  }
  if (!options.has_commands && !parts.empty()) {
    console.say("--commands shows the command that lists the games of each row.");
  }
}

void print_json(const std::vector<Part>& parts, const Preparation& preparation, Console& console) {
  for (const Part& part : parts) {
    for (const Row& row : part.rows) {
      JsonLine json;
      json.add("type", "row").add("part", part.id).add("label", row.label);
      json.add("depth", std::uint64_t{row.depth});
      if (row.game) {
        json.add("game", *row.game).add("title", row.title);
      } else {
        if (part.kind == PartKind::Lines) json.add("moves", row.question.moves);
        json.add("games", row.count.games).add("wins", row.count.of(Outcome::WhiteWins));
        json.add("draws", row.count.of(Outcome::Draw));
        json.add("losses", row.count.of(Outcome::BlackWins));
        json.add("unfinished", row.count.of(Outcome::Unknown));
      }
      if (part.kind == PartKind::Lines) {
        json.add_written("last_year", row.last_year == 0 ? "null" : year_text(row.last_year));
        json.add_or_null("recent_years", part.recent).add("recent_games", row.recent);
      }
      if (row.field) json.add_written("field_score", fmt::format("{:.4f}", *row.field));
      json.add("find", preparation.command(row.question));
      if (row.other) {
        json.add(row.field ? "find_field" : "find_recent", preparation.command(*row.other));
      }
      console.print(json.finish());
    }
  }
}

std::string_view class_of(const Column& column) {
  return column.align == Align::Right ? "num" : "";
}

void write_command(std::string_view name, const std::string& command, HtmlWriter& page) {
  const HtmlElement details(page, "details");
  page.leaf("summary", name);
  page.leaf("code", command);
}

void write_rows(const Part& part, const Preparation& preparation, HtmlWriter& page) {
  const RecordKind<Row> kind = kind_of(part);
  std::vector<TableHeading> headings;
  for (const RecordEntry<Row>& entry : kind.entries) {
    headings.push_back({entry.column->heading, class_of(*entry.column)});
  }
  headings.push_back({"Command", ""});
  const PageTable table(part.title, headings, page);
  for (const Row& row : part.rows) {
    const HtmlElement line(page, "tr");
    for (const RecordEntry<Row>& entry : kind.entries) {
      std::string text = entry.cell(row).text;
      if (&entry == &kind.entries.front()) {
        const std::size_t blanks = 2 * row.depth;
        std::string indent;
        for (std::size_t i = 0; i < blanks; ++i) indent += "\u00a0";
        page.leaf("th", indent + text.substr(blanks), {{"scope", "row"}});
      } else {
        write_cell(text, class_of(*entry.column), page);
      }
    }
    const HtmlElement cell(page, "td");
    write_command("games", preparation.command(row.question), page);
    if (row.other) {
      write_command(row.field ? "field" : part.recent, preparation.command(*row.other), page);
    }
  }
}

std::string page_of(const std::vector<Part>& parts, const Preparation& preparation,
                    const Options& options, std::uint64_t games) {
  HtmlWriter page;
  {
    const HtmlElement header(page, "header");
    page.leaf("h1", options.player);
    page.leaf("p", counted(games, "game"), {{"class", "lead"}});
    const HtmlElement navigation(page, "nav", {{"aria-label", "Parts of this page"}});
    const HtmlElement list(page, "ul");
    for (const Part& part : parts) {
      const HtmlElement item(page, "li");
      page.leaf("a", part.title, {{"href", fmt::format("#{}", part.id)}});
    }
  }
  const HtmlElement main(page, "main", {{"id", "main"}});
  for (const Part& part : parts) {
    const HtmlElement section(page, "section", {{"id", std::string(part.id)}});
    page.leaf("h2", part.title);
    write_rows(part, preparation, page);
  }
  return page.html();
}

// Returns the error in a name, if any.
std::optional<Error> fault_of(std::string_view name) {
  const auto filter = read_condition(*find_field("player"), {.value = name});
  if (filter) return std::nullopt;
  return Error{fmt::format("player '{}': {}", name, filter.error())};
}

Result<ExitCode> run(const Options& options, Console& console) {
  if (auto fault = fault_of(options.player)) return *std::move(fault);
  if (auto fault = options.against.empty() ? std::nullopt : fault_of(options.against)) {
    return *std::move(fault);
  }
  const auto games = open_games(options.input, {QueryPositions::All, false, true}, console);
  if (!games) return Error{games.error()};
  Storage& storage = *games->storage;
  Preparation preparation(options, storage);
  GameFilter names = condition("player", options.player);
  if (!options.against.empty()) names = with(names, condition("player", options.against));
  print_matched_players(names, storage, console);
  const std::uint64_t total = preparation.total();
  if (options.format == PageFormat::Pgn) {
    console.write_data(preparation.pgn());
  } else {
    const std::vector<Part> parts = preparation.parts();
    switch (options.format) {
      case PageFormat::Json:
        print_json(parts, preparation, console);
        break;
      case PageFormat::Html:
        console.write_data(
            static_page(options.player, page_of(parts, preparation, options, total)));
        break;
      default:
        if (total == 0) console.say("0 games");
        print_text(parts, preparation, options, console);
    }
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

constexpr Choice<PageFormat> kFormats[] = {{"text", PageFormat::Text},
                                           {"json", PageFormat::Json},
                                           {"html", PageFormat::Html},
                                           {"pgn", PageFormat::Pgn}};

void add_page_format(CommandLine& app, PageFormat& format) {
  const auto take = [&format, &is_pgn = app.is_pgn()](const std::string& text) {
    // JSON output has one object per line.
    const auto found =
        std::ranges::find(kFormats, text == "jsonl" ? "json" : text, &Choice<PageFormat>::name);
    if (found == std::end(kFormats)) return not_a_choice(text, names_of(kFormats));
    format = found->value;
    is_pgn = format == PageFormat::Pgn;
    return std::string();
  };
  add_shared(app, "--format", LastValue{take},
             "; html: a page of its own, pgn: the repertoire as a tree with counts (default: text)")
      ->type_name(joined_choices(names_of(kFormats)));
}

}  // namespace

CommandRun bind_prepare(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_text(app, "PLAYER", options->player, "The player, as for --player")->required();
  add_game_files(app, options->input);
  add_text(app, "--against NAME", options->against, "Another player: add the games of the two");
  add_number(app, "--depth", options->depth, {.min = 1, .max = 40},
             "Depth of the repertoire in half-moves (default: 16)");
  const auto parse_games = [](std::string_view text) -> Result<std::optional<std::uint64_t>> {
    const auto number = parse_number(text, {.min = 1});
    if (!number) return Error{number.error()};
    return std::optional(*number);
  };
  add_parsed(app, "--min-games N", options->min_games, parse_games,
             "Omit lines of fewer than N games (default: 2 % of the games with that colour)");
  add_page_format(app, options->format);
  add_switch(app, "--commands", options->has_commands,
             "With text: print the command that lists the games of each row");
  add_partial(app, options->input);
  add_filters(app, options->filter);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
