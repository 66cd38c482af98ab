#include "db/import/import_feed.h"

#include <fmt/format.h>

#include <utility>

#include "lib/io/file_kind.h"
#include "lib/io/input_files.h"
#include "lib/validate/text_checks.h"

namespace arbiter {
namespace {

bool is_same_file(const SourceFile& a, const SourceFile& b) {
  return a.bytes == b.bytes && a.modified == b.modified;
}

}  // namespace

ImportFeed::ImportFeed(FeedPlan plan, ImportListener& listener)
    : plan_(std::move(plan)), listener_(listener), known_texts_(plan_.records) {
  for (const auto& [name, record] : plan_.records) {
    if (const auto named = read_name_of_part(name)) {
      parts_.insert_or_assign(std::string(named->file), named->part.of);
    }
  }
}

ImportFeed::~ImportFeed() = default;

bool ImportFeed::next(ImportChunk& chunk) {
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
  note_text(chunk.text);
  if (chunk.text.source.ends_file) finish_source(chunk);
  return true;
}

// Copies of a file may come in one import with it.
void ImportFeed::begin_text(const SourceFile& file) {
  text_ = {};
  text_.file = file;
  fingerprint_ = {};
}

void ImportFeed::note_text(const TextChunk& chunk) {
  fingerprint_.add(chunk.source.text);
  text_.mark.offset += chunk.source.text.size();
}

void ImportFeed::finish_source(ImportChunk& chunk) {
  chunks_.reset();
  const auto damage = member_->damage();
  chunk.is_cut = damage.has_value();
  chunk.ends_source = !damage;
  text_.mark.is_finished = !damage;
  text_.mark.fingerprint = fingerprint_.value();
  known_texts_.add(text_);
  if (damage) listener_.on_failure(name_, *damage);
}

// Goes to the next member, or else to the next input. False at the end of all.
bool ImportFeed::open_next() {
  while (!input_) {
    if (next_path_ == plan_.paths.size()) return false;
    if (open_input_of(plan_.paths[next_path_++])) break;
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

bool ImportFeed::open_input_of(const std::string& path) {
  SourceFile file = source_file(path);
  if (file.can_be_read_again && ++names_[file.name] > 1) return false;
  part_.reset();
  if (!plan_.part.is_all()) part_ = bounds_of_part(path, plan_.part);
  if (!part_ && plan_.part.number > 1) return false;
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

void ImportFeed::finish_input() {
  if (const auto damage = input_->damage())
    listener_.on_failure(plan_.paths[next_path_ - 1], *damage);
  for (std::uint64_t i = 0; i < input_->skipped_members(); ++i) {
    listener_.on_file_finding(DiagnosticCode::ArchiveEntrySkipped);
  }
  bytes_before_ += input_->consumed_bytes();
  input_.reset();
}

// The second of two members with one name has a number.
SourceFile ImportFeed::file_of(const Member& member) {
  SourceFile file = input_file_;
  const std::string& path = plan_.paths[next_path_ - 1];
  if (!member.name.starts_with(path) || member.name.size() == path.size()) return file;
  file.name += member.name.substr(path.size());
  if (const int times = ++names_[file.name]; times > 1) file.name += fmt::format(" ({})", times);
  return file;
}

bool ImportFeed::begin(Member& member) {
  SourceFile file = file_of(member);
  if (was_divided_otherwise(file.name)) return false;
  if (part_) return begin_part(member, std::move(file));
  const auto known = plan_.records.find(file.name);
  if (!file.can_be_read_again) return begin_anew(member, std::move(file));
  if (known == plan_.records.end()) {
    return plan_.known_files == KnownFiles::Again ? begin_anew(member, std::move(file))
                                                  : begin_new(member, std::move(file));
  }
  const SourceRecord& record = known->second;
  if (record.mark.is_finished && plan_.known_files == KnownFiles::Again) {
    return begin_anew(member, std::move(file));
  }
  if (is_doubled(record)) return begin_replacement(record, std::move(file));
  if (record.mark.is_finished && is_same_file(file, record.file)) {
    listener_.on_source_status(SourceStatus::AlreadyImported, name_, record);
    return false;
  }
  return go_on(member, record, std::move(file));
}

// Nothing is known about a file of its name.
bool ImportFeed::begin_new(Member& member, SourceFile file) {
  if (!read_first(member, {})) return false;
  const PgnText& first = first_->source;
  if (!known_texts_.may_have({first.text, first.ends_file})) {
    return add_source(member, std::move(file));
  }
  if (const SourceRecord* same = same_text()) {
    listener_.on_source_status(SourceStatus::IsCopy, name_, *same);
    return false;
  }
  auto again = reopen_member();
  return again && begin_anew(*again, std::move(file));
}

// Whether games of the file are there that its parts, or the whole file, would bring again. Says
// so.
bool ImportFeed::was_divided_otherwise(const std::string& file) const {
  if (plan_.known_files == KnownFiles::Again) return false;
  const auto divided = parts_.find(file);
  if (divided != parts_.end() && divided->second != (part_ ? plan_.part.of : 1)) {
    listener_.on_failure(
        name_, fmt::format("it was imported in parts; go on with --part N/{}", divided->second));
    return true;
  }
  if (!part_ || !plan_.records.contains(file)) return false;
  listener_.on_failure(name_, "it was imported undivided; go on without --part");
  return true;
}

// As a file that was read up to where the part begins.
bool ImportFeed::begin_part(Member& member, SourceFile file) {
  file.name = name_of_part(file.name, plan_.part);
  name_ = name_of_part(name_, plan_.part);
  const auto known = plan_.records.find(file.name);
  SourceMark mark;
  if (known != plan_.records.end()) {
    mark = known->second.mark;
    if (mark.is_finished || mark.offset > 0) {
      return go_on_part(member, known->second, std::move(file));
    }
  }
  mark.offset = part_->begin;
  mark.lines = line_breaks_before(plan_.paths[next_path_ - 1], mark.offset);
  return begin_rest(member, read_again(member.source, mark.offset), mark, std::move(file));
}

// Of a file that has changed, the part would be another one.
bool ImportFeed::go_on_part(Member& member, const SourceRecord& record, SourceFile file) {
  if (record.mark.is_finished && is_same_file(file, record.file)) {
    listener_.on_source_status(SourceStatus::AlreadyImported, name_, record);
    return false;
  }
  ResumeCheck before = read_again(member.source, record.mark.offset);
  if (!is_same_file(file, record.file) || before.fingerprint.value() != record.mark.fingerprint) {
    listener_.on_source_status(SourceStatus::HasChanged, name_, record);
    return false;
  }
  listener_.on_source_status(SourceStatus::GoesOn, name_, record);
  return begin_rest(member, std::move(before), record.mark, std::move(file));
}

// What of the part follows the text of `before`.
bool ImportFeed::begin_rest(Member& member, ResumeCheck before, const SourceMark& mark,
                            SourceFile file) {
  until_part_ends_.emplace(member.source, part_->end - before.size);
  Member part{member.name, *until_part_ends_, member.converted_from};
  if (!read_first(part, before)) return false;
  add_rest(std::move(before), mark, std::move(file));
  if (mark.source != SourceId{}) sources_.back().id = mark.source;
  return true;
}

// What has the text of the present member, of which `first_` was read; null: nothing has.
const SourceRecord* ImportFeed::same_text() {
  Fingerprint fingerprint;
  std::uint64_t size = 0;
  TextChunk chunk;
  std::swap(chunk, *first_);
  do {
    fingerprint.add(chunk.source.text);
    size += chunk.source.text.size();
  } while (chunks_->next(chunk));
  return member_->damage() ? nullptr : known_texts_.find(size, fingerprint.value());
}

// Whether games of it that are in the database twice are to be replaced.
bool ImportFeed::is_doubled(const SourceRecord& record) const {
  return plan_.known_files == KnownFiles::Replace && !record.older.empty();
}

// Sets `first_`, without text where there is no more. False: the source is no text.
bool ImportFeed::read_first(Member& member, const ResumeCheck& before) {
  member_ = &member.source;
  chunks_.emplace(member.source);
  chunks_->start_at(before.size, before.line_end);
  first_.emplace();
  if (!chunks_->next(*first_)) first_->source = {{}, before.size};
  const bool may_be_text = first_->precedes_game || before.size > 0;
  if (may_be_text || !find_binary(first_->source)) return true;
  listener_.on_failure(name_, "not a text file; it has no games");
  return false;
}

bool ImportFeed::begin_anew(Member& member, SourceFile file) {
  return read_first(member, {}) && add_source(member, std::move(file));
}

bool ImportFeed::add_source(const Member& member, SourceFile file) {
  if (member.converted_from) listener_.on_file_finding(DiagnosticCode::Utf16);
  ImportSource& source = sources_.emplace_back();
  source.name = name_;
  source.file = std::move(file);
  source.file.packing = packing();
  source.file.head = head_of(first_->source.text);
  begin_text(source.file);
  return true;
}

std::string ImportFeed::packing() const {
  return std::string(to_string(container_of_file(plan_.paths[next_path_ - 1])));
}

bool ImportFeed::go_on(Member& member, const SourceRecord& record, SourceFile file) {
  ResumeCheck before = read_again(member.source, record.mark.offset);
  const bool is_same =
      before.size == record.mark.offset && before.fingerprint.value() == record.mark.fingerprint;
  if (!is_same) return begin_changed(record, std::move(file));
  read_first(member, before);
  const std::string_view rest = first_->source.text;
  if (record.mark.is_finished) {
    if (!is_between_games(before, rest)) return begin_changed(record, std::move(file));
    listener_.on_source_status(rest.empty() ? SourceStatus::UnderOtherDate : SourceStatus::HasGrown,
                               name_, record);
  } else if (record.mark.offset > 0) {
    listener_.on_source_status(SourceStatus::GoesOn, name_, record);
  }
  file.head = record.file.head;
  add_rest(std::move(before), record.mark, std::move(file));
  ImportSource& source = sources_.back();
  source.id = record.mark.source;
  source.is_other_file = !is_same_file(source.file, record.file);
  return true;
}

// What follows the text of `before`, which brought the games of `mark`.
void ImportFeed::add_rest(ResumeCheck before, const SourceMark& mark, SourceFile file) {
  ImportSource& source = sources_.emplace_back();
  source.name = name_;
  source.file = std::move(file);
  source.file.packing = packing();
  source.mark = mark;
  source.fingerprint = std::move(before.fingerprint);
  source.games = mark.games;
  begin_text(source.file);  // only what is new
}

bool ImportFeed::begin_changed(const SourceRecord& record, SourceFile file) {
  if (plan_.known_files == KnownFiles::Replace) return begin_replacement(record, std::move(file));
  if (plan_.known_files == KnownFiles::Skip) {
    listener_.on_source_status(SourceStatus::HasChanged, name_, record);
    return false;
  }
  auto member = reopen_member();
  return member && begin_anew(*member, std::move(file));
}

bool ImportFeed::begin_replacement(const SourceRecord& record, SourceFile file) {
  auto member = reopen_member();
  if (!member || !begin_anew(*member, std::move(file))) return false;
  sources_.back().id = record.mark.source;
  sources_.back().replaced = record;
  return true;
}

// The present member from its start. Nothing where that fails, which is said.
std::optional<Member> ImportFeed::reopen_member() {
  const std::string& path = plan_.paths[next_path_ - 1];
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

}  // namespace arbiter
