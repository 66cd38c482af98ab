// The options of an import, and what it reports.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "db/import/file_part.h"
#include "db/model/game_filter.h"
#include "db/model/source.h"
#include "db/model/storage.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/openings/opening_table.h"
#include "lib/validate/validator.h"

namespace arbiter {

// The treatment of a game with an illegal or unreadable move in its main line.
enum class IllegalGames {
  Keep,  // the moves before it are indexed, and the movetext is stored as it is
  Skip,
  Stop,  // the import ends before this game
};

// The treatment of a game that the store already has (same_game.h).
enum class DuplicateGames { Keep, Flag, Skip };

// The treatment of a file that was imported before.
enum class KnownFiles {
  Skip,     // only text that was appended is read; nothing is read if the old text has changed
  Replace,  // the games of a changed text replace the old games
  Again,    // the file is read again, as a new source
};

struct ImportOptions {
  ValidatorOptions validator;
  IllegalGames illegal = IllegalGames::Keep;
  // With KnownFiles::Replace, games are kept.
  DuplicateGames duplicates = DuplicateGames::Keep;
  KnownFiles known_files = KnownFiles::Skip;
  // The part of each file. Files that cannot be split, and databases, belong to the first part.
  FilePart part = {};
  GameFilter where;  // other games are skipped
  // The table of openings, which must outlive the games.
  const OpeningTable* openings = &known_openings();

  unsigned jobs = 1;  // threads that read and check, in addition to the calling thread
  // The memory limit of the import in bytes, at least 128 MB. It limits the size of batches, but
  // not that of a single game.
  std::uint64_t memory = std::uint64_t{512} << 20;
  // The maximum number of games in a batch, and thus in a segment of the index.
  std::uint32_t batch_games = 65'536;
  // Opens paths that are databases, whose games are imported.
  DatabaseOpener databases = {};
};

// The progress of an import.
struct ImportProgress {
  std::uint64_t games = 0;  // read, whether they are added or not
  std::uint64_t bytes = 0;  // read of the inputs on disk
};

// A special status of a source.
enum class SourceStatus {
  AlreadyImported,  // the database has all of it; it was not read
  UnderOtherDate,   // the file's date has changed, but not its text
  Resumed,          // reading continued where an earlier import was interrupted
  HasGrown,         // text was appended; only that was read
  IsCopy,           // its text was imported from the file of the record; it was not read
  HasChanged,       // the imported text has changed; nothing was read
  NotReplaced,      // the old games stay: the new text could not be read completely
  NothingLeft,      // the old games stay: the new text has no games
};

// The receiver of events. Calls come from several threads, but one at a time.
class ImportListener {
 public:
  virtual ~ImportListener() = default;

  // `name` is that of the arguments. `before` is the source of earlier imports.
  virtual void on_source_status(SourceStatus news, const std::string& name,
                                const SourceRecord& before) = 0;
  // Called for an input that could not be read completely. The others are still read.
  virtual void on_failure(const std::string& name, const std::string& why) = 0;
  // Called for a finding about a whole file.
  virtual void on_file_finding(DiagnosticCode code) = 0;
  // Called after every few hundred kB. Returns false to stop; what has been read is added.
  virtual bool on_progress(const ImportProgress& progress) = 0;
};

// The game before which IllegalGames::Stop has stopped.
struct RefusedGame {
  std::string source;
  std::uint64_t line = 0;  // the first line of the game, from 1
  std::string white;
  std::string black;
  DiagnosticCode code = {};
  std::optional<std::uint32_t> ply;
  std::string message;
};

// The result of an import.
struct ImportEnd {
  std::uint64_t sources = 0;  // that were read, wholly or in part
  std::uint64_t bytes = 0;    // of their text

  std::uint64_t games = 0;                                 // added
  std::uint64_t plies = 0;                                 // of their main lines
  std::array<std::uint64_t, kDiagnosticCount> findings{};  // in them
  std::uint64_t illegal = 0;                               // skipped by IllegalGames::Skip
  std::uint64_t unwanted = 0;                              // skipped by ImportOptions::where
  std::uint64_t duplicates = 0;                            // flagged or skipped
  std::uint64_t replaced = 0;                              // sources whose old games were replaced
  std::uint64_t kept = 0;                                  // their games that did not change
  std::uint64_t removed = 0;                               // their old games that were removed
  std::uint64_t batches = 0;
  std::uint64_t set_aside = 0;      // text pieces that could not be parsed as moves
  std::uint64_t lines_between = 0;  // lines of text between games, which are not stored

  bool was_stopped = false;  // by the listener
  std::optional<RefusedGame> refused;

  // Adds the result of another import. The first of two refused games is kept.
  void add(const ImportEnd& other);
};

}  // namespace arbiter
