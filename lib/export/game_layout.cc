#include "lib/export/game_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/export/movetext_sink.h"
#include "lib/export/neutral_text.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/export_writer.h"

namespace arbiter {
namespace {

void append_list(std::string_view name, const std::string& elements, std::string& json) {
  if (elements.empty()) return;
  json.append(",\"").append(name).append("\":[").append(elements) += ']';
}

template <class Value>
void append_value(std::string_view name, const Value& value, std::string& json) {
  fmt::format_to(std::back_inserter(json), ",\"{}\":{}", name, value);
}

double seconds(ClockTime time) { return static_cast<double>(time.count()) / 1000; }

// Returns the text as an export would write it: single spaces between words, no closing braces.
std::string in_one_line(std::string_view text) {
  std::string line;
  CommentWords words(text);
  for (CommentWord word; words.next(word);) {
    if (!line.empty()) line += ' ';
    line += word.text;
  }
  std::ranges::replace(line, '}', ')');
  return line;
}

// The annotations after a move, or before the first move of a line.
class JsonNode {
 public:
  void clear() {
    for (std::string& list : lists_) list.clear();
    order_.clear();
    values_ = {};
    is_in_order_ = true;
  }

  // Returns the JSON list for a kind of annotation (see kJsonOrder). The caller appends one
  // element.
  std::string& next(char kind) {
    const bool follows = order_.empty() || kJsonOrder.find(kind) >= kJsonOrder.find(order_.back());
    is_in_order_ = is_in_order_ && follows;
    order_ += kind;
    std::string& list = lists_[kJsonOrder.find(kind)];
    if (!list.empty()) list += ',';
    return list;
  }

  void add_comment(std::string_view text) {
    const std::string line = in_one_line(text);
    if (line.empty()) return;
    append_json_string(line, next('C'));
    add_values(line, values_);
  }

  // Appends the members, with a comma before each.
  void append_to(std::string& json) const {
    append_list("nags", lists_[0], json);
    append_list("comments", lists_[1], json);
    if (values_.clock) append_value("clock", seconds(*values_.clock), json);
    if (values_.elapsed) append_value("elapsed", seconds(*values_.elapsed), json);
    if (values_.evaluation) append_value("eval", *values_.evaluation, json);
    if (values_.mate) append_value("mate", *values_.mate, json);
    append_list("variations", lists_[2], json);
    append_list("escapes", lists_[3], json);
    append_list("words", lists_[4], json);
    if (!is_in_order_) append_value("order", fmt::format("\"{}\"", order_), json);
  }

 private:
  std::array<std::string, kJsonOrder.size()> lists_;  // one list for each letter of kJsonOrder
  CommentValues values_;
  std::string order_;
  bool is_in_order_ = true;
};

// Appends the tags as an object; the value of a repeated tag is an array.
void append_tags(const ExportTags& tags, std::string& json) {
  json += "\"tags\":{";
  bool is_first = true;
  tags.for_each_name([&](std::string_view name, std::span<const std::string_view> values) {
    if (!is_first) json += ',';
    is_first = false;
    append_json_string(name, json);
    json += values.size() > 1 ? ":[" : ":";
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) json += ',';
      append_json_string(values[i], json);
    }
    if (values.size() > 1) json += ']';
  });
  json += '}';
}

void append_findings(std::span<const Diagnostic> findings, std::string& json) {
  json += ",\"findings\":[";
  for (const Diagnostic& finding : findings) {
    if (json.back() != '[') json += ',';
    const CatalogueEntry& entry = entry_of(finding.code);
    fmt::format_to(std::back_inserter(json), "{{\"id\":\"{}\",\"severity\":\"{}\"", entry.id,
                   to_string(entry.severity));
    if (finding.ply) fmt::format_to(std::back_inserter(json), ",\"ply\":{}", *finding.ply);
    json += ",\"message\":";
    append_json_string(finding.message, json);
    json += '}';
  }
  json += ']';
}

class JsonLayout final : public GameLayout, private MovetextSink {
 public:
  explicit JsonLayout(const GameShape& shape)
      : is_array_(shape.format == GameFormat::Json), has_fens_(shape.adds(GamePart::Fens)) {}

  MovetextSink& start_game() override {
    depth_ = 0;
    if (lines_.empty()) lines_.emplace_back();
    open_line(0);
    return *this;
  }

  void finish_game(const FinishedGame& game, std::string& text) override {
    text += is_array_ ? ",\n{" : "{";
    append_tags(game.tags, text);
    text += ',';
    close_line(text);
    fmt::format_to(std::back_inserter(text), ",\"result\":\"{}\"", game.terminator);
    if (game.findings) append_findings(*game.findings, text);
    text += is_array_ ? "}" : "}\n";
  }

  void add_between(std::span<const std::string> lines, std::string& text) override {
    if (lines.empty()) return;
    text += is_array_ ? ",\n{\"between\":[" : "{\"between\":[";
    for (const std::string& one : lines) {
      if (text.back() != '[') text += ',';
      append_json_string(one, text);
    }
    text += is_array_ ? "]}" : "]}\n";
  }

 private:
  struct Line {
    JsonNode node;           // annotations before the first move, then annotations of the last move
    std::string begin = {};  // members for the text before the first move
    std::string moves = {};  // JSON of all moves but the last
    std::uint32_t plies = 0;  // half-moves of the game up to here
    bool has_move = false;
  };

  Line& line() { return lines_[depth_]; }

  void open_line(std::uint32_t plies) {
    line().node.clear();
    line().begin.clear();
    line().moves.clear();
    line().plies = plies;
    line().has_move = false;
  }

  // Appends the members of the open line.
  void close_line(std::string& json) {
    close_node();
    if (!line().begin.empty()) json.append(line().begin, 1) += ',';
    json.append("\"moves\":[").append(line().moves) += ']';
  }

  void close_node() {
    line().node.append_to(line().has_move ? line().moves : line().begin);
    if (line().has_move) line().moves += '}';
    line().node.clear();
  }

  void begin(const Position* start) override { castling_ = castling_in_uci(start); }

  void move(const WrittenMove& move) override {
    close_node();
    std::string& json = line().moves;
    if (line().has_move) json += ',';
    line().has_move = true;
    fmt::format_to(std::back_inserter(json), "{{\"ply\":{},\"san\":\"{}\",\"uci\":\"{}\"",
                   ++line().plies, move.san,
                   move.move ? uci_of(*move.move, move.color, castling_) : "0000");
    if (has_fens_) fmt::format_to(std::back_inserter(json), ",\"fen\":\"{}\"", fen_of(*move.after));
  }

  void word(std::string_view text) override { append_json_string(text, line().node.next('W')); }
  void nag(std::uint32_t number) override {
    line().node.next('N') += fmt::format_int(number).str();
  }
  void comment(std::string_view text) override { line().node.add_comment(text); }
  void escape(std::string_view text) override { append_json_string(text, line().node.next('E')); }

  void start_variation() override {
    const std::uint32_t plies = line().plies - (line().has_move ? 1 : 0);
    if (lines_.size() == ++depth_) lines_.emplace_back();
    open_line(plies);
  }

  void end_variation() override {
    variation_ = '{';
    close_line(variation_);
    variation_ += '}';
    --depth_;
    line().node.next('V') += variation_;
  }

  bool is_array_;
  bool has_fens_;
  UciCastling castling_ = UciCastling::KingsSquare;
  std::vector<Line> lines_;  // up to `depth_` in use; others keep their memory
  std::size_t depth_ = 0;
  std::string variation_;
};

class PgnLayout final : public GameLayout, private MovetextSink {
 public:
  explicit PgnLayout(const GameShape& shape) : shape_(shape.movetext), spelling_(shape.moves) {}

  MovetextSink& start_game() override {
    movetext_.clear();
    writer_.emplace(movetext_, shape_);
    return *this;
  }

  void finish_game(const FinishedGame& game, std::string& text) override {
    writer_->end_game(game.terminator);
    ExportWriter head(text);
    game.tags.write(head);
    text += movetext_;
  }

  void add_between(std::span<const std::string> lines, std::string& text) override {
    for (const std::string& line : lines) text.append(line) += '\n';
    if (!lines.empty()) text += '\n';
  }

 private:
  void begin(const Position* start) override { castling_ = castling_in_uci(start); }

  void move(const WrittenMove& move) override {
    if (spelling_.notation == MoveNotation::San) {
      return writer_->move(move.san, move.number, move.color);
    }
    writer_->respelled_move(spelled(move.san, move.move, move.color, spelling_, castling_),
                            move.number, move.color);
  }

  void word(std::string_view text) override { writer_->word(text); }
  void nag(std::uint32_t number) override { writer_->nag(number); }
  void comment(std::string_view text) override { writer_->comment(text); }
  void escape(std::string_view line) override { writer_->escape(line); }
  void start_variation() override { writer_->start_variation(); }
  void end_variation() override { writer_->end_variation(); }

  MovetextShape shape_;
  MoveSpelling spelling_;
  UciCastling castling_ = UciCastling::KingsSquare;
  std::string movetext_;  // buffered, because the Result tag precedes it
  std::optional<ExportWriter> writer_;
};

}  // namespace

std::unique_ptr<GameLayout> layout_of(const GameShape& shape) {
  switch (shape.format) {
    case GameFormat::Pgn:
      break;
    case GameFormat::Json:
    case GameFormat::JsonLines:
      return std::make_unique<JsonLayout>(shape);
    default:
      return line_layout_of(shape);
  }
  return std::make_unique<PgnLayout>(shape);
}

namespace {

// The first columns of a row for a position: the position, the next move, and the values in the
// comments of that move.
constexpr std::string_view kPositionColumns[] = {"fen",   "ply",  "san", "uci",
                                                 "clock", "eval", "mate"};

// The columns and JSON members that contain tag values. Ratings are numbers.
constexpr std::pair<std::string_view, std::string_view> kTagColumns[] = {
    {"white", "White"}, {"black", "Black"},        {"date", "Date"},
    {"event", "Event"}, {"white_elo", "WhiteElo"}, {"black_elo", "BlackElo"}};

std::string position_header() {
  CsvRow row;
  for (const std::string_view name : kPositionColumns) row.add_written(name);
  for (const auto& [name, tag] : kTagColumns) row.add_written(name);
  return std::string(row.add_written("result").finish());
}

}  // namespace

GamesFrame::GamesFrame(const GameShape& shape) : format_(shape.format) {
  if (format_ == GameFormat::Json) begin_ = "[";
  if (format_ == GameFormat::Csv) begin_ = csv_header(shape);
  if (format_ == GameFormat::PositionTable) begin_ = position_header();
}

std::string_view GamesFrame::next(std::string_view games) {
  if (!has_games_ && !games.empty() && format_ == GameFormat::Json) games.remove_prefix(1);
  has_games_ = has_games_ || !games.empty();
  return games;
}

std::string_view GamesFrame::end() const { return format_ == GameFormat::Json ? "\n]\n" : ""; }

namespace {

constexpr std::string_view kUsualColumns[] = {"Event",    "Site",  "Date",   "Round",
                                              "White",    "Black", "Result", "WhiteElo",
                                              "BlackElo", "ECO",   "FEN"};

constexpr std::pair<GamePart, std::string_view> kAddedColumns[] = {
    {GamePart::Eco, "ECO"},
    {GamePart::Opening, "Opening"},
    {GamePart::PlyCount, "PlyCount"},
    {GamePart::TotalPlyCount, "TotalPlyCount"},
    {GamePart::Hash, "HashCode"}};

std::vector<std::string> columns_of(const GameShape& whole) {
  const TagShape& shape = whole.tags;
  std::vector<std::string> names(std::begin(kUsualColumns), std::end(kUsualColumns));
  if (shape.chosen == TagShape::Chosen::Roster) names.resize(kRosterSize);
  if (shape.chosen == TagShape::Chosen::Listed) names = shape.names;
  const auto add = [&names](std::string_view name) {
    if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  };
  for (const auto& [name, value] : shape.values) add(name);
  for (const auto& [part, name] : kAddedColumns) {
    if (whole.adds(part) && shape.chosen != TagShape::Chosen::Listed) add(name);
  }
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(shape.dropped, name) != shape.dropped.end();
  });
  return names;
}

std::string_view value_of(const ExportTags& tags, std::string_view name) {
  std::string_view value;
  tags.for_each([&](const ExportTag& tag) {
    if (value.empty() && tag.name == name) value = tag.value;
  });
  return value;
}

// Replaces quotes, which EPD does not allow in a string.
std::string without_quotes(std::string text) {
  std::ranges::replace(text, '"', '\'');
  return text;
}

std::string epd_of(std::string_view fen, std::string_view about) {
  const std::string_view clocks = trim(fen.substr(position_in(fen).size()));
  const std::size_t blank = clocks.find(' ');
  return fmt::format("{} hmvc {}; fmvn {}; c0 \"{}\";\n", position_in(fen), clocks.substr(0, blank),
                     clocks.substr(blank + 1), about);
}

class MainLineSink : public MovetextSink {
 protected:
  void begin(const Position* start) override { castling_ = castling_in_uci(start); }
  void move(const WrittenMove& move) final {
    if (depth_ == 0) main_line_move(move);
  }
  void word(std::string_view) final {}
  void nag(std::uint32_t) final {}
  void comment(std::string_view text) final {
    if (depth_ == 0) main_line_comment(text);
  }
  void escape(std::string_view) final {}
  void start_variation() final { ++depth_; }
  void end_variation() final { --depth_; }

  virtual void main_line_move(const WrittenMove& move) = 0;
  virtual void main_line_comment(std::string_view /*text*/) {}

  std::string in_uci(const WrittenMove& move) const {
    return move.move ? uci_of(*move.move, move.color, castling_) : "0000";
  }

  UciCastling castling_ = UciCastling::KingsSquare;

 private:
  std::size_t depth_ = 0;
};

// Writes one CSV row per game: the tags, the number of half-moves, and the moves without numbers.
class CsvLayout final : public GameLayout, private MainLineSink {
 public:
  explicit CsvLayout(const GameShape& shape) : tags_(columns_of(shape)), spelling_(shape.moves) {}

  MovetextSink& start_game() override {
    plies_ = 0;
    moves_.clear();
    return *this;
  }

  void finish_game(const FinishedGame& game, std::string& text) override {
    for (const std::string& name : tags_) row_.add(value_of(game.tags, name));
    text += row_.add(plies_).add(moves_).finish();
  }

 private:
  void main_line_move(const WrittenMove& move) override {
    if (plies_++ > 0) moves_ += ' ';
    moves_ += spelled(move.san, move.move, move.color, spelling_, castling_);
  }

  std::vector<std::string> tags_;
  MoveSpelling spelling_;
  std::uint64_t plies_ = 0;
  std::string moves_;
  CsvRow row_;
};

// Writes UCI commands: "position startpos moves e2e4 e7e5".
class UciLayout final : public GameLayout, private MainLineSink {
 public:
  MovetextSink& start_game() override {
    line_.clear();
    has_moves_ = false;
    return *this;
  }

  void finish_game(const FinishedGame&, std::string& text) override {
    if (!line_.empty()) text.append(line_) += '\n';
  }

 private:
  void begin(const Position* start) override {
    if (start == nullptr) return;
    MainLineSink::begin(start);
    const bool is_usual = *start == Position() && start->fullmove_number() == 1;
    line_ = is_usual ? "position startpos" : fmt::format("position fen {}", fen_of(*start));
  }

  void main_line_move(const WrittenMove& move) override {
    if (!has_moves_) line_ += " moves";
    has_moves_ = true;
    line_ += ' ' + in_uci(move);
  }

  std::string line_;  // empty if the game has no position
  bool has_moves_ = false;
};

// Writes one line for each position of the main line.
class PositionLayout final : public GameLayout, private MainLineSink {
 public:
  explicit PositionLayout(GameFormat format) : format_(format) {}

  MovetextSink& start_game() override {
    positions_.clear();
    return *this;
  }

  void finish_game(const FinishedGame& game, std::string& text) override {
    const auto tag = [&](std::string_view name) { return value_of(game.tags, name); };
    if (format_ == GameFormat::PositionLines) return append_objects(game, text);
    if (format_ == GameFormat::PositionTable) return append_rows(game, text);
    const std::string about =
        without_quotes(fmt::format("{} - {}, {} {}, {}", tag("White"), tag("Black"), tag("Event"),
                                   tag("Date"), game.terminator));
    for (const Reached& reached : positions_) {
      text += format_ == GameFormat::Fen ? reached.fen + '\n' : epd_of(reached.fen, about);
    }
  }

 private:
  struct Reached {
    std::string fen;
    std::string san = {};  // the next move
    std::string uci = {};
    CommentValues values = {};  // values in the comments of the next move
  };

  void begin(const Position* start) override {
    if (start == nullptr) return;
    MainLineSink::begin(start);
    positions_.push_back({fen_of(*start)});
  }

  bool has_moves() const { return format_ >= GameFormat::PositionLines; }

  void main_line_move(const WrittenMove& move) override {
    if (has_moves()) {
      positions_.back().san = move.san;
      positions_.back().uci = in_uci(move);
    }
    positions_.push_back({fen_of(*move.after)});
  }

  void main_line_comment(std::string_view text) override {
    if (has_moves() && positions_.size() > 1)
      add_values(text, positions_[positions_.size() - 2].values);
  }

  template <class T>
  static std::string number_or(const std::optional<T>& number, std::string_view missing) {
    return number ? fmt::format("{}", *number) : std::string(missing);
  }

  // Calls `add(name, number)` for each value of the move.
  template <class Add>
  static void add_numbers(const CommentValues& values, std::string_view missing, Add add) {
    const auto clock = values.clock ? std::optional(seconds(*values.clock)) : std::nullopt;
    add("clock", number_or(clock, missing));
    add("eval", number_or(values.evaluation, missing));
    add("mate", number_or(values.mate, missing));
  }

  static std::string elo_or(std::string_view value, std::string_view missing) {
    return number_or(parse_number<std::uint32_t>(value), missing);
  }

  void append_objects(const FinishedGame& game, std::string& text) const {
    std::string about;
    for (const auto& [name, tag] : kTagColumns) {
      about.append(",\"").append(name).append("\":");
      if (tag.ends_with("Elo")) {
        about += elo_or(value_of(game.tags, tag), "null");
      } else {
        append_json_string(value_of(game.tags, tag), about);
      }
    }
    about.append(",\"result\":\"").append(game.terminator) += '"';
    const auto word = [](const std::string& move) {
      return move.empty() ? "null" : fmt::format("\"{}\"", move);
    };
    for (std::size_t ply = 0; ply < positions_.size(); ++ply) {
      const Reached& reached = positions_[ply];
      fmt::format_to(std::back_inserter(text), "{{\"fen\":\"{}\",\"ply\":{},\"san\":{},\"uci\":{}",
                     reached.fen, ply, word(reached.san), word(reached.uci));
      add_numbers(reached.values, "null", [&](std::string_view name, const std::string& number) {
        append_value(name, number, text);
      });
      text.append(about) += "}\n";
    }
  }

  void append_rows(const FinishedGame& game, std::string& text) const {
    CsvRow row;
    for (std::size_t ply = 0; ply < positions_.size(); ++ply) {
      const Reached& reached = positions_[ply];
      row.add_written(reached.fen).add(ply).add_written(reached.san).add_written(reached.uci);
      add_numbers(reached.values, "",
                  [&](std::string_view, const std::string& number) { row.add_written(number); });
      for (const auto& [name, tag] : kTagColumns) {
        const std::string_view value = value_of(game.tags, tag);
        if (tag.ends_with("Elo")) {
          row.add_written(elo_or(value, ""));
        } else {
          row.add(value);
        }
      }
      text += row.add_written(game.terminator).finish();
    }
  }

  GameFormat format_;
  std::vector<Reached> positions_;
};

}  // namespace

std::unique_ptr<GameLayout> line_layout_of(const GameShape& shape) {
  if (shape.format == GameFormat::Csv) return std::make_unique<CsvLayout>(shape);
  if (shape.format == GameFormat::Uci) return std::make_unique<UciLayout>();
  return std::make_unique<PositionLayout>(shape.format);
}

std::string csv_header(const GameShape& shape) {
  CsvRow row;
  for (const std::string& name : columns_of(shape)) row.add(name);
  return std::string(row.add("Plies").add("Moves").finish());
}

std::string_view position_in(std::string_view line) {
  constexpr std::string_view kMember = "{\"fen\":\"";
  if (line.starts_with(kMember)) line.remove_prefix(kMember.size());
  std::size_t end = 0;
  for (int field = 0; field < 4; ++field) {
    end = std::min(line.find(' ', end + (field > 0 ? 1 : 0)), line.size());
  }
  return line.substr(0, end);
}

}  // namespace arbiter
