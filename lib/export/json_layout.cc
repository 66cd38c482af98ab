#include "lib/export/json_layout.h"

#include <fmt/format.h>

#include <iterator>

#include "lib/diagnostics/catalogue.h"
#include "lib/export/json_text.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

// An object; a tag that is there several times has an array of its values. They follow each other.
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

}  // namespace

MovetextSink& JsonLayout::start_game() {
  depth_ = 0;
  if (lines_.empty()) lines_.emplace_back();
  open_line(0);
  return *this;
}

void JsonLayout::open_line(std::uint32_t plies) {
  line().node.clear();
  line().begin.clear();
  line().moves.clear();
  line().plies = plies;
  line().has_move = false;
}

void JsonLayout::begin(const Position* start) { castling_ = castling_in_uci(start); }

void JsonLayout::close_node() {
  line().node.append_to(line().has_move ? line().moves : line().begin);
  if (line().has_move) line().moves += '}';
  line().node.clear();
}

void JsonLayout::move(const WrittenMove& move) {
  close_node();
  std::string& json = line().moves;
  if (line().has_move) json += ',';
  line().has_move = true;
  fmt::format_to(std::back_inserter(json), "{{\"ply\":{},\"san\":\"{}\",\"uci\":\"{}\"",
                 ++line().plies, move.san,
                 move.move ? uci_of(*move.move, move.color, castling_) : "0000");
  if (has_fens_) fmt::format_to(std::back_inserter(json), ",\"fen\":\"{}\"", fen_of(*move.after));
}

void JsonLayout::start_variation() {
  const std::uint32_t plies = line().plies - (line().has_move ? 1 : 0);
  if (lines_.size() == ++depth_) lines_.emplace_back();
  open_line(plies);
}

void JsonLayout::end_variation() {
  variation_ = '{';
  close_line(variation_);
  variation_ += '}';
  --depth_;
  line().node.add_variation(variation_);
}

void JsonLayout::close_line(std::string& json) {
  close_node();
  if (!line().begin.empty()) json.append(line().begin, 1) += ',';
  json.append("\"moves\":[").append(line().moves) += ']';
}

void JsonLayout::finish_game(const FinishedGame& game, std::string& text) {
  text += is_array_ ? ",\n{" : "{";
  append_tags(game.tags, text);
  text += ',';
  close_line(text);
  fmt::format_to(std::back_inserter(text), ",\"result\":\"{}\"", game.terminator);
  if (game.findings) append_findings(*game.findings, text);
  text += is_array_ ? "}" : "}\n";
}

void JsonLayout::add_between(std::span<const std::string> lines, std::string& text) {
  if (lines.empty()) return;
  text += is_array_ ? ",\n{\"between\":[" : "{\"between\":[";
  for (const std::string& one : lines) {
    if (text.back() != '[') text += ',';
    append_json_string(one, text);
  }
  text += is_array_ ? "]}" : "]}\n";
}

}  // namespace arbiter
