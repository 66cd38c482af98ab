// From the arguments of an import to stretches of games, what was read before left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/import/import_chunk.h"
#include "db/import/import_listener.h"
#include "db/import/import_options.h"
#include "db/import/known_texts.h"
#include "db/import/resume_check.h"
#include "db/model/source.h"
#include "lib/io/input_files.h"
#include "lib/pgn/reader.h"

namespace arbiter {

// A source of which something is to be read, on its way through the threads of an import.
struct ImportSource {
  std::string name;  // as the arguments have it
  SourceFile file;
  // How far it has been read and put into batches; its number does not count here.
  SourceMark mark;
  Fingerprint fingerprint;  // of the text before that

  // For the thread that writes.
  std::optional<SourceId> id;  // once it is in the database
  std::uint64_t games = 0;     // of it, in the database
  bool is_other_file = false;  // than the database knows: its size or its date has changed
  // Its games take the place of those of this source and older ones of its name.
  std::optional<SourceRecord> replaced;
};

struct FeedPlan {
  std::vector<std::string> paths;  // as open_input() takes them, no folders among them
  SourceRecords records;           // what the database knows
  KnownFiles known_files = KnownFiles::Skip;
  FilePart part = {};
};

// For one thread at a time.
class ImportFeed {
 public:
  ImportFeed(FeedPlan plan, ImportListener& listener);
  ~ImportFeed();

  // Fills text, source, ends_source, is_cut and progress.bytes of `chunk`. Every source comes
  // with one chunk at least; the last one says so, unless the source is damaged. False at the
  // end of all. Throws IoError. Sources live as long as the feed, which touches them no more
  // once it has handed them out.
  bool next(ImportChunk& chunk);

 private:
  bool open_next();
  bool open_input_of(const std::string& path);
  void finish_input();
  // These begin to read a member. False: there is nothing to be read.
  bool begin(Member& member);
  bool begin_new(Member& member, SourceFile file);
  bool begin_anew(Member& member, SourceFile file);
  bool begin_part(Member& member, SourceFile file);
  bool go_on_part(Member& member, const SourceRecord& record, SourceFile file);
  bool begin_rest(Member& member, ResumeCheck before, const SourceMark& mark, SourceFile file);
  bool add_source(const Member& member, SourceFile file);
  bool go_on(Member& member, const SourceRecord& record, SourceFile file);
  void add_rest(ResumeCheck before, const SourceMark& mark, SourceFile file);
  bool was_divided_otherwise(const std::string& file) const;
  bool begin_changed(const SourceRecord& record, SourceFile file);
  bool begin_replacement(const SourceRecord& record, SourceFile file);
  bool read_first(Member& member, const ResumeCheck& before);

  bool is_doubled(const SourceRecord& record) const;
  const SourceRecord* same_text();
  void begin_text(const SourceFile& file);
  void note_text(const TextChunk& chunk);
  std::string packing() const;
  std::optional<Member> reopen_member();
  SourceFile file_of(const Member& member);
  void finish_source(ImportChunk& chunk);

  FeedPlan plan_;
  ImportListener& listener_;
  KnownTexts known_texts_;
  std::deque<ImportSource> sources_;
  std::map<std::string, int> names_;  // of inputs and members so far, and how often
  std::unordered_map<std::string, std::uint32_t> parts_;  // of files that were read in parts

  std::size_t next_path_ = 0;
  std::uint64_t bytes_before_ = 0;  // on disk, of the inputs before the present one
  std::unique_ptr<Input> input_;
  SourceFile input_file_;
  std::size_t members_ = 0;  // of the input, so far
  // Where the part of the input is, if the files are divided and it can be.
  std::optional<PartBounds> part_;
  std::optional<FirstBytes> until_part_ends_;

  std::string name_;              // of the member being read, as the user knows it
  ByteSource* member_ = nullptr;  // what it is read from
  std::optional<TextChunks> chunks_;
  std::optional<TextChunk> first_;  // its first chunk, read already
  SourceRecord text_;               // that is being read; its mark says how far
  Fingerprint fingerprint_;         // of it
};

}  // namespace arbiter
