// A whole file of games rewritten in bounded memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "lib/export/game_export.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/reader.h"

namespace arbiter {

enum class GameForm : std::uint8_t {
  Export,    // export format, see GameExporter
  Lossless,  // see write_lossless(); text between games is unchanged
};

// Receives the output in order, chunk by chunk.
using WrittenReceiver = std::function<void(std::string_view written, std::string_view source)>;

struct ExportedMoveInFile {
  std::uint64_t line = 0;  // line number, from 1
  std::uint64_t game = 0;  // game number in the file, from 1
  ExportedMove move = {};
};

// A game whose tags were corrected, or contradict a correction.
struct EditedGame {
  std::uint64_t line = 0;  // line number, from 1
  std::uint64_t game = 0;  // game number in the file, from 1
  TagNotes notes = {};
};
using EditReceiver = std::function<void(const EditedGame& game)>;

struct FileExport {
  std::uint64_t games = 0;
  std::uint64_t set_aside = 0;  // text fragments kept as comments
  // The first kMaxReported games whose main line could not be played to its end.
  std::vector<ExportedMoveInFile> unplayed = {};
  // The first kMaxReported games with piece letters detected from the game.
  std::vector<ExportedMoveInFile> translated = {};
};

class FileExporter {
 public:
  // The maximum number of games listed per file and kind; the tally counts all.
  static constexpr std::size_t kMaxReported = 20;

  explicit FileExporter(GameForm form, std::optional<PieceLetters> letters = {},
                        const GameShape& shape = {});
  FileExporter(const FileExporter&) = delete;
  FileExporter& operator=(const FileExporter&) = delete;
  ~FileExporter();

  // Writes the games of a file on `jobs` threads. The output does not depend on their number. Fails
  // on a file that is not PGN (see find_other_content), without output. Throws IoError if the
  // system cannot read. Holds a few chunks per thread in memory.
  Result<FileExport> run(ByteSource& source, const WrittenReceiver& receive, unsigned jobs = 1);

  // Calls `receive` with each edited game of later runs, in order, on the thread of run().
  void report_edits(EditReceiver receive) { edits_ = std::move(receive); }

  // Returns the tally of all files; in lossless form, it counts only games.
  ExportTally tally() const;

 private:
  class ChunkExporter;

  void prepare(unsigned jobs);

  GameForm form_;
  std::optional<PieceLetters> letters_;
  GameShape shape_;
  EditReceiver edits_;
  std::vector<std::unique_ptr<ChunkExporter>> exporters_;  // one for each thread
};

}  // namespace arbiter
