// One run of arbiter filter: games in, games out.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/storage.h"
#include "db/stream/file_filter.h"
#include "lib/io/input.h"
#include "tools/cli/command.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/progress.h"
#include "tools/cli/split_output.h"
#include "tools/commands/database/game_sample.h"

namespace arbiter {

// Which of the games that match are written, and what is said.
struct FilterRunOptions {
  std::optional<std::uint64_t> limit = {};
  std::uint64_t skip = 0;
  std::optional<std::uint64_t> sample = {};
  std::uint64_t seed = 0;
  SourceFormat from = SourceFormat::Pgn;
  bool count = false;
  bool quiet = false;
};

// Where the games go.
struct FilterOutputs {
  std::optional<FramedOutput> games = {};  // nothing: they are divided
  std::optional<SplitOutput> split = {};
  std::optional<GamesOutput> rest = {};  // nothing: nobody wants the others
};

// What one run read and wrote.
class FilterRun {
 public:
  FilterRun(const FilterRunOptions& options, FileFilterOptions filter, FilterOutputs outputs,
            Console& console)
      : options_(options),
        filter_(std::move(filter)),
        outputs_(std::move(outputs)),
        console_(console),
        progress_(console) {
    if (options.sample) sample_.emplace(*options.sample, options.seed);
  }

  void read(const std::vector<std::string>& paths);
  void fail(std::string_view why) {
    console_.complain(why);
    has_failed_ = true;
  }
  // To be called once, behind the last file.
  void finish();
  void report();
  ExitCode exit_code() const;
  bool has_failed() const { return has_failed_; }

 private:
  void read_input(const std::string& path);
  void read_storage(const std::string& path);
  void read_games(ByteSource& source, std::string_view name, const FileFilterOptions& filter);
  void write_rest(Storage& storage, const FindQuery& query);
  void write_sample();
  bool receive(const StreamedChunk& chunk);
  void write(std::string_view game, std::uint64_t set_aside,
             std::span<const std::string> keys = {});
  void show_progress();
  bool is_to_files() const;
  void report_failure();
  InputsRead inputs() const { return has_failed_ ? InputsRead::NotAll : InputsRead::All; }
  bool is_enough() const {
    if (is_stopped_) return true;
    return options_.limit && !options_.sample && !outputs_.rest && written_ >= *options_.limit;
  }

  FilterRunOptions options_;
  FileFilterOptions filter_;
  FilterOutputs outputs_;
  Console& console_;
  Progress progress_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::optional<std::uint64_t> total_bytes_;
  std::uint64_t bytes_before_ = 0;  // of the inputs before
  Input* input_ = nullptr;          // nothing: a database

  std::optional<GameSample> sample_;
  std::uint64_t games_ = 0;    // read
  std::uint64_t wanted_ = 0;   // of them
  std::uint64_t written_ = 0;  // of those
  std::uint64_t set_aside_ = 0;
  std::uint64_t lines_between_ = 0;
  bool has_failed_ = false;
  bool is_stopped_ = false;  // nothing can be written any more
};

}  // namespace arbiter
