// The outputs of games: standard output, a file, or several files among which games are split.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "lib/export/game_layout.h"
#include "lib/io/byte_source.h"
#include "lib/io/legacy_encoding.h"
#include "lib/io/output_file.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/console.h"

namespace arbiter {

// The part of a run's inputs that was read.
enum class InputsRead : std::uint8_t { All, NotAll };

// An encoding other than UTF-8 for written games. A character that it lacks is written as "\u0142",
// which `arbiter fmt --fix mojibake` reads back, and is reported.
class OutputEncoding {
 public:
  // Fails if the encoding is unknown, or if ASCII has other bytes in it.
  static Result<std::shared_ptr<OutputEncoding>> of(const std::string& name);

  // The bytes before all games.
  std::string_view mark() const { return has_mark_ ? kUtf8Bom : std::string_view(); }
  // Returns the bytes of games in UTF-8, which begin in this line of the output. Prints the places
  // of the first missing characters.
  std::string bytes_of(std::string_view games, std::string_view output, std::uint64_t line,
                       Console& console);
  // Prints how many characters are missing. Returns whether there was a character or byte that
  // could not be encoded.
  bool report_faults(Console& console) const;

 private:
  std::string name_;
  bool has_mark_ = false;
  std::optional<CharacterConverter> converter_;  // nothing for UTF-8
  std::uint64_t missing_ = 0;                    // characters
  std::uint64_t undecoded_ = 0;                  // bytes that are not UTF-8
};

// Adds --output-encoding.
void add_output_encoding(CommandLine& app, OutputOption& output);

// Returns an error if games in this shape can only be UTF-8.
std::optional<Error> fault_of_encoding(const OutputOption& output, const GameShape& shape);

// An output of games. A file is replaced completely or not at all (see OutputFile). Errors contain
// the file name.
class GamesOutput {
 public:
  // Opens the output that -o names. Rejects files that are inputs, databases, or belong to a
  // database.
  static Result<GamesOutput> open(const OutputOption& option,
                                  const std::vector<std::string>& inputs, Console& console);

  // Opens a file whose games will be replaced in another form. Rejects pipes, compressed files,
  // databases and write-protected files, also for root.
  static Result<GamesOutput> in_place_of(const std::string& path, Console& console,
                                         std::shared_ptr<OutputEncoding> encoding = {});

  bool is_file() const { return file_ != nullptr; }

  void write(std::string_view games);

  // Writes the output to disk, but does not replace the file (see OutputFile::complete).
  void complete();

  // Completes the output, and prints what was lost by replacing the file. Must be called once,
  // after all games were written; otherwise the file is left unchanged. Fails if the file has
  // changed meanwhile, or if not all inputs were read, because an incomplete output must not
  // replace a file.
  std::optional<Error> finish(InputsRead inputs);

 private:
  GamesOutput(std::string path, std::unique_ptr<OutputFile> file, Console& console,
              std::shared_ptr<OutputEncoding> encoding);
  void put(std::string_view bytes);

  std::string path_;
  std::unique_ptr<OutputFile> file_;  // null for standard output
  Console* console_;
  std::shared_ptr<OutputEncoding> encoding_;  // null for UTF-8
  std::uint64_t line_ = 0;                    // the next one; 0 before the first
};

// A set of the positions that were written, as 128-bit hashes, with about 50 bytes of memory each.
// The probability of a collision among a billion positions is 1 in 10^20.
class UniqueLines {
 public:
  // Returns the lines of a position format whose position is new. The result is valid until the
  // next call.
  std::string_view of(std::string_view lines);

 private:
  using Hash = std::pair<std::uint64_t, std::uint64_t>;
  struct FirstHalf {
    std::size_t operator()(const Hash& hash) const { return hash.first; }
  };

  std::unordered_set<Hash, FirstHalf> known_;
  std::string kept_;
};

class FramedOutput {
 public:
  // Prepares an output of games in `shape`, whose format came from `format`.
  FramedOutput(GamesOutput output, const GameShape& shape, const FormatOptions& format);

  bool is_file() const { return output_.is_file(); }

  // Writes whole games, as returned by a GameExporter with this shape.
  void write(std::string_view games);

  void complete();  // as GamesOutput::complete(), after the last game

  // Completes the output, as GamesOutput::finish() does.
  std::optional<Error> finish(InputsRead inputs);

 private:
  void begin();
  void end();

  GamesOutput output_;
  GamesFrame frame_;
  bool has_begun_ = false;
  bool has_ended_ = false;
  std::optional<UniqueLines> unique_;
};

// Returns the part of a file name for a key. It has no folder separators, is not a name that a
// system reserves, and has 1 to 100 bytes.
std::string file_name_of(std::string_view key);

struct SplitTarget {
  std::string path;  // contains one {}, which the key replaces
  bool replaces_databases = false;
  std::shared_ptr<OutputEncoding> encoding = {};
  std::vector<std::string> inputs = {};  // files that must not be replaced
  GameShape shape = {};
  FormatOptions format = {};
};

// An output that splits games by number or by keys. By number, each file is completed when it is
// full. By keys, games are buffered until the last one, and then written file by file. So at most
// two files are open.
class SplitOutput {
 public:
  static constexpr std::size_t kMaxFiles = 100'000;

  SplitOutput(const SplitOption& option, SplitTarget target, Console& console);

  // Adds the text of a game, with its keys.
  std::optional<Error> add(std::string_view game, std::span<const std::string> keys);

  // Completes all files. Must be called once, after the last game. After an error the remaining
  // files are not written.
  std::optional<Error> finish();

  // Returns the number of complete files.
  std::size_t files() const { return files_; }

 private:
  struct Piece {
    std::uint64_t offset;
    std::uint32_t size;
  };
  struct File {
    std::string name;
    std::vector<Piece> games;
  };

  std::optional<Error> add_in_order(std::string_view game);
  Result<FramedOutput> open(const std::string& name);
  std::optional<Error> close_current();
  std::optional<Error> finish(FramedOutput& output);
  std::optional<Error> write(const File& file);
  std::string free_name(const std::string& key);

  SplitOption option_;
  SplitTarget target_;
  Console& console_;
  std::size_t files_ = 0;
  // Used for splitting by number.
  std::optional<FramedOutput> current_;
  std::uint64_t in_current_ = 0;
  // Used for splitting by keys.
  std::optional<Spool> spool_;
  std::map<std::string, std::size_t, std::less<>> by_key_;
  std::map<std::string, std::size_t> uses_of_name_;  // by name in lower case (ASCII)
  std::vector<File> by_name_;
};

// Returns "1 text fragment could not be parsed as moves".
std::string set_aside_text(std::uint64_t pieces);
// Returns set_aside_text(), followed by the place of the pieces in the written games.
std::string set_aside_in_comments_text(std::uint64_t pieces);
// Returns "2 lines of text between games were not kept".
std::string lines_between_text(std::uint64_t lines);

}  // namespace arbiter
