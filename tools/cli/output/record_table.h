// Records in one of the formats: a table for people (text, Markdown) or rows for programs (JSON
// lines, CSV). Each entry of a record is a column (text), a field (JSON and CSV), or both.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/export/neutral_text.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/text_table.h"

namespace arbiter {

// Returns a JSON array such as ["one","two"], with strings written by append_json_string().
std::string json_array(std::span<const std::string> texts);

// A writer of one object {"key":value,...} and a line end, with keys in the order in which they are
// added.
class JsonLine {
 public:
  JsonLine& add(std::string_view key, std::string_view value);
  JsonLine& add(std::string_view key, const char* value) {
    return add(key, std::string_view(value));
  }
  JsonLine& add(std::string_view key, std::same_as<bool> auto value) {
    return add_written(key, value ? "true" : "false");
  }
  JsonLine& add(std::string_view key,
                std::unsigned_integral auto value) requires(!std::same_as<decltype(value), bool>) {
    return add_written(key, fmt::format_int(value).c_str());
  }
  template <class T>
  JsonLine& add(std::string_view key, const std::optional<T>& value) {
    return value ? add(key, *value) : add_written(key, "null");
  }
  JsonLine& add(std::string_view key, const std::vector<std::string>& texts) {
    return add_written(key, json_array(texts));
  }
  JsonLine& add(std::string_view key, std::vector<JsonLine> objects);
  // Adds a string; an empty string becomes null.
  JsonLine& add_or_null(std::string_view key, std::string_view value) {
    return value.empty() ? add_written(key, "null") : add(key, value);
  }
  // Adds a value that is already JSON.
  JsonLine& add_written(std::string_view key, std::string_view json);

  // Returns the object without a line end, for use as a value. The next add() starts a new object.
  std::string_view object();
  // Returns the object and its line end. The next add() starts a new object.
  std::string_view finish();

 private:
  std::string json_ = "{";
  bool is_closed_ = false;
};

// The output formats. Every command has Text; Pgn is for lists of games, Trf for standings, and the
// others after Markdown are for findings.
enum class AnswerFormat : std::uint8_t {
  Text,
  Json,
  Csv,
  Markdown,
  Pgn,
  Sarif,
  GitHub,
  JUnit,
  GitLab,
  Trf
};

// The formats of most commands.
inline constexpr AnswerFormat kTextOrJson[] = {AnswerFormat::Text, AnswerFormat::Json};
inline constexpr AnswerFormat kTableFormats[] = {AnswerFormat::Text, AnswerFormat::Json,
                                                 AnswerFormat::Csv, AnswerFormat::Markdown};

// Returns the value of --format, such as "text" or "sarif".
constexpr std::string_view to_string(AnswerFormat format) {
  constexpr std::string_view names[] = {"text",  "json",   "csv",   "markdown", "pgn",
                                        "sarif", "github", "junit", "gitlab",   "trf"};
  return names[static_cast<std::size_t>(format)];
}

struct Value {
  // The kind of a value. In JSON, a Text is quoted, a Written value is unchanged, and a List is an
  // array of strings. In CSV, Nothing is an empty field, and the strings of a List are separated by
  // spaces.
  enum class Kind : std::uint8_t { Nothing, Text, Written, List };

  Kind kind = Kind::Nothing;
  std::string text = {};
  std::vector<std::string> list = {};

  static Value of(std::string_view text) { return {Kind::Text, std::string(text)}; }
  // Returns a Text; Nothing if the text is empty.
  static Value of_known(std::string_view text) { return text.empty() ? Value() : of(text); }
  static Value of(std::unsigned_integral auto number) requires(
      !std::same_as<decltype(number), bool>) {
    return written(fmt::format_int(number).str());
  }
  static Value of(std::same_as<bool> auto flag) { return written(flag ? "true" : "false"); }
  template <class T>
  static Value of(const std::optional<T>& value) {
    return value ? of(*value) : Value();
  }
  // Returns a value that is already JSON and CSV, such as a number; Nothing if it is empty.
  static Value written(std::string json) {
    return json.empty() ? Value() : Value{Kind::Written, std::move(json)};
  }
  static Value of_list(std::vector<std::string> texts) {
    return {Kind::List, {}, std::move(texts)};
  }
};

enum class FieldOf : std::uint8_t { JsonAndCsv, Json, Csv };

struct Field {
  std::string name;  // key in JSON and heading in CSV
  FieldOf formats = FieldOf::JsonAndCsv;
};

// The contents of a record: columns of human-readable tables, and machine-readable fields.
struct RecordShape {
  std::string type;  // the "type" of the JSON objects; empty if they have no type
  std::vector<Column> columns;
  std::vector<Field> fields;
};

class RecordWriter {
 public:
  RecordWriter() = default;
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  virtual ~RecordWriter() = default;

  // Returns whether records must be added as values, one per field. Otherwise they must be added as
  // cells, one per column. The wrong function does nothing.
  virtual bool takes_values() const = 0;
  virtual void add_values(std::span<const Value>) {}
  virtual void add_cells(std::vector<Cell>) {}

  // Completes the output. Called once, after the last record.
  virtual void finish() {}
};

// Returns a writer to standard output; the headings of CSV and Markdown are printed immediately.
// Precondition: the format is Text, Json, Csv or Markdown.
std::unique_ptr<RecordWriter> make_record_writer(AnswerFormat format, RecordShape shape,
                                                 Console& console);

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

// An entry of a record. `show` returns the content of the entry for a row: a number, a string, a
// Value, or an optional number or string. An empty string means no content. If the entry is only a
// column, `show` may also return a Cell.
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

// A kind of record, with the type of its JSON objects, and its entries.
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

template <class Row, class Rows>
void print_records(AnswerFormat format, RecordKind<Row> kind, const Rows& rows, Console& console) {
  RecordTable<Row> table(format, std::move(kind), console);
  for (const auto& row : rows) table.add(row);
  table.finish();
}

}  // namespace arbiter
