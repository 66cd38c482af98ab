// Rows as a table of GitHub Flavored Markdown.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/output/column.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// `text` so that Markdown shows it as it is, within a cell: punctuation that means something there
// is escaped, and <br> stands for a line end, &nbsp; for the blanks that it begins with.
std::string markdown_text(std::string_view text);

// UTF-8, whole values, and every column that is not a drawing. Without rows it has its headings.
class MarkdownTable {
 public:
  MarkdownTable(std::vector<Column> columns, Console& console);

  // A cell for each column.
  void add(std::span<const Cell> row);

 private:
  std::vector<Column> columns_;
  Console& console_;
};

}  // namespace arbiter
