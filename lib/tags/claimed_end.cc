#include "lib/tags/claimed_end.h"

#include <algorithm>
#include <ranges>
#include <string>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxSentenceLength = 120;
constexpr int kMinLetters = 4;  // "draw", "mate"
constexpr std::size_t kMaxCommentLength = 300;

using enum EndCause;

// In these tables, "|" separates synonyms.
struct Cause {
  EndCause cause;
  std::string_view words;
};

// The words that may follow "wins by", "lost on", "drawn by".
constexpr Cause kCauses[] = {
    {Checkmate, "checkmate|mate"},
    {Stalemate, "stalemate"},
    {InsufficientMaterial, "insufficient material|insufficient mating material|lack of material"},
    {Repetition,
     "repetition|repetition of moves|repetition of position|position repetition|move repetition|"
     "threefold repetition|three-fold repetition|threefold|triple repetition|3-fold repetition|"
     "3-fold rep|3 fold repetition|fivefold repetition|5-fold repetition"},
    {FiftyMoves,
     "50-move rule|50 move rule|50 moves rule|fifty-move rule|fifty move rule|fifty moves rule|"
     "the 50-move rule|the 50 move rule|the fifty-move rule|the fifty move rule"},
    {Agreement, "agreement|mutual agreement|mutual consent"},
    {Resignation, "resignation"},
    {Time, "time|time forfeit|timeout"},
    {RulesInfraction, "illegal move|an illegal move|rules infraction"},
    {Forfeit, "forfeit|default|abandonment|game abandoned|disconnection|stalled connection"},
    {Adjudication, "adjudication"},
};

struct Deed {
  EndCause cause;
  bool wins;  // true if the named player wins; false if the opponent does
  std::string_view words;
};

// The words that may follow a player's name. No word is a prefix of a later one.
constexpr Deed kDeeds[] = {
    {Resignation, false, "resigns|resigned|resign|gives up|gave up"},
    {Checkmate, true, "mates|checkmates"},
    {Checkmate, false, "mated|is mated|checkmated|is checkmated|was checkmated"},
    {Unstated, true, "wins|won|is victorious"},
    {Unstated, false, "loses|lost"},
    {Time, false,
     "runs out of time|ran out of time|time out|flagged|overstepped the time limit|"
     "exceeded the time limit"},
    {Forfeit, false,
     "forfeits|forfeited|left the game|disconnects|disconnected|abandoned the game|"
     "did not appear|did not show up"},
    {RulesInfraction, false, "makes an illegal move|made an illegal move"},
};

// Whole sentences about the game, and the beginnings of sentences that name a cause.
constexpr std::string_view kDrawWords =
    "draw|drawn|drawn game|game drawn|the game is drawn|it is a draw|game ends in a draw";
constexpr std::string_view kDrawByWords =
    "draw by |drawn by |game drawn by |draw due to |drawn due to |game drawn due to |draw - |"
    "draw claimed by |game was drawn by ";
constexpr std::string_view kAgreedWords =
    "draw agreed|agreed draw|1/2 agreed|draw agreed upon|players agreed to a draw|"
    "the players agreed to a draw|agreed drawn|game drawn by mutual agreement|draw offer accepted";

std::optional<EndCause> cause_of(std::string_view words) {
  for (const Cause& row : kCauses) {
    if (is_listed(words, row.words)) return row.cause;
  }
  return std::nullopt;
}

std::string_view without_stop(std::string_view text) {
  while (!text.empty() && std::string_view(".!,; \t").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

// Removes a player's name from the start of the sentence, and returns the player's colour.
std::optional<Color> skip_player(std::string_view& sentence, const PlayerNames& players) {
  const std::string white = to_small(players.white) + " ";
  const std::string black = to_small(players.black) + " ";
  if (white != black) {
    if (white != " " && skip_prefix(sentence, white)) return Color::White;
    if (black != " " && skip_prefix(sentence, black)) return Color::Black;
  }
  if (skip_prefix(sentence, "white ")) return Color::White;
  if (skip_prefix(sentence, "black ")) return Color::Black;
  return std::nullopt;
}

// Checks for a flag fall with too little material to mate.
bool is_draw_on_time(std::string_view words) {
  return words.find("time") != std::string_view::npos &&
         (words.ends_with("no material to mate") || words.ends_with("insufficient material"));
}

std::optional<ClaimedEnd> deed_of(Color color, std::string_view words) {
  if (is_draw_on_time(words)) return ClaimedEnd{Time, Outcome::Draw};
  const auto claim = [&](const Deed& deed, EndCause cause) {
    return ClaimedEnd{.cause = cause,
                      .outcome = win_of(deed.wins ? color : other(color)),
                      .may_be_draw = deed.cause == Time};
  };
  for (const Deed& deed : kDeeds) {
    for (const auto verb : std::views::split(deed.words, '|')) {
      std::string_view rest = words;
      if (!skip_prefix(rest, {verb.begin(), verb.end()})) continue;
      if (rest.empty() || rest.starts_with(": ")) return claim(deed, deed.cause);
      const bool has_cause =
          skip_prefix(rest, " by ") || skip_prefix(rest, " on ") || skip_prefix(rest, " - ");
      if (!has_cause) continue;
      rest = rest.substr(0, rest.find(": "));
      if (const auto cause = cause_of(rest)) return claim(deed, *cause);
      if (is_listed(rest, "tb|tablebase")) return claim(deed, Adjudication);
    }
  }
  return std::nullopt;
}

std::optional<ClaimedEnd> draw_of(std::string_view words) {
  if (is_listed(words, kAgreedWords)) return ClaimedEnd{Agreement, Outcome::Draw};
  if (is_listed(words, kDrawWords)) return ClaimedEnd{Unstated, Outcome::Draw};
  for (const auto prefix : std::views::split(kDrawByWords, '|')) {
    std::string_view rest = words;
    if (!skip_prefix(rest, {prefix.begin(), prefix.end()})) continue;
    if (is_draw_on_time(rest)) return ClaimedEnd{Time, Outcome::Draw};
    rest = rest.substr(0, rest.find(": "));
    if (const auto cause = cause_of(rest)) return ClaimedEnd{*cause, Outcome::Draw};
  }
  return std::nullopt;
}

// Returns the outcome of causes that are always draws; nothing for other causes.
std::optional<Outcome> outcome_of(EndCause cause) {
  const bool is_draw = cause >= Stalemate && cause <= FiftyMoves;
  return is_draw ? std::optional(Outcome::Draw) : std::nullopt;
}

// Reads "Smith won by resignation", where Smith is not one of the players.
std::optional<ClaimedEnd> win_of_unnamed_player(std::string_view sentence) {
  for (std::string_view verb : {" won by ", " won on ", " won - ", " wins by ", " wins on "}) {
    const std::size_t at = sentence.find(verb);
    if (at == std::string_view::npos) continue;
    if (const auto cause = cause_of(sentence.substr(at + verb.size()))) return ClaimedEnd{*cause};
  }
  return std::nullopt;
}

// Reads a sentence in lower case, without final punctuation.
std::optional<ClaimedEnd> read_sentence(std::string_view sentence, const PlayerNames& players) {
  if (const auto draw = draw_of(sentence)) return draw;
  if (const auto cause = cause_of(sentence)) return ClaimedEnd{*cause, outcome_of(*cause)};
  for (const Color color : {Color::White, Color::Black}) {
    std::string_view rest = sentence;
    if (skip_prefix(rest, color == Color::White ? "white's " : "black's ") &&
        rest == "connection stalls") {
      return ClaimedEnd{Forfeit, win_of(other(color))};
    }
  }
  std::string_view deed = sentence;
  if (const auto color = skip_player(deed, players)) return deed_of(*color, deed);
  return win_of_unnamed_player(sentence);
}

// Removes braces and outer spaces.
std::string_view without_braces(std::string_view comment) {
  if (comment.starts_with('{')) comment.remove_prefix(1);
  if (comment.ends_with('}')) comment.remove_suffix(1);
  return trim(comment);
}

// Removes commands at either end; those in the middle split sentences.
std::string_view without_commands(std::string_view comment) {
  comment = trim(comment);
  while (comment.starts_with("[%")) {
    const std::size_t close = comment.find(']');
    if (close == std::string_view::npos) return {};
    comment = trim(comment.substr(close + 1));
  }
  while (comment.ends_with(']')) {
    const std::size_t open = comment.rfind("[%");
    if (open == std::string_view::npos) break;
    comment = trim(comment.substr(0, open));
  }
  return comment;
}

// Returns the end of the first sentence of `text`: after a full stop, or the end of the text.
std::size_t sentence_end(std::string_view text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const bool stops = text[at] == '.' || text[at] == '!' || text[at] == ';';
    if (stops && (text[at + 1] == ' ' || text[at + 1] == '\n')) return at + 1;
  }
  return text.size();
}

}  // namespace

bool ClaimedEnd::fits(Outcome result) const {
  if (outcome) return *outcome == result || (may_be_draw && result == Outcome::Draw);
  switch (cause) {
    case Checkmate:
    case Resignation:
    case Forfeit:
      return result == Outcome::WhiteWins || result == Outcome::BlackWins;
    case Time:
    case RulesInfraction:
    case Adjudication:
      return result != Outcome::Unknown;
    case Agreement:
      return result == Outcome::Draw;
    default:
      return true;
  }
}

std::optional<ClaimedEnd> claimed_end(std::string_view text, const PlayerNames& players) {
  const std::string_view words = without_stop(trim(text));
  if (words.size() > kMaxSentenceLength) return std::nullopt;
  if (std::ranges::count_if(words, is_letter) < kMinLetters) return std::nullopt;
  auto claim = read_sentence(to_small(words), players);
  if (claim) claim->words = words;
  return claim;
}

std::optional<ClaimedEnd> claimed_end_in_comment(std::string_view comment,
                                                 const PlayerNames& players) {
  std::string_view rest = without_commands(without_braces(comment));
  if (rest.size() > kMaxCommentLength) return std::nullopt;
  if (const auto whole = claimed_end(rest, players)) return whole;
  // The form in engine matches: "+M1/3 0.01s, White mates".
  if (const std::size_t comma = rest.rfind(", "); comma != std::string_view::npos) {
    const auto last = claimed_end(rest.substr(comma + 2), players);
    if (last && last->cause != Unstated && last->outcome) return last;
  }
  std::size_t end = sentence_end(rest);
  if (end == rest.size()) return std::nullopt;  // the whole comment is one sentence
  for (; !rest.empty(); end = sentence_end(rest)) {
    const auto claim = claimed_end(rest.substr(0, end), players);
    if (claim && claim->cause != Unstated && claim->outcome) return claim;
    rest = trim(rest.substr(end));
  }
  return std::nullopt;
}

namespace {

struct TerminationRow {
  TerminationForm form;
  std::optional<EndCause> cause;
  bool is_finished;
  bool is_unfinished;
  std::string_view words;
};

// Values that claimed_end() cannot read, or reads too strictly.
constexpr TerminationRow kTerminations[] = {
    {TerminationForm::Standard, {}, true, false, "normal"},
    {TerminationForm::Standard, Time, true, false, "time forfeit"},
    {TerminationForm::Standard, {}, false, false, "abandoned|death|emergency"},
    {TerminationForm::Standard, {}, false, true, "unterminated"},
    {TerminationForm::Standard, Adjudication, true, false, "adjudication"},
    {TerminationForm::Standard, RulesInfraction, true, false, "rules infraction"},
    {TerminationForm::Platform, {}, false, false, "bye|unknown|no start"},
    {TerminationForm::Platform, Forfeit, false, false,
     "walkover|walk-over|no show|no-show|unplayed|not played|by forfeit|by default|kampflos|"
     "forfait"},
    {TerminationForm::Platform, {}, false, true, "in progress|ongoing|unfinished"},
    {TerminationForm::Platform, Adjudication, true, false, "gui adjudication|adjudicated"},
};

}  // namespace

bool TerminationReading::fits(Outcome result) const {
  if (is_unfinished) return result == Outcome::Unknown;
  // Both players may have lost, which PGN writes as *.
  const bool may_be_both = claim && claim->cause == EndCause::RulesInfraction;
  if (is_finished && result == Outcome::Unknown) return may_be_both;
  return !claim || claim->fits(result);
}

TerminationReading read_termination(std::string_view value, const PlayerNames& players) {
  const std::string words = to_small(value);
  for (const TerminationRow& row : kTerminations) {
    if (!is_listed(words, row.words)) continue;
    TerminationReading reading{.form = row.form,
                               .is_finished = row.is_finished,
                               .is_unfinished = row.is_unfinished,
                               .is_broken_off = row.form == TerminationForm::Standard &&
                                                !row.is_finished && !row.is_unfinished};
    if (row.cause) reading.claim = ClaimedEnd{.cause = *row.cause, .words = value};
    return reading;
  }
  if (const auto claim = claimed_end(value, players)) {
    return {.form = TerminationForm::Platform, .claim = claim, .is_finished = true};
  }
  if (words.starts_with("user adjudication")) {
    return {.form = TerminationForm::Platform,
            .claim = ClaimedEnd{.cause = EndCause::Adjudication, .words = value},
            .is_finished = true};
  }
  return {};
}

GameResult result_of(const ResultReading& reading) {
  return {reading.outcome, reading.form == ResultForm::DoubleForfeit};
}

std::string_view to_string(const GameResult& result) {
  return result.is_double_forfeit ? "0-0" : to_string(result.outcome);
}

std::optional<GameResult> decide_result(const ResultEvidence& evidence) {
  std::optional<GameResult> decided;
  for (const auto& written : {evidence.terminator, evidence.tag}) {
    if (!written) continue;
    decided = result_of(*written);
    if (decided->is_known()) return decided;
  }
  if (!decided && evidence.board) decided = GameResult{.outcome = *evidence.board};
  return decided;
}

std::optional<Outcome> outcome_on_board(const Position& last) {
  if (has_legal_move(last)) return std::nullopt;
  return last.is_check() ? win_of(other(last.turn())) : Outcome::Draw;
}

std::optional<ResultReading> tagged_result(const PgnGame& game) {
  const PgnTag* tag = game.tag(KnownTag::Result);
  if (tag == nullptr) return std::nullopt;
  if (const auto outcome = parse_outcome(tag->value)) {
    return ResultReading{*outcome, ResultForm::Standard};
  }
  return read_result(utf8_value(tag->value));
}

}  // namespace arbiter
