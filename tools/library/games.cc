#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "lib/base/encoding.h"
#include "lib/base/result.h"
#include "lib/base/version.h"
#include "lib/chess/setup.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/export/file_export.h"
#include "lib/export/game_export.h"
#include "lib/export/game_layout.h"
#include "lib/export/movetext_sink.h"
#include "lib/io/input_files.h"
#include "lib/laws/date.h"
#include "lib/laws/rules_profile.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/os/file.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/repair/file_repair.h"
#include "lib/repair/repair.h"
#include "lib/tournament/event_checks.h"
#include "lib/validate/file_validation.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/text_checks.h"
#include "tools/library/api.h"
#include "tools/library/members.h"

namespace arbiter::api {
namespace {

std::string utf8_of(std::string_view text) { return decode_text(text).utf8; }

Finding finding_of(const LocatedDiagnostic& located, const std::string& file) {
  const Diagnostic& diagnostic = located.diagnostic;
  const CatalogueEntry& entry = entry_of(diagnostic.code);
  const std::string_view own = diagnostic.own_reference;
  return {
      .id = std::string(entry.id),
      .severity = static_cast<Severity>(entry.severity),
      .message = utf8_of(diagnostic.message),
      .help = utf8_of(diagnostic.help),
      .reference = std::string(own.empty() ? entry.reference : own),
      .file = file,
      .line = located.line,
      .column = located.column,
      .offset = diagnostic.offset,
      .length = diagnostic.length,
      .game = diagnostic.game,
      .ply = diagnostic.ply,
      .san = utf8_of(diagnostic.san),
      .fen = diagnostic.fen,
  };
}

Game game_of(const PgnGame& written, const GameSummary& summary, const PlayedGame& played) {
  Game game;
  game.offset = written.offset;
  game.tags.reserve(written.tags.size());
  for (const PgnTag& tag : written.tags) {
    game.tags.emplace_back(utf8_of(tag.name), utf8_value(tag.value));
  }
  if (played.has_board) {
    game.codes.reserve(played.moves.size());
    for (const arbiter::Move move : played.moves) game.codes.push_back(move.bits());
    if (played.start.setup != initial_setup()) {
      game.start = fen_of(played.start.setup, CastlingLetters::Shredder);
    }
  }
  if (summary.result) game.result = to_string(summary.result->outcome);
  if (summary.end) game.end = to_string(summary.end->reason);
  game.is_complete = summary.is_complete;
  return game;
}

// A listener that collects the findings of a source, and compares its games with each other.
class FindingCollector final : public ValidationListener {
 public:
  explicit FindingCollector(const ValidateOptions& options) : work_(options.work) {
    auto selection = make_selection({.select = options.select, .ignore = options.ignore});
    if (!selection) throw Error(selection.error());
    selection_ = *std::move(selection);
    if (options.rules.empty() || options.rules == "date") return;
    const auto* const rules = std::ranges::find(kRulesProfiles, options.rules, &NamedProfile::name);
    if (rules == kRulesProfiles.end()) throw Error("unknown rules '" + options.rules + "'");
    rules_ = rules->profile;
  }

  void read(const Member& member, const std::string& name) {
    FileValidationOptions options;
    options.wanted = selection_.on();
    options.validator.sought = options.wanted;
    options.validator.rules = rules_;
    options.validator.today = today();
    options.collects_event_games = &event_.is_wanted();
    options.stops_at_archive = true;
    options.jobs = std::max(work_.threads, 1u);
    file_ = name;
    event_.begin_file(name);
    for (const auto& finding : findings_before_reading(member.form)) on_finding(finding);
    const FileTotals totals = arbiter::validate_file(member.source, options, *this);
    for (const auto& finding : findings_after_reading(member.form, totals)) on_finding(finding);
    parts_.add(name, event_);
    report_events(EventParts::Rest::Keep);
  }
  std::vector<Finding> take() {
    report_events(EventParts::Rest::Finish);
    return std::move(findings_);
  }

  void on_finding(const LocatedDiagnostic& finding) override { add(finding, file_); }
  void on_game(const GameSummary&) override {}
  void on_event_game(EventGame game) override { event_.add(std::move(game)); }
  bool on_progress(std::uint64_t, std::uint64_t) override { return goes_on(work_); }

 private:
  void report_events(EventParts::Rest rest) {
    for (const auto& event : parts_.take_finished(rest)) {
      for (EventFinding& finding : event->findings()) {
        const EventGame& game = event->games()[finding.game];
        add(located_in(game, game.tag(finding.tag),
                       {.code = finding.code, .message = std::move(finding.message)}),
            event->file_of(game));
      }
    }
  }
  void add(const LocatedDiagnostic& located, const std::string& file) {
    const DiagnosticCode code = located.diagnostic.code;
    if (selection_.is_on(code)) findings_.push_back(finding_of(located, file));
  }

  const WorkOptions& work_;
  Selection selection_;
  std::optional<RulesProfile> rules_;
  std::string file_;
  EventCollector event_{EventScope::File};
  EventParts parts_;
  std::vector<Finding> findings_;
};

// A layout that collects the main line and its variations.
class NodeLayout final : public GameLayout, public MovetextSink {
 public:
  NodeLayout(std::vector<Move>& main, std::vector<std::string>* before) : before_(before) {
    lines_.push_back(&main);
  }

  MovetextSink& start_game() override { return *this; }
  void finish_game(const FinishedGame&, std::string&) override {}

  void begin(const arbiter::Position* start) override { castling_ = castling_in_uci(start); }
  void move(const WrittenMove& move) override {
    Move node;
    node.san = move.san;
    node.uci = move.move ? uci_of(*move.move, move.color, castling_) : "0000";
    node.code = move.move ? move.move->bits() : 0;
    lines_.back()->push_back(std::move(node));
  }
  void word(std::string_view) override {}
  void nag(std::uint32_t number) override {
    if (Move* node = last()) node->nags.push_back(number);
  }
  void comment(std::string_view text) override {
    Move* node = last();
    if (node == nullptr) {
      if (before_ != nullptr && lines_.size() == 1) before_->emplace_back(text);
      return;
    }
    node->comments.emplace_back(text);
    CommentValues values;
    add_values(text, values);
    const auto seconds = [](std::chrono::milliseconds time) {
      return static_cast<double>(time.count()) / 1000;
    };
    if (values.clock && !node->clock) node->clock = seconds(*values.clock);
    if (values.elapsed && !node->elapsed) node->elapsed = seconds(*values.elapsed);
    if (values.evaluation && !node->evaluation) node->evaluation = values.evaluation;
    if (values.mate && !node->mate) node->mate = values.mate;
  }
  void escape(std::string_view) override {}
  void start_variation() override {
    Move* node = last();
    lines_.push_back(node != nullptr ? &node->variations.emplace_back() : &lost_.emplace_back());
  }
  void end_variation() override { lines_.pop_back(); }

 private:
  Move* last() { return lines_.back()->empty() ? nullptr : &lines_.back()->back(); }

  // The open lines. A line does not grow while a variation of its last move is open.
  std::vector<std::vector<Move>*> lines_;
  std::deque<std::vector<Move>> lost_;  // variations of words that are not moves
  std::vector<std::string>* before_;
  UciCastling castling_ = UciCastling::AsNeeded;
};

// Calls `visit` with each legal move and the position before it.
template <class Visit>
void replay(const Game& game, Visit visit) {
  arbiter::Position position;
  if (!game.start.empty()) position = *parse_position(game.start);
  for (const std::uint16_t code : game.codes) {
    const arbiter::Move move = arbiter::Move::from_bits(code);
    visit(move, position);
    position.play(move);
  }
}

}  // namespace

std::string_view Game::tag(std::string_view name) const {
  const auto found = std::ranges::find(tags, name, &std::pair<std::string, std::string>::first);
  return found == tags.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<std::string> Game::san() const {
  std::vector<std::string> words;
  words.reserve(codes.size());
  replay(*this, [&](arbiter::Move move, const arbiter::Position& before) {
    words.push_back(san_of(move, before));
  });
  return words;
}

std::vector<std::string> Game::uci() const {
  std::vector<std::string> words;
  words.reserve(codes.size());
  auto castling = UciCastling::KingsSquare;
  arbiter::Color turn = arbiter::Color::White;
  if (!start.empty()) {
    const auto position = parse_position(start);
    castling = castling_in_uci(&*position);
    turn = position->turn();
  }
  for (const std::uint16_t code : codes) {
    words.push_back(uci_of(arbiter::Move::from_bits(code), turn, castling));
    turn = other(turn);
  }
  return words;
}

std::vector<Move> Game::line(std::vector<std::string>* before) const {
  std::vector<Move> main;
  CollectingSink sink{CodeSet()};
  GamesInText games(text, sink);
  PgnGame written;
  if (!games.next(written)) return main;
  std::string nothing;
  GameExporter(std::make_unique<NodeLayout>(main, before)).append(written, nothing);
  return main;
}

// A reader with its own thread. A game is passed on once all its findings are known.
class Games::Implementation final : public ValidationListener, public GameWitness {
 public:
  using ReadAll = std::function<void(const UseBytes& use)>;

  Implementation(ReadAll read_all, const ReadOptions& options)
      : options_(options), thread_([this, read_all = std::move(read_all)] { run(read_all); }) {}

  ~Implementation() override {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    changed_.notify_all();
  }

  bool next(Game& game) {
    if (!take(game)) return false;
    if (!options_.raise_at) return true;
    const auto severe = std::ranges::find_if(game.findings, [&](const Finding& finding) {
      return finding.severity >= *options_.raise_at;
    });
    if (severe == game.findings.end()) return true;
    const Place place{severe->file, severe->line, severe->column};
    throw Error(place.file + ':' + std::to_string(place.line) + ':' + std::to_string(place.column) +
                    ": " + severe->message,
                place);
  }

  std::vector<Finding> file_findings() {
    const std::lock_guard lock(mutex_);
    return file_findings_;
  }

 private:
  bool take(Game& game) {
    if (at_ == taken_.size()) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !ready_.empty() || is_finished_; });
      taken_.clear();
      at_ = 0;
      std::swap(taken_, ready_);
      if (taken_.empty()) {
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
        return false;
      }
    }
    changed_.notify_all();
    game = std::move(taken_[at_++]);
    return true;
  }

  // Reads one file of games. Returns false if no more games are needed.
  bool read(ByteSource& source, const std::string& name) {
    FileValidationOptions options;
    options.wanted = has_findings() ? all_codes() : CodeSet();
    options.validator.sought = options.wanted;
    options.validator.today = today();
    options.witness = this;
    before_ = delivered_;
    file_ = name;
    const FileTotals totals = arbiter::validate_file(source, options, *this);
    const bool goes_on = deliver(~std::uint64_t{0});
    check_text(totals, name);
    return goes_on;
  }
  bool has_findings() const { return options_.findings || options_.raise_at; }

  void on_checked(const PgnGame& written, const GameSummary& summary,
                  const PlayedGame& played) override {
    Game game = game_of(written, summary, played);
    game.file = file_;
    if (options_.text) game.text = written.text;
    const std::lock_guard lock(pending_mutex_);
    game.number = before_ + ++checked_;
    pending_.push_back(std::move(game));
  }
  void on_finding(const LocatedDiagnostic& located) override {
    Finding finding = finding_of(located, file_);
    if (finding.game == 0) {
      const std::lock_guard lock(mutex_);
      file_findings_.push_back(std::move(finding));
      return;
    }
    const std::lock_guard lock(pending_mutex_);
    const std::uint64_t first = checked_ - pending_.size() + 1;
    if (finding.game >= first && finding.game - first < pending_.size()) {
      pending_[finding.game - first].findings.push_back(std::move(finding));
    }
  }
  void on_game(const GameSummary&) override {}
  bool on_progress(std::uint64_t games, std::uint64_t) override { return deliver(before_ + games); }

 private:
  static constexpr std::size_t kMaxReady = 2000;

  void run(const ReadAll& read_all) {
    std::exception_ptr failure;
    try {
      read_all([&](ByteSource& bytes, const std::string& name) { return read(bytes, name); });
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    is_finished_ = true;
    changed_.notify_all();
  }

  // Passes on the games up to a number. Returns false if no more games are needed.
  bool deliver(std::uint64_t last) {
    std::vector<Game> games;
    {
      const std::lock_guard lock(pending_mutex_);
      while (!pending_.empty() && pending_.front().number <= last) {
        games.push_back(std::move(pending_.front()));
        pending_.pop_front();
      }
      if (last == ~std::uint64_t{0}) checked_ = 0;
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ready_.size() < kMaxReady || is_stopped_; });
    delivered_ += games.size();
    std::ranges::move(games, std::back_inserter(ready_));
    changed_.notify_all();
    return !is_stopped_;
  }

  ReadOptions options_;
  std::string file_;  // name of the file being read
  std::mutex pending_mutex_;
  std::deque<Game> pending_;     // games whose findings may be incomplete
  std::uint64_t checked_ = 0;    // number of checked games in this source
  std::uint64_t before_ = 0;     // number of games in earlier sources
  std::uint64_t delivered_ = 0;  // number of games passed on, in all sources

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Game> ready_;
  std::vector<Finding> file_findings_;
  std::exception_ptr failure_;
  bool is_finished_ = false;
  bool is_stopped_ = false;

  // Used only by the thread that calls next().
  std::vector<Game> taken_;
  std::size_t at_ = 0;

  std::jthread thread_;  // the last member, because it uses all others
};

Games::Games(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
Games::Games(Games&&) noexcept = default;
Games& Games::operator=(Games&&) noexcept = default;
Games::~Games() = default;

bool Games::next(Game& game) { return implementation_->next(game); }
std::vector<Finding> Games::file_findings() const { return implementation_->file_findings(); }

Games read_games(std::function<void(const UseBytes& use)> read_all, const ReadOptions& options) {
  return Games(std::make_unique<Games::Implementation>(std::move(read_all), options));
}

Games read(const Source& source, const ReadOptions& options) {
  return read_games(
      [source](const UseBytes& use) {
        for_each_member(source, [&](const Member& member, const std::string& name) {
          return use(member.source, name);
        });
      },
      options);
}

std::vector<Finding> validate(const Source& source, const ValidateOptions& options) {
  FindingCollector collector(options);
  for_each_member(source, [&](const Member& member, const std::string& name) {
    collector.read(member, name);
    check_goes_on(options.work);
    return true;
  });
  return collector.take();
}

std::string fmt(const Source& source, const WorkOptions& options) {
  std::string written;
  for_each_member(source, [&](const Member& member, const std::string& name) {
    const auto receive = [&](std::string_view chunk, std::string_view) {
      check_goes_on(options);
      written += chunk;
    };
    const auto exported =
        FileExporter(GameForm::Export).run(member.source, receive, std::max(options.threads, 1u));
    if (!exported) throw Error(name + ": " + exported.error(), {.file = name});
    return true;
  });
  return written;
}

std::string_view version() { return kVersion; }

namespace {

class RepairCollector final : public FileRepairListener {
 public:
  explicit RepairCollector(const WorkOptions& work) : work_(work) {}

  void on_broken(const BrokenGameInFile& game, std::uint32_t applied) override {
    if (game.broken.repairs.empty()) return;
    const arbiter::Repair& likeliest = game.broken.repairs.front();
    const std::uint32_t token = game.broken.line.moves[likeliest.at].token;
    repaired.repairs.push_back({
        .game = game.game.number,
        .line = game.changes.front().line,
        .column = game.changes.front().column,
        .ply = static_cast<std::uint32_t>(likeliest.at + 1),
        .kind = std::string(to_string(likeliest.kind)),
        .written = decode_text(game.game.text_of(game.game.tokens[token])).utf8,
        .san = likeliest.san,
        .reason = likeliest.reason,
        .share = likeliest.share,
        .is_applied = applied > 0,
    });
  }
  void on_chunk(std::string_view text, std::span<const TextChange> changes) override {
    check_goes_on(work_);
    repaired.pgn += changed(text, changes);
  }

  Repaired repaired;

 private:
  const WorkOptions& work_;
};

}  // namespace

Repaired repair(const Source& source, double min_share, const WorkOptions& work) {
  FileRepairOptions options;
  options.min_share = min_share;
  options.jobs = std::max(work.threads, 1u);
  RepairCollector collector(work);
  for_each_member(source, [&](const Member& member, const std::string& name) {
    const auto totals = repair_file(member.source, options, collector);
    if (!totals) throw Error(name + ": " + totals.error(), {.file = name});
    collector.repaired.games += totals->games;
    collector.repaired.changed += totals->changed;
    return true;
  });
  return std::move(collector.repaired);
}

Source::Source(std::string path) {
  std::string name = path == "-" ? "<stdin>" : path;
  parts_ = std::make_shared<const std::vector<Part>>(1, Part{std::move(path), std::move(name), {}});
}

Source Source::bytes(std::string_view bytes) {
  Source source;
  try {
    const auto memory = std::make_shared<const MemoryFile>(bytes);
    source.parts_ =
        std::make_shared<const std::vector<Part>>(1, Part{memory->name(), "<bytes>", memory});
  } catch (const IoError& fault) {
    throw Error(fault.what());
  }
  return source;
}

Source Source::all(const std::vector<Source>& sources) {
  std::vector<Part> parts;
  for (const Source& source : sources) {
    parts.insert(parts.end(), source.parts().begin(), source.parts().end());
  }
  Source source;
  source.parts_ = std::make_shared<const std::vector<Part>>(std::move(parts));
  return source;
}

std::vector<Source::Part> files_of(const Source::Part& part) {
  std::error_code unknown;
  if (part.memory || !std::filesystem::is_directory(part.path, unknown)) return {part};
  const NamedFiles named = files_named({part.path});
  if (!named.unread.empty()) {
    const auto& [path, reason] = named.unread.front();
    throw Error(path + ": " + reason, {.file = path}, has_right(path, FileRight::Read) ? 0 : errno);
  }
  std::vector<Source::Part> files;
  for (const std::string& file : named.files) files.push_back({file, file, {}});
  return files;
}

void fail_to_open(const std::string& name, const std::string& path, const std::string& why) {
  constexpr std::size_t kShown = 40;
  const int reason = has_right(path, FileRight::Read) ? 0 : errno;
  const bool is_text = (reason == ENOENT || reason == ENAMETOOLONG) && is_games_file("", path);
  if (!is_text) throw Error(name + ": " + why, {.file = name}, reason);
  throw Error("'" + name.substr(0, kShown) + (name.size() > kShown ? "...'" : "'") + ": " + why +
                  "; read PGN text with Source.text",
              {.file = name}, reason);
}

}  // namespace arbiter::api
