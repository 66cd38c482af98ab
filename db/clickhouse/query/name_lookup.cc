#include "db/clickhouse/query/name_lookup.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kFolded =
    "SELECT id, any(folded) FROM names WHERE kind = {} GROUP BY id";
constexpr std::string_view kRounds = "SELECT DISTINCT round FROM games";
constexpr std::string_view kOpenings =
    "SELECT opening, opening_eco, any(name) FROM (SELECT DISTINCT opening, opening_eco FROM games)"
    " AS one ANY LEFT JOIN (SELECT id AS opening, name FROM names WHERE kind = {}) AS other"
    " USING opening"
    " GROUP BY opening, opening_eco";
constexpr std::string_view kSources =
    "SELECT source, argMax(name, version) FROM sources GROUP BY source";

template <class Value>
void make_set(std::vector<Value>& values) {
  std::ranges::sort(values);
  const auto rest = std::ranges::unique(values);
  values.erase(rest.begin(), rest.end());
}

}  // namespace

const NameLookup::Names& NameLookup::names(NameKind kind) {
  const auto known = folded_.find(kind);
  if (known != folded_.end()) return known->second;
  Names& names = folded_[kind];
  const auto sql = fmt::format(kFolded, static_cast<unsigned>(kind));
  for (const ShardAnswer& one : inquiry_.ask_all(sql)) {
    RowReader rows(one.answer.bytes);
    while (!rows.is_at_end()) {
      const std::uint64_t id = rows.u64();
      names.emplace_back(id, rows.text());
    }
  }
  make_set(names);
  return names;
}

std::vector<std::uint64_t> NameLookup::folded_names(NameKind kind, const Accepts& accepts) {
  std::vector<std::uint64_t> ids;
  for (const auto& [id, folded] : names(kind)) {
    if (accepts(folded)) ids.push_back(id);
  }
  return ids;
}

std::vector<std::uint64_t> NameLookup::sources(const Accepts& accepts) {
  std::vector<std::uint64_t> ids;
  for (const auto& [id, name] : source_names(inquiry_)) {
    if (accepts(name)) ids.push_back(id);
  }
  return ids;
}

std::vector<std::string> NameLookup::rounds(const Accepts& accepts) {
  if (!rounds_) {
    rounds_.emplace();
    for (const ShardAnswer& one : inquiry_.ask_all(std::string(kRounds))) {
      RowReader rows(one.answer.bytes);
      while (!rows.is_at_end()) rounds_->emplace_back(rows.text());
    }
    make_set(*rounds_);
  }
  std::vector<std::string> accepted;
  std::ranges::copy_if(*rounds_, std::back_inserter(accepted), accepts);
  return accepted;
}

const std::vector<NameLookup::Opening>& NameLookup::openings() {
  if (openings_) return *openings_;
  openings_.emplace();
  const auto sql = fmt::format(kOpenings, static_cast<unsigned>(NameKind::Opening));
  for (const ShardAnswer& one : inquiry_.ask_all(sql)) {
    RowReader rows(one.answer.bytes);
    while (!rows.is_at_end()) {
      Opening opening;
      opening.id = rows.u64();
      opening.eco = rows.u16();
      opening.name = rows.text();
      openings_->push_back(std::move(opening));
    }
  }
  make_set(*openings_);
  return *openings_;
}

std::map<std::uint32_t, std::string> source_names(Inquiry& inquiry) {
  std::map<std::uint32_t, std::string> names;
  const std::vector<unsigned> shards = inquiry.shards();
  if (shards.empty() || shards.front() != 0) return names;
  const Answer answer = inquiry.ask(0, std::string(kSources));
  RowReader rows(answer.bytes);
  while (!rows.is_at_end()) {
    const std::uint32_t id = rows.u32();
    names.emplace(id, rows.text());
  }
  return names;
}

}  // namespace arbiter::clickhouse
