#include "db/import/import_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "db/import/file_part.h"
#include "db/model/source.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/validate/text_checks.h"

namespace arbiter {
namespace {

bool is_same_file(const SourceFile& a, const SourceFile& b) {
  return a.bytes == b.bytes && a.modified == b.modified;
}

// A feed that reads the inputs of an import. Only one thread may use it at a time.
class ImportFeed final : public ChunkFeed {
 public:
  ImportFeed(std::vector<std::string> paths, const ImportPlan& plan, ImportListener& listener)
      : paths_(std::move(paths)), plan_(plan), listener_(listener), imported_texts_(plan.records) {
    for (const auto& [name, record] : plan_.records) {
      if (const auto named = read_name_of_part(name)) {
        parts_.insert_or_assign(std::string(named->file), named->part.of);
      }
    }
  }

  bool next(ImportChunk& chunk) override {
    while (!chunks_) {
      if (!open_next()) return false;
    }
    if (first_) {
      std::swap(chunk.text, *first_);
      first_.reset();
    } else {
      chunks_->next(chunk.text);
    }
    chunk.source = &sources_.back();
    chunk.ends_source = false;
    chunk.is_cut = false;
    chunk.progress.bytes = bytes_before_ + input_->consumed_bytes();
    chunk.encoding = form_->converted_from;
    fingerprint_.add(chunk.text.source.text);
    text_.mark.offset += chunk.text.source.text.size();
    if (chunk.text.source.ends_file) finish_source(chunk);
    return true;
  }

 private:
  // Opens the next member or the next input. Returns false at the end of all inputs.
  bool open_next() {
    while (!input_) {
      if (next_path_ == paths_.size()) return false;
      if (open_input_of(paths_[next_path_++])) break;
    }
    auto member = input_->next_member();
    if (!member) {
      finish_input();
      return true;
    }
    ++members_;
    name_ = member->name;
    if (!begin(*member)) chunks_.reset();
    return true;
  }

  bool open_input_of(const std::string& path) {
    SourceFile file = source_file(path);
    if (file.can_be_read_again && ++names_[file.name] > 1) return false;
    part_.reset();
    if (!plan_.options.part.is_all()) part_ = bounds_of_part(path, plan_.options.part);
    if (!part_ && plan_.options.part.number > 1) return false;
    auto input = open_input(path);
    if (!input) {
      listener_.on_failure(path, input.error());
      return false;
    }
    input_ = std::move(*input);
    input_file_ = std::move(file);
    members_ = 0;
    return true;
  }

  void finish_input() {
    if (const auto damage = input_->damage()) listener_.on_failure(paths_[next_path_ - 1], *damage);
    for (std::uint64_t i = 0; i < input_->skipped_members(); ++i) {
      listener_.on_file_finding(DiagnosticCode::ArchiveEntrySkipped);
    }
    bytes_before_ += input_->consumed_bytes();
    input_.reset();
  }

  // Start reading a member. Return false if nothing in it is to be read.
  bool begin(Member& member) {
    SourceFile file = file_of(member);
    if (was_split_otherwise(file.name)) return false;
    if (part_) return begin_part(member, std::move(file));
    const auto known = plan_.records.find(file.name);
    if (!file.can_be_read_again) return begin_from_start(member, std::move(file));
    if (known == plan_.records.end()) {
      return plan_.options.known_files == KnownFiles::Again
                 ? begin_from_start(member, std::move(file))
                 : begin_new(member, std::move(file));
    }
    const SourceRecord& record = known->second;
    if (record.mark.is_finished && plan_.options.known_files == KnownFiles::Again) {
      return begin_from_start(member, std::move(file));
    }
    if (plan_.options.known_files == KnownFiles::Replace && !record.older.empty()) {
      return begin_replacement(record, std::move(file));
    }
    if (record.mark.is_finished && is_same_file(file, record.file))
      return skip(SourceStatus::AlreadyImported, record);
    return resume(member, record, std::move(file));
  }

  // Starts a file with an unknown name.
  bool begin_new(Member& member, SourceFile file) {
    if (!read_first(member, {})) return false;
    const PgnText& first = first_->source;
    if (!imported_texts_.may_have({first.text, first.ends_file})) {
      return add_whole(member, std::move(file));
    }
    if (const SourceRecord* same = same_text()) return skip(SourceStatus::IsCopy, *same);
    auto again = reopen_member();
    return again && begin_from_start(*again, std::move(file));
  }

  bool begin_from_start(Member& member, SourceFile file) {
    return read_first(member, {}) && add_whole(member, std::move(file));
  }

  // Starts a part, like a file that was already read up to its start.
  bool begin_part(Member& member, SourceFile file) {
    file.name = name_of_part(file.name, plan_.options.part);
    name_ = name_of_part(name_, plan_.options.part);
    const auto known = plan_.records.find(file.name);
    SourceMark mark;
    if (known != plan_.records.end()) {
      mark = known->second.mark;
      if (mark.is_finished || mark.offset > 0) {
        return resume_part(member, known->second, std::move(file));
      }
    }
    mark.offset = part_->begin;
    mark.lines = line_breaks_before(paths_[next_path_ - 1], mark.offset);
    return begin_remainder(member, read_again(member.source, mark.offset), mark, std::move(file));
  }

  // Resumes a part. If the file has changed, the part is treated as a new source.
  bool resume_part(Member& member, const SourceRecord& record, SourceFile file) {
    if (record.mark.is_finished && is_same_file(file, record.file))
      return skip(SourceStatus::AlreadyImported, record);
    ResumeCheck before = read_again(member.source, record.mark.offset);
    if (!is_same_file(file, record.file) || before.fingerprint.value() != record.mark.fingerprint)
      return skip(SourceStatus::HasChanged, record);
    listener_.on_source_status(SourceStatus::Resumed, name_, record);
    return begin_remainder(member, std::move(before), record.mark, std::move(file));
  }

  // Starts the text of the part that follows the text of `before`.
  bool begin_remainder(Member& member, ResumeCheck before, const SourceMark& mark,
                       SourceFile file) {
    until_part_ends_.emplace(member.source, part_->end - before.size);
    Member part{member.name, *until_part_ends_, member.form};
    if (!read_first(part, before)) return false;
    ImportSource& source = add_remainder(std::move(before), mark, std::move(file));
    if (mark.source != SourceId{}) source.id = mark.source;
    return true;
  }

  bool add_whole(const Member& member, SourceFile file) {
    if (member.form.parts.utf16) listener_.on_file_finding(DiagnosticCode::Utf16);
    if (member.form.is_html) listener_.on_file_finding(DiagnosticCode::HtmlPage);
    if (!member.form.frame.empty()) listener_.on_file_finding(DiagnosticCode::TextFrame);
    file.head = head_of(first_->source.text);
    add_source(std::move(file));
    return true;
  }

  bool resume(Member& member, const SourceRecord& record, SourceFile file) {
    ResumeCheck before = read_again(member.source, record.mark.offset);
    const bool is_same =
        before.size == record.mark.offset && before.fingerprint.value() == record.mark.fingerprint;
    if (!is_same) return begin_changed(record, std::move(file));
    read_first(member, before);
    const std::string_view rest = first_->source.text;
    if (record.mark.is_finished) {
      if (!is_between_games(before, rest)) return begin_changed(record, std::move(file));
      listener_.on_source_status(
          rest.empty() ? SourceStatus::UnderOtherDate : SourceStatus::HasGrown, name_, record);
    } else if (record.mark.offset > 0) {
      listener_.on_source_status(SourceStatus::Resumed, name_, record);
    }
    file.head = record.file.head;
    ImportSource& source = add_remainder(std::move(before), record.mark, std::move(file));
    source.id = record.mark.source;
    source.is_other_file = !is_same_file(source.file, record.file);
    return true;
  }

  // Adds a source, and starts to collect its text, because the same import may contain copies of
  // it.
  ImportSource& add_source(SourceFile file) {
    ImportSource& source = sources_.emplace_back();
    source.name = name_;
    source.file = std::move(file);
    source.file.packing = to_string(container_of_file(paths_[next_path_ - 1]));
    text_ = {};
    text_.file = source.file;
    fingerprint_ = {};
    return source;
  }

  // Adds the text that follows `before`, as a source that continues with the games of `mark`.
  ImportSource& add_remainder(ResumeCheck before, const SourceMark& mark, SourceFile file) {
    ImportSource& source = add_source(std::move(file));
    source.mark = mark;
    source.fingerprint = std::move(before.fingerprint);
    source.games = mark.games;
    return source;
  }

  // Reports why the current member is skipped. Returns false.
  bool skip(SourceStatus status, const SourceRecord& record) {
    listener_.on_source_status(status, name_, record);
    return false;
  }

  // Returns whether the file was imported with a different split, so that its games would be
  // imported again. Reports this.
  bool was_split_otherwise(const std::string& file) const {
    if (plan_.options.known_files == KnownFiles::Again) return false;
    const auto divided = parts_.find(file);
    if (divided != parts_.end() && divided->second != (part_ ? plan_.options.part.of : 1)) {
      listener_.on_failure(name_, fmt::format("it was imported in parts; continue with --part N/{}",
                                              divided->second));
      return true;
    }
    if (!part_ || !plan_.records.contains(file)) return false;
    listener_.on_failure(name_, "it was imported as a whole; continue without --part");
    return true;
  }

  bool begin_changed(const SourceRecord& record, SourceFile file) {
    if (plan_.options.known_files == KnownFiles::Replace)
      return begin_replacement(record, std::move(file));
    if (plan_.options.known_files == KnownFiles::Skip)
      return skip(SourceStatus::HasChanged, record);
    auto member = reopen_member();
    return member && begin_from_start(*member, std::move(file));
  }

  bool begin_replacement(const SourceRecord& record, SourceFile file) {
    auto member = reopen_member();
    if (!member || !begin_from_start(*member, std::move(file))) return false;
    sources_.back().id = record.mark.source;
    sources_.back().replaced = record;
    return true;
  }

  // Reads `first_`, which is empty at the end. Returns false if the source is not PGN.
  bool read_first(Member& member, const ResumeCheck& before) {
    member_ = &member.source;
    form_ = &member.form;
    chunks_.emplace(member.source);
    chunks_->start_at(before.size, before.line_end);
    first_.emplace();
    if (!chunks_->next(*first_)) first_->source = {{}, before.size};
    const bool is_start = before.size == 0 && !first_->source.text.empty();
    const auto other = is_start ? find_other_content(*first_, *chunks_) : std::nullopt;
    if (other) listener_.on_failure(name_, "it is " + other->description());
    return !other;
  }

  // Returns the imported source with the same text as the current member, which starts with
  // `first_`. Returns null if there is no such source, or if the member is damaged.
  const SourceRecord* same_text() {
    Fingerprint fingerprint;
    std::uint64_t size = 0;
    TextChunk chunk;
    std::swap(chunk, *first_);
    do {
      fingerprint.add(chunk.source.text);
      size += chunk.source.text.size();
    } while (chunks_->next(chunk));
    return member_->damage() ? nullptr : imported_texts_.find(size, fingerprint.value());
  }

  // Opens the current member again at its start. Reports failures.
  std::optional<Member> reopen_member() {
    const std::string& path = paths_[next_path_ - 1];
    chunks_.reset();
    auto input = open_input(path);
    if (!input) {
      listener_.on_failure(path, input.error());
      return std::nullopt;
    }
    input_ = std::move(*input);
    for (std::size_t i = 1; i < members_; ++i) input_->next_member();
    return input_->next_member();
  }

  // Returns the file of a member. If two members have the same name, a number is added to the
  // second.
  SourceFile file_of(const Member& member) {
    SourceFile file = input_file_;
    const std::string& path = paths_[next_path_ - 1];
    if (!member.name.starts_with(path) || member.name.size() == path.size()) return file;
    file.name += member.name.substr(path.size());
    if (const int times = ++names_[file.name]; times > 1) file.name += fmt::format(" ({})", times);
    return file;
  }

  void finish_source(ImportChunk& chunk) {
    chunks_.reset();
    const auto damage = member_->damage();
    // Bytes that could not be decoded do not truncate the text.
    chunk.is_cut = damage && (form_->is_cut || form_->undecoded.bytes == 0);
    chunk.ends_source = !chunk.is_cut;
    text_.mark.is_finished = !chunk.is_cut;
    text_.mark.fingerprint = fingerprint_.value();
    imported_texts_.add(text_);
    constexpr std::string_view kLastGame =
        "; its last game may be incomplete and was not imported; import the complete file to "
        "continue";
    if (damage) {
      listener_.on_failure(name_, fmt::format("{}{}", *damage, chunk.is_cut ? kLastGame : ""));
    }
    if (form_->parts.is_mixed()) listener_.on_file_finding(DiagnosticCode::Utf16);
    if (!form_->guess.encoding.empty()) {
      listener_.on_file_finding(!form_->converted_from.empty() ? DiagnosticCode::EncodingGuessed
                                                               : DiagnosticCode::EncodingUnsure);
    }
  }

  std::vector<std::string> paths_;
  const ImportPlan& plan_;
  ImportListener& listener_;
  ImportedTexts imported_texts_;
  std::deque<ImportSource> sources_;
  std::map<std::string, int> names_;  // names of inputs and members so far, with their counts
  std::unordered_map<std::string, std::uint32_t> parts_;  // parts of split files

  std::size_t next_path_ = 0;
  std::uint64_t bytes_before_ = 0;  // size on disk of the inputs before the current one
  std::unique_ptr<Input> input_;
  SourceFile input_file_;
  std::size_t members_ = 0;  // members of the current input so far
  // The current part, if files are split and the input can be split.
  std::optional<PartBounds> part_;
  std::optional<FirstBytes> until_part_ends_;

  std::string name_;              // name of the current member in messages
  ByteSource* member_ = nullptr;  // the current member
  const TextForm* form_ = nullptr;
  std::optional<TextChunks> chunks_;
  std::optional<TextChunk> first_;  // the member's first chunk, if it was read ahead
  SourceRecord text_;               // text of the current member so far
  Fingerprint fingerprint_;         // fingerprint of that text
};

}  // namespace

std::unique_ptr<ChunkFeed> open_inputs(std::vector<std::string> paths, const ImportPlan& plan,
                                       ImportListener& listener) {
  return std::make_unique<ImportFeed>(std::move(paths), plan, listener);
}

namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10;
constexpr std::size_t kEndBytes = 64;
constexpr std::string_view kBlanks = " \t\r\n";

// Records the line end of a block. A CR LF split at the end of the first block counts as CR, which
// is harmless.
void note_line_end(std::string_view block, ResumeCheck& before) {
  const std::size_t at = block.find_first_of("\r\n");
  if (at != std::string_view::npos) before.line_end = line_end_at(block, at);
}

bool ends_with_result(std::string_view text) {
  const std::size_t last = text.find_last_not_of(kBlanks);
  if (last == std::string_view::npos) return true;
  text = text.substr(0, last + 1);
  return text.ends_with("1-0") || text.ends_with("0-1") || text.ends_with("1/2-1/2") ||
         text.ends_with('*');
}

}  // namespace

std::optional<std::uint64_t> head_of(std::string_view text) {
  if (text.size() < kHeadBytes) return std::nullopt;
  return fingerprint_of(text.substr(0, kHeadBytes));
}

ImportedTexts::ImportedTexts(const SourceRecords& records) {
  for (const auto& [name, record] : records) {
    for (const SourceRecord& older : record.older) add(older);
    add(record);
  }
}

void ImportedTexts::add(const SourceRecord& record) {
  const bool is_whole = record.mark.is_finished && !read_name_of_part(record.file.name);
  if (!is_whole || record.mark.offset == 0) return;
  const SourceRecord& added = records_.emplace_back(record);
  by_fingerprint_[record.mark.fingerprint] = &added;
  if (record.file.head) {
    heads_.insert(*record.file.head);
  } else {
    longest_without_head_ = std::max(longest_without_head_, record.mark.offset);
  }
}

bool ImportedTexts::may_have(const Beginning& beginning) const {
  if (beginning.text.empty()) return false;
  if (beginning.is_all) {
    return find(beginning.text.size(), fingerprint_of(beginning.text)) != nullptr;
  }
  const auto head = head_of(beginning.text);
  return (head && heads_.contains(*head)) || longest_without_head_ > beginning.text.size();
}

const SourceRecord* ImportedTexts::find(std::uint64_t size, std::uint64_t fingerprint) const {
  const auto known = by_fingerprint_.find(fingerprint);
  const bool is_same = known != by_fingerprint_.end() && known->second->mark.offset == size;
  return is_same ? known->second : nullptr;
}

ResumeCheck read_again(ByteSource& source, std::uint64_t size) {
  ResumeCheck before;
  std::vector<char> bytes(kBlock);
  while (before.size < size) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, size - before.size));
    const std::size_t read = source.read(std::span(bytes.data(), wanted));
    if (read == 0) break;
    const std::string_view block(bytes.data(), read);
    before.fingerprint.add(block);
    before.size += read;
    if (!before.line_end) note_line_end(block, before);
    before.end += block.substr(block.size() - std::min(block.size(), kEndBytes));
    before.end.erase(0, before.end.size() - std::min(before.end.size(), kEndBytes));
  }
  return before;
}

bool is_between_games(const ResumeCheck& before, std::string_view rest) {
  const std::size_t next = rest.find_first_not_of(kBlanks);
  if (next == std::string_view::npos || ends_with_result(before.end)) return true;
  const bool begins_line =
      next > 0 ? rest.substr(0, next).find_first_of("\r\n") != std::string_view::npos ||
                     before.end.ends_with('\n')
               : before.end.ends_with('\n');
  if (rest[next] != '[' || !begins_line) return false;
  // A tag directly below another one belongs to the same game.
  const std::size_t last = before.end.find_last_not_of(kBlanks);
  if (last == std::string::npos || before.end[last] != ']') return true;
  const std::string between = before.end.substr(last + 1) + std::string(rest.substr(0, next));
  return std::ranges::count(between, '\n') > 1;
}

}  // namespace arbiter
