// The options of an import, and its results.
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

enum class IllegalGames {
  Keep,  // indexes the moves before the illegal one, and stores the movetext unchanged
  Skip,
  Stop,  // ends the import before the game
};

// The treatment of a duplicate of a stored game (game_record.h).
enum class DuplicateGames { Keep, Flag, Skip };

// The treatment of a file that was imported before.
enum class KnownFiles {
  Skip,     // reads only appended text, and nothing if the old text has changed
  Replace,  // replaces the old games if the text has changed
  Again,    // reads the file again, as a new source
};

struct ImportOptions {
  ValidatorOptions validator;
  IllegalGames illegal = IllegalGames::Keep;
  // How duplicates are treated. With KnownFiles::Replace, they are kept.
  DuplicateGames duplicates = DuplicateGames::Keep;
  KnownFiles known_files = KnownFiles::Skip;
  // The part of each file to import. Files that cannot be split, and databases, are read entirely
  // by the first part.
  FilePart part = {};
  GameFilter where;  // games that do not match are skipped
  // The opening table, which must outlive the games.
  const OpeningTable* openings = &known_openings();

  unsigned jobs = 1;  // number of reading threads in addition to the calling thread
  // The memory limit of the import in bytes, at least 128 MB. It limits the size of batches, but
  // not the size of a single game.
  std::uint64_t memory = std::uint64_t{512} << 20;
  // The maximum number of games in a batch, and thus in an index segment.
  std::uint32_t batch_games = 65'536;
  // Opens databases among the paths, so that their games are imported.
  DatabaseOpener databases = {};
};

// The progress of an import.
struct ImportProgress {
  std::uint64_t games = 0;  // number of games read, whether added or not
  std::uint64_t bytes = 0;  // number of bytes read from the inputs on disk
};

// The status of a source that was at least partly imported before.
enum class SourceStatus {
  AlreadyImported,  // completely imported before, so it was not read
  UnderOtherDate,   // the file's date has changed, but not its text
  Resumed,          // reading continued where an earlier import stopped
  HasGrown,         // text was appended, and only that text was read
  IsCopy,           // its text was imported from another file (see the record), so it was not read
  HasChanged,       // the imported text has changed, so nothing was read
  NotReplaced,      // the old games were kept, because the new text could not be read completely
  NothingLeft,      // the old games were kept, because the new text contains no games
};

// A receiver of import events. Calls come from several threads, but are serialized.
class ImportListener {
 public:
  virtual ~ImportListener() = default;

  // Called for a source with a special status. `name` is from the arguments, and `before` is the
  // record of earlier imports.
  virtual void on_source_status(SourceStatus news, const std::string& name,
                                const SourceRecord& before) = 0;
  // Called for an input that could not be read completely. The other inputs are still read.
  virtual void on_failure(const std::string& name, const std::string& why) = 0;
  // Called for a file-level finding.
  virtual void on_file_finding(DiagnosticCode code) = 0;
  // Called after every few hundred kB. Returns false to stop the import; the games read so far are
  // added.
  virtual bool on_progress(const ImportProgress& progress) = 0;
};

// The game before which IllegalGames::Stop ended the import.
struct RefusedGame {
  std::string source;
  std::uint64_t line = 0;  // number of the first line, counting from 1
  std::string white;
  std::string black;
  DiagnosticCode code = {};
  std::optional<std::uint32_t> ply;
  std::string message;
};

// The result of an import.
struct ImportEnd {
  std::uint64_t sources = 0;  // sources read completely or in part
  std::uint64_t bytes = 0;    // bytes of their text

  std::uint64_t games = 0;                                 // games added
  std::uint64_t plies = 0;                                 // half-moves of their main lines
  std::array<std::uint64_t, kDiagnosticCount> findings{};  // findings in them, by code
  std::uint64_t illegal = 0;                               // games skipped because of illegal moves
  std::uint64_t unwanted = 0;                              // games skipped by ImportOptions::where
  std::uint64_t duplicates = 0;                            // games flagged or skipped as duplicates
  std::uint64_t replaced = 0;                              // sources whose old games were replaced
  std::uint64_t kept = 0;                                  // unchanged games of replaced sources
  std::uint64_t removed = 0;                               // removed games of replaced sources
  std::uint64_t batches = 0;
  std::uint64_t set_aside = 0;      // text fragments that could not be parsed as moves
  std::uint64_t lines_between = 0;  // lines of text between games, which are not stored

  bool was_stopped = false;  // true if the listener stopped the import
  std::optional<RefusedGame> refused;

  // Adds the result of another import. If both have a refused game, keeps the first.
  void add(const ImportEnd& other);
};

}  // namespace arbiter
