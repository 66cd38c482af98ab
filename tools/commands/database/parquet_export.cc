#include "tools/commands/database/parquet_export.h"

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/parquet/store_tables.h"
#include "lib/io/input_files.h"
#include "tools/cli/games_output.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;

// "games.parquet", or of several "positions-{}.parquet" with the number in place of the braces.
std::string path_of(const ParquetExport& order, std::uint64_t index) {
  std::string path = order.output.path;
  if (order.partitions == 1) return path;
  const std::size_t width = std::to_string(order.partitions - 1).size();
  return path.replace(path.find("{}"), 2, fmt::format("{:0{}}", index, width));
}

std::optional<Error> contradiction(const ParquetExport& order) {
  const bool is_several = order.partitions > 1;
  if (is_several && !order.has_positions) return Error{"--partition divides --positions"};
  if (!std::has_single_bit(order.partitions)) {
    return Error{fmt::format("--partition: {} is not a power of two", order.partitions)};
  }
  const std::size_t place = order.output.path.find("{}");
  if (is_several && place == std::string::npos) {
    return Error{
        "--partition needs {} in the name of --output, for example 'positions-{}.parquet'"};
  }
  if (!order.output.names_file() && ::isatty(STDOUT_FILENO) == 1) {
    return Error{"Parquet is not text; name a file with --output, or redirect the output"};
  }
  return std::nullopt;
}

// "42 %".
class TableProgress {
 public:
  TableProgress(bool is_quiet, Console& console) : is_quiet_(is_quiet), console_(console) {}

  void operator()(std::uint64_t done, std::uint64_t all) {
    if (is_quiet_ || !console_.shows_status()) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    console_.show_status(fmt::format("{} of {}", with_commas(done), counted(all, "game")));
  }

 private:
  bool is_quiet_;
  Console& console_;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(300);
};

struct Written {
  std::uint64_t games = 0;
  std::uint64_t rows = 0;
};

// Before the games are read, which may take a while.
Result<std::vector<GamesOutput>> open_outputs(const ParquetExport& order, Console& console) {
  const std::vector<std::string> inputs = files_named(order.input.names).files;
  std::vector<GamesOutput> outputs;
  for (std::uint64_t i = 0; i < order.partitions; ++i) {
    OutputOption option = order.output;
    option.path = path_of(order, i);
    auto output = GamesOutput::open(option, inputs, console);
    if (!output) return Error{output.error()};
    outputs.push_back(*std::move(output));
  }
  return outputs;
}

// Writes a file after the other by `write(index, sink)`, which returns the rows.
template <class Write>
Result<std::uint64_t> write_files(std::vector<GamesOutput>& outputs, InputsRead inputs,
                                  Write write) {
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    GamesOutput& output = outputs[i];
    rows +=
        write(static_cast<unsigned>(i), [&output](std::string_view bytes) { output.write(bytes); });
    if (auto error = output.finish(inputs)) return std::move(*error);
  }
  return rows;
}

Result<Written> write_tables(const ParquetExport& order, const OpenedGames& input,
                             std::vector<GamesOutput>& outputs, Console& console) {
  Storage& storage = *input.storage;
  const auto jobs = static_cast<unsigned>(order.input.jobs);
  TableProgress progress(order.quiet, console);
  const auto show = [&progress](std::uint64_t done, std::uint64_t all) { progress(done, all); };
  if (!order.has_positions) {
    const auto rows = write_files(outputs, input.inputs, [&](unsigned, const auto& sink) {
      return write_games(storage, {order.query, jobs, show}, sink);
    });
    if (!rows) return Error{rows.error()};
    return Written{*rows, *rows};
  }
  PositionsTable table(storage, order.query, jobs, show);
  const auto rows = write_files(outputs, input.inputs, [&](unsigned i, const auto& sink) {
    return table.write(i, static_cast<unsigned>(order.partitions), sink);
  });
  if (!rows) return Error{rows.error()};
  return Written{table.games(), *rows};
}

}  // namespace

Result<ExitCode> write_parquet(const ParquetExport& order, Console& console) {
  if (auto error = contradiction(order)) return std::move(*error);
  const auto begin = Clock::now();
  const auto positions = order.query.position ? AskedPositions::All : AskedPositions::First;
  auto outputs = open_outputs(order, console);
  if (!outputs) return Error{outputs.error()};
  const auto input = open_games(order.input, {positions, order.quiet, true}, console);
  if (!input) return Error{input.error()};
  const auto written = write_tables(order, *input, *outputs, console);
  if (!written) return Error{written.error()};
  if (!order.quiet) {
    console.clear_status();
    const std::string rows =
        order.has_positions ? fmt::format(", {}", counted(written->rows, "position")) : "";
    console.say(fmt::format("{}{} in {}", counted(written->games, "game"), rows,
                            duration_text(Clock::now() - begin)));
  }
  return input->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace arbiter
