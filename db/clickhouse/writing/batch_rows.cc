#include "db/clickhouse/writing/batch_rows.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/source.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/tags/person_name.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::size_t kMaxNames = 4'000'000;

constexpr BatchSpan GameDraft::*kTexts[] = {&GameDraft::white, &GameDraft::black, &GameDraft::event,
                                            &GameDraft::site,  &GameDraft::round, &GameDraft::start,
                                            &GameDraft::moves, &GameDraft::record};

// A hash of a sequence of values.
class Content {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void add(const T& value) {
    fingerprint_.add({reinterpret_cast<const char*>(&value), sizeof value});
  }
  void add_text(std::string_view text) {
    add(text.size());
    fingerprint_.add(text);
  }
  std::uint64_t value() const { return fingerprint_.value(); }

 private:
  Fingerprint fingerprint_;
};

// Returns each finding once. Statistics sort equally frequent findings by their order here.
std::vector<DraftFinding> findings_of(const DraftBatch& batch, const GameDraft& game) {
  std::set<std::pair<std::uint32_t, DiagnosticCode>> known;
  std::vector<DraftFinding> findings;
  for (std::uint32_t i = 0; i < game.findings; ++i) {
    const DraftFinding& finding = batch.findings[game.first_finding + i];
    if (known.emplace(finding.ply, finding.code).second) findings.push_back(finding);
  }
  return findings;
}

void add_game(const DraftBatch& batch, const GameDraft& game, Content& content) {
  for (const BatchSpan GameDraft::*text : kTexts) content.add_text(batch.text(game.*text));
  for (const std::uint64_t number :
       {std::uint64_t{game.date}, std::uint64_t{game.white_elo}, std::uint64_t{game.black_elo},
        std::uint64_t{game.eco}, std::uint64_t{game.plies}, std::uint64_t{number_of(game.result)},
        static_cast<std::uint64_t>(game.ending), std::uint64_t{game.flags}, game.moves_hash,
        game.offset, game.line}) {
    content.add(number);
  }
  content.add_text(game.opening.opening ? game.opening.opening->name : std::string_view());
  for (const DraftFinding& finding : findings_of(batch, game)) {
    content.add_text(entry_of(finding.code).id);
    content.add(finding.ply);
  }
}

}  // namespace

std::uint64_t content_of(const DraftBatch& batch, std::span<const SourceMark> marks) {
  Content content;
  for (const GameDraft& game : batch.games) add_game(batch, game, content);
  content.add(batch.postings.size());
  for (const SourceMark& mark : marks) {
    content.add(mark.source);
    content.add(mark.batch_games);
    content.add(mark.offset);
    content.add(mark.fingerprint);
    content.add(static_cast<std::uint8_t>(mark.is_finished));
  }
  return content.value();
}

NativeBlock games_block(const DraftBatch& batch, std::span<const std::uint64_t> numbers,
                        std::span<const SourceId> sources) {
  NativeBlock block(batch.games.size());
  const auto add = [&]<class T>(std::string_view name, T GameDraft::*member) {
    block.add_numbers<T>(name, [&](std::size_t row) { return batch.games[row].*member; });
  };
  const auto add_name = [&](std::string_view name, BatchSpan GameDraft::*text) {
    block.add_numbers<std::uint64_t>(
        name, [&](std::size_t row) { return name_id(batch.text(batch.games[row].*text)); });
  };
  const auto add_text = [&](std::string_view name, BatchSpan GameDraft::*text) {
    block.add_texts(name, [&](std::size_t row) { return batch.text(batch.games[row].*text); });
  };
  const auto opening_of = [&](std::size_t row) { return batch.games[row].opening.opening; };
  block.add_numbers<std::uint64_t>("game", [&](std::size_t row) { return numbers[row]; });
  add_name("white", &GameDraft::white);
  add_name("black", &GameDraft::black);
  add_name("event", &GameDraft::event);
  add_name("site", &GameDraft::site);
  add_text("round", &GameDraft::round);
  add("date", &GameDraft::date);
  add("white_elo", &GameDraft::white_elo);
  add("black_elo", &GameDraft::black_elo);
  add("eco", &GameDraft::eco);
  block.add_numbers<std::uint64_t>("opening", [&](std::size_t row) {
    return opening_of(row) ? name_id(opening_of(row)->name) : 0;
  });
  block.add_numbers<std::uint16_t>("opening_eco", [&](std::size_t row) {
    return opening_of(row) ? eco_number(opening_of(row)->eco) : std::uint16_t{0};
  });
  block.add_numbers<std::uint16_t>("opening_ply",
                                   [&](std::size_t row) { return batch.games[row].opening.ply; });
  add("plies", &GameDraft::plies);
  block.add_numbers<std::uint8_t>(
      "result", [&](std::size_t row) { return number_of(batch.games[row].result); });
  block.add_numbers<std::uint8_t>("ending",
                                  [&](std::size_t row) { return batch.games[row].ending; });
  add("flags", &GameDraft::flags);
  add_text("start", &GameDraft::start);
  block.add_numbers<std::uint32_t>("source", [&](std::size_t row) { return sources[row]; });
  add("offset", &GameDraft::offset);
  add("line", &GameDraft::line);
  add("moves_hash", &GameDraft::moves_hash);
  add_text("moves", &GameDraft::moves);
  add_text("record", &GameDraft::record);
  const auto add_findings = [&]<class T>(std::string_view name, T (*value_of)(DraftFinding)) {
    std::vector<T> values;
    block.add_arrays<T>(name, [&](std::size_t row) {
      values.clear();
      for (const DraftFinding& finding : findings_of(batch, batch.games[row])) {
        values.push_back(value_of(finding));
      }
      return std::span<const T>(values);
    });
  };
  add_findings(
      "finding_codes", +[](DraftFinding finding) { return name_id(entry_of(finding.code).id); });
  add_findings(
      "finding_plies", +[](DraftFinding finding) { return finding.ply; });
  return block;
}

bool SentNames::add(NameKind kind, std::uint64_t id) {
  if (known_.size() >= kMaxNames) known_.clear();
  return known_.insert(id ^ static_cast<std::uint64_t>(kind) << 56).second;
}

std::vector<NameRow> new_names(const DraftBatch& batch, SentNames& sent) {
  std::vector<NameRow> rows;
  const auto add = [&](NameKind kind, std::string_view name) {
    const std::uint64_t id = name_id(name);
    if (id != 0 && sent.add(kind, id)) rows.push_back({kind, id, name});
  };
  for (const GameDraft& game : batch.games) {
    add(NameKind::Player, batch.text(game.white));
    add(NameKind::Player, batch.text(game.black));
    add(NameKind::Event, batch.text(game.event));
    add(NameKind::Site, batch.text(game.site));
    if (game.opening.opening) add(NameKind::Opening, game.opening.opening->name);
    for (const DraftFinding& finding : findings_of(batch, game)) {
      add(NameKind::Diagnostic, entry_of(finding.code).id);
    }
  }
  return rows;
}

NativeBlock names_block(std::span<const NameRow> names, std::uint64_t id) {
  std::vector<NameRow> rows(names.begin(), names.end());
  rows.push_back({.kind = {}, .id = id, .name = {}});
  std::vector<std::string> folded;
  folded.reserve(rows.size());
  for (const NameRow& row : rows) folded.push_back(folded_name(row.name));
  NativeBlock block(rows.size(), {names.size()});
  block.add_numbers<std::uint8_t>("kind", [&](std::size_t row) { return rows[row].kind; });
  block.add_numbers<std::uint64_t>("id", [&](std::size_t row) { return rows[row].id; });
  block.add_texts("name", [&](std::size_t row) { return rows[row].name; });
  block.add_texts("folded", [&](std::size_t row) { return std::string_view(folded[row]); });
  block.add_numbers<std::uint64_t>("folded_id",
                                   [&](std::size_t row) { return name_id(folded[row]); });
  return block;
}

}  // namespace arbiter::clickhouse
