#include "tools/commands/tournament/crosscheck_findings.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/validate/event_games.h"

namespace arbiter {
namespace {

LocatedDiagnostic located_in_report(const TrfReport& report, const TrfPlace& place,
                                    Diagnostic diagnostic) {
  constexpr std::size_t kBefore = 60;
  constexpr std::size_t kBehind = 60;
  LocatedDiagnostic located{.diagnostic = std::move(diagnostic)};
  located.line = place.line;
  located.column = place.column;
  located.diagnostic.offset = offset_in_file(report, place.line, place.column);
  located.diagnostic.length = static_cast<std::uint32_t>(
      offset_in_file(report, place.line, place.column + place.length) - located.diagnostic.offset);
  const auto characters = code_points_of(report.lines[place.line - 1]);
  const std::size_t at = std::min<std::size_t>(place.column - 1, characters.size());
  const std::size_t from = at > kBefore ? at - kBefore : 0;
  const std::size_t to = std::min(characters.size(), at + kBehind);
  for (std::size_t i = from; i < to; ++i) {
    const bool is_control = static_cast<unsigned char>(characters[i][0]) < ' ';
    located.excerpt += is_control ? std::string_view(" ") : characters[i];
  }
  located.is_cut_before = from > 0;
  located.is_cut_after = to < characters.size();
  located.marker_start = static_cast<std::uint32_t>(at - from);
  located.marker_length = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(place.length, 1, std::max<std::size_t>(to - at, 1)));
  return located;
}

}  // namespace

FileFinding finding_in_file(const CrosscheckFinding& finding, const ComparedFiles& compared) {
  Diagnostic diagnostic{.code = finding.code};
  diagnostic.message = finding.message;
  if (finding.place) {
    return {compared.report_name,
            located_in_report(compared.report, *finding.place, std::move(diagnostic))};
  }
  const EventGame& game = compared.games[*finding.game];
  return {compared.files[game.file],
          located_in(game, game.tag(finding.tag), std::move(diagnostic))};
}

}  // namespace arbiter
