#include "tests/tools/table_readers.h"

#include <cctype>
#include <utility>

#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

std::string trimmed(std::string text) {
  while (text.starts_with(' ')) text.erase(0, 1);
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

// Unescaped bars separate cells. Then inline markup is parsed.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|' && line[i - 1] == '\\') {
      cell.back() = '|';  // the rest is not an escape
      cell.insert(cell.size() - 1, 1, '\1');
    } else if (line[i] == '|') {
      cells.push_back(trimmed(std::exchange(cell, {})));
    } else {
      cell += line[i];
    }
  }
  return cells;
}

std::string inline_text(const std::string& markdown) {
  std::string text;
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    const std::string_view rest = std::string_view(markdown).substr(i);
    const bool is_escape = markdown[i] == '\\' && i + 1 < markdown.size() &&
                           std::ispunct(static_cast<unsigned char>(markdown[i + 1])) != 0;
    if (markdown[i] == '\1') continue;
    if (is_escape) {
      text += markdown[++i];
    } else if (rest.starts_with("<br>")) {
      text += '\n';
      i += 3;
    } else if (rest.starts_with("&nbsp;")) {
      text += ' ';
      i += 5;
    } else {
      text += markdown[i];
    }
  }
  return text;
}

}  // namespace

std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1);
  std::string field;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ',' || c == '\r')) {
      rows.back().push_back(std::exchange(field, {}));
    } else if (!quoted && c == '\n') {
      rows.emplace_back();
    } else {
      field += c;
    }
  }
  rows.pop_back();
  return rows;
}

std::vector<std::vector<std::string>> markdown_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("| ---")) continue;
    std::vector<std::string> row;
    for (const std::string& cell : cells_of(line)) row.push_back(inline_text(cell));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace arbiter::testing
