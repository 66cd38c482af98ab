// A feed that splits the inputs of an import into chunks of games. It skips text that earlier
// imports have read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "db/import/import_options.h"
#include "db/model/game_draft.h"
#include "db/model/source.h"
#include "lib/base/text_scan.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"

namespace arbiter {

// The state of a source that is being read, shared by threads.
struct ImportSource {
  std::string name;  // name, as in the arguments
  SourceFile file;
  SourceMark mark;          // the position up to which the source is in batches; its id is unused
  Fingerprint fingerprint;  // fingerprint of the text up to the mark

  // The members up to `replaced` are used only by the writing thread.
  std::optional<SourceId> id;  // set once the source is in the database
  std::uint64_t games = 0;     // number of games in the database
  bool is_other_file = false;  // true if size or date differ from those in the database
  // The source that is replaced, including its older versions.
  std::optional<SourceRecord> replaced;
};

// The game counts of a chunk.
struct ChunkCounts {
  std::uint64_t games = 0;     // games that were read
  std::uint64_t illegal = 0;   // games skipped because of illegal moves
  std::uint64_t unwanted = 0;  // games skipped by the filter
  std::uint64_t lines_between = 0;
};

// A part of a source's text, between reading and batching.
struct ImportChunk {
  std::uint64_t number = 0;  // number of the chunk, from 0, in text order
  ImportProgress progress;   // progress of the import after the chunk

  TextChunk text;  // empty if the source is empty
  ImportSource* source = nullptr;
  std::string_view encoding = {};  // the original encoding of the text, as in SourceMark
  bool ends_source = false;
  // True if the file is damaged after the text, so that the last game may be incomplete.
  bool is_cut = false;

  // The drafts of a part of the text. Line numbers count from the start of the part.
  std::size_t begin = 0;  // start of the part in `text`
  bool has_more = false;  // true if the next part must be drafted after this one is gathered
  DraftBatch drafts;
  std::vector<std::size_t> game_ends;  // end offsets of the drafted games in `text`
  std::size_t end = 0;                 // end of the part; usually the end of `text`
  ChunkCounts counts;
  std::optional<RefusedGame> refused;          // the game at `end`, which was not read
  std::vector<DiagnosticCode> findings_after;  // findings after the last game of the text

  bool is_last_of_source() const { return ends_source && !has_more; }
};

struct BatchLimits {
  std::size_t games = 65'536;
  // Memory limit in bytes, which a single chunk may exceed.
  std::size_t memory = std::size_t{128} << 20;
};

struct ImportPlan {
  const ImportOptions& options;
  SourceRecords records;                     // source records of the store
  std::optional<std::uint32_t> index_plies;  // maximum ply of the index, if limited
  BatchLimits limits;
};

// A source of the chunks of an import. Only one thread may use it at a time.
class ChunkFeed {
 public:
  virtual ~ChunkFeed() = default;

  // Fills text, source, ends_source, is_cut and progress.bytes of `chunk`. Returns false at the end
  // of all inputs. Each source has at least one chunk; ends_source is set in the last one, unless
  // the source is damaged. The feed owns the sources, but does not modify them later. Throws
  // IoError.
  virtual bool next(ImportChunk& chunk) = 0;
};

// Opens a feed for paths as accepted by open_input(), except folders. `plan` and `listener` must
// outlive the feed.
std::unique_ptr<ChunkFeed> open_inputs(std::vector<std::string> paths, const ImportPlan& plan,
                                       ImportListener& listener);

// The length in bytes of a prefix that distinguishes most files.
inline constexpr std::size_t kHeadBytes = 4096;

// Returns the fingerprint of a text's first kHeadBytes bytes. Returns nothing for shorter text,
// which may still grow.
std::optional<std::uint64_t> head_of(std::string_view text);

// An index of texts that were imported completely, independent of file names and compression.
class ImportedTexts {
 public:
  explicit ImportedTexts(const SourceRecords& records);

  // Adds a source, unless it is incomplete or empty.
  void add(const SourceRecord& record);

  struct Beginning {
    std::string_view text;
    bool is_all = false;  // true if this is the whole text
  };
  // Returns whether a text with this beginning may have been imported.
  bool may_have(const Beginning& beginning) const;

  // Returns the imported source with this text, or null.
  const SourceRecord* find(std::uint64_t size, std::uint64_t fingerprint) const;

 private:
  std::deque<SourceRecord> records_;
  std::unordered_map<std::uint64_t, const SourceRecord*> by_fingerprint_;
  std::unordered_set<std::uint64_t> heads_;
  std::uint64_t longest_without_head_ = 0;
};

// The result of rereading the part of a source that an earlier import has read.
struct ResumeCheck {
  std::uint64_t size = 0;  // smaller than requested if the source is shorter
  Fingerprint fingerprint;
  std::optional<LineEnd> line_end;  // line end of the first line
  std::string end;                  // the last bytes, up to 64
};

// Reads `size` bytes, at 3 GB/s if uncompressed. Throws IoError.
ResumeCheck read_again(ByteSource& source, std::uint64_t size);

// Returns whether the part before `rest` certainly ends between two games: it ends with a result,
// or a tag or nothing follows.
bool is_between_games(const ResumeCheck& before, std::string_view rest);

}  // namespace arbiter
