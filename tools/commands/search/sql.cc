// arbiter sql DB SQL
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/sqlite/games/database.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/sql/sql_functions.h"
#include "db/sqlite/sql/sql_script.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_writer.h"
#include "tools/commands/search/search.h"

namespace arbiter {

using namespace sqlite;
namespace {

struct Options {
  std::string database;
  std::string sql;
  AnswerFormat format = AnswerFormat::Text;
  bool writes = false;
  bool writes_internals = false;

  SqlRights rights() const {
    if (writes_internals) return SqlRights::WriteInternals;
    return writes ? SqlRights::Write : SqlRights::Read;
  }
};

// Returns a literal as in SQL: x'00ff'.
std::string literal_of(const SqlBlob& blob) {
  std::string literal = "x'";
  for (const char c : blob.bytes) {
    fmt::format_to(std::back_inserter(literal), "{:02x}", static_cast<unsigned char>(c));
  }
  return literal += '\'';
}

// Prints numbers as SQLite's shell does. JSON has no literal for infinity; parsers read a number
// that is too large as infinity.
Value value_of(double value, AnswerFormat format) {
  if (!std::isinf(value)) return Value::written(fmt::format("{}", value));
  const bool is_json = format == AnswerFormat::Json;
  return Value::written(std::string(value > 0 ? "" : "-") + (is_json ? "9e999" : "Inf"));
}

Value value_of(const SqlValue& value, AnswerFormat format) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return Value::written(fmt::format("{}", *integer));
  }
  if (const auto* real = std::get_if<double>(&value)) return value_of(*real, format);
  if (const auto* text = std::get_if<std::string>(&value)) return Value::of(*text);
  if (const auto* blob = std::get_if<SqlBlob>(&value)) return Value::of(literal_of(*blob));
  return {};
}

// Prints the rows of each statement as a table of its own.
class RowPrinter final : public SqlListener {
 public:
  RowPrinter(AnswerFormat format, Console& console) : format_(format), console_(console) {}

  void on_columns(std::span<const std::string> names) override {
    finish();
    RecordShape shape;
    for (const std::string& name : names) {
      shape.columns.push_back({.heading = name, .min_width = 8, .line_ends = LineEnds::Kept});
      shape.fields.push_back({name});
    }
    has_rows_ = false;
    if (writer_ && format_ == AnswerFormat::Markdown) console_.print("\n");
    writer_ = make_record_writer(format_, std::move(shape), console_);
  }

  void on_row(std::span<const SqlValue> row) override {
    const bool is_text = format_ == AnswerFormat::Text;
    if (is_text && !std::exchange(has_rows_, true) && std::exchange(has_printed_, true)) {
      console_.print("\n");
    }
    values_.clear();
    for (const SqlValue& value : row) values_.push_back(value_of(value, format_));
    if (writer_->takes_values()) return writer_->add_values(values_);
    std::vector<Cell> cells;
    for (const Value& value : values_) cells.push_back({value.text});
    writer_->add_cells(std::move(cells));
  }

  void finish() {
    if (writer_) writer_->finish();
  }

 private:
  AnswerFormat format_;
  Console& console_;
  std::unique_ptr<RecordWriter> writer_;
  std::vector<Value> values_;
  bool has_rows_ = false;     // this statement has
  bool has_printed_ = false;  // any statement has
};

Result<std::string> script_of(const Options& options) {
  if (!options.sql.empty() && options.sql != "-") return options.sql;
  if (options.sql.empty() && ::isatty(STDIN_FILENO) == 1) {
    return Error{"no SQL given; add it after the database, or pipe it to standard input"};
  }
  auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  std::string script;
  std::vector<char> block(1 << 16);
  while (const std::size_t size = (*input)->read(block)) script.append(block.data(), size);
  return script;
}

// Returns a message more precise than SQLite's "not authorized".
std::string message_of(const SqlRefusal& refusal) {
  switch (refusal.reason) {
    case SqlRefusal::Reason::OnlyReading:
      return fmt::format("a statement would {}, but `arbiter sql` is read-only; see --write",
                         refusal.act);
    case SqlRefusal::Reason::Internal:
      return fmt::format("a statement would {}, which Arbiter relies on; see --write-internals",
                         refusal.act);
    default:
      return fmt::format("a statement would {}, which is not allowed", refusal.act);
  }
}

bool mentions(std::string_view script, std::string_view word) {
  return to_small(script).find(word) != std::string::npos;
}

// Returns whether a statement may read players or events: their columns have these words in their
// names.
bool mentions_names(std::string_view script) {
  return mentions(script, "white") || mentions(script, "black") || mentions(script, "event");
}

std::optional<std::string> run_guarded(const Connection& connection, std::string_view script,
                                       const Options& options, Console& console) {
  add_sql_functions(connection.handle());
  const bool only_reads = options.rights() == SqlRights::Read;
  if (only_reads && has_sql_indexes(connection) && !mentions_names(script)) {
    look_names_up(connection);
  }
  if (mentions(script, "person")) add_person_views(connection);
  const SqlGuard guard(connection, options.rights());
  RowPrinter rows(options.format, console);
  const auto fault = run_script(connection, script, rows);
  rows.finish();
  if (fault && !guard.refusal().act.empty()) return message_of(guard.refusal());
  return fault;
}

Result<ExitCode> run(const Options& options, Console& console) {
  const auto script = script_of(options);
  if (!script) return Error{script.error()};
  const bool only_reads = options.rights() == SqlRights::Read;
  const auto database = Database::open(options.database, only_reads ? Access::Read : Access::Write);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  const Connection& connection = (*database)->connection();
  if (const auto view = changed_view(connection)) {
    return Error{fmt::format("{}: {}; `arbiter upgrade --clean` restores it", options.database,
                             to_string(*view))};
  }
  const auto fault = run_guarded(connection, *script, options, console);
  if (!only_reads) adopt_objects(connection);
  if (fault) return Error{fmt::format("{}: {}", options.database, *fault)};
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_sql(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_text(app, "SQL", options->sql,
           "Statements, separated by semicolons; - or none: standard input");
  add_format(app, options->format, kTableFormats);
  add_switch(app, "--write", options->writes,
             "Allow statements that change the database, but not Arbiter's own tables (default: "
             "read-only)");
  add_switch(
      app, "--write-internals", options->writes_internals,
      "Allow statements that change Arbiter's own tables too, which can damage the database");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
