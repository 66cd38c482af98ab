// arbiter sql DB SQL
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "db/games/database.h"
#include "db/sql/sql_functions.h"
#include "db/sql/sql_script.h"
#include "lib/io/byte_source.h"
#include "lib/text/encoding.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/csv_row.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/table_format.h"
#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

struct Options {
  std::string database;
  std::string sql;
  TableFormat format = TableFormat::Text;
  bool writes = false;
};

std::string text_of(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return "";
}

// Rows under each other, with the columns as wide as the widest value among the first ones.
class TextTable final : public SqlListener {
 public:
  explicit TextTable(Console& console) : console_(console) {}
  ~TextTable() override { flush(); }
  TextTable(const TextTable&) = delete;
  TextTable& operator=(const TextTable&) = delete;

  void on_columns(std::span<const std::string> names) override {
    flush();
    if (has_printed_) console_.print("\n");
    widths_.assign(names.size(), 0);
    keep({names.begin(), names.end()});
  }

  void on_row(std::span<const SqlValue> values) override {
    std::vector<std::string> cells;
    std::ranges::transform(values, std::back_inserter(cells), text_of);
    if (is_measured_) return print(cells);
    keep(std::move(cells));
    if (kept_.size() == kMeasuredRows) flush();
  }

 private:
  static constexpr std::size_t kMeasuredRows = 200;

  void keep(std::vector<std::string> cells) {
    is_measured_ = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].find('\n') == std::string::npos) {
        widths_[i] = std::max(widths_[i], count_code_points(cells[i]));
      }
    }
    kept_.push_back(std::move(cells));
  }

  void flush() {
    for (const auto& cells : kept_) print(cells);
    kept_.clear();
    is_measured_ = true;
  }

  void print(const std::vector<std::string>& cells) {
    has_printed_ = true;
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t width = count_code_points(cells[i]);
      line += cells[i];
      const bool is_last = i + 1 == cells.size();
      if (!is_last) line.append(std::max(widths_[i], width) - width + 2, ' ');
    }
    console_.print("{}\n", line);
  }

  Console& console_;
  std::vector<std::vector<std::string>> kept_;
  std::vector<std::size_t> widths_;
  bool is_measured_ = false;
  bool has_printed_ = false;
};

class JsonRows final : public SqlListener {
 public:
  explicit JsonRows(Console& console) : console_(console) {}

  void on_columns(std::span<const std::string> names) override {
    names_.assign(names.begin(), names.end());
  }

  void on_row(std::span<const SqlValue> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::holds_alternative<std::nullptr_t>(values[i])) {
        json_.add_written(names_[i], "null");
      } else if (const auto* text = std::get_if<std::string>(&values[i])) {
        json_.add(names_[i], *text);
      } else {
        json_.add_written(names_[i], text_of(values[i]));
      }
    }
    console_.print("{}", json_.finish());
  }

 private:
  Console& console_;
  JsonLine json_;
  std::vector<std::string> names_;
};

class CsvRows final : public SqlListener {
 public:
  explicit CsvRows(Console& console) : console_(console) {}

  void on_columns(std::span<const std::string> names) override {
    CsvRow line;
    for (const std::string& name : names) line.add(name);
    console_.print("{}", line.finish());
  }

  void on_row(std::span<const SqlValue> values) override {
    CsvRow line;
    for (const SqlValue& value : values) line.add(text_of(value));
    console_.print("{}", line.finish());
  }

 private:
  Console& console_;
};

std::unique_ptr<SqlListener> writer_of(TableFormat format, Console& console) {
  switch (format) {
    case TableFormat::Text:
      return std::make_unique<TextTable>(console);
    case TableFormat::Json:
      return std::make_unique<JsonRows>(console);
    case TableFormat::Csv:
      return std::make_unique<CsvRows>(console);
  }
  return nullptr;
}

Result<std::string> script_of(const Options& options) {
  if (!options.sql.empty() && options.sql != "-") return options.sql;
  if (options.sql.empty() && ::isatty(STDIN_FILENO) == 1) {
    return Error{"no SQL given; write it behind the database, or pipe it in"};
  }
  auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  std::string script;
  std::vector<char> block(1 << 16);
  while (const std::size_t size = (*input)->read(block)) script.append(block.data(), size);
  return script;
}

Result<ExitCode> run(const Options& options, Console& console) {
  const auto script = script_of(options);
  if (!script) return Error{script.error()};
  const auto database =
      Database::open(options.database, options.writes ? Access::Write : Access::Read);
  if (!database) return Error{database.error()};
  const Connection& connection = (*database)->connection();
  add_sql_functions(connection.handle());
  const auto listener = writer_of(options.format, console);
  if (const auto fault = run_script(connection, *script, *listener)) {
    return Error{fmt::format("{}: {}", options.database, *fault)};
  }
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_sql(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_text(app, "SQL", options->sql)
      ->type_name("SQL")
      ->description(
          "Statements, divided by semicolons; read from standard input without them or for -");
  add_choice<TableFormat>(app, "--format", options->format, kTableFormats)
      ->description("How to write rows (default: text)");
  add_switch(app, "--write", options->writes,
             "Let statements change the file; else it is only read");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
