#include "lib/validate/file_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text_scan.h"
#include "lib/base/threads.h"
#include "lib/chess/position_key.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/tags/claimed_end.h"
#include "lib/tournament/event_game.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/text_checks.h"

namespace arbiter {

namespace {

// The number of bytes before and after the finding that are shown of a long line.
constexpr std::size_t kBefore = 60;
constexpr std::size_t kBehind = 100;

bool ends_line(char c) { return c == '\n' || c == '\r'; }

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Converts a message to UTF-8, because it may quote the file.
void make_utf8(std::string& text) {
  if (!is_utf8(text)) text = decode_text(text).utf8;
}

// Returns the text as UTF-8, with a space for each control character.
std::string shown(std::string_view bytes) {
  std::string text = decode_text(bytes).utf8;
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, ' ');
  return text;
}

std::string label_text(const PgnGame& game, KnownTag known) {
  const PgnTag* tag = game.tag(known);
  if (tag == nullptr || tag->value == "?" || tag->value == "-") return {};
  return shown(utf8_value(tag->value));
}

// The labels of the games of a chunk that have findings, in ascending order.
class GameLabels {
 public:
  void clear() { labels_.clear(); }

  void add(std::uint64_t number, const PgnGame& game) {
    GameLabel label{label_text(game, KnownTag::White), label_text(game, KnownTag::Black),
                    label_text(game, KnownTag::Round)};
    if (label.is_empty()) return;
    labels_.push_back({number, std::make_shared<const GameLabel>(std::move(label))});
  }

  std::shared_ptr<const GameLabel> of(std::uint64_t number) const {
    const auto found = std::ranges::lower_bound(labels_, number, {}, &Labelled::number);
    return found == labels_.end() || found->number != number ? nullptr : found->label;
  }

 private:
  struct Labelled {
    std::uint64_t number;
    std::shared_ptr<const GameLabel> label;
  };

  std::vector<Labelled> labels_;
};

// The findings in one chunk. Lines and games are relative to the chunk's start.
struct ChunkReport {
  std::vector<LocatedDiagnostic> findings;  // findings in text order
  std::vector<GameSummary> games;           // names view the chunk's bytes
  std::vector<EventGame> event_games;       // event games, with lines relative to the chunk's start
  FileTotals totals;
};

// Checks chunks one after another, reusing memory; one per thread.
class ChunkValidator {
 public:
  explicit ChunkValidator(const FileValidationOptions& options)
      : options_(options),
        sink_(options.wanted),
        text_checker_(sink_),
        validator_(options.validator, sink_) {}

  void check(const TextChunk& chunk, ChunkReport& report) {
    report.findings.clear();
    report.games.clear();
    report.event_games.clear();
    report.totals = {};
    const std::atomic<bool>* collects = options_.collects_event_games;
    bool takes_event_games = collects != nullptr && collects->load(std::memory_order_relaxed);
    ArchiveWatch archive;
    sink_.start_file();

    report.totals.lines = text_checker_.check(chunk.source, chunk.line_end);
    labels_.clear();
    accepted_.clear();
    const bool has_markers = contains(chunk.source.text, kMarker);
    std::size_t findings = sink_.diagnostics().size();
    PgnReader reader(chunk.source, sink_);
    for (sink_.start_game(); reader.next(game_); sink_.start_game()) {
      const GameSummary& summary = validator_.check(game_);
      if (sink_.diagnostics().size() > findings) labels_.add(summary.number, game_);
      findings = sink_.diagnostics().size();
      if (has_markers) accept_marked(summary.number);
      ++report.totals.games;
      report.totals.plies += summary.plies;
      if (!summary.is_replayed) ++report.totals.unreplayed;
      if (options_.witness != nullptr)
        options_.witness->on_checked(game_, summary, validator_.played());
      if (options_.reports_games) report.games.push_back(summary);
      if (takes_event_games) {
        report.event_games.push_back(event_game_of(game_, summary, validator_.played()));
        takes_event_games = !options_.stops_at_archive || !archive.add(report.event_games.back());
      }
    }

    sink_.finish_game();
    place_event_games(chunk.source, report.event_games);

    report.totals.withheld = sink_.withheld();
    report.totals.bytes = chunk.source.text.size();
    for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
      const std::uint64_t count = sink_.count_of(static_cast<DiagnosticCode>(i));
      report.totals.counts[i] = count - counted_[i];
      counted_[i] = count;
    }
    std::vector<Diagnostic> diagnostics = sink_.take();
    std::erase_if(diagnostics, [&](const Diagnostic& found) {
      const auto accepted = accepted_.find(found.game);
      const bool is_accepted =
          accepted != accepted_.end() && accepted->second[index_of(found.code)];
      if (is_accepted) --report.totals.counts[index_of(found.code)];
      return is_accepted;
    });
    std::ranges::stable_sort(diagnostics, {}, &Diagnostic::offset);
    Locator locator(chunk.source);
    report.findings.reserve(diagnostics.size());
    for (Diagnostic& diagnostic : diagnostics) {
      report.findings.push_back(locator.locate(std::move(diagnostic)));
      report.findings.back().game = labels_.of(report.findings.back().diagnostic.game);
    }
  }

 private:
  // Records the codes suppressed by comment commands of the game: [%arbiter
  // ignore=pinned,castling].
  void accept_marked(std::uint64_t number) {
    for (std::string_view rest = game_.text; rest.find(kMarker) != rest.npos;) {
      rest.remove_prefix(rest.find(kMarker) + kMarker.size());
      std::string_view ids = rest.substr(0, rest.find_first_of("]}"));
      while (!ids.empty()) {
        const std::string_view id = ids.substr(0, ids.find_first_of(", "));
        ids.remove_prefix(std::min(ids.size(), id.size() + 1));
        if (const auto codes = parse_codes(id)) accepted_[number] |= *codes;
      }
    }
  }

  static constexpr std::string_view kMarker = "[%arbiter ignore=";

  std::map<std::uint64_t, CodeSet> accepted_;  // suppressed codes by game number in the chunk

  const FileValidationOptions& options_;
  CollectingSink sink_;
  TextChecker text_checker_;
  Validator validator_;
  PgnGame game_;
  GameLabels labels_;
  std::array<std::uint64_t, kDiagnosticCount> counted_{};
};

// Merges the reports of chunks in order.
class FileReport {
 public:
  FileReport(const FileValidationOptions& options, ValidationListener& listener)
      : options_(options), listener_(listener), delivered_(options.start.delivered) {
    totals_.games = options.start.games;
    totals_.lines = options.start.lines;
  }

  // Adds a report. Returns false if the listener stopped.
  bool add(ChunkReport& report) {
    for (LocatedDiagnostic& finding : report.findings) deliver(finding);
    for (GameSummary& game : report.games) {
      game.number += totals_.games;
      listener_.on_game(game);
    }
    for (EventGame& game : report.event_games) {
      game.number += totals_.games;
      for (EventTag& tag : game.tags) tag.line += totals_.lines;
      listener_.on_event_game(std::move(game));
    }
    totals_.games += report.totals.games;
    totals_.plies += report.totals.plies;
    totals_.unreplayed += report.totals.unreplayed;
    totals_.bytes += report.totals.bytes;
    totals_.lines += report.totals.lines;
    totals_.withheld += report.totals.withheld;
    for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
      totals_.counts[i] += report.totals.counts[i];
    }
    return listener_.on_progress(totals_.games, totals_.bytes);
  }

  // Reports a file of `size` bytes that is not PGN.
  void add_other(const OtherContent& content, std::uint64_t size) {
    totals_.bytes = size;
    totals_.is_other_text = content.kind == OtherContent::Kind::Text;
    if (totals_.is_other_text) {
      report(DiagnosticCode::EmptyFile, 0, "no games found; is this PGN?");
    } else {
      report(DiagnosticCode::BinaryFile, content.offset, "the file is " + content.description());
    }
  }

  void add_empty() { report(DiagnosticCode::EmptyFile, 0, "the file has no games"); }

  // Reports the number of withheld findings. Called at the end of the file.
  void report_withheld() {
    if (totals_.withheld == 0) return;
    report(DiagnosticCode::TooManyInFile, totals_.bytes,
           fmt::format("{} more findings in this file are only counted", totals_.withheld));
  }

  const FileTotals& totals() const { return totals_; }

 private:
  // Reports a finding about the file as a whole.
  void report(DiagnosticCode code, std::uint64_t offset, std::string_view message) {
    ++totals_.counts[index_of(code)];
    if (!options_.wanted[index_of(code)]) return;
    LocatedDiagnostic finding{.diagnostic = {.code = code, .offset = offset},
                              .line = offset == 0 ? 1 : totals_.lines + 1};
    finding.diagnostic.message = message;
    listener_.on_finding(finding);
  }

  void deliver(LocatedDiagnostic& finding) {
    const DiagnosticCode code = finding.diagnostic.code;
    if (entry_of(code).once_per_file) {
      if (delivered_[index_of(code)]) return;
      delivered_[index_of(code)] = true;
    }
    if (++delivered_count_ > FileValidationOptions::kMaxFindings) {
      ++totals_.withheld;
      return;
    }
    finding.line += totals_.lines;
    if (finding.diagnostic.game != 0) finding.diagnostic.game += totals_.games;
    listener_.on_finding(finding);
  }

  const FileValidationOptions& options_;
  ValidationListener& listener_;
  FileTotals totals_;
  CodeSet delivered_;
  std::uint64_t delivered_count_ = 0;
};

// A checked chunk and its report, which contains views of the chunk.
struct CheckedChunk {
  TextChunk chunk;
  ChunkReport report;
};

}  // namespace

// Moves to `at`. Precondition: neither `at` nor `at_` is inside CRLF.
void Locator::move_to(std::size_t at) {
  const std::string_view gap = source_.text.substr(at_, at - at_);
  const std::size_t breaks = count_line_breaks(gap);
  if (breaks == 0) {
    characters_ += count_code_points(gap);
  } else {
    lines_ += breaks;
    line_start_ = at;
    while (!ends_line(source_.text[line_start_ - 1])) --line_start_;
    characters_ = count_code_points(source_.text.substr(line_start_, at - line_start_));
  }
  at_ = at;
}

// Moves to an offset, and returns its place in the text.
std::size_t Locator::move_to_offset(std::uint64_t offset) {
  const std::string_view text = source_.text;
  const std::uint64_t relative = offset - std::min(offset, source_.offset);
  auto at = static_cast<std::size_t>(std::min<std::uint64_t>(relative, text.size()));
  if (at > 0 && at < text.size() && text[at - 1] == '\r' && text[at] == '\n') --at;
  move_to(at);
  return at;
}

TextPlace Locator::place_of(std::uint64_t offset) {
  move_to_offset(offset);
  return {lines_ + 1, characters_ + 1};
}

LocatedDiagnostic Locator::locate(Diagnostic diagnostic) {
  const std::string_view text = source_.text;
  const std::size_t at = move_to_offset(diagnostic.offset);
  LocatedDiagnostic located;
  located.line = lines_ + 1;
  located.column = characters_ + 1;

  std::size_t from = line_start_;
  if (at - line_start_ > kBefore) {
    from = at - kBefore;
    while (from < at && continues_character(text[from])) ++from;
  }
  std::size_t to = at;
  while (to < text.size() && !ends_line(text[to]) && to - at < kBehind) ++to;
  while (to < text.size() && to > at && continues_character(text[to])) --to;
  located.is_cut_before = from > line_start_;
  located.is_cut_after = to < text.size() && !ends_line(text[to]);
  const std::size_t marked =
      std::clamp<std::size_t>(diagnostic.length, 1, std::max<std::size_t>(to - at, 1));
  const std::string before = shown(text.substr(from, at - from));
  const std::string mark = shown(text.substr(at, std::min(marked, to - at)));
  located.excerpt =
      before + mark +
      shown(text.substr(at + std::min(marked, to - at), to - at - std::min(marked, to - at)));
  located.marker_start = static_cast<std::uint32_t>(count_code_points(before));
  located.marker_length =
      std::max<std::uint32_t>(1, static_cast<std::uint32_t>(count_code_points(mark)));
  make_utf8(diagnostic.message);
  make_utf8(diagnostic.help);
  make_utf8(diagnostic.san);
  located.diagnostic = std::move(diagnostic);
  return located;
}

void FileTotals::ignore(const CodeSet& ignored) {
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
    if (ignored[i]) counts[i] = 0;
  }
}

FileTotals validate_file(ByteSource& source, const FileValidationOptions& options,
                         ValidationListener& listener) {
  TextChunks chunks(source);
  const bool is_new = options.start.offset == 0;
  if (!is_new) chunks.start_at(options.start.offset, options.start.line_end);
  FileReport file(options, listener);
  TextChunk first;
  if (!chunks.next(first)) {
    if (is_new && !source.damage()) file.add_empty();
    return file.totals();
  }
  if (const auto other = is_new ? find_other_content(first, chunks) : std::nullopt) {
    file.add_other(*other, chunks.skip_rest());
    return file.totals();
  }
  // Even with one job, decompression has its own thread, because the working sets of decompression
  // and checking do not fit in one core's cache together.
  const bool has_threads = (options.jobs > 1 || source.is_cpu_bound()) && !first.source.ends_file;
  std::vector<std::unique_ptr<ChunkValidator>> validators(std::max(1U, options.jobs));
  bool is_first = true;
  bool is_stopped = false;
  const auto take = [&]() -> std::optional<TextChunk> {
    if (is_stopped) return std::nullopt;
    if (std::exchange(is_first, false)) return std::move(first);
    std::optional<TextChunk> next(std::in_place);
    if (!chunks.next(*next)) next.reset();
    return next;
  };
  run_on_threads(
      has_threads ? options.jobs : 0, take,
      [&](unsigned worker, TextChunk& chunk) {
        auto& validator = validators[worker];
        if (!validator) validator = std::make_unique<ChunkValidator>(options);
        CheckedChunk checked{std::move(chunk), {}};
        validator->check(checked.chunk, checked.report);
        return checked;
      },
      [&](CheckedChunk checked) { is_stopped = is_stopped || !file.add(checked.report); });
  file.report_withheld();
  if (!is_stopped && file.totals().games == 0 && !source.damage()) file.add_empty();
  return file.totals();
}

namespace {

// The usual maximum number of tags kept by EventGame.
constexpr std::size_t kUsualTags = 12;

// Returns a hash of the initial position and the moves.
std::uint64_t hash_of(const PlayedGame& played) {
  if (played.keys.empty()) return 0;
  MovesHash hash(played.keys.front());
  for (const Move move : played.moves) hash.add(move.bits());
  return hash.value();
}

// Returns whether the game was not played: "1-0F", "+/-", or a Termination of "forfeit" or
// "unplayed".
bool is_forfeit(const PgnGame& game, const PlayedGame& played) {
  const auto tag = tagged_result(game);
  const bool is_written =
      tag && (tag->form == ResultForm::Forfeit || tag->form == ResultForm::DoubleForfeit);
  if (is_written) return true;
  const PgnTag* termination = game.tag(KnownTag::Termination);
  if (termination == nullptr || !played.moves.empty()) return false;
  const auto claim = read_termination(decode_text(termination->value).utf8).claim;
  return claim && claim->cause == EndCause::Forfeit;
}

// Returns the result of the Result tag, if the moves end with another result, which takes
// precedence.
GameResult overruled_tag(const PgnGame& game, const GameResult& decided) {
  const auto tag = tagged_result(game);
  if (!tag) return {};
  const GameResult tagged = result_of(*tag);
  return tagged == decided ? GameResult() : tagged;
}

}  // namespace

EventGame event_game_of(const PgnGame& game, const GameSummary& summary, const PlayedGame& played) {
  EventGame event;
  event.number = summary.number;
  event.tags.reserve(kUsualTags);
  for (const PgnTag& tag : game.tags) {
    if (!event.keeps(tag.known, tag.name)) continue;
    event.tags.push_back({.known = tag.known,
                          .value = utf8_value(tag.value),
                          .offset = game.offset + tag.value_offset,
                          .name = std::string(tag.known == KnownTag::Other ? tag.name : "")});
  }
  event.result = summary.result.value_or(GameResult());
  event.overruled = overruled_tag(game, event.result);
  event.is_forfeit = is_forfeit(game, played);
  event.plies = summary.plies;
  event.moves_hash = hash_of(played);
  return event;
}

void place_event_games(const PgnText& source, std::vector<EventGame>& games) {
  Locator locator(source);
  for (EventGame& game : games) {
    for (EventTag& tag : game.tags) {
      const TextPlace place = locator.place_of(tag.offset);
      tag.line = place.line;
      tag.column = place.column;
    }
  }
}

LocatedDiagnostic located_in(const EventGame& game, const EventTag* tag, Diagnostic diagnostic) {
  if (tag == nullptr && !game.tags.empty()) tag = &game.tags.front();
  LocatedDiagnostic located{.diagnostic = std::move(diagnostic)};
  located.diagnostic.game = game.number;
  const auto value = [&game](KnownTag known) { return std::string(game.value(known)); };
  GameLabel label{value(KnownTag::White), value(KnownTag::Black), value(KnownTag::Round)};
  if (!label.is_empty()) located.game = std::make_shared<const GameLabel>(std::move(label));
  if (tag == nullptr) return located;
  located.diagnostic.offset = tag->offset;
  located.diagnostic.length = static_cast<std::uint32_t>(tag->value.size());
  located.line = tag->line;
  located.column = tag->column;
  const std::string_view name = tag->name.empty() ? to_string(tag->known) : tag->name;
  located.excerpt = fmt::format("[{} {}]", name, quote(tag->value));
  located.marker_start = static_cast<std::uint32_t>(name.size() + 3);
  located.marker_length =
      std::max<std::uint32_t>(1, static_cast<std::uint32_t>(count_code_points(tag->value)));
  return located;
}

}  // namespace arbiter
