#include "db/import/known_texts.h"

#include <algorithm>

#include "db/import/file_part.h"
#include "db/model/fingerprint.h"

namespace arbiter {
namespace {

std::uint64_t fingerprint_of(std::string_view text) {
  Fingerprint fingerprint;
  fingerprint.add(text);
  return fingerprint.value();
}

}  // namespace

std::optional<std::uint64_t> head_of(std::string_view text) {
  if (text.size() < kHeadBytes) return std::nullopt;
  return fingerprint_of(text.substr(0, kHeadBytes));
}

KnownTexts::KnownTexts(const SourceRecords& records) {
  for (const auto& [name, record] : records) {
    for (const SourceRecord& older : record.older) add(older);
    add(record);
  }
}

void KnownTexts::add(const SourceRecord& record) {
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

bool KnownTexts::may_have(const Beginning& beginning) const {
  if (beginning.text.empty()) return false;
  if (beginning.is_all) {
    return find(beginning.text.size(), fingerprint_of(beginning.text)) != nullptr;
  }
  const auto head = head_of(beginning.text);
  return (head && heads_.contains(*head)) || longest_without_head_ > beginning.text.size();
}

const SourceRecord* KnownTexts::find(std::uint64_t size, std::uint64_t fingerprint) const {
  const auto known = by_fingerprint_.find(fingerprint);
  const bool is_same = known != by_fingerprint_.end() && known->second->mark.offset == size;
  return is_same ? known->second : nullptr;
}

}  // namespace arbiter
