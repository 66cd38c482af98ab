#include "lib/laws/game_end.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/standing.h"

namespace arbiter {
namespace {

// The PGN results, in the order of Outcome.
constexpr std::array<std::string_view, 4> kOutcomes = {"1-0", "0-1", "1/2-1/2", "*"};

struct ReasonTexts {
  std::string_view name;
  std::string_view article;
};

// The strings for each reason, in the order of EndReason.
constexpr std::array<ReasonTexts, 8> kReasons = {{
    {"checkmate", "Laws 5.1.1"},
    {"stalemate", "Laws 5.2.1"},
    {"dead position", "Laws 5.2.2"},
    {"dead position", "Laws 5.2.2"},
    {"fivefold repetition", "Laws 9.6.1"},
    {"75 moves", "Laws 9.6.2"},
    {"threefold repetition", "Laws 9.2"},
    {"50 moves", "Laws 9.3"},
}};

}  // namespace

std::string_view to_string(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }

std::optional<Outcome> parse_outcome(std::string_view text) {
  for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
    if (kOutcomes[i] == text) return static_cast<Outcome>(i);
  }
  return std::nullopt;
}

std::string_view to_string(EndReason reason) {
  return kReasons[static_cast<std::size_t>(reason)].name;
}

std::string_view article_of(EndReason reason) {
  return kReasons[static_cast<std::size_t>(reason)].article;
}

std::optional<EndReason> automatic_draw(const DrawTracker& tracker, RulesProfile profile) {
  const AutomaticDraws& draws = automatic_draws_of(profile);
  const std::uint32_t occurrences = tracker.occurrences();
  if (draws.fivefold == FivefoldRule::Always && occurrences >= 5) {
    return EndReason::FivefoldRepetition;
  }
  if (draws.fivefold == FivefoldRule::ConsecutiveMoves && tracker.is_consecutive_fivefold()) {
    return EndReason::FivefoldRepetition;
  }
  if (draws.threefold && occurrences >= 3) return EndReason::ThreefoldRepetition;
  const std::uint32_t clock = tracker.halfmove_clock();
  if (draws.seventy_five_moves && clock >= 150) return EndReason::SeventyFiveMoves;
  if (draws.fifty_moves && clock >= 100) return EndReason::FiftyMoves;
  return std::nullopt;
}

std::optional<EndReason> end_on_board(const Position& position) {
  if (is_checkmate(position)) return EndReason::Checkmate;
  if (is_dead_by_material(position.board())) return EndReason::DeadByMaterial;
  if (is_stalemate(position)) return EndReason::Stalemate;
  if (quick_dead(position)) return EndReason::DeadByStructure;
  return std::nullopt;
}

namespace {

using enum Outcome;
using enum ResultForm;

// Spellings of results, after plain_form().
constexpr std::string_view kWhiteWins[] = {
    "1-0", "1-o", "1.0-0.0", "1/0", "whitewins", "whitewon", "blackresigns", "blackresigned"};
constexpr std::string_view kBlackWins[] = {
    "0-1", "o-1", "0.0-1.0", "0/1", "blackwins", "blackwon", "whiteresigns", "whiteresigned"};
constexpr std::string_view kDraws[] = {
    "1/2-1/2", "1/2/1/2", "1/21/2", "1/2",  "1/2-",  "1/2-1-2",    "0.5-0.5", "0.5",  ".5-.5",
    "0.5/0.5", "=-=",     "=",      "draw", "drawn", "drawagreed", "tie",     "remis"};
constexpr std::string_view kWhiteWinsByForfeit[] = {
    "1-0f",    "1f-0f",        "1f-0",  "1-0ff", "1-0forfeit", "1-0(f)",
    "1-0(ff)", "1-0(forfeit)", "1x-0f", "+/-",   "+--",        "+-"};
constexpr std::string_view kBlackWinsByForfeit[] = {
    "0f-1",    "0f-1f",        "0-1f",  "0-1ff", "0-1forfeit", "0-1(f)",
    "0-1(ff)", "0-1(forfeit)", "0f-1x", "-/+",   "--+",        "-+"};
constexpr std::string_view kDoubleForfeits[] = {"0-0", "0-0f", "0f-0f",        "0-0ff",
                                                "-/-", "---",  "doubleforfeit"};
constexpr std::string_view kUnknown[] = {
    "*", "?", "unknown", "unfinished", "unterminated", "undecided", "ongoing", "inprogress"};

struct Meaning {
  std::span<const std::string_view> spellings;
  ResultReading reading;
};

constexpr Meaning kMeanings[] = {
    {kWhiteWins, {WhiteWins, Nonstandard}},
    {kBlackWins, {BlackWins, Nonstandard}},
    {kDraws, {Draw, Nonstandard}},
    {kWhiteWinsByForfeit, {WhiteWins, Forfeit}},
    {kBlackWinsByForfeit, {BlackWins, Forfeit}},
    {kDoubleForfeits, {Unknown, DoubleForfeit}},
    {kUnknown, {Unknown, Nonstandard}},
};

constexpr std::size_t kMaxLength = 40;

struct Replacement {
  std::string_view text;
  std::string_view plain;
};

// Non-ASCII characters in UTF-8 and other signs, with their plain equivalents.
constexpr Replacement kReplacements[] = {
    {" ", ""},
    {"\t", ""},
    {"\r", ""},
    {"\n", ""},
    {":", "-"},
    {",", "."},
    {"_", "-"},
    {"\xC2\xBD", "1/2"},    // one half
    {"\xC2\xA0", ""},       // no-break space
    {"\xE2\x80\x90", "-"},  // hyphen
    {"\xE2\x80\x91", "-"},  // non-breaking hyphen
    {"\xE2\x80\x92", "-"},  // figure dash
    {"\xE2\x80\x93", "-"},  // en dash
    {"\xE2\x80\x94", "-"},  // em dash
    {"\xE2\x88\x92", "-"},  // minus sign
    {"\xE2\x81\x84", "/"},  // fraction slash
};

// Returns the text in lower case, without spaces, and with plain signs.
std::string plain_form(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto* replacement = std::ranges::find_if(
        kReplacements,
        [&](const Replacement& candidate) { return text.starts_with(candidate.text); });
    if (replacement != std::end(kReplacements)) {
      plain += replacement->plain;
      text.remove_prefix(replacement->text.size());
    } else {
      plain += to_small(text.front());
      text.remove_prefix(1);
    }
  }
  return plain;
}

// Returns the text without enclosing parentheses and final full stop.
std::string_view bare(std::string_view text) {
  text = trim(text);
  if (text.starts_with('(') && text.ends_with(')')) return trim(text.substr(1, text.size() - 2));
  if (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

// Returns the plain form of a possible result; empty for other text.
std::string plain_result(std::string_view text) {
  text = bare(text);
  return text.size() > kMaxLength ? std::string() : plain_form(text);
}

std::optional<ResultReading> reading_of(std::string_view plain) {
  for (const Meaning& meaning : kMeanings) {
    if (std::ranges::count(meaning.spellings, plain) > 0) return meaning.reading;
  }
  return std::nullopt;
}

bool is_sign(char c) { return std::string_view("+-=/").find(c) != std::string_view::npos; }

}  // namespace

std::optional<ResultReading> read_result(std::string_view text) {
  if (const auto outcome = parse_outcome(text)) return ResultReading{*outcome, Standard};
  return reading_of(plain_result(text));
}

std::optional<ResultReading> read_terminator(std::string_view text) {
  const std::string plain = plain_result(text);
  const bool is_assessment = reading_of(plain) && std::ranges::all_of(plain, is_sign);
  return is_assessment ? std::nullopt : read_result(text);
}

}  // namespace arbiter
