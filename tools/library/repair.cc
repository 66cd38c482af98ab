#include "lib/repair/repair.h"

#include <algorithm>

#include "lib/base/encoding.h"
#include "lib/repair/file_repair.h"
#include "tools/library/members.h"

namespace arbiter::api {
namespace {

class RepairCollector final : public FileRepairListener {
 public:
  explicit RepairCollector(const WorkOptions& work) : work_(work) {}

  void on_broken(const BrokenGameInFile& game, std::uint32_t applied) override {
    if (game.broken.repairs.empty()) return;
    const arbiter::Repair& likeliest = game.broken.repairs.front();
    const std::uint32_t token = game.broken.line.moves[likeliest.at].token;
    repaired.repairs.push_back({
        .game = game.game.number,
        .line = game.changes.front().line,
        .column = game.changes.front().column,
        .ply = static_cast<std::uint32_t>(likeliest.at + 1),
        .kind = std::string(to_string(likeliest.kind)),
        .written = decode_text(game.game.text_of(game.game.tokens[token])).utf8,
        .san = likeliest.san,
        .reason = likeliest.reason,
        .share = likeliest.share,
        .is_applied = applied > 0,
    });
  }
  void on_chunk(std::string_view text, std::span<const TextChange> changes) override {
    check_goes_on(work_);
    repaired.pgn += changed(text, changes);
  }

  Repaired repaired;

 private:
  const WorkOptions& work_;
};

}  // namespace

Repaired repair(const Source& source, double min_share, const WorkOptions& work) {
  FileRepairOptions options;
  options.min_share = min_share;
  options.jobs = std::max(work.threads, 1u);
  RepairCollector collector(work);
  for_each_member(source, [&](const Member& member, const std::string& name) {
    const auto totals = repair_file(member.source, options, collector);
    if (!totals) throw Error(name + ": " + totals.error(), {.file = name});
    collector.repaired.games += totals->games;
    collector.repaired.changed += totals->changed;
    return true;
  });
  return std::move(collector.repaired);
}

}  // namespace arbiter::api
