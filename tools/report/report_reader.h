// Reads game files into the data of a page.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "lib/export/game_export.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/baseline.h"
#include "tools/report/page.h"
#include "tools/report/viewer_layout.h"

namespace arbiter {

struct ReadingOptions {
  Selection selection;
  PageLimits limits = {};
  ValidatorOptions validator = {};
  KnownFindings known = {};                 // findings that are omitted from the page
  std::optional<PlayedSystem> system = {};  // the tournament system; default: guessed
  bool splits_events = false;               // required by pages()
  bool splits_rounds = false;  // true to split large tournaments into ReportData::rounds
  unsigned jobs = 1;           // the number of threads
};

// Reads each game once, checks it like `validate`, and writes it like `export`.
class ReportReader final : private ValidationListener, private GameWitness {
 public:
  explicit ReportReader(ReadingOptions options);

  // Reads a file; findings in `ignored` are skipped. Throws IoError if the system cannot read it.
  FileTotals read(std::string name, ByteSource& source, const CodeSet& ignored = {});

  // Adds findings that involve several games. Called once, after the last file.
  void finish();

  // Adds a finding in one of the files or another file. Called after finish().
  void add(const std::string& file, LocatedDiagnostic located);
  // Adds a finding to one of the pages(). Called after finish().
  void add(EventPage& page, const std::string& file, LocatedDiagnostic located);
  // Sets the tournament of a report and its facts, for data() or for one of the pages().
  void join(Tournament tournament, std::vector<std::string> facts) {
    data_.joined = std::move(tournament);
    data_.facts = std::move(facts);
  }
  // Counts findings that are not shown.
  void count(DiagnosticCode code, std::uint64_t times) { tally_.add_finding(code, times); }

  // Returns a page for each tournament, and one for other games, if any. Separate play-offs are on
  // the page of their tournament. Returns none if there are fewer than two tournaments. Called
  // after finish().
  std::vector<std::unique_ptr<EventPage>> pages() const;
  // Applies the limits of a page to data(). Called if pages() returned none.
  void limit_page() { limit(data_); }

  const ReportData& data() const { return data_; }
  const Tally& tally() const { return tally_; }
  // Returns the number of known findings; nothing without a baseline.
  std::optional<std::uint64_t> known() const { return options_.known.count(); }

 private:
  // Data of a checked game, kept until its chunk of the file has been checked.
  struct Seen {
    Ending ending = {};
    ViewerFacts facts = {};
    std::string moves = {};
    std::optional<Board> last = {};
  };

  // A writer of games on one thread.
  struct Writer {
    explicit Writer(const std::optional<PieceLetters>& letters)
        : layout(new ViewerLayout), exporter(std::unique_ptr<GameLayout>(layout), letters) {}

    ViewerLayout* layout;  // owned by the exporter
    GameExporter exporter;
  };

  // Called on the checking threads.
  void on_checked(const PgnGame& game, const GameSummary& summary,
                  const PlayedGame& played) override;
  Writer& writer_of_thread();
  void on_finding(const LocatedDiagnostic& finding) override;
  void on_game(const GameSummary&) override {}
  void on_event_game(EventGame game) override;
  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

  // Returns the last position of the game that contains the finding.
  std::optional<Board> last_board_of(const Diagnostic& diagnostic);
  void add(std::size_t file, LocatedDiagnostic located);
  void list(PageGame game, Seen seen);
  // Applies the limits of a page, and splits the rounds of a large tournament.
  void limit(ReportData& data) const;
  void report_event(const EventCollector& event);
  bool can_be_played(const EventGame& game, const std::string& moves) const;
  // Stores the finding, unless its kind has reached the limit. Returns whether it was stored.
  bool keep(PageFinding finding);

  // A finding in a game, without its text.
  struct Found {
    std::size_t file;
    std::uint64_t game;
    DiagnosticCode code;
  };

  ReadingOptions options_;
  PageLimits limits_;  // limits of all pages together
  std::vector<Found> found_;
  Tally tally_;
  FileValidationOptions validation_;
  std::atomic<bool> wants_event_games_ = true;
  std::mutex mutex_;  // protects writers_ and seen_
  std::map<std::thread::id, std::unique_ptr<Writer>> writers_;
  // Checked games of the file by offset, until they are listed.
  std::map<std::uint64_t, Seen> seen_;
  std::set<std::uint64_t> shown_;        // games of the file that findings refer to
  std::vector<CodeSet> ignored_;         // codes ignored in each file
  std::vector<EventGroup> tournaments_;  // events that are tournaments
  std::size_t played_ = 0;               // number of replayable games
  std::size_t bytes_ = 0;
  ReportData data_;
};

}  // namespace arbiter
