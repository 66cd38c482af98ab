#include "tools/cli/output/csv_row.h"

#include "tools/cli/output/utf8.h"

namespace arbiter::cli::output {

CsvRow& CsvRow::add(std::string_view text) {
  separate();
  std::string converted;
  text = as_utf8(text, converted);
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    row_ += text;
    return *this;
  }
  row_ += '"';
  for (const char c : text) row_.append(c == '"' ? 2 : 1, c);
  row_ += '"';
  return *this;
}

std::string_view CsvRow::finish() {
  is_finished_ = true;
  return row_ += "\r\n";
}

void CsvRow::separate() {
  if (is_finished_) {
    row_.clear();
    is_first_ = true;
    is_finished_ = false;
  }
  if (!is_first_) row_ += ',';
  is_first_ = false;
}

}  // namespace arbiter::cli::output
