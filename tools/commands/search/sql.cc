// The command `arbiter sql DB SQL`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/sqlite/games/database.h"
#include "db/sqlite/sql/sql_script.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/commands/search/search.h"

namespace arbiter {

using namespace sqlite;
namespace {

constexpr std::uint64_t kDefaultMemory = std::uint64_t{1} << 30;

struct SqlCommandOptions {
  std::string database;
  std::string sql;
  AnswerFormat format = AnswerFormat::Text;
  std::vector<SqlParameter> parameters;
  std::optional<std::chrono::milliseconds> timeout;
  std::uint64_t memory = kDefaultMemory;
  bool writes = false;
  bool writes_internals = false;

  SqlRights rights() const {
    if (writes_internals) return SqlRights::WriteInternals;
    return writes ? SqlRights::Write : SqlRights::Read;
  }
};

// Returns a blob as an SQL literal, such as x'00ff'.
std::string literal_of(const SqlBlob& blob) {
  std::string literal = "x'";
  for (const char c : blob.bytes) {
    fmt::format_to(std::back_inserter(literal), "{:02x}", static_cast<unsigned char>(c));
  }
  return literal += '\'';
}

// Returns a number as SQLite's shell prints it. JSON has no literal for infinity, but parsers read
// a number that is too large as infinity.
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

bool is_number(const SqlValue& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

// A printer of the rows of each statement, as a separate table.
class RowPrinter final : public SqlListener {
 public:
  RowPrinter(AnswerFormat format, Console& console) : format_(format), console_(console) {}

  void on_columns(std::span<const std::string> names) override {
    finish();
    names_.assign(names.begin(), names.end());
    has_rows_ = false;
    has_columns_ = true;
    if (!is_table()) start();
  }

  void on_row(std::span<const SqlValue> row) override {
    if (format_ == AnswerFormat::Text && !std::exchange(has_rows_, true) &&
        std::exchange(has_printed_, true)) {
      console_.print("\n");
    }
    if (writer_) return print(row);
    first_rows_.emplace_back(row.begin(), row.end());
    if (first_rows_.size() == kRowsToAlign) start();
  }

  void finish() {
    if (!std::exchange(has_columns_, false)) return;
    if (!writer_) start();
    std::exchange(writer_, nullptr)->finish();
  }

 private:
  // The number of rows that determine the alignment of a column.
  static constexpr std::size_t kRowsToAlign = 1000;

  bool is_table() const {
    return format_ == AnswerFormat::Text || format_ == AnswerFormat::Markdown;
  }

  void start() {
    RecordShape shape;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      shape.columns.push_back({.heading = names_[i],
                               .align = has_numbers(i) ? Align::Right : Align::Left,
                               .min_width = 8,
                               .line_ends = LineEnds::Kept});
      shape.fields.push_back({names_[i]});
    }
    if (format_ == AnswerFormat::Markdown && std::exchange(has_printed_, true)) {
      console_.print("\n");
    }
    writer_ = make_record_writer(format_, std::move(shape), console_);
    for (const std::vector<SqlValue>& row : std::exchange(first_rows_, {})) print(row);
  }

  // Returns whether the first rows of the column contain a number, and only numbers and NULL.
  bool has_numbers(std::size_t column) const {
    bool has_any = false;
    for (const std::vector<SqlValue>& row : first_rows_) {
      if (std::holds_alternative<std::nullptr_t>(row[column])) continue;
      if (!is_number(row[column])) return false;
      has_any = true;
    }
    return has_any;
  }

  void print(std::span<const SqlValue> row) {
    values_.clear();
    for (const SqlValue& value : row) values_.push_back(value_of(value, format_));
    if (writer_->takes_values()) return writer_->add_values(values_);
    std::vector<Cell> cells;
    for (const Value& value : values_) cells.push_back({value.text});
    writer_->add_cells(std::move(cells));
  }

  AnswerFormat format_;
  Console& console_;
  std::vector<std::string> names_;
  std::vector<std::vector<SqlValue>> first_rows_;  // rows before the writer exists
  std::unique_ptr<RecordWriter> writer_;
  std::vector<Value> values_;
  bool has_columns_ = false;  // true if this statement has columns and is not finished
  bool has_rows_ = false;     // true if this statement has rows
  bool has_printed_ = false;  // true if any statement has printed
};

// The commands of SQLite's shell that `arbiter sql` executes as SQL.
struct ShellCommand {
  std::string_view name;
  std::string_view sql;        // {0} is kObjects, and {1} the condition
  std::string_view condition;  // for commands with an argument, a LIKE pattern
};

constexpr ShellCommand kShellCommands[] = {
    {".tables",
     "SELECT name, type FROM {0} WHERE type IN ('table', 'view', 'function') AND name NOT LIKE "
     "'sqlite_%'{1} "
     "ORDER BY type DESC, name;",
     " AND name LIKE {}"},
    {".indexes", "SELECT name FROM {0} WHERE type = 'index'{1} ORDER BY name;",
     " AND tbl_name LIKE {}"},
    {".schema", "SELECT sql FROM {0} WHERE sql IS NOT NULL{1} ORDER BY type DESC, name;",
     " AND tbl_name LIKE {}"},
};

// The objects of the file, the views of this connection, and the functions that return rows.
constexpr std::string_view kObjects =
    "(SELECT * FROM sqlite_master UNION ALL "
    "SELECT * FROM sqlite_temp_master WHERE name LIKE 'person%' UNION ALL "
    "SELECT 'function', column1, column1, 0, NULL FROM (VALUES ('game_moves'), ('game_positions'), "
    "('game_tags'), ('position_games'), ('position_moves'), ('stats_by')))";

// Other commands of SQLite's shell, and their equivalents in Arbiter.
constexpr std::pair<std::string_view, std::string_view> kShellAdvice[] = {
    {".mode", "use --format text|json|csv|markdown"},
    {".headers", "--format text, csv and markdown have headings"},
    {".once", "use -o FILE"},
    {".output", "use -o FILE"},
    {".parameter", "use --param NAME=VALUE"},
    {".read", "use `arbiter sql DB < FILE`"},
    {".dump", "use `arbiter export`"},
    {".import", "use `arbiter import`"},
    {".help", "see `arbiter sql --help`"},
};

std::string quote_sql(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) literal.append(c == '\'' ? 2 : 1, c);
  return literal += '\'';
}

// Returns the SQL for a line such as ".schema games".
Result<std::string> sql_of_command(std::string_view line) {
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string_view name = line.substr(0, blank);
  const std::string_view pattern = trim(line.substr(blank));
  const auto command = std::ranges::find(kShellCommands, name, &ShellCommand::name);
  if (command != std::end(kShellCommands)) {
    const std::string condition =
        pattern.empty() ? std::string()
                        : fmt::format(fmt::runtime(command->condition), quote_sql(pattern));
    return fmt::format(fmt::runtime(command->sql), kObjects, condition);
  }
  const auto advice = std::ranges::find(kShellAdvice, name, [](auto& one) { return one.first; });
  return Error{fmt::format("unknown command '{}'; {}", name,
                           advice == std::end(kShellAdvice)
                               ? "expected SQL, .tables, .schema or .indexes"
                               : advice->second)};
}

// Replaces commands of SQLite's shell at the start of lines between statements.
Result<std::string> without_commands(std::string_view script) {
  std::string sql;
  while (!script.empty()) {
    const std::size_t end = std::min(script.find('\n'), script.size() - 1) + 1;
    const std::string_view line = script.substr(0, end);
    const std::string_view before = trim(sql);
    if (line.starts_with('.') && (before.empty() || before.ends_with(';'))) {
      const auto command = sql_of_command(trim(line));
      if (!command) return Error{command.error()};
      sql += *command + '\n';
    } else {
      sql += line;
    }
    script.remove_prefix(end);
  }
  return sql;
}

Result<std::string> script_of(const SqlCommandOptions& options) {
  if (!options.sql.empty() && options.sql != "-") return options.sql;
  if (options.sql.empty() && is_terminal(kStandardInput)) {
    return Error{"no SQL given; add it after the database, or pipe it to standard input"};
  }
  auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  std::string script;
  std::vector<char> block(1 << 16);
  while (const std::size_t size = (*input)->read(block)) script.append(block.data(), size);
  return script;
}

// Returns the name in the schema that is nearest to an unknown one, and the command that lists the
// names; empty for other errors.
std::string name_hint(const Connection& connection, std::string_view fault) {
  // Words of other databases, and columns that are expressions here.
  constexpr std::pair<std::string_view, std::string_view> kOtherwise[] = {
      {"near \"show\"", "'.tables' lists the tables and '.schema' their columns"},
      {"near \"describe\"", "'.tables' lists the tables and '.schema' their columns"},
      {"no such column: year", "use substr(date, 1, 4)"},
      {"no such column: month", "use substr(date, 1, 7)"},
      {"no such column: moves", "use san_moves(id), or rows of game_moves(id)"},
  };
  for (const auto& [message, advice] : kOtherwise) {
    if (to_small(fault).find(message) != std::string::npos) return fmt::format("; {}", advice);
  }
  constexpr std::string_view kNames[][3] = {
      {"no such table: ", "SELECT name FROM {} WHERE type IN ('table', 'view', 'function')",
       ".tables"},
      {"no such column: ",
       "SELECT DISTINCT c.name FROM {} m, pragma_table_info(m.name) c WHERE m.type = 'view'",
       ".schema"}};
  for (const auto& [message, sql, command] : kNames) {
    const std::size_t at = fault.find(message);
    if (at == fault.npos) continue;
    std::string_view name = fault.substr(at + message.size());
    name = name.substr(0, name.find_first_of(" ;()"));
    name.remove_prefix(name.rfind('.') + 1);
    std::vector<std::string> all;
    Statement query = connection.prepare(fmt::format(fmt::runtime(sql), kObjects));
    while (query.step()) all.emplace_back(query.text(0));
    const bool is_column = command == ".schema";
    const auto near = nearest_words(name, std::vector<std::string_view>(all.begin(), all.end()),
                                    is_column ? 2 : 1);
    return fmt::format(
        "; {}'{}' lists the names",
        near.empty() ? "" : fmt::format("did you mean {}? ", fmt::join(near, " or ")), command);
  }
  return {};
}

Result<ExitCode> run(const SqlCommandOptions& options, Console& console) {
  const auto given = script_of(options);
  if (!given) return Error{given.error()};
  const auto script = without_commands(*given);
  if (!script) return Error{script.error()};
  const auto database = Database::open(
      options.database, options.rights() == SqlRights::Read ? Access::Read : Access::Write);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  RowPrinter rows(options.format, console);
  const auto fault = run_guarded_script((*database)->connection(), options.rights(),
                                        {.text = *script,
                                         .parameters = options.parameters,
                                         .timeout = options.timeout,
                                         .memory = options.memory},
                                        rows);
  rows.finish();
  if (fault) {
    return Error{fmt::format("{}: {}{}", options.database, *fault,
                             name_hint((*database)->connection(), *fault))};
  }
  return ExitCode::Clean;
}

// Returns a number, the contents of a literal in single quotes, or otherwise the text itself.
SqlValue parameter_value(std::string_view text) {
  const char* const end = text.data() + text.size();
  std::int64_t integer = 0;
  if (const auto [stop, fault] = std::from_chars(text.data(), end, integer);
      fault == std::errc() && stop == end) {
    return integer;
  }
  double real = 0;
  if (const auto [stop, fault] = std::from_chars(text.data(), end, real);
      fault == std::errc() && stop == end && std::isfinite(real)) {
    return real;
  }
  if (text.size() < 2 || !text.starts_with('\'') || !text.ends_with('\'')) {
    return std::string(text);
  }
  std::string value;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    value += text[i];
    if (text.substr(i, 2) == "''") ++i;
  }
  return value;
}

std::string read_parameter(std::string_view text, std::vector<SqlParameter>& parameters) {
  const std::size_t equals = text.find('=');
  std::string_view name = text.substr(0, equals);
  if (!name.empty() && std::string_view(":@$?").find(name.front()) != std::string_view::npos) {
    name.remove_prefix(1);
  }
  if (equals == std::string_view::npos || name.empty()) {
    return fmt::format("invalid value '{}' (expected NAME=VALUE, such as player='Carlsen, M')",
                       text);
  }
  parameters.push_back({std::string(name), parameter_value(text.substr(equals + 1))});
  return {};
}

void add_parameters(CommandLine& app, std::vector<SqlParameter>& parameters) {
  const auto read = [&parameters](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      if (std::string fault = read_parameter(text, parameters); !fault.empty()) return fault;
    }
    return std::string();
  };
  app.add("--param NAME=VALUE", EveryValue{read})
      ->description("Set the parameter :NAME of the statements; may be repeated");
}

// Adds the format options of SQLite's shell.
void add_shell_formats(CommandLine& app, AnswerFormat& format) {
  constexpr std::pair<const char*, AnswerFormat> kOptions[] = {
      {"--csv", AnswerFormat::Csv},
      {"--json", AnswerFormat::Json},
      {"--markdown", AnswerFormat::Markdown},
      {"--column", AnswerFormat::Text},
      {"--table", AnswerFormat::Text}};
  for (const auto& [name, chosen] : kOptions) {
    const auto choose = [&format, chosen = chosen] { format = chosen; };
    app.add(name, std::function<void()>(choose))
        ->description("A format, as in SQLite's shell")
        ->unlisted();
  }
}

}  // namespace

CommandRun bind_sql(CommandLine& app) {
  const auto options = std::make_shared<SqlCommandOptions>();
  add_database(app, options->database);
  add_text(app, "SQL", options->sql,
           "Statements, separated by semicolons; .tables or .schema [NAME]; - or none: standard "
           "input");
  add_format(app, options->format, kTableFormats);
  add_shell_formats(app, options->format);
  add_parameters(app, options->parameters);
  add_parsed(app, "--timeout SECONDS", options->timeout, parse_seconds,
             "Stop after this time (default: no limit)");
  add_memory_size(app, "--memory", options->memory)
      ->description("Memory limit, such as 512M or 2G (default: 1G)");
  add_switch(app, "--write", options->writes,
             "Allow statements that change the database, but not Arbiter's own tables (default: "
             "read-only)");
  add_switch(
      app, "--write-internals", options->writes_internals,
      "Allow statements that change Arbiter's own tables too, which can damage the database");
  app.footer(
      "Views: games, players, persons, person_names, findings, openings.\n"
      "Functions: fen_at, san_moves, pgn, board, position_key, material, is_legal, folded, "
      "opening, matches; with rows: stats_by, position_games, position_moves, game_positions, "
      "game_moves, game_tags.\n"
      "Exit status: 0 all statements ran, 2 one failed.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
