#include "tools/commands/database/filter_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/export/json_source.h"
#include "lib/io/input_files.h"
#include "tools/cli/input_bytes.h"
#include "tools/cli/output/not_kept.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {

void FilterRun::read(const std::vector<std::string>& paths) {
  if (std::ranges::none_of(paths, is_storage)) total_bytes_ = bytes_of(paths);
  for (const std::string& path : paths) {
    if (is_enough()) return;
    read_input(path);
  }
}

void FilterRun::read_games(ByteSource& source, std::string_view name,
                           const FileFilterOptions& filter) {
  const auto error =
      filter_file(source, name, filter, [&](const StreamedChunk& chunk) { return receive(chunk); });
  if (error) fail(fmt::format("{}: {}", name, error->message));
}

// The database knows which games fit, findings and numbers among what it is asked; variations it
// does not know.
void FilterRun::read_storage(const std::string& path) {
  const auto storage = open_storage(path, {.jobs = filter_.jobs});
  if (!storage) return fail(fmt::format("{}: {}", path, storage.error()));
  FindQuery query{.filter = filter_.query.filter};
  if (!filter_.query.is_anywhere) query.position = filter_.query.position;
  FileFilterOptions filter = filter_;
  filter.query.filter = {};
  filter.has_rest = false;
  input_ = nullptr;
  {
    StoredText text(**storage, query, filter_.jobs);
    read_games(text, path, filter);
    set_aside_ += text.set_aside();
  }
  if (outputs_.rest) write_rest(**storage, query);
}

void FilterRun::write_rest(Storage& storage, const FindQuery& query) {
  const FoundGames found = storage.games(query);
  std::vector<GameId> wanted;
  for (const FoundGame& game : found.games) wanted.push_back(game.id);
  const auto receive = [this](const ExportedGames& games) {
    outputs_.rest->write(games.pgn);
    set_aside_ += games.set_aside;
  };
  export_games(storage, {.jobs = filter_.jobs, .excluded = wanted, .receive = receive});
}

void FilterRun::read_input(const std::string& path) {
  if (is_storage(path)) return read_storage(path);
  auto input = open_input(path);
  if (!input) return fail(fmt::format("{}: {}", path, input.error()));
  input_ = input->get();
  while (const auto member = input_->next_member()) {
    JsonSource json(member->source);
    ByteSource& source = options_.from == SourceFormat::Json ? json : member->source;
    read_games(source, member->name, filter_);
    if (is_enough()) return;
    if (const auto damage = source.damage()) {
      fail(fmt::format("{}: {}", member->name, *damage));
    }
  }
  if (const auto damage = input_->damage()) fail(fmt::format("{}: {}", path, *damage));
  bytes_before_ += input_->consumed_bytes();
}

bool FilterRun::receive(const StreamedChunk& chunk) {
  games_ += chunk.games;
  lines_between_ += chunk.lines_between;
  if (outputs_.rest) outputs_.rest->write(chunk.rest.text);
  for (const std::uint64_t pieces : chunk.rest.set_aside) set_aside_ += pieces;
  for (std::size_t i = 0; i < chunk.wanted.count(); ++i) {
    if (wanted_++ < options_.skip) continue;
    if (sample_) {
      sample_->add(chunk.wanted.game(i), chunk.wanted.set_aside[i]);
    } else {
      const bool has_keys = !chunk.wanted.keys.empty();
      write(chunk.wanted.game(i), chunk.wanted.set_aside[i],
            has_keys ? chunk.wanted.keys[i] : std::span<const std::string>());
    }
  }
  show_progress();
  return !is_enough();
}

// Nothing behind the last game that is asked for.
void FilterRun::write(std::string_view game, std::uint64_t set_aside,
                      std::span<const std::string> keys) {
  if (options_.limit && written_ == *options_.limit) return;
  ++written_;
  set_aside_ += set_aside;
  if (options_.count) return;
  if (outputs_.games) return outputs_.games->write(game);
  if (is_stopped_) return;
  const auto error = outputs_.split->add(game, keys);
  is_stopped_ = error.has_value();
  if (error) fail(error->message);
}

void FilterRun::write_sample() {
  if (!sample_) return;
  sample_->for_each(
      [&](std::string_view game, std::uint64_t set_aside) { write(game, set_aside); });
}

void FilterRun::finish() {
  write_sample();
  if (options_.count) return;
  const InputsRead read = inputs();
  const auto check = [&](const std::optional<Error>& error) {
    if (error) fail(error->message);
  };
  if (outputs_.games) check(outputs_.games->finish(read));
  if (outputs_.split && read == InputsRead::All) check(outputs_.split->finish());
  if (outputs_.rest) check(outputs_.rest->finish(read));
}

void FilterRun::show_progress() {
  if (options_.quiet || !console_.shows_status()) return;
  const std::uint64_t read = input_ == nullptr ? 0 : input_->consumed_bytes();
  progress_.show({.read_bytes = bytes_before_ + read,
                  .total_bytes = total_bytes_,
                  .games = games_,
                  .time = std::chrono::steady_clock::now() - begin_});
}

void FilterRun::report() {
  if (!options_.quiet) console_.clear_status();
  if (options_.count) console_.print("{}\n", written_);
  // Said whatever the options are: the games may look clean now.
  if (set_aside_ > 0) {
    console_.say(set_aside_in_comments_text(set_aside_));
  }
  if (!options_.count && lines_between_ > 0) console_.say(lines_between_text(lines_between_));
  if (options_.quiet || options_.count) return;
  if (has_failed_ && is_to_files()) return report_failure();
  if (outputs_.split) console_.say(counted(outputs_.split->files(), "file"));
  console_.say(fmt::format("{} of {} written in {}", with_commas(written_), counted(games_, "game"),
                           duration_text(std::chrono::steady_clock::now() - begin_)));
}

bool FilterRun::is_to_files() const {
  return outputs_.split || (outputs_.games && outputs_.games->is_file());
}

// A file appears when it is complete. The error of a single one has been printed.
void FilterRun::report_failure() {
  if (!outputs_.split) return;
  const std::size_t files = outputs_.split->files();
  console_.say(files == 0 ? "no file was written"
                          : fmt::format("only {} {} written", counted(files, "file"),
                                        files == 1 ? "was" : "were"));
}

ExitCode FilterRun::exit_code() const {
  if (has_failed_) return ExitCode::CouldNotRun;
  const bool is_all_kept = options_.count || set_aside_ + lines_between_ == 0;
  return is_all_kept ? ExitCode::Clean : ExitCode::Findings;
}

}  // namespace arbiter
