#include "tools/cli/output/record_table.h"

#include <fmt/ranges.h>

#include "lib/export/neutral_text.h"

namespace arbiter {
std::string json_array(std::span<const std::string> texts) {
  std::string json = "[";
  for (const std::string& text : texts) {
    if (json.size() > 1) json += ',';
    append_json_string(text, json);
  }
  return json += ']';
}

JsonLine& JsonLine::add(std::string_view key, std::string_view value) {
  add_written(key, "");
  append_json_string(value, json_);
  return *this;
}

JsonLine& JsonLine::add(std::string_view key, std::vector<JsonLine> objects) {
  std::vector<std::string_view> values;
  for (JsonLine& object : objects) values.push_back(object.object());
  return add_written(key, fmt::format("[{}]", fmt::join(values, ",")));
}

JsonLine& JsonLine::add_written(std::string_view key, std::string_view json) {
  if (is_closed_) {
    json_ = "{";
    is_closed_ = false;
  }
  if (json_.size() > 1) json_ += ',';
  json_ += '"';
  json_ += key;
  json_ += "\":";
  json_ += json;
  return *this;
}

std::string_view JsonLine::object() {
  if (!is_closed_) json_ += '}';
  is_closed_ = true;
  return json_;
}

std::string_view JsonLine::finish() {
  object();
  return json_ += '\n';
}

namespace {

class TextRecords final : public RecordWriter {
 public:
  TextRecords(RecordShape shape, Console& console)
      : table_(std::move(shape.columns), layout_of(console), console) {}

  bool takes_values() const override { return false; }
  void add_cells(std::vector<Cell> cells) override { table_.add(std::move(cells)); }
  void finish() override { table_.finish(); }

 private:
  TextTable table_;
};

class MarkdownRecords final : public RecordWriter {
 public:
  MarkdownRecords(RecordShape shape, Console& console)
      : table_(std::move(shape.columns), console) {}

  bool takes_values() const override { return false; }
  void add_cells(std::vector<Cell> cells) override { table_.add(cells); }

 private:
  MarkdownTable table_;
};

class JsonRecords final : public RecordWriter {
 public:
  JsonRecords(RecordShape shape, Console& console) : shape_(std::move(shape)), console_(console) {
    for (Field& field : shape_.fields) field.name = key_of(field.name);
  }

  bool takes_values() const override { return true; }

  void add_values(std::span<const Value> values) override {
    if (!shape_.type.empty()) json_.add("type", shape_.type);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (shape_.fields[i].formats != FieldOf::Csv) add(shape_.fields[i].name, values[i]);
    }
    console_.write_data(json_.finish());
  }

 private:
  // Returns the name with JSON escapes, but without quotation marks.
  static std::string key_of(std::string_view name) {
    std::string json;
    append_json_string(name, json);
    return json.substr(1, json.size() - 2);
  }

  void add(std::string_view name, const Value& value) {
    switch (value.kind) {
      case Value::Kind::Nothing:
        json_.add_written(name, "null");
        break;
      case Value::Kind::Text:
        json_.add(name, value.text);
        break;
      case Value::Kind::Written:
        json_.add_written(name, value.text);
        break;
      case Value::Kind::List:
        json_.add_written(name, json_array(value.list));
        break;
    }
  }

  RecordShape shape_;
  Console& console_;
  JsonLine json_;
};

class CsvRecords final : public RecordWriter {
 public:
  CsvRecords(RecordShape shape, Console& console) : shape_(std::move(shape)), console_(console) {
    for (const Field& field : shape_.fields) {
      if (field.formats != FieldOf::Json) row_.add(field.name);
    }
    console_.write_data(row_.finish());
  }

  bool takes_values() const override { return true; }

  void add_values(std::span<const Value> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (shape_.fields[i].formats == FieldOf::Json) continue;
      const Value& value = values[i];
      if (value.kind == Value::Kind::List) {
        row_.add(fmt::format("{}", fmt::join(value.list, " ")));
      } else if (value.kind == Value::Kind::Written) {
        row_.add_written(value.text);
      } else {
        row_.add(value.text);
      }
    }
    console_.write_data(row_.finish());
  }

 private:
  RecordShape shape_;
  Console& console_;
  CsvRow row_;
};

}  // namespace

std::unique_ptr<RecordWriter> make_record_writer(AnswerFormat format, RecordShape shape,
                                                 Console& console) {
  switch (format) {
    case AnswerFormat::Json:
      return std::make_unique<JsonRecords>(std::move(shape), console);
    case AnswerFormat::Csv:
      return std::make_unique<CsvRecords>(std::move(shape), console);
    case AnswerFormat::Markdown:
      return std::make_unique<MarkdownRecords>(std::move(shape), console);
    default:
      return std::make_unique<TextRecords>(std::move(shape), console);
  }
}

}  // namespace arbiter
