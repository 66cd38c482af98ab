// Records as one table of entries: each is a column for people, a field for programs, or both.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"

namespace arbiter {

template <class Shown>
Cell cell_of(const Shown& shown) {
  if constexpr (std::same_as<Shown, Cell>) {
    return shown;
  } else if constexpr (std::same_as<Shown, Value>) {
    return {shown.text};
  } else if constexpr (std::convertible_to<const Shown&, std::string_view>) {
    return {std::string(std::string_view(shown))};
  } else if constexpr (requires { shown.has_value(); }) {
    return shown ? cell_of(*shown) : Cell();
  } else {
    return {with_commas(shown)};
  }
}

template <class Shown>
Value value_of(const Shown& shown) {
  if constexpr (std::same_as<Shown, Value>) {
    return shown;
  } else if constexpr (std::convertible_to<const Shown&, std::string_view>) {
    return Value::of_known(shown);
  } else {
    return Value::of(shown);
  }
}

struct NamedField : Field {
  NamedField(const char* key, FieldOf of = FieldOf::JsonAndCsv) : Field{key, of} {}
  NamedField(std::string key) : Field{std::move(key)} {}
};

// `show` returns the content for a row: a number, a text (if empty: nothing), an optional number or
// text, or a Value. For a column only, it can also be a Cell.
template <class Row>
struct RecordEntry {
  template <class Show>
  RecordEntry(Column shown, Show show)
      : column(std::move(shown)), cell([show](const Row& row) { return cell_of(show(row)); }) {}
  template <class Show>
  RecordEntry(NamedField named, Show show)
      : field(std::move(named)), value([show](const Row& row) { return value_of(show(row)); }) {}
  template <class Show>
  RecordEntry(Column shown, NamedField named, Show show) : RecordEntry(std::move(shown), show) {
    field = std::move(named);
    value = [show](const Row& row) { return value_of(show(row)); };
  }

  std::optional<Column> column = {};
  std::function<Cell(const Row&)> cell = {};
  std::optional<Field> field = {};
  std::function<Value(const Row&)> value = {};
};

// A kind of record: the type of its JSON objects, and its entries.
template <class Row>
struct RecordKind {
  std::string type;
  std::vector<RecordEntry<Row>> entries;
};

// A RecordWriter for rows of one kind.
template <class Row>
class RecordTable {
 public:
  RecordTable(AnswerFormat format, RecordKind<Row> kind, Console& console)
      : kind_(std::move(kind)), writer_(make_record_writer(format, shape(), console)) {}

  void add(const Row& row) {
    std::vector<Value> values;
    std::vector<Cell> cells;
    for (const RecordEntry<Row>& entry : kind_.entries) {
      if (entry.field && writer_->takes_values()) values.push_back(entry.value(row));
      if (entry.column && !writer_->takes_values()) cells.push_back(entry.cell(row));
    }
    writer_->add_values(values);
    writer_->add_cells(std::move(cells));
  }

  void finish() { writer_->finish(); }

 private:
  RecordShape shape() const {
    RecordShape shape{.type = kind_.type, .columns = {}, .fields = {}};
    for (const RecordEntry<Row>& entry : kind_.entries) {
      if (entry.column) shape.columns.push_back(*entry.column);
      if (entry.field) shape.fields.push_back(*entry.field);
    }
    return shape;
  }

  RecordKind<Row> kind_;
  std::unique_ptr<RecordWriter> writer_;
};

// Prints one record for each of the rows.
template <class Row, class Rows>
void print_records(AnswerFormat format, RecordKind<Row> kind, const Rows& rows, Console& console) {
  RecordTable<Row> table(format, std::move(kind), console);
  for (const auto& row : rows) table.add(row);
  table.finish();
}

}  // namespace arbiter
