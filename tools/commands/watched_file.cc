#include "tools/commands/watched_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "lib/io/input.h"
#include "lib/io/input_files.h"
#include "lib/tournament/event_collector.h"
#include "lib/validate/event_games.h"

namespace arbiter::commands {
namespace {

constexpr std::size_t kMostFindings = 20'000;

class Look final : private ValidationListener {
 public:
  Look(const FileValidationOptions& options, EventScope event) : options_(options), event_(event) {
    options_.wants_games = true;
    options_.wants_event_games = &event_.is_wanted();
    options_.wants_one_event = event_.checks_each_file();
  }

  FileLook run(const std::string& path) {
    // Opening a pipe waits for somebody who writes.
    std::error_code failure;
    if (std::filesystem::is_other(path, failure)) {
      look_.failure = "not a regular file";
      return std::move(look_);
    }
    auto input = open_input(path);
    if (!input) {
      look_.failure = input.error();
      return std::move(look_);
    }
    while (const auto member = (*input)->next_member()) read(*member);
    if (const auto damage = (*input)->damage()) look_.failure = *damage;
    return std::move(look_);
  }

 private:
  void read(const Member& member) {
    member_ = member.name;
    unfinished_.clear();
    const std::size_t before = look_.findings.size();
    event_.begin_file(member.name);
    look_.games += validate_file(member.source, options_, *this).games;
    if (const auto damage = member.source.damage()) look_.failure = *damage;
    for (EventFinding& finding : event_.findings()) {
      const EventGame& game = event_.games()[finding.game];
      on_finding(located_in(game, game.tag(finding.tag),
                            {.code = finding.code, .message = std::move(finding.message)}));
    }
    for (std::size_t i = before; i < look_.findings.size(); ++i) {
      const std::uint64_t game = look_.findings[i].located.diagnostic.game;
      look_.findings[i].is_passing = game == 0 || unfinished_.contains(game);
    }
  }

  void on_finding(const LocatedDiagnostic& finding) override {
    if (!options_.wanted[index_of(finding.diagnostic.code)]) return;
    if (look_.findings.size() < kMostFindings) look_.findings.push_back({member_, finding});
  }
  void on_game(const GameSummary& game) override {
    const bool is_finished = game.result && game.result->is_known();
    if (!is_finished) unfinished_.insert(game.number);
  }
  void on_event_game(EventGame game) override { event_.add(std::move(game)); }
  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

  FileValidationOptions options_;
  EventCollector event_;
  FileLook look_;
  std::string member_;
  std::set<std::uint64_t> unfinished_;
};

}  // namespace

FileLook look_at(const std::string& path, const FileValidationOptions& options, EventScope event) {
  return Look(options, event).run(path);
}

bool WatchedFile::has_changed(const std::string& path) {
  struct stat status {};
  std::optional<Stamp> now;
  if (::stat(path.c_str(), &status) == 0) {
    now = Stamp{status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
                std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
  }
  const bool is_news = !was_seen_ || now != stamp_;
  was_seen_ = true;
  if (!now) passing_.clear();
  stamp_ = now;
  return is_news;
}

std::vector<FileLook::Found> WatchedFile::news(FileLook look, std::chrono::milliseconds settle) {
  const Clock::time_point now = Clock::now();
  Baseline still;
  std::map<Baseline::Key, Clock::time_point> passing;
  std::vector<FileLook::Found> news;
  for (FileLook::Found& found : look.findings) {
    if (reported_.take(found.located)) {
      still.add(found.located);
      continue;
    }
    if (found.is_passing && settle.count() > 0) {
      const Baseline::Key key = Baseline::key_of(found.located);
      const auto known = passing_.find(key);
      const auto since = known == passing_.end() ? now : known->second;
      if (now - since < settle) {
        passing.emplace(key, since);
        continue;
      }
    }
    still.add(found.located);
    news.push_back(std::move(found));
  }
  reported_ = std::move(still);
  passing_ = std::move(passing);
  return news;
}

std::optional<WatchedFile::Clock::time_point> WatchedFile::next_settled(
    std::chrono::milliseconds settle) const {
  std::optional<Clock::time_point> next;
  for (const auto& [key, since] : passing_) {
    if (!next || since + settle < *next) next = since + settle;
  }
  return next;
}

bool WatchedFile::is_new_failure(const std::string& failure) {
  return std::exchange(failure_, failure) != failure && !failure.empty();
}

}  // namespace arbiter::commands
