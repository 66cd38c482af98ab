// Texts that were imported to their end, whatever their files are called and packed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "db/model/source.h"

namespace arbiter {

// So many bytes tell that most texts are different ones.
inline constexpr std::size_t kHeadBytes = 4096;

// The fingerprint of a text's first bytes. Nothing for a shorter text: it may grow.
std::optional<std::uint64_t> head_of(std::string_view text);

class KnownTexts {
 public:
  explicit KnownTexts(const SourceRecords& records);

  // Nothing happens if it was not read to its end, or is empty.
  void add(const SourceRecord& record);

  // Whether a text that begins like this may be one of them; `is_all`: it has no more.
  struct Beginning {
    std::string_view text;
    bool is_all = false;
  };
  bool may_have(const Beginning& beginning) const;

  // Null: none of them.
  const SourceRecord* find(std::uint64_t size, std::uint64_t fingerprint) const;

 private:
  std::deque<SourceRecord> records_;
  std::unordered_map<std::uint64_t, const SourceRecord*> by_fingerprint_;
  std::unordered_set<std::uint64_t> heads_;
  std::uint64_t longest_without_head_ = 0;
};

}  // namespace arbiter
