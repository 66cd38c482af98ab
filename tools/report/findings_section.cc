// The findings by severity and kind, each with a board.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/notation/board_drawing.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

// Returns the target square of the intended move: "e5" for "Nxe5+", but not "c1" for "O-O-O".
std::optional<Square> target_of(std::string_view san) {
  for (std::size_t at = san.size(); at-- > 1;) {
    if (const auto square = parse_square(san.substr(at - 1, 2))) return square;
  }
  return std::nullopt;
}

// The groups of the catalogue, most urgent for an arbiter first.
constexpr Group kGroupOrder[] = {
    Group::Ending, Group::Tournament, Group::Legality, Group::Draws,    Group::Clocks,
    Group::Setup,  Group::Tags,       Group::Movetext, Group::Spelling, Group::Lexical};
static_assert(std::size(kGroupOrder) == kGroupCount);

// Returns the rank of a finding on the page, which is that of its group. Findings about results
// rank with the first group.
std::size_t rank_of(const CatalogueEntry& entry) {
  if (entry.id.find("result") != entry.id.npos) return 0;
  const auto* const group = std::ranges::find(kGroupOrder, entry.group);
  return static_cast<std::size_t>(group - kGroupOrder);
}

class FindingsSection {
 public:
  FindingsSection(const PageContent& content, HtmlWriter& page)
      : content_(content), words_(content.words), files_(file_names(content.data)), page_(page) {
    for (std::size_t i = 0; i < content.data.games.size(); ++i) {
      const EventGame& game = content.data.games[i].game;
      places_[{game.file, game.number}] = i;
    }
  }

  void write() {
    const HtmlElement section(page_, "section", {{"id", "findings"}});
    page_.leaf("h2", words_("Findings"));
    write_verdict();
    write_severity(Severity::Error, words_("Errors"));
    write_severity(Severity::Warning, words_("Warnings"));
    write_severity(Severity::Note, words_("Notes"));
  }

 private:
  void write_verdict() {
    const Tally& tally = content_.tally;
    std::string verdict = words_.filled(
        "Errors: {}. Warnings: {}. Games: {}.", words_.number(tally.findings(Severity::Error)),
        words_.number(tally.findings(Severity::Warning)), words_.number(tally.games()));
    if (const std::uint64_t hidden = tally.hidden_findings(); hidden > 0) {
      verdict += " " + words_.filled("Notes not shown: {}.", words_.number(hidden));
    }
    page_.leaf("p", verdict, {{"class", "verdict"}});
  }

  // Returns the displayed kinds of findings with that severity: results first, spelling last.
  std::vector<const CatalogueEntry*> kinds_of(Severity severity) const {
    std::vector<const CatalogueEntry*> kinds;
    const Selection& selection = content_.tally.selection();
    for (const CatalogueEntry& entry : catalogue()) {
      const bool is_here = std::min(selection.severity_of(entry.code), Severity::Error) == severity;
      if (is_here && selection.is_shown(entry.code) && content_.tally.findings_of(entry.code) > 0) {
        kinds.push_back(&entry);
      }
    }
    std::ranges::stable_sort(kinds, {}, [](const CatalogueEntry* kind) { return rank_of(*kind); });
    return kinds;
  }

  void write_severity(Severity severity, std::string_view name) {
    const auto kinds = kinds_of(severity);
    if (kinds.empty()) return;
    page_.leaf("h3", fmt::format("{} ({})", name, words_.number(content_.tally.findings(severity))),
               {{"class", std::string(to_string(severity))}});
    for (const CatalogueEntry* kind : kinds) write_kind(*kind);
  }

  void write_kind(const CatalogueEntry& entry) {
    // The catalogue and its messages are English.
    const HtmlElement section(page_, "section",
                              {{"class", "kind"}, {words_.are_english() ? "" : "lang", "en"}});
    page_.open("h4", {{"id", fmt::format("kind-{}", entry.id)}});
    page_.text(entry.meaning);
    page_.raw(" ");
    page_.leaf("code", entry.id);
    page_.close();
    page_.open("p", {{"class", "law"}});
    if (!entry.reference.empty()) {
      page_.leaf("b", fmt::format("{}.", entry.reference));
      page_.raw(" ");
    }
    page_.text(entry.explanation);
    page_.close();
    const auto found = content_.data.findings.find(entry.code);
    const std::size_t shown = found == content_.data.findings.end() ? 0 : found->second.size();
    page_.open("ul", {{"class", "findings"}});
    for (std::size_t i = 0; i < shown; ++i) write_finding(found->second[i]);
    page_.close();
    const std::uint64_t all = content_.tally.findings_of(entry.code);
    if (all > shown) {
      page_.leaf("p",
                 words_.filled("{} of this kind; the page shows {}.", words_.number(all), shown),
                 {{"class", "more"}});
    }
  }

  void write_finding(const PageFinding& finding) {
    const Diagnostic& diagnostic = finding.located.diagnostic;
    const HtmlElement item(page_, "li");
    const bool has_board = write_board(finding);
    const HtmlElement element(page_, "div", {{"class", has_board ? "what" : "what alone"}});
    const std::string_view own = diagnostic.own_reference;
    page_.leaf("p",
               own.empty() ? diagnostic.message : fmt::format("{} ({})", diagnostic.message, own),
               {{"class", "message"}});
    if (!diagnostic.help.empty()) page_.leaf("p", diagnostic.help, {{"class", "help"}});
    write_game(finding);
    write_excerpt(finding.located);
  }

  bool write_board(const PageFinding& finding) {
    const Diagnostic& diagnostic = finding.located.diagnostic;
    const std::optional<Board>& board = finding.last ? finding.last : diagnostic.board;
    if (!board) return false;
    BoardPicture picture{.board = *board};
    for (const Square square : diagnostic.squares) {
      picture.marks.push_back({square, MarkColor::Red});
    }
    if (const auto target = target_of(diagnostic.san)) {
      const auto is_target = [&](const MarkedSquare& mark) { return mark.square == *target; };
      if (std::ranges::none_of(picture.marks, is_target)) {
        picture.marks.push_back({*target, MarkColor::Yellow});
      }
    }
    // The title is not escaped here, so it contains no text from the file.
    picture.title = words_(finding.last ? "The last position" : "The position before the move");
    page_.raw(svg_in_page(picture));
    return true;
  }

  void write_game(const PageFinding& finding) {
    const Diagnostic& diagnostic = finding.located.diagnostic;
    const std::string& file = files_[finding.file];
    const HtmlElement paragraph(page_, "p", {{"class", "place"}});
    const auto found = places_.find({finding.file, diagnostic.game});
    if (found != places_.end()) {
      const PageGame& game = content_.data.games[found->second];
      const std::string_view round = game.game.value(KnownTag::Round);
      std::string text = players_text(game.game);
      if (!round.empty()) text += ", " + words_.filled("round {}", round);
      if (game.moves.empty()) {
        page_.text(text);
      } else {
        // The viewer shows the position before the move.
        const std::uint32_t ply = diagnostic.ply.value_or(1) - 1;
        page_.leaf("a", text,
                   {{"href", fmt::format("{}{}", content_.address_of(found->second),
                                         diagnostic.ply ? fmt::format("-{}", ply) : "")}});
      }
      page_.raw(" ");
    }
    page_.leaf("span", words_.filled("{}, line {}", file, finding.located.line),
               {{"class", "source"}});
  }

  void write_excerpt(const LocatedDiagnostic& located) {
    if (located.excerpt.empty()) return;
    const std::string_view line = located.excerpt;
    const std::size_t start = size_of_code_points(line, located.marker_start);
    const std::size_t size = size_of_code_points(line.substr(start), located.marker_length);
    const HtmlElement block(
        page_, "pre",
        {{"tabindex", "0"}, {"aria-label", std::string(words_("The line in the file"))}});
    const HtmlElement code(page_, "code");
    if (located.is_cut_before) page_.text("…");
    page_.text(line.substr(0, start));
    page_.leaf("mark", line.substr(start, size));
    page_.text(line.substr(start + size));
    if (located.is_cut_after) page_.text("…");
  }

  const PageContent& content_;
  const Words& words_;
  std::vector<std::string> files_;
  HtmlWriter& page_;
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> places_;  // indexes of data.games
};

}  // namespace

void write_findings(const PageContent& content, HtmlWriter& page) {
  if (content.options.has_findings) FindingsSection(content, page).write();
}

}  // namespace arbiter
