// Converts the arguments of an import to chunks of games, without what was imported before.
// Recognizes texts that earlier imports have read.
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

namespace arbiter {

// A source that is being read, on its way through the threads of an import.
struct ImportSource {
  std::string name;  // as in the arguments
  SourceFile file;
  SourceMark mark;          // up to which it was put into batches; its id is not used
  Fingerprint fingerprint;  // of the text before that

  // Used by the writing thread.
  std::optional<SourceId> id;  // once it is in the database
  std::uint64_t games = 0;     // in the database
  bool is_other_file = false;  // its size or date differs from that in the database
  // The source whose games, with those of its older ones, are replaced.
  std::optional<SourceRecord> replaced;
};

// Counts of the games of a chunk.
struct ChunkCounts {
  std::uint64_t games = 0;     // read
  std::uint64_t illegal = 0;   // skipped
  std::uint64_t unwanted = 0;  // skipped
  std::uint64_t lines_between = 0;
};

// A part of a source's text on its way from the file to a batch.
struct ImportChunk {
  std::uint64_t number = 0;  // from 0, in the order of the text
  ImportProgress progress;   // of the import after it

  TextChunk text;  // empty if the source is
  ImportSource* source = nullptr;
  std::string_view encoding = {};  // that the text was converted from; as in SourceMark
  bool ends_source = false;
  bool is_cut = false;  // the file is damaged after the text, so its last game may be incomplete

  // The drafts of a part of the text, with lines from the start of the part.
  std::size_t begin = 0;  // of the part, in `text`
  bool has_more = false;  // the next part is drafted when this one was gathered
  DraftBatch drafts;
  std::vector<std::size_t> game_ends;  // the ends of the drafted games in `text`
  std::size_t end = 0;                 // of the part; that of `text`, unless it is cut or has_more
  ChunkCounts counts;
  std::optional<RefusedGame> refused;          // the game at `end`, which was not read
  std::vector<DiagnosticCode> findings_after;  // after the last game of the text

  bool is_last_of_source() const { return ends_source && !has_more; }
};

struct BatchLimits {
  std::size_t games = 65'536;
  std::size_t memory = std::size_t{128} << 20;  // may be exceeded by one chunk
};

struct ImportPlan {
  const ImportOptions& options;
  SourceRecords records;                     // of the store
  std::optional<std::uint32_t> index_plies;  // the maximum ply of the index, if it is limited
  BatchLimits limits;
};

// Reads the chunks of an import. Used by one thread at a time.
class ChunkFeed {
 public:
  virtual ~ChunkFeed() = default;

  // Reads text, source, ends_source, is_cut and progress.bytes of `chunk`. Returns false at the end
  // of all inputs. Each source has at least one chunk, and ends_source in the last one, unless it
  // is damaged. The feed owns the sources, but does not change them any more. Throws IoError.
  virtual bool next(ImportChunk& chunk) = 0;
};

// Opens paths for open_input(), without folders. `plan` and `listener` must outlive the feed.
std::unique_ptr<ChunkFeed> open_inputs(std::vector<std::string> paths, const ImportPlan& plan,
                                       ImportListener& listener);

// The size of a text's start that distinguishes most texts.
inline constexpr std::size_t kHeadBytes = 4096;

// Returns the fingerprint of a text's first bytes; none for a shorter text, which may grow.
std::optional<std::uint64_t> head_of(std::string_view text);

// Texts that were imported completely, independent of file names and compression.
class ImportedTexts {
 public:
  explicit ImportedTexts(const SourceRecords& records);

  // Adds a source, unless it is incomplete or empty.
  void add(const SourceRecord& record);

  struct Beginning {
    std::string_view text;
    bool is_all = false;  // the whole text
  };
  // Returns whether a text with this beginning may be known.
  bool may_have(const Beginning& beginning) const;

  // Returns the source with this text, or null.
  const SourceRecord* find(std::uint64_t size, std::uint64_t fingerprint) const;

 private:
  std::deque<SourceRecord> records_;
  std::unordered_map<std::uint64_t, const SourceRecord*> by_fingerprint_;
  std::unordered_set<std::uint64_t> heads_;
  std::uint64_t longest_without_head_ = 0;
};

// The part of a source that an earlier import has read, read again.
struct ResumeCheck {
  std::uint64_t size = 0;  // less than requested if the source is shorter
  Fingerprint fingerprint;
  std::optional<LineEnd> line_end;  // of the first line
  std::string end;                  // the last bytes, up to 64
};

// Reads `size` bytes, at 3 GB/s without decompression. Throws IoError.
ResumeCheck read_again(ByteSource& source, std::uint64_t size);

// Returns whether certainly no game crosses the end of a part that continues with `rest`. The part
// ends with a result, or a tag or nothing follows.
bool is_between_games(const ResumeCheck& before, std::string_view rest);

}  // namespace arbiter
