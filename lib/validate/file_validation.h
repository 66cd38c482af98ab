// A whole file of games, checked on several threads and reported in file order, and the facts about
// its games that a tournament needs.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/tournament/event_game.h"
#include "lib/validate/game_summary.h"
#include "lib/validate/validator.h"

namespace arbiter {

// The tags that identify a game, as UTF-8 without control characters; empty if unknown.
struct GameLabel {
  std::string white = {};
  std::string black = {};
  std::string round = {};

  bool is_empty() const { return white.empty() && black.empty() && round.empty(); }
};

// A finding with its line, for display; all text is UTF-8.
struct LocatedDiagnostic {
  Diagnostic diagnostic = {};
  std::uint64_t line = 1;    // line number, from 1
  std::uint64_t column = 1;  // column in code points, from 1
  // The line, or the part of a long line around the finding, as UTF-8, with spaces for tabs and
  // control characters.
  std::string excerpt = {};
  bool is_cut_before = false;       // the line begins before the excerpt
  bool is_cut_after = false;        // the line continues after the excerpt
  std::uint32_t marker_start = 0;   // code points before the marked text in `excerpt`
  std::uint32_t marker_length = 1;  // code points marked; at least 1
  // The label of the game that contains the finding; null outside of games, or if the game has none
  // of these tags.
  std::shared_ptr<const GameLabel> game = {};
};

// Receives findings and games on one thread, in file order.
class ValidationListener {
 public:
  virtual ~ValidationListener() = default;
  virtual void on_finding(const LocatedDiagnostic& finding) = 0;
  // Called only if FileValidationOptions::reports_games is set.
  virtual void on_game(const GameSummary& game) = 0;
  // Called only while FileValidationOptions::collects_event_games is true.
  virtual void on_event_game(EventGame /*game*/) {}
  // Called every few hundred kB with the totals so far. Returns false to stop.
  virtual bool on_progress(std::uint64_t games, std::uint64_t bytes) = 0;
};

// The part of a file that was already validated, up to a hard boundary (is_hard_boundary).
struct ValidationStart {
  std::uint64_t offset = 0;  // offset of the first game, where the source must be positioned
  std::uint64_t games = 0;   // number of games before `offset`
  std::uint64_t lines = 0;   // number of lines that end before `offset`
  std::optional<LineEnd> line_end = {};  // line end of the file's first line
  CodeSet delivered = {};  // codes already reported, so that once_per_file codes are not repeated
};

struct PlayedGame;  // see movetext_walk.h

// Receives each checked game. The arguments are valid during the call.
class GameWitness {
 public:
  virtual ~GameWitness() = default;
  virtual void on_checked(const PgnGame& game, const GameSummary& summary,
                          const PlayedGame& played) = 0;
};

struct FileValidationOptions {
  // The maximum number of findings that the listener receives per file. The maximum per chunk is
  // DiagnosticSink::kMaxInChunk.
  static constexpr std::uint64_t kMaxFindings = 1'000'000;

  ValidatorOptions validator;
  // The part of the file before this start counts only for FileTotals::games and FileTotals::lines.
  ValidationStart start = {};
  // The findings that the listener receives; others are only counted. Unwanted style findings may
  // be omitted completely.
  CodeSet wanted;
  bool reports_games = false;
  // True while the listener receives event games. The value may become false at any time; null
  // means false.
  const std::atomic<bool>* collects_event_games = nullptr;
  // Sets whether event games are collected only until they reveal an archive (see ArchiveWatch).
  bool stops_at_archive = false;
  // Called on the checking threads; with one job, in file order. May be null.
  GameWitness* witness = nullptr;
  // The number of checking threads. With one job and CPU-bound reading (ByteSource::is_cpu_bound),
  // a second thread checks while the calling thread reads.
  unsigned jobs = 1;
};

struct FileTotals {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;       // legal half-moves of main lines
  std::uint64_t unreplayed = 0;  // games whose main line was not replayed to its end
  std::uint64_t bytes = 0;       // decompressed size
  std::uint64_t lines = 0;
  std::array<std::uint64_t, kDiagnosticCount> counts{};  // findings by code, received or not
  std::uint64_t withheld = 0;                            // findings beyond the listener's limit
  bool is_other_text = false;  // the text is not PGN; that is the only finding

  void ignore(const CodeSet& ignored);
};

// Uses a few MB of memory, or more for a larger single game. Throws IoError if the system cannot
// read.
FileTotals validate_file(ByteSource& source, const FileValidationOptions& options,
                         ValidationListener& listener);

// A position in a text.
struct TextPlace {
  std::uint64_t line = 1;    // line number, from 1
  std::uint64_t column = 1;  // column in code points, from 1
};

// Converts byte offsets to lines and columns in one pass, at memory speed. Lines end with LF, CRLF
// or a lone CR; an offset inside CRLF counts as its CR.
class Locator {
 public:
  // The text must begin at the start of a line.
  explicit Locator(const PgnText& source) : source_(source) {}

  // Precondition: offsets do not decrease between calls. Offsets outside of the text are clamped.
  LocatedDiagnostic locate(Diagnostic diagnostic);
  // Returns only the position. The precondition is that of locate().
  TextPlace place_of(std::uint64_t offset);

 private:
  void move_to(std::size_t at);
  std::size_t move_to_offset(std::uint64_t offset);

  PgnText source_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint64_t lines_ = 0;       // line ends before line_start_
  std::uint64_t characters_ = 0;  // code points from line_start_ to at_
};

// Returns the data of the game that the validator has just checked. Tag offsets count from the
// start of the file; place_event_games() sets lines and columns.
EventGame event_game_of(const PgnGame& game, const GameSummary& summary, const PlayedGame& played);

// Sets the lines and columns of tags in `source`, counted from its first line.
void place_event_games(const PgnText& source, std::vector<EventGame>& games);

// Returns a finding at a tag of the game (null: at the first tag). The excerpt shows the tag on a
// line of its own.
LocatedDiagnostic located_in(const EventGame& game, const EventTag* tag, Diagnostic diagnostic);

}  // namespace arbiter
