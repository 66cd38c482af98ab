#include "tools/commands/check/watched_file.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "lib/base/text_scan.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/os/file.h"
#include "lib/pgn/reader.h"
#include "lib/validate/file_validation.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxFindings = 20'000;
// The time for which reported findings are kept after a file became shorter, or until the file is
// as long as before. A program that rewrites a file truncates it first.
constexpr std::chrono::seconds kRewriteTimeout{60};

// A source that passes bytes on and finds the start of the last line.
class LastLine final : public ByteSource {
 public:
  LastLine(ByteSource& source, std::uint64_t begin) : source_(source), end_(begin) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t size = source_.read(into);
    const std::string_view text(into.data(), size);
    const std::size_t line_end = text.find_last_of("\r\n");
    if (line_end != text.npos) begin_ = end_ + line_end + 1;
    end_ += size;
    return size;
  }
  std::optional<std::string> damage() const override { return source_.damage(); }
  bool is_cpu_bound() const override { return source_.is_cpu_bound(); }

  // Returns the offset of an unterminated last line; otherwise the end of the text.
  std::uint64_t begin() const { return begin_; }

 private:
  ByteSource& source_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_;
};

class Look final : private ValidationListener, private GameWitness {
 public:
  Look(const FileValidationOptions& options, EventScope event, const SettledPart* part)
      : options_(options), part_(part) {
    look_.event = part != nullptr ? part->event : std::make_shared<EventCollector>(event);
    options_.reports_games = true;
    options_.collects_event_games = &look_.event->is_wanted();
    options_.stops_at_archive = look_.event->checks_each_file();
    options_.witness = this;
    if (part != nullptr) options_.start = part->start;
    checked_until_ = options_.start;
    look_.begin = options_.start.offset;
  }

  FileLook run(const std::string& path) {
    // Opening a pipe would block until another program writes to it.
    std::error_code failure;
    if (std::filesystem::is_other(path, failure)) {
      look_.failure = "not a regular file";
    } else if (part_ != nullptr) {
      read_on(path);
    } else {
      read_all(path);
    }
    return std::move(look_);
  }

 private:
  void read_on(const std::string& path) {
    const auto file = FileSource::open(path);
    if (!file) {
      look_.failure = file.error();
      return;
    }
    (*file)->seek(part_->start.offset);
    read(path, **file);
    mark_finished();
  }

  void read_all(const std::string& path) {
    auto input = open_input(path);
    if (!input) {
      look_.failure = input.error();
      return;
    }
    bool is_text = true;
    std::size_t members = 0;
    for (; const auto member = (*input)->next_member(); ++members) {
      look_.event->begin_file(member->name);
      read(member->name, member->source);
      is_text = member->name == path && member->form.is_plain() && !member->source.is_cpu_bound();
    }
    if (const auto damage = (*input)->damage()) look_.failure = *damage;
    if (is_text && members == 1) mark_finished();
  }

  void read(const std::string& name, ByteSource& source) {
    member_ = name;
    unfinished_.clear();
    const std::size_t before = look_.findings.size();
    LastLine text(source, options_.start.offset);
    const FileTotals totals = validate_file(text, options_, *this);
    is_complete_ = is_complete_ && totals.withheld == 0 && !totals.is_other_text;
    if (const auto damage = source.damage()) look_.failure = *damage;
    if (look_.event->checks_each_file()) report_event();
    for (std::size_t i = before; i < look_.findings.size(); ++i) {
      const Diagnostic& diagnostic = look_.findings[i].located.diagnostic;
      const std::uint64_t game = diagnostic.game;
      look_.findings[i].is_passing =
          game == 0 || unfinished_.contains(game) || diagnostic.offset >= text.begin();
    }
  }

  void report_event() {
    for (EventFinding& finding : look_.event->findings()) {
      const EventGame& game = look_.event->games()[finding.game];
      is_of_event_ = true;
      on_finding(located_in(game, game.tag(finding.tag),
                            {.code = finding.code, .message = std::move(finding.message)}));
      is_of_event_ = false;
    }
  }

  // Records the finished games, unless something was omitted.
  void mark_finished() {
    if (!is_complete_ || !look_.failure.empty()) return;
    look_.finished = checked_until_;
    for (const FileLook::Found& found : look_.findings) {
      const Diagnostic& diagnostic = found.located.diagnostic;
      if (found.is_of_event || diagnostic.offset >= look_.finished.offset) continue;
      look_.finished.delivered.set(index_of(diagnostic.code));
    }
  }

  void on_finding(const LocatedDiagnostic& finding) override {
    if (!options_.wanted[index_of(finding.diagnostic.code)]) return;
    if (look_.findings.size() == kMaxFindings) {
      is_complete_ = false;
      return;
    }
    look_.findings.push_back({.member = member_, .located = finding, .is_of_event = is_of_event_});
  }
  void on_game(const GameSummary& game) override {
    const bool is_finished = game.result && game.result->is_known();
    if (!is_finished) unfinished_.insert(game.number);
  }
  void on_event_game(EventGame game) override {
    const std::uint64_t number = game.number;
    const bool was_wanted = look_.event->is_wanted();
    look_.event->add(std::move(game));
    if (was_wanted && !look_.event->is_wanted()) look_.event_given_up_at = number;
  }
  // All games before `checked_until_` are finished.
  void on_checked(const PgnGame& game, const GameSummary& summary, const PlayedGame&) override {
    if (is_open_) return;
    checked_until_.offset = game.offset;
    checked_until_.games = options_.start.games + checked_++;
    is_open_ = !summary.result || !summary.result->is_known();
  }
  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

  FileValidationOptions options_;
  const SettledPart* part_;
  FileLook look_;
  std::string member_;
  std::set<std::uint64_t> unfinished_;
  ValidationStart checked_until_;
  std::uint64_t checked_ = 0;
  bool is_open_ = false;  // true after an unfinished game
  bool is_of_event_ = false;
  bool is_complete_ = true;
};

// Returns the finding in the form in which it is remembered. The last move of an unfinished game
// changes continuously.
LocatedDiagnostic remembered_as(LocatedDiagnostic finding) {
  if (finding.diagnostic.code == DiagnosticCode::TerminatorMissing) {
    finding.diagnostic.fen.clear();
    finding.marker_length = 0;
  }
  return finding;
}

constexpr std::size_t kBlock = std::size_t{64} << 10;

// Returns the text of a file from `begin` to `end`, or to its end if that is earlier.
std::string text_between(FileSource& file, std::uint64_t begin, std::uint64_t end) {
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  file.seek(begin);
  text.resize(read_fully(file, text));
  return text;
}

// Counts the lines up to `end`, and detects the line end of the file.
void count_lines(FileSource& file, std::uint64_t end, ValidationStart& start) {
  while (start.offset < end) {
    // A CR may end one block and its LF start the next block.
    std::string text = text_between(file, start.offset, std::min(end, start.offset + kBlock));
    if (text.empty()) return;
    if (text.size() > 1 && text.back() == '\r') text.pop_back();
    if (!start.line_end) {
      const std::size_t at = text.find_first_of("\r\n");
      if (at != std::string::npos) start.line_end = line_end_at(text, at);
    }
    start.lines += count_line_breaks(text);
    start.offset += text.size();
  }
}

std::uint64_t checksum_of(std::string_view text) { return std::hash<std::string_view>()(text); }

}  // namespace

FileLook look_at(const std::string& path, const FileValidationOptions& options, EventScope event,
                 const SettledPart* part) {
  return Look(options, event, part).run(path);
}

std::optional<WatchedFile::Stamp> WatchedFile::stamp_of(const std::string& path) {
  const auto state = state_of_file(path);
  if (!state) return {};
  return Stamp{state->identity.device, state->identity.inode, state->bytes, state->modified};
}

bool WatchedFile::has_changed(const std::string& path) {
  const std::optional<Stamp> now = stamp_of(path);
  const bool is_news = !was_seen_ || now != stamp_;
  was_seen_ = true;
  if (!now) passing_.clear();
  const bool has_grown = now && stamp_ && now->device == stamp_->device &&
                         now->number == stamp_->number && now->size > stamp_->size;
  if (is_news && !has_grown) may_read_on_ = false;
  if (now && stamp_ && now->size < stamp_->size && stamp_->size >= longest_.size) {
    longest_ = {stamp_->size, Clock::now()};
  }
  stamp_ = now;
  return is_news;
}

FileLook WatchedFile::look(const std::string& path, const FileValidationOptions& options,
                           EventScope event) {
  path_ = path;
  const bool reads_on = std::exchange(may_read_on_, true) && part_ && begins_with(path, *part_);
  return look_at(path, options, event, reads_on ? &*part_ : nullptr);
}

// Returns the new part; nothing if the file was changed while it was read.
std::optional<SettledPart> WatchedFile::part_after(const FileLook& look) const {
  if (look.finished.games == 0) return {};
  auto part = part_up_to(path_, look.finished, part_ ? &*part_ : nullptr);
  if (!part || stamp_of(path_) != stamp_) return {};
  if (look.event_given_up_at > part->start.games) return {};
  part->event = look.event;
  return part;
}

// Records the findings that remain in `reported_`, because they did not recur.
void WatchedFile::record_removed_findings(Clock::time_point now) {
  const bool is_being_rewritten = stamp_ && stamp_->size < longest_.size &&
                                  now - longest_.until < kRewriteTimeout &&
                                  gone_.size() + reported_.size() <= kMaxFindings;
  if (is_being_rewritten) {
    gone_.add(reported_);
  } else {
    gone_ = {};
    longest_ = {};
  }
}

std::vector<FileLook::Found> WatchedFile::news(FileLook look, std::chrono::milliseconds settle) {
  const Clock::time_point now = Clock::now();
  if (look.begin == 0) {
    reported_.add(std::exchange(reported_in_part_, {}));
    part_.reset();
  }
  std::optional<SettledPart> part = part_after(look);
  const std::uint64_t part_end = part ? part->start.offset : 0;
  Baseline in_part;
  Baseline still;
  std::map<Baseline::Key, Clock::time_point> passing;
  std::vector<FileLook::Found> news;
  for (FileLook::Found& found : look.findings) {
    const bool is_in_part = !found.is_of_event && found.located.diagnostic.offset < part_end;
    Baseline& kept = is_in_part ? in_part : still;
    const LocatedDiagnostic remembered = remembered_as(found.located);
    if (reported_.take(remembered) || gone_.take(remembered)) {
      kept.add(remembered);
      continue;
    }
    if (found.is_passing && settle.count() > 0) {
      const Baseline::Key key = Baseline::key_of(remembered);
      const auto known = passing_.find(key);
      const auto since = known == passing_.end() ? now : known->second;
      if (now - since < settle) {
        passing.emplace(key, since);
        if (is_in_part) part.reset();  // the next check must report the finding again
        continue;
      }
    }
    kept.add(remembered);
    const Diagnostic& diagnostic = found.located.diagnostic;
    texts_[Baseline::key_of(remembered)] = {found.member, diagnostic.game, diagnostic.code,
                                            diagnostic.message};
    news.push_back(std::move(found));
  }
  if (part && reported_in_part_.size() + in_part.size() <= kMaxFindings) {
    reported_in_part_.add(in_part);
    part_ = std::move(part);
  } else {
    still.add(in_part);
  }
  if (part_) part_->event->forget_after(static_cast<std::size_t>(part_->start.games));
  if (part_ && look.event_given_up_at > part_->start.games) part_.reset();
  record_removed_findings(now);
  reported_ = std::move(still);
  passing_ = std::move(passing);
  return news;
}

std::vector<ResolvedFinding> WatchedFile::take_resolved() {
  std::vector<ResolvedFinding> resolved;
  std::erase_if(texts_, [&](auto& entry) {
    const Baseline::Key& key = entry.first;
    if (reported_.contains(key) || reported_in_part_.contains(key) || gone_.contains(key)) {
      return false;
    }
    resolved.push_back(std::move(entry.second));
    return true;
  });
  return resolved;
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

bool begins_with(const std::string& path, const SettledPart& part) {
  const auto file = FileSource::open(path);
  if (!file || !(*file)->is_regular()) return false;
  const std::uint64_t end = part.start.offset;
  const std::string text = text_between(**file, end - SettledPart::kComparedBytes, end + 1);
  if (text.size() <= SettledPart::kComparedBytes) return false;
  return checksum_of(std::string_view(text).substr(0, text.size() - 1)) == part.checksum;
}

std::optional<SettledPart> part_up_to(const std::string& path, const ValidationStart& end,
                                      const SettledPart* before) {
  constexpr std::size_t kCompared = SettledPart::kComparedBytes;
  constexpr std::size_t kBoundaryBytes = 16;  // enough for `[Event "`
  if (end.offset < kCompared) return {};
  const auto file = FileSource::open(path);
  if (!file || !(*file)->is_regular()) return {};
  const std::string text =
      text_between(**file, end.offset - kCompared, end.offset + kBoundaryBytes);
  if (text.size() < kCompared || !is_hard_boundary(text, kCompared)) return {};
  SettledPart part{.checksum = checksum_of(std::string_view(text).substr(0, kCompared))};
  if (before != nullptr) part.start = before->start;
  count_lines(**file, end.offset, part.start);
  if (part.start.offset != end.offset) return {};
  part.start.games = end.games;
  part.start.delivered = end.delivered;
  return part;
}

}  // namespace arbiter
