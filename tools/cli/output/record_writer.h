// Records in one of the formats: a table for people (text, Markdown) or rows for programs (JSON
// lines, CSV).
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/cli/output/answer_format.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/text_table.h"

namespace arbiter {

struct Value {
  // JSON: a text is in quotes, Written stands for itself, a list is an array of texts. CSV: nothing
  // is an empty field, and the texts of a list are separated by spaces.
  enum class Kind : std::uint8_t { Nothing, Text, Written, List };

  Kind kind = Kind::Nothing;
  std::string text = {};
  std::vector<std::string> list = {};

  static Value of(std::string_view text) { return {Kind::Text, std::string(text)}; }
  // An empty text is nothing.
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
  // Returns a value that is JSON and CSV already, such as a number; nothing if it is empty.
  static Value written(std::string json) {
    return json.empty() ? Value() : Value{Kind::Written, std::move(json)};
  }
  static Value of_list(std::vector<std::string> texts) {
    return {Kind::List, {}, std::move(texts)};
  }
};

enum class FieldOf : std::uint8_t { JsonAndCsv, Json, Csv };

struct Field {
  std::string name;  // the key in JSON, the heading in CSV
  FieldOf formats = FieldOf::JsonAndCsv;
};

// The contents of a record: columns for people, fields for programs.
struct RecordShape {
  std::string type;  // of the JSON objects; empty: they have none
  std::vector<Column> columns;
  std::vector<Field> fields;
};

class RecordWriter {
 public:
  RecordWriter() = default;
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  virtual ~RecordWriter() = default;

  // Returns whether records are added as values, one per field, or as cells, one per column. The
  // other way of adding them does nothing.
  virtual bool takes_values() const = 0;
  virtual void add_values(std::span<const Value>) {}
  virtual void add_cells(std::vector<Cell>) {}

  // To be called once, after the last record.
  virtual void finish() {}
};

// Prints to the results of `console`; the headings of CSV and Markdown at once.
// Precondition: the format is Text, Json, Csv or Markdown.
std::unique_ptr<RecordWriter> make_record_writer(AnswerFormat format, RecordShape shape,
                                                 Console& console);

}  // namespace arbiter
