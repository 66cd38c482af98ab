#include "tools/commands/search/book_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/openings/book.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"

namespace arbiter {
namespace {

// An entry, and what it means in its position if that is known.
struct Row {
  BookEntry entry;
  std::string uci;
  std::string san = {};           // empty: not a legal move there
  std::uint64_t all_weights = 0;  // of the position
};

std::string square_text(unsigned square) {
  return {static_cast<char>('a' + (square & 7)), static_cast<char>('1' + (square >> 3 & 7))};
}

// Without a position castling cannot be told from another move.
std::string coordinates(std::uint16_t move) {
  constexpr std::string_view kPromotions = " nbrq   ";
  std::string text = square_text(move >> 6 & 63U) + square_text(move & 63U);
  const unsigned promotion = move >> 12 & 7U;
  if (promotion != 0) text += kPromotions[promotion];
  return text;
}

std::string share_of(const Row& row) {
  if (row.all_weights == 0) return "";
  return fmt::format("{:.1f}", 100.0 * row.entry.weight / static_cast<double>(row.all_weights));
}

std::vector<RecordDesign<Row>::ShownColumn> move_columns() {
  return {
      {{.heading = "Move"},
       [](const Row& row) { return Cell{row.san.empty() ? row.uci + " (not legal)" : row.san}; }},
      {number_column("Weight"), [](const Row& row) { return Cell{with_commas(row.entry.weight)}; }},
      {number_column("%"), [](const Row& row) { return Cell{share_of(row)}; }},
      {number_column("Learn", 1),
       [](const Row& row) { return Cell{with_commas(row.entry.learn)}; }},
  };
}

std::vector<RecordDesign<Row>::NamedField> move_fields() {
  return {
      {{"move"}, [](const Row& row) { return Value::of_known(row.san); }},
      {{"uci"}, [](const Row& row) { return Value::of(row.uci); }},
      {{"weight"}, [](const Row& row) { return Value::of(row.entry.weight); }},
      {{"share"}, [](const Row& row) { return Value::written(share_of(row)); }},
      {{"learn"}, [](const Row& row) { return Value::of(row.entry.learn); }},
  };
}

std::string key_text(const Row& row) { return fmt::format("{:016x}", row.entry.key); }

std::vector<RecordDesign<Row>::ShownColumn> entry_columns() {
  return {
      {{.heading = "Key"}, [](const Row& row) { return Cell{key_text(row)}; }},
      {{.heading = "Move"}, [](const Row& row) { return Cell{row.uci}; }},
      {number_column("Weight"), [](const Row& row) { return Cell{with_commas(row.entry.weight)}; }},
      {number_column("Learn", 1),
       [](const Row& row) { return Cell{with_commas(row.entry.learn)}; }},
  };
}

std::vector<RecordDesign<Row>::NamedField> entry_fields() {
  return {
      {{"key"}, [](const Row& row) { return Value::of(key_text(row)); }},
      {{"move"}, [](const Row& row) { return Value::of(row.uci); }},
      {{"weight"}, [](const Row& row) { return Value::of(row.entry.weight); }},
      {{"learn"}, [](const Row& row) { return Value::of(row.entry.learn); }},
  };
}

}  // namespace

void print_book_moves(std::span<const BookEntry> entries, const Position& position,
                      AnswerFormat format, Console& console) {
  std::uint64_t all = 0;
  for (const BookEntry& entry : entries) all += entry.weight;
  Records<Row> records(format, {.type = "move", .columns = move_columns(), .fields = move_fields()},
                       console);
  for (const BookEntry& entry : entries) {
    Row row{.entry = entry, .uci = coordinates(entry.move), .all_weights = all};
    if (const auto move = book_move_of(entry.move, position)) {
      row.san = san_of(*move, position);
      row.uci = uci_of(*move, position);
    }
    records.add(row);
  }
  records.finish();
}

void print_book_entries(std::span<const BookEntry> entries, AnswerFormat format, Console& console) {
  Records<Row> records(
      format, {.type = "entry", .columns = entry_columns(), .fields = entry_fields()}, console);
  for (const BookEntry& entry : entries) {
    records.add({.entry = entry, .uci = coordinates(entry.move)});
  }
  records.finish();
}

}  // namespace arbiter
