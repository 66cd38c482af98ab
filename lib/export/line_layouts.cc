#include "lib/export/line_layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/text.h"
#include "lib/export/neutral_text.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

constexpr std::string_view kUsualColumns[] = {"Event",    "Site",  "Date",   "Round",
                                              "White",    "Black", "Result", "WhiteElo",
                                              "BlackElo", "ECO",   "FEN"};

std::vector<std::string> columns_of(const TagShape& shape) {
  std::vector<std::string> names(std::begin(kUsualColumns), std::end(kUsualColumns));
  if (shape.chosen == TagShape::Chosen::Roster) names.resize(kRosterSize);
  if (shape.chosen == TagShape::Chosen::Listed) names = shape.names;
  for (const auto& [name, value] : shape.values) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
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

// Omits everything but the moves of the main line.
class MainLineSink : public MovetextSink {
 protected:
  void begin(const Position* start) override { castling_ = castling_in_uci(start); }
  void move(const WrittenMove& move) final {
    if (depth_ == 0) main_line_move(move);
  }
  void word(std::string_view) final {}
  void nag(std::uint32_t) final {}
  void comment(std::string_view) final {}
  void escape(std::string_view) final {}
  void start_variation() final { ++depth_; }
  void end_variation() final { --depth_; }

  virtual void main_line_move(const WrittenMove& move) = 0;

  std::string in_uci(const WrittenMove& move) const {
    return move.move ? uci_of(*move.move, move.color, castling_) : "0000";
  }

  UciCastling castling_ = UciCastling::KingsSquare;

 private:
  std::size_t depth_ = 0;
};

// Writes tags, the number of half-moves, and the moves without numbers.
class CsvLayout final : public GameLayout, private MainLineSink {
 public:
  explicit CsvLayout(const GameShape& shape)
      : tags_(columns_of(shape.tags)), spelling_(shape.moves) {}

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

  std::string line_;  // empty without a board
  bool has_moves_ = false;
};

// Writes every position of the main line.
class PositionLayout final : public GameLayout, private MainLineSink {
 public:
  explicit PositionLayout(GameFormat format) : format_(format) {}

  MovetextSink& start_game() override {
    positions_.clear();
    return *this;
  }

  void finish_game(const FinishedGame& game, std::string& text) override {
    const auto tag = [&](std::string_view name) { return value_of(game.tags, name); };
    if (format_ == GameFormat::PositionLines) {
      std::string about;
      for (const std::string_view name : {"White", "Black", "Date", "Event"}) {
        about.append(",\"") += static_cast<char>(name[0] + ('a' - 'A'));
        about.append(name.substr(1)).append("\":");
        append_json_string(tag(name), about);
      }
      about.append(",\"result\":\"").append(game.terminator) += '"';
      for (std::size_t ply = 0; ply < positions_.size(); ++ply) {
        append_json(positions_[ply], ply, about, text);
      }
      return;
    }
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
    std::string san = {};  // the move played there
    std::string uci = {};
  };

  void begin(const Position* start) override {
    if (start == nullptr) return;
    MainLineSink::begin(start);
    positions_.push_back({fen_of(*start)});
  }

  void main_line_move(const WrittenMove& move) override {
    if (format_ == GameFormat::PositionLines) {
      positions_.back().san = move.san;
      positions_.back().uci = in_uci(move);
    }
    positions_.push_back({fen_of(*move.after)});
  }

  static void append_json(const Reached& reached, std::size_t ply, const std::string& about,
                          std::string& text) {
    const auto word = [](const std::string& move) {
      return move.empty() ? "null" : fmt::format("\"{}\"", move);
    };
    fmt::format_to(std::back_inserter(text),
                   "{{\"fen\":\"{}\",\"ply\":{},\"san\":{},\"uci\":{}{}}}\n", reached.fen, ply,
                   word(reached.san), word(reached.uci), about);
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
  for (const std::string& name : columns_of(shape.tags)) row.add(name);
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
