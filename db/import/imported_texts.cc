#include "db/import/imported_texts.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "db/import/file_part.h"
#include "db/model/source.h"

namespace arbiter {
namespace {

constexpr std::size_t kBlock = std::size_t{256} << 10;
constexpr std::size_t kEndBytes = 64;
constexpr std::string_view kBlanks = " \t\r\n";

// A CR LF that is split by the end of the first block counts as a CR, which is harmless.
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
  return rest[next] == '[' && begins_line;
}

}  // namespace arbiter
