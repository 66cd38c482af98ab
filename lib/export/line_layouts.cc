#include "lib/export/line_layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

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

// What EPD allows in a string.
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

}  // namespace

// CSV.

CsvLayout::CsvLayout(const GameShape& shape)
    : tags_(columns_of(shape.tags)), spelling_(shape.moves) {}

std::string CsvLayout::head(const GameShape& shape) {
  CsvRow row;
  for (const std::string& name : columns_of(shape.tags)) row.add(name);
  return std::string(row.add("Plies").add("Moves").finish());
}

MovetextSink& CsvLayout::start_game() {
  plies_ = 0;
  moves_.clear();
  return *this;
}

void CsvLayout::main_line_move(const WrittenMove& move) {
  if (plies_++ > 0) moves_ += ' ';
  moves_ += spelled(move.san, move.move, move.color, spelling_, castling_);
}

void CsvLayout::finish_game(const FinishedGame& game, std::string& text) {
  for (const std::string& name : tags_) row_.add(value_of(game.tags, name));
  text += row_.add(plies_).add(moves_).finish();
}

// UCI.

MovetextSink& UciLayout::start_game() {
  line_.clear();
  has_moves_ = false;
  return *this;
}

void UciLayout::begin(const Position* start) {
  if (start == nullptr) return;
  castling_ = castling_in_uci(start);
  const bool is_usual = *start == Position() && start->fullmove_number() == 1;
  line_ = is_usual ? "position startpos" : fmt::format("position fen {}", fen_of(*start));
}

void UciLayout::main_line_move(const WrittenMove& move) {
  if (!has_moves_) line_ += " moves";
  has_moves_ = true;
  line_ += ' ';
  line_ += move.move ? uci_of(*move.move, move.color, castling_) : "0000";
}

void UciLayout::finish_game(const FinishedGame&, std::string& text) {
  if (!line_.empty()) text.append(line_) += '\n';
}

// Positions.

MovetextSink& PositionLayout::start_game() {
  positions_.clear();
  return *this;
}

void PositionLayout::begin(const Position* start) {
  if (start == nullptr) return;
  castling_ = castling_in_uci(start);
  positions_.push_back({fen_of(*start)});
}

void PositionLayout::main_line_move(const WrittenMove& move) {
  if (format_ == GameFormat::PositionLines) {
    positions_.back().san = move.san;
    positions_.back().uci = move.move ? uci_of(*move.move, move.color, castling_) : "0000";
  }
  positions_.push_back({fen_of(*move.after)});
}

void PositionLayout::append_json(const Reached& reached, std::size_t ply, const std::string& about,
                                 std::string& text) const {
  const auto add_word = [&](std::string_view name, const std::string& word) {
    if (word.empty()) {
      fmt::format_to(std::back_inserter(text), ",\"{}\":null", name);
    } else {
      fmt::format_to(std::back_inserter(text), ",\"{}\":\"{}\"", name, word);
    }
  };
  fmt::format_to(std::back_inserter(text), "{{\"fen\":\"{}\",\"ply\":{}", reached.fen, ply);
  add_word("san", reached.san);
  add_word("uci", reached.uci);
  text.append(about) += "}\n";
}

void PositionLayout::finish_game(const FinishedGame& game, std::string& text) {
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
