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

// Whether all inputs of a run were read.
enum class InputsRead : std::uint8_t { All, NotAll };

// An encoding other than UTF-8 for written games. A character that it lacks is reported, and
// written as an escape such as "\u0142", which `arbiter fmt --fix mojibake` reads back.
class OutputEncoding {
 public:
  // Fails if the encoding is unknown or not a superset of ASCII.
  static Result<std::shared_ptr<OutputEncoding>> of(const std::string& name);

  // Returns the byte order mark before all games; may be empty.
  std::string_view mark() const { return has_mark_ ? kUtf8Bom : std::string_view(); }
  // Converts games from UTF-8. `line` is their first line in the output. Reports the positions of
  // the first missing characters.
  std::string bytes_of(std::string_view games, std::string_view output, std::uint64_t line,
                       Console& console);
  // Prints the number of missing characters. Returns whether any character or byte could not be
  // encoded.
  bool report_faults(Console& console) const;

 private:
  std::string name_;
  bool has_mark_ = false;
  std::optional<CharacterConverter> converter_;  // nothing for UTF-8
  std::uint64_t missing_ = 0;                    // number of missing characters
  std::uint64_t undecoded_ = 0;                  // number of bytes that are not UTF-8
};

void add_output_encoding(CommandLine& app, OutputOption& output);

// Returns an error if games in this shape can only be UTF-8.
std::optional<Error> fault_of_encoding(const OutputOption& output, const GameShape& shape);

// An output of games. Files are replaced atomically (see OutputFile). Errors contain the file name.
class GamesOutput {
 public:
  // Opens the output of -o. Rejects files that are inputs, databases, or belong to a database.
  static Result<GamesOutput> open(const OutputOption& option,
                                  const std::vector<std::string>& inputs, Console& console);

  // Opens a file for rewriting its games in place. Rejects pipes, compressed files, databases and
  // (even for root) write-protected files.
  static Result<GamesOutput> in_place_of(const std::string& path, Console& console,
                                         std::shared_ptr<OutputEncoding> encoding = {});

  bool is_file() const { return file_ != nullptr; }

  void write(std::string_view games);

  // Writes the output to disk, but does not replace the file (see OutputFile::complete).
  void complete();

  // Completes the output, and prints the attributes lost by replacing the file. Called once, after
  // all games were written; otherwise the file remains unchanged. Fails if the file has changed
  // meanwhile, or if not all inputs were read, because an incomplete output must not replace a
  // file.
  std::optional<Error> finish(InputsRead inputs);

 private:
  GamesOutput(std::string path, std::unique_ptr<OutputFile> file, Console& console,
              std::shared_ptr<OutputEncoding> encoding);
  void put(std::string_view bytes);

  std::string path_;
  std::unique_ptr<OutputFile> file_;  // null for standard output
  Console* console_;
  std::shared_ptr<OutputEncoding> encoding_;  // null for UTF-8
  std::uint64_t line_ = 0;                    // number of the next line; 0 before the first write
};

// The set of written positions, as 128-bit hashes. Memory: about 50 bytes each. The probability of
// a collision among a billion positions is 1 in 10^20.
class UniqueLines {
 public:
  // Returns those lines of a position format whose position is new. The result is valid until the
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
  // `shape` was derived from `format`.
  FramedOutput(GamesOutput output, const GameShape& shape, const FormatOptions& format);

  bool is_file() const { return output_.is_file(); }

  // Writes whole games, as returned by a GameExporter with this shape.
  void write(std::string_view games);

  void complete();  // see GamesOutput::complete(); called after the last game

  // See GamesOutput::finish().
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

// Converts a key to a part of a file name: without path separators, not reserved by a system, 1 to
// 100 bytes long.
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
// full. By keys, games are buffered until the end, and then written file by file, so that at most
// two files are open.
class SplitOutput {
 public:
  static constexpr std::size_t kMaxFiles = 100'000;

  SplitOutput(const SplitOption& option, SplitTarget target, Console& console);

  std::optional<Error> add(std::string_view game, std::span<const std::string> keys);

  // Completes all files. Called once, after the last game. After an error the remaining files are
  // not written.
  std::optional<Error> finish();

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
  // The current file, if games are split by number.
  std::optional<FramedOutput> current_;
  std::uint64_t in_current_ = 0;
  // The buffered games, if games are split by keys.
  std::optional<Spool> spool_;
  std::map<std::string, std::size_t, std::less<>> by_key_;
  std::map<std::string, std::size_t> uses_of_name_;  // by name in lower case (ASCII)
  std::vector<File> by_name_;
};

// Returns "1 text fragment could not be parsed as moves".
std::string set_aside_text(std::uint64_t pieces);
// Returns set_aside_text(), and where exports keep the text.
std::string set_aside_in_comments_text(std::uint64_t pieces);
// Returns text such as "2 lines of text between games were not kept".
std::string lines_between_text(std::uint64_t lines);

}  // namespace arbiter
