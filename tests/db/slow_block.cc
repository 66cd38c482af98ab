#include "tests/db/slow_block.h"

#include <algorithm>
#include <map>
#include <string>

#include "db/model/column_values.h"
#include "db/model/leb128.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Group = std::vector<Posting>;
using Groups = std::map<std::uint64_t, Group>;  // by the remaining key bits

void append(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

// Returns the lowest bytes of a number.
Bytes little_endian(std::uint64_t number, unsigned size) {
  Bytes bytes;
  for (unsigned i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * i));
  return bytes;
}

// Returns the lowest bits of a number, lowest first.
std::string bits_of(std::uint64_t number, unsigned count) {
  std::string bits;
  for (unsigned i = 0; i < count; ++i) bits += (number >> i & 1) != 0 ? '1' : '0';
  return bits;
}

std::string rice(std::uint64_t number, unsigned shift) {
  return std::string(number >> shift, '0') + "1" + bits_of(number, shift);
}

Bytes packed(const std::string& bits) {
  Bytes bytes((bits.size() + 7) / 8);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] == '1') bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] | 1U << i % 8);
  }
  return bytes;
}

// Returns the greatest n with 2^n <= number.
unsigned logarithm(std::uint64_t number) {
  unsigned n = 0;
  while (number >> (n + 1) != 0) ++n;
  return n;
}

std::string bits_of_ply(unsigned ply) {
  if (ply >= 16 && ply < 80) return "1" + bits_of(ply - 16, 6);
  if (ply < 16) return "01" + bits_of(ply, 6);
  if (ply < 128) return "01" + bits_of(ply - 64, 6);
  if (ply < 256) return "001" + bits_of(ply - 128, 7);
  return "000" + bits_of(ply, 16);
}

class SlowWriter {
 public:
  SlowWriter(const BlockLayout& layout, std::span<const GameFacts> facts)
      : layout_(layout), facts_(facts) {}

  Bytes sub_bucket(const Groups& groups) const {
    return layout_.is_packed() ? packed_part(groups) : part_of_bytes(groups);
  }

 private:
  Bytes sums_of(const Group& group) const {
    CountedSums sums;
    for (const Posting& posting : group) sums.add(posting.next, facts_[posting.game]);
    Bytes bytes;
    append_sums(sums, bytes);
    Bytes sized;
    append_leb128(bytes.size(), sized);
    append(sized, bytes);
    return sized;
  }

  unsigned result_of(const Posting& posting) const {
    return number_of(facts_[posting.game].result);
  }

  Bytes posting_bytes(const Posting& posting) const {
    const unsigned bits =
        posting_move(posting.next) | result_of(posting) << 12U | (posting.ply & 3U) << 14;
    Bytes bytes = little_endian(bits, 2);
    append_leb128(posting.ply >> 2, bytes);
    return bytes;
  }

  Bytes part_of_bytes(const Groups& groups) const {
    Bytes bytes;
    for (const auto& [rest, group] : groups) {
      append(bytes, little_endian(rest << 1 | (group.size() > 1 ? 1 : 0), layout_.rest_bytes()));
      if (group.size() == 1) {
        append(bytes, little_endian(group.front().game, layout_.game_bytes()));
        append(bytes, posting_bytes(group.front()));
        continue;
      }
      const bool has_sums = group.size() >= 256;
      Bytes body = has_sums ? sums_of(group) : Bytes();
      std::uint32_t before = 0;
      for (const Posting& posting : group) {
        append_leb128(posting.game - before, body);
        append(body, posting_bytes(posting));
        before = posting.game;
      }
      append_leb128(body.size() << 1 | (has_sums ? 1 : 0), bytes);
      append(bytes, body);
    }
    return bytes;
  }

  std::string bits_of_group(const Group& group, unsigned shift) const {
    std::string bits;
    std::vector<std::uint16_t> moves;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const Posting& posting = group[i];
      bits += rice(posting.game - (i == 0 ? 0 : group[i - 1].game), shift);
      const bool is_same_ply = i > 0 && posting.ply == group[i - 1].ply;
      if (i > 0) bits += is_same_ply ? "1" : "0";
      if (!is_same_ply) bits += bits_of_ply(posting.ply);
      const auto known = std::ranges::find(moves, posting.next);
      bits += std::string(static_cast<std::size_t>(known - moves.begin()), '0');
      if (known == moves.end()) {
        bits += bits_of(posting_move(posting.next), 12);
      } else {
        bits += "1";
        moves.erase(known);
      }
      moves.insert(moves.begin(), posting.next);
      if (moves.size() > 8) moves.pop_back();
      bits += bits_of(result_of(posting), 2);
    }
    return bits;
  }

  Bytes packed_part(const Groups& groups) const {
    if (groups.empty()) return {};
    const unsigned shift = logarithm((std::uint64_t{1} << layout_.rest_bits()) / groups.size());
    std::string heads;
    Bytes bodies;
    std::uint64_t before = 0;
    for (const auto& [rest, group] : groups) {
      heads += rice(rest - before, shift);
      before = rest;
      if (group.size() == 1) {
        const Posting& posting = group.front();
        heads += "0" + bits_of(posting.game, layout_.game_bits) + bits_of_ply(posting.ply) +
                 bits_of(posting_move(posting.next), 12) + bits_of(result_of(posting), 2);
      } else if (group.size() <= 16) {
        const unsigned bits = logarithm(group.size()) + 1;
        heads += "1" + bits_of(group.size() - 2, 4) +
                 bits_of_group(group, layout_.game_bits > bits ? layout_.game_bits - bits : 0);
      } else {
        const bool has_sums = group.size() >= 256;
        Bytes body = has_sums ? sums_of(group) : Bytes();
        const std::uint64_t mean = (std::uint64_t{group.back().game} + 1) / group.size();
        const unsigned game_shift = mean == 0 ? 0 : logarithm(mean);
        body.push_back(static_cast<std::uint8_t>(game_shift));
        append_leb128(group.size(), body);
        append(body, packed(bits_of_group(group, game_shift)));
        heads += "11111" + std::string(has_sums ? "1" : "0") + bits_of(body.size(), 32);
        append(bodies, body);
      }
    }
    const Bytes packed_heads = packed(heads);
    Bytes bytes = {static_cast<std::uint8_t>(shift + (bodies.empty() ? 0 : 64))};
    if (!bodies.empty()) append_leb128(packed_heads.size(), bytes);
    append(bytes, packed_heads);
    append(bytes, bodies);
    return bytes;
  }

  BlockLayout layout_;
  std::span<const GameFacts> facts_;
};

}  // namespace

std::vector<std::uint8_t> slow_block(const BlockLayout& layout, std::span<const Posting> postings,
                                     std::span<const GameFacts> facts) {
  std::vector<Groups> sub_buckets(layout.sub_buckets());
  for (const Posting& posting : postings) {
    sub_buckets[layout.sub_bucket_of(posting.key)][layout.rest_of(posting.key)].push_back(posting);
  }
  const SlowWriter writer(layout, facts);
  const std::size_t table = 4 * (sub_buckets.size() + 1);
  Bytes offsets;
  Bytes bytes;
  for (const Groups& groups : sub_buckets) {
    append(offsets, little_endian(table + bytes.size(), 4));
    append(bytes, writer.sub_bucket(groups));
  }
  append(offsets, little_endian(table + bytes.size(), 4));
  append(offsets, bytes);
  return offsets;
}

}  // namespace arbiter::testing
