#include "tools/commands/tournament/event_input.h"

#include <fmt/format.h>

#include <utility>

#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/io/input.h"
#include "lib/io/input_files.h"
#include "lib/tournament/event_collector.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {
namespace {

class EventReader final : private ValidationListener {
 public:
  EventReader(unsigned jobs, Console& console) : console_(console) {
    options_.jobs = jobs;
    options_.wants_event_games = &collector_.is_wanted();
  }

  void read(const std::string& path) {
    if (is_storage(path)) return read_database(path);
    auto input = open_input(path);
    if (!input) return fail(path, input.error());
    while (const auto member = (*input)->next_member()) {
      collector_.begin_file(member->name);
      files_.push_back(member->name);
      validate_file(member->source, options_, *this);
      if (const auto damage = member->source.damage()) fail(member->name, *damage);
    }
    if (const auto damage = (*input)->damage()) fail(path, *damage);
  }

  void fail(const std::string& path, std::string_view why) {
    is_complete_ = false;
    console_.complain(fmt::format("{}: {}", path, why));
  }

  Result<EventInput> take() {
    if (collector_.is_full()) {
      return Error{fmt::format("a tournament of more than {} games is too large",
                               with_commas(EventCollector::kMostGames))};
    }
    if (collector_.games().empty()) return Error{"there are no games"};
    return EventInput{collector_.games(), files_, is_complete_};
  }

 private:
  // The games as `arbiter export` writes them.
  void read_database(const std::string& path) {
    const auto storage = open_storage(path, {});
    if (!storage) return fail(path, storage.error());
    StoredText games(**storage, {}, 1);
    collector_.begin_file(path);
    files_.push_back(path);
    validate_file(games, options_, *this);
  }

  void on_finding(const LocatedDiagnostic&) override {}
  void on_game(const GameSummary&) override {}
  void on_event_game(EventGame game) override { collector_.add(std::move(game)); }
  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

  Console& console_;
  EventCollector collector_{EventScope::Everything};
  FileValidationOptions options_;
  std::vector<std::string> files_;
  bool is_complete_ = true;
};

}  // namespace

Result<EventInput> read_event(const std::vector<std::string>& arguments, unsigned jobs,
                              Console& console) {
  EventReader reader(jobs, console);
  const NamedFiles named = files_named(arguments);
  for (const NamedFiles::Unread& unread : named.unread) reader.fail(unread.path, unread.reason);
  for (const std::string& path : named.files) reader.read(path);
  return reader.take();
}

}  // namespace arbiter
