// Tests the table writer with a slow reader.
#include "db/parquet/table_writer.h"

#include <bit>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/db/parquet/slow_reader.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

using Values = std::vector<std::optional<std::string>>;

// Writes a table of one column, and reads it.
ReadColumn written(const ParquetColumn& column, const Values& values) {
  std::string file;
  TableWriter table({column}, [&file](std::string_view bytes) { file += bytes; });
  for (const auto& value : values) {
    if (!value) {
      table[0].add_missing();
    } else if (column.type == ColumnType::Text) {
      table[0].add(std::string_view(*value));
    } else {
      table[0].add(static_cast<std::int64_t>(std::stoll(*value)));
    }
    table.end_row();
  }
  CHECK(table.finish() == values.size());
  auto columns = read_table(file);
  REQUIRE(columns.size() == 1);
  CHECK(columns[0].name == column.name);
  return columns[0];
}

TEST_CASE("every kind of column is read back, with missing values") {
  const ColumnType type =
      GENERATE(ColumnType::Int16, ColumnType::Int32, ColumnType::Int64, ColumnType::UInt64,
               ColumnType::Date, ColumnType::Time, ColumnType::Text);
  const bool is_optional = GENERATE(false, true);
  const bool has_dictionary = GENERATE(false, true);
  const std::size_t rows = GENERATE(0, 1, 9, 1000);
  const int spread = GENERATE(1, 40, 2'000'000'000);
  CAPTURE(static_cast<int>(type), is_optional, has_dictionary, rows, spread);
  std::mt19937 random(3);
  Values values;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto number = static_cast<int>(random() % static_cast<unsigned>(spread)) - spread / 2;
    values.push_back(std::to_string(number));
    if (is_optional && random() % 3 == 0) values.back().reset();
  }
  CHECK(written({"x", type, is_optional, has_dictionary}, values).values == values);
}

TEST_CASE("a column of only missing values is read back") {
  const Values values(70, std::nullopt);
  CHECK(written({"x", ColumnType::Text, true}, values).values == values);
  CHECK(written({"x", ColumnType::Int32, true}, values).values == values);
}

// A row of a list column: no list, or elements, some of which may be missing.
using List = std::optional<std::vector<std::optional<std::int64_t>>>;

Values written_lists(const ParquetColumn& column, const std::vector<List>& rows) {
  std::string file;
  TableWriter table({column, {"row"}}, [&file](std::string_view bytes) { file += bytes; });
  std::int64_t number = 0;
  for (const List& row : rows) {
    if (!row) {
      table[0].add_missing();
    } else if (column.type == ColumnType::Text) {
      std::vector<std::string> texts;
      for (const auto& element : *row) texts.push_back(std::to_string(element.value()));
      table[0].add_list(std::vector<std::string_view>(texts.begin(), texts.end()));
    } else {
      table[0].add_list(*row);
    }
    table[1].add(number++);
    table.end_row();
  }
  CHECK(table.finish() == rows.size());
  const auto columns = read_table(file);
  REQUIRE(columns.size() == 2);
  CHECK(columns[0].name == column.name);
  return columns[0].values;
}

TEST_CASE("lists are read back, with empty and missing ones, and with missing elements") {
  struct Case {
    List row;
    std::optional<std::string> read;
  };
  const std::int64_t half = std::bit_cast<std::int64_t>(0.5);
  const std::vector<Case> cases = {
      {std::nullopt, std::nullopt},
      {{{}}, "[]"},
      {{{7}}, "[7]"},
      {{{7, std::nullopt, -9}}, "[7 - -9]"},
      {{{std::nullopt, std::nullopt}}, "[- -]"},
      {{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}},
       "[1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17]"},
  };
  // Writes every combination of three rows.
  for (const Case& a : cases) {
    for (const Case& b : cases) {
      for (const Case& c : cases) {
        const Values values = written_lists({.name = "x", .is_list = true}, {a.row, b.row, c.row});
        CHECK(values == Values{a.read, b.read, c.read});
      }
    }
    const Values one =
        written_lists({.name = "x", .type = ColumnType::Int64, .is_list = true}, {a.row});
    CHECK(one == Values{a.read});
  }
  const ParquetColumn texts = {.name = "x", .type = ColumnType::Text, .is_list = true};
  CHECK(written_lists(texts, {{{3, 3, 4}}, std::nullopt, {{}}, {{5}}}) ==
        Values{"[3 3 4]", std::nullopt, "[]", "[5]"});
  const ParquetColumn doubles = {.name = "x", .type = ColumnType::Double, .is_list = true};
  CHECK(written_lists(doubles, {{{half, std::nullopt}}, {{half}}}) == Values{"[0.5 -]", "[0.5]"});
}

TEST_CASE("a column of only missing lists is read back") {
  const ParquetColumn column = {.name = "x", .type = ColumnType::Double, .is_list = true};
  CHECK(written_lists(column, std::vector<List>(70)) == Values(70));
}

TEST_CASE("texts too many for a dictionary are read back") {
  Values values;
  for (int i = 0; i < 3000; ++i) values.push_back(std::to_string(i) + std::string(1000, 'x'));
  values.push_back(values[0]);
  CHECK(written({"x", ColumnType::Text}, values).values == values);
}

TEST_CASE("rows are split into groups, whose statistics match their values") {
  constexpr std::size_t kRows = TableWriter::kRowsPerGroup + 5;
  Values values;
  for (std::size_t i = 0; i < kRows; ++i) values.push_back(std::to_string(i));
  const ReadColumn column = written({"x", ColumnType::Int64, false, false}, values);
  CHECK(column.values == values);
  CHECK(column.group_rows == std::vector<std::size_t>{TableWriter::kRowsPerGroup, 5});
  CHECK(column.least[0] == std::string(8, '\0'));
  CHECK(column.least[1] == std::string("\x00\xE0\x01\0\0\0\0\0", 8));
  CHECK(column.greatest[1] == std::string("\x04\xE0\x01\0\0\0\0\0", 8));
}

TEST_CASE("keys are compared as unsigned, and long texts have no bounds") {
  const ReadColumn keys = written({"x", ColumnType::UInt64, false, false}, {"-1", "5", "9"});
  CHECK(keys.least[0] == std::string("\x05\0\0\0\0\0\0\0", 8));
  CHECK(keys.greatest[0] == std::string(8, '\xFF'));
  const ReadColumn texts = written({"x", ColumnType::Text}, {"b", std::string(100, 'a'), "c"});
  CHECK(texts.least[0].empty());
  CHECK(texts.greatest[0] == "c");
}

TEST_CASE("long texts make smaller groups, so that memory stays limited") {
  const std::string text(TableWriter::kBytesPerGroup / 2048, 'x');
  const ReadColumn column =
      written({"x", ColumnType::Text, false, false}, Values(3000, std::optional(text)));
  CHECK(column.values == Values(3000, std::optional(text)));
  CHECK(column.group_rows.size() == 2);
}

}  // namespace
