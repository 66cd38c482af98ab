#include "db/sqlite/games/game_findings.h"

namespace arbiter::sqlite {
namespace {

constexpr const char* kFindingsOfGame =
    "SELECT ply, name FROM finding JOIN finding_kind ON finding_kind.id = finding.kind"
    " WHERE game = ?1 ORDER BY ply, name";

}  // namespace

std::vector<StoredFinding> findings_of(const Connection& connection, GameId game) {
  std::vector<StoredFinding> findings;
  Statement query = connection.prepare(kFindingsOfGame);
  query.bind(1, number_of(game));
  while (query.step()) {
    findings.push_back(
        {.ply = static_cast<std::uint32_t>(query.integer(0)), .id = std::string(query.text(1))});
  }
  return findings;
}

}  // namespace arbiter::sqlite
