#include "lib/export/csv_row.h"

#include "lib/base/encoding.h"
#include "lib/export/neutral_text.h"

namespace arbiter {
namespace {

// Line ends and tabs stay, as a quoted field may have them.
std::string_view neutral_field(std::string_view text, std::string& field) {
  if (is_neutral(text, Kept::Lines)) return text;
  for (std::size_t end = text.find('\r'); end != std::string_view::npos; end = text.find('\r')) {
    field += neutral(text.substr(0, end), Kept::Lines) + '\r';
    text.remove_prefix(end + 1);
  }
  return field += neutral(text, Kept::Lines);
}

// What a spreadsheet would compute. A number with a sign is none, and "-" is none, which PGN writes
// for an unknown round.
bool is_formula(std::string_view text) {
  constexpr std::string_view kFirst = "=@\t\r";
  if (text.empty()) return false;
  if (kFirst.find(text[0]) != std::string_view::npos) return true;
  return (text[0] == '+' || text[0] == '-') &&
         text.find_first_not_of("+-0123456789.,") != std::string_view::npos;
}

}  // namespace

CsvRow& CsvRow::add(std::string_view text) {
  std::string utf8;
  std::string storage;
  if (!is_utf8(text)) text = utf8 = utf8_from_windows_1252(text);
  const std::string_view field = neutral_field(text, storage);
  return is_formula(field) ? add_written(fmt::format("'{}", field)) : add_written(field);
}

CsvRow& CsvRow::add_written(std::string_view text) {
  separate();
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

}  // namespace arbiter
