#include "tools/cli/output/markdown_table.h"

#include <utility>

#include "tools/cli/output/utf8.h"

namespace arbiter {
namespace {

constexpr std::string_view kMeaningful = "\\`*_[]<>|&~";

std::string_view without_last_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string markdown;
  text = without_last_line_end(text);
  while (text.starts_with(' ')) {
    markdown += "&nbsp;";
    text.remove_prefix(1);
  }
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    std::string storage;
    for (const char c : as_shown(without_last_line_end(line), storage)) {
      if (kMeaningful.find(c) != std::string_view::npos) markdown += '\\';
      markdown += c;
    }
    if (line.size() == text.size()) break;
    markdown += "<br>";
    text.remove_prefix(line.size() + 1);
  }
  return markdown;
}

MarkdownTable::MarkdownTable(std::vector<Column> columns, Console& console)
    : columns_(std::move(columns)), console_(console) {
  std::string rule = "|";
  console_.print("|");
  for (const Column& column : columns_) {
    if (column.purpose == Purpose::Drawing) continue;
    console_.print(" {} |", markdown_text(column.heading));
    rule += column.align == Align::Right ? " ---: |" : " --- |";
  }
  console_.print("\n{}\n", rule);
}

void MarkdownTable::add(std::span<const Cell> row) {
  console_.print("|");
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].purpose == Purpose::Drawing) continue;
    console_.print(" {} |", markdown_text(row[i].text));
  }
  console_.print("\n");
}

}  // namespace arbiter
