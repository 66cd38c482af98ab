// What an import has to say while it runs and when it ends.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "db/model/source.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter {

// Where an import stands.
struct ImportProgress {
  std::uint64_t games = 0;  // read, whether they are added or not
  std::uint64_t bytes = 0;  // of inputs on disk, as far as they were read
};

// What is special about a source.
enum class SourceStatus {
  AlreadyImported,  // all of it is in the database; it was not read
  UnderOtherDate,   // the file's date has changed, its text has not
  GoesOn,           // read on from where an earlier import was interrupted
  HasGrown,         // text has been added since; only that was read
  IsCopy,           // its text was imported from another file, that of the record; it was not read
  HasChanged,       // the text that was imported is no longer there: nothing is read
  NotReplaced,      // the games of before stay: the new text could not be read to its end
  NothingLeft,      // the games of before stay: the new text has none
};

// Called by one thread at a time, but not always by the same thread.
class ImportListener {
 public:
  virtual ~ImportListener() = default;

  // `name` is as the arguments have it, `before` how far earlier imports have read.
  virtual void on_source_status(SourceStatus news, const std::string& name,
                                const SourceRecord& before) = 0;
  // An input, or the rest of it, that could not be read; the others still are.
  virtual void on_failure(const std::string& name, const std::string& why) = 0;
  // A finding about a file as a whole.
  virtual void on_file_finding(DiagnosticCode code) = 0;
  // After every few hundred kB. Return false to stop: what has been read so far is added.
  virtual bool on_progress(const ImportProgress& progress) = 0;
};

// The game at which IllegalGames::Stop has stopped.
struct RefusedGame {
  std::string source;
  std::uint64_t line = 0;  // where the game begins, from 1
  std::string white;
  std::string black;
  DiagnosticCode code = {};
  std::optional<std::uint32_t> ply;
  std::string message;
};

struct ImportEnd {
  std::uint64_t sources = 0;  // of which something was read
  std::uint64_t bytes = 0;    // of their text
  std::uint64_t lines = 0;

  std::uint64_t games = 0;                                 // added
  std::uint64_t plies = 0;                                 // of their main lines
  std::array<std::uint64_t, kDiagnosticCount> findings{};  // in them
  std::uint64_t illegal = 0;                               // left out by IllegalGames::Skip
  std::uint64_t unwanted = 0;    // left out because they do not fit ImportOptions::where
  std::uint64_t duplicates = 0;  // flagged or left out
  std::uint64_t replaced = 0;    // sources the games of which took the place of those of before
  std::uint64_t kept = 0;        // of these, games that were there to the letter
  std::uint64_t removed = 0;     // games of before that these no longer have
  std::uint64_t batches = 0;
  std::uint64_t set_aside = 0;      // pieces of text in them that cannot be kept as moves
  std::uint64_t lines_between = 0;  // lines of text between games, which are not kept

  bool was_stopped = false;  // by the listener
  std::optional<RefusedGame> refused;

  // What another import did besides; of two refusals, the first is kept.
  void add(const ImportEnd& other);
};

}  // namespace arbiter
