#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/tags/name_form.h"
#include "lib/tournament/trf.h"

namespace arbiter {

namespace {

// The unit of columns. Some programs count UTF-8 bytes, so that a name with an umlaut shifts the
// rest of its line.
enum class ColumnUnit : std::uint8_t { Character, Byte };

void add_problem(TrfReport& report, TrfPlace place, std::string message) {
  if (report.problems.size() == TrfReport::kMaxProblems) {
    ++report.more_problems;
  } else {
    report.problems.push_back({place, std::move(message)});
  }
}

class TrfLine {
 public:
  TrfLine(std::string_view text, ColumnUnit unit, std::uint64_t number, TrfReport& report)
      : number_(number), report_(report) {
    for (const std::string_view character : code_points_of(text)) {
      characters_.push_back(character);
      if (unit == ColumnUnit::Byte) characters_.resize(characters_.size() + character.size() - 1);
    }
  }

  std::size_t length() const { return characters_.size(); }

  // Returns the columns from `from` to `to`, up to the end of the line.
  std::string columns(std::size_t from, std::size_t to) const {
    std::string text;
    for (std::size_t i = from; i <= to && i <= characters_.size(); ++i) text += characters_[i - 1];
    return text;
  }
  std::string word(std::size_t from, std::size_t to) const {
    return std::string(trim(columns(from, to)));
  }
  char at(std::size_t column) const {
    if (column > characters_.size()) return ' ';
    const std::string_view character = characters_[column - 1];
    return character.size() == 1 ? character[0] : '?';
  }
  // Checks for a range of columns that contains only `signs`.
  bool has_only(std::size_t from, std::size_t to, std::string_view signs) const {
    while (from <= to && signs.find(at(from)) != std::string_view::npos) ++from;
    return from > to;
  }

  // Returns the line with its text moved so that the column `from` is at its place, which it
  // misses by `columns` to the left. Places remain those of this line.
  TrfLine moved(std::size_t from, std::ptrdiff_t columns) const {
    TrfLine line = *this;
    line.moved_from_ = from;
    line.moved_ = columns;
    const auto start = line.characters_.begin() + static_cast<std::ptrdiff_t>(from) - 1;
    if (columns > 0) {
      line.characters_.insert(start - columns, static_cast<std::size_t>(columns), " ");
    } else {
      line.characters_.erase(start + columns, start);
    }
    return line;
  }

  // Returns the column before moved().
  std::size_t original_column(std::size_t column) const {
    const std::ptrdiff_t columns = column >= moved_from_ ? moved_ : 0;
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(column) - columns);
  }
  TrfPlace place(std::size_t from, std::size_t to) const {
    from = original_column(from);
    to = original_column(to);
    const std::size_t start = count_characters_before(from);
    const std::size_t size = to < from ? 1 : count_characters_before(to + 1) - start;
    return {number_, start + 1, static_cast<std::uint32_t>(size)};
  }

  // Parses a number; 0 for spaces. Reports other text.
  std::uint32_t number(std::size_t from, std::size_t to, std::string_view what) {
    const std::string written = word(from, to);
    if (written.empty()) return 0;
    if (const auto value = parse_number<std::uint32_t>(written)) return *value;
    problem(from, to, std::string(what) + " \"" + written + "\" is not a number");
    return 0;
  }

  // Reads "3.5", "3,5" or "3" in half points. Returns nothing for spaces, and reports other text.
  std::optional<HalfPoints> points(std::size_t from, std::size_t to, std::string_view what) {
    std::string written = word(from, to);
    if (written.empty()) return {};
    for (char& c : written) c = c == ',' ? '.' : c;
    const double halves = 2 * parse_number<double>(written).value_or(-1);
    const bool is_score = halves >= 0 && halves < 100'000 &&
                          halves == static_cast<double>(static_cast<HalfPoints>(halves));
    if (is_score) return static_cast<HalfPoints>(halves);
    problem(from, to, std::string(what) + " \"" + written + "\" is not a number of points");
    return {};
  }

  void problem(std::size_t from, std::size_t to, std::string message) {
    // The place is computed only if it is needed, because that takes time in proportion to the
    // line.
    const bool is_full = report_.problems.size() == TrfReport::kMaxProblems;
    add_problem(report_, is_full ? TrfPlace() : place(from, to), std::move(message));
  }

 private:
  std::size_t count_characters_before(std::size_t column) const {
    const std::size_t size = std::min(column - 1, characters_.size());
    const auto end = characters_.begin() + static_cast<std::ptrdiff_t>(size);
    return column - 1 - static_cast<std::size_t>(std::count(characters_.begin(), end, ""));
  }

  // The characters, indexed by column. If columns are bytes, the entries of trailing bytes are
  // empty.
  std::vector<std::string_view> characters_;
  std::size_t moved_from_ = static_cast<std::size_t>(-1);
  std::ptrdiff_t moved_ = 0;
  std::uint64_t number_;
  TrfReport& report_;
};

constexpr std::size_t kFirstRound = 92;
constexpr std::size_t kRoundWidth = 10;

// Records without data about games. Lines of the first list are not written back; those of the
// second list and unknown numbers are.
constexpr std::string_view kIgnored[] = {"072", "082", "801", "802"};
constexpr std::string_view kKept[] = {"152", "172", "182", "250", "260", "300",
                                      "###", "XXC", "XXP", "XXA", "XXZ", "DAT"};

// Results that have points in a scoring, with their names in the records 162, XXS, and BBW, BBD,
// ...
struct AwardName {
  std::string_view name;
  void (*set)(Scoring& scoring, HalfPoints points);
};
constexpr AwardName kAwards[] = {
    {"W", [](Scoring& s, HalfPoints p) { s = Scoring::of(p, s.draw[0], s.loss[0]); }},
    {"D", [](Scoring& s, HalfPoints p) { s = Scoring::of(s.win[0], p, s.loss[0]); }},
    {"L",
     [](Scoring& s, HalfPoints p) {
       s.loss = {p, p};
     }},
    {"WW", [](Scoring& s, HalfPoints p) { s.win[0] = p; }},
    {"BW", [](Scoring& s, HalfPoints p) { s.win[1] = p; }},
    {"WD", [](Scoring& s, HalfPoints p) { s.draw[0] = p; }},
    {"BD", [](Scoring& s, HalfPoints p) { s.draw[1] = p; }},
    {"WL", [](Scoring& s, HalfPoints p) { s.loss[0] = p; }},
    {"BL", [](Scoring& s, HalfPoints p) { s.loss[1] = p; }},
    {"Z", [](Scoring& s, HalfPoints p) { s.zero_bye = p; }},
    {"A", [](Scoring& s, HalfPoints p) { s.zero_bye = p; }},
    {"ZPB", [](Scoring& s, HalfPoints p) { s.zero_bye = p; }},
    {"H", [](Scoring& s, HalfPoints p) { s.half_bye = p; }},
    {"HPB", [](Scoring& s, HalfPoints p) { s.half_bye = p; }},
    {"F", [](Scoring& s, HalfPoints p) { s.full_bye = p; }},
    {"FPB", [](Scoring& s, HalfPoints p) { s.full_bye = p; }},
    {"P", [](Scoring& s, HalfPoints p) { s.allocated_bye = p; }},
    {"PAB", [](Scoring& s, HalfPoints p) { s.allocated_bye = p; }},
    {"FW", [](Scoring& s, HalfPoints p) { s.forfeit_win = p; }},
    {"FL", [](Scoring& s, HalfPoints p) { s.forfeit_loss = p; }},
};
// The names of the records BBW, BBD, ...
constexpr std::pair<std::string_view, std::string_view> kAwardRecords[] = {
    {"BBW", "W"}, {"BBD", "D"}, {"BBL", "L"}, {"BBZ", "Z"}, {"BBF", "FL"}, {"BBU", "P"}};

// Returns whether the line is a column ruler, as in FIDE's samples: "0123456789012345...", " 1 2".
bool is_ruler(std::string_view line) {
  const bool has_record = line.size() >= 4 && line[0] != ' ' && line[3] == ' ';
  return !has_record && line.size() > 4 &&
         std::ranges::all_of(line, [](char c) { return is_digit(c) || c == ' '; });
}

// Records that a report has once. XXR is another name of 142.
constexpr std::string_view kSingle[] = {"012", "022", "032", "042", "052", "062", "092", "102",
                                        "122", "142", "192", "202", "212", "222", "352"};

using Awards = std::map<std::size_t, HalfPoints>;  // keyed by index in kAwards

class TrfReader {
 public:
  TrfReport read(std::string_view text) {
    const DecodedText decoded = decode_text(text);
    report_.is_utf8 = decoded.found == Encoding::Ascii || decoded.found == Encoding::Utf8;
    find_offsets(text);
    split(decoded.utf8);
    find_unit();
    for (std::size_t i = 0; i < report_.lines.size(); ++i) read_line(report_.lines[i], i + 1);
    check_numbers();
    resolve_duplicates();
    std::ranges::stable_sort(report_.problems, {},
                             [](const TrfProblem& problem) { return problem.place.line; });
    set_scoring(awarded_, report_.scoring);
    set_scoring(awarded_to_teams_, report_.match_scoring);
    for (const TrfPlayer& player : report_.players) {
      report_.rounds = std::max(report_.rounds, static_cast<std::uint32_t>(player.rounds.size()));
    }
    return std::move(report_);
  }

 private:
  // Finds the offsets of the lines that split() returns.
  void find_offsets(std::string_view text) {
    for (std::size_t at = text.starts_with(kUtf8Bom) ? kUtf8Bom.size() : 0; at < text.size();) {
      report_.offsets.push_back(at);
      const std::size_t end = text.find_first_of("\r\n", at);
      if (end == std::string_view::npos) return;
      at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
    }
  }

  void split(std::string_view text) {
    if (text.starts_with(kUtf8Bom)) text.remove_prefix(kUtf8Bom.size());
    // Some programs end files with a control character.
    constexpr std::string_view kEnds("\x1a\0", 2);
    text = text.substr(0, text.find_last_not_of(kEnds) + 1);
    while (!text.empty()) {
      const std::size_t end = text.find_first_of("\r\n");
      report_.lines.emplace_back(text.substr(0, end));
      if (end == std::string_view::npos) return;
      const bool is_pair = text.substr(end, 2) == "\r\n";
      text.remove_prefix(end + (is_pair ? 2 : 1));
    }
  }

  // Determines the unit of columns from players with non-ASCII names.
  void find_unit() {
    std::size_t count[2] = {};
    for (const std::string& line : report_.lines) {
      if (const auto unit = unit_of_player(line)) ++count[static_cast<std::size_t>(*unit)];
    }
    unit_ = count[1] > count[0] ? ColumnUnit::Byte : ColumnUnit::Character;
  }

  // Returns the unit for which the fields of a line 001 are aligned, if unique.
  std::optional<ColumnUnit> unit_of_player(std::string_view text) {
    if (!report_.is_utf8 || !text.starts_with("001") || is_ascii(text)) return {};
    const auto fits = [&](ColumnUnit unit) {
      const TrfLine line(text, unit, 0, report_);
      return line.has_only(48, 48, " ") && line.has_only(49, 52, " 0123456789") &&
             line.has_only(53, 53, " ") && line.has_only(57, 57, " ") &&
             line.has_only(69, 69, " ") && line.has_only(80, 80, " ") &&
             line.has_only(81, 84, " 0123456789.,") && line.has_only(85, 85, " ") &&
             is_in_columns(line, end_of_rounds(line));
    };
    const bool fits_characters = fits(ColumnUnit::Character);
    if (fits_characters == fits(ColumnUnit::Byte)) return {};
    return fits_characters ? ColumnUnit::Character : ColumnUnit::Byte;
  }

  void read_line(std::string_view text, std::uint64_t number) {
    if (trim(text).empty() || is_ruler(text)) return;
    TrfLine line(text, unit_of_player(text).value_or(unit_), number, report_);
    const std::string code = line.columns(1, 3);
    if (is_repeated(line, code)) return;
    if (code == "001") return read_player(line);
    if (code == "013") return read_team(line, 5, 36, 37);
    if (code == "310") return read_team(line, 9, 40, 74);
    if (code == "240") return read_byes(line);
    if (code == "162" || code == "XXS") return read_scoring(line, awarded_);
    if (code == "362") return read_scoring(line, awarded_to_teams_);
    if (code == "320") return read_team_byes(line);
    if (code == "330") return read_team_forfeit(line);
    for (const auto& [record, name] : kAwardRecords) {
      if (code != record) continue;
      const auto points = line.points(5, line.length(), "the value");
      if (points) award(line, 1, 3, name, *points, awarded_);
      return;
    }
    if (code == "202" || code == "212") {
      std::vector<TieBreak> tie_breaks = read_tie_breaks(line);
      if (code == "212" || report_.tie_breaks.empty()) report_.tie_breaks = std::move(tie_breaks);
      return;
    }
    if (code == "299") return read_award(line);
    if (code == "132") return read_dates(line);
    if (code == "142" || code == "XXR") {
      report_.rounds = std::min(kMaxTrfRounds, line.number(5, line.length(), "round"));
      return;
    }
    if (std::string* field = text_field(code)) {
      *field = line.word(5, line.length());
      return;
    }
    if (code == "112") {
      report_.deputy_arbiters.push_back(line.word(5, line.length()));
      return;
    }
    if (std::ranges::find(kIgnored, code) != std::end(kIgnored)) return;
    if (std::ranges::find(kSingle, code) != std::end(kSingle)) return;
    const bool is_federation = std::ranges::all_of(code, is_capital);
    if (is_federation || std::ranges::find(kKept, code) != std::end(kKept)) {
      report_.other_lines.push_back(line.columns(1, line.length()));
      return;
    }
    line.problem(1, 3, fmt::format("\"{}\" is not a TRF record", code));
    if (std::ranges::all_of(code, is_digit))
      report_.other_lines.push_back(line.columns(1, line.length()));
  }

  // Returns whether an earlier line has the record. Reports a line with other text.
  bool is_repeated(TrfLine& line, const std::string& code) {
    const std::string record = code == "XXR" ? "142" : code;
    const std::string text = line.word(5, line.length());
    if (std::ranges::find(kSingle, record) == std::end(kSingle) || text.empty()) return false;
    const auto [first, is_new] = singles_.try_emplace(record, line.place(1, line.length()), text);
    if (is_new) return false;
    if (first->second.second != text) {
      line.problem(1, line.length(),
                   fmt::format("line {} already has \"{}\"; this line is ignored",
                               first->second.first.line, first->second.second));
    }
    return true;
  }

  // Compares the numbers of players and rounds with the players' lines.
  void check_numbers() {
    std::size_t rounds = 0;  // number of rounds up to the last one with a game
    for (const TrfPlayer& player : report_.players) {
      for (std::size_t r = rounds; r < player.rounds.size(); ++r) {
        if (player.rounds[r].opponent != 0) rounds = r + 1;
      }
    }
    const auto check = [&](const std::string& record, std::size_t number, std::string_view what,
                           bool has_more) {
      const auto found = singles_.find(record);
      if (found == singles_.end() || number == 0) return;
      const auto& [place, text] = found->second;
      const auto end = std::ranges::find_if_not(text, is_digit);
      const auto listed = parse_number<std::size_t>(std::string(text.begin(), end));
      if (!listed || *listed == 0 || *listed == number || (has_more && *listed > number)) return;
      add_problem(
          report_, place,
          fmt::format("the number of {} is {}, but the report has {}", what, *listed, number));
    };
    const auto players = std::ranges::count_if(
        report_.lines, [](const std::string& line) { return line.starts_with("001"); });
    check("062", static_cast<std::size_t>(players), "players", false);
    check("142", rounds, "rounds", true);
  }

  // Returns the starting rank that the opponents' lines have for a player; 0 if they differ.
  std::uint32_t rank_in_other_lines(const TrfPlayer& player) const {
    std::uint32_t rank = 0;
    for (std::size_t r = 0; r < player.rounds.size(); ++r) {
      const auto opponent = ranks_.find(player.rounds[r].opponent);
      if (opponent == ranks_.end()) continue;
      const auto& rounds = report_.players[opponent->second].rounds;
      const std::uint32_t named = r < rounds.size() ? rounds[r].opponent : 0;
      if (named == 0 || (rank != 0 && named != rank)) return 0;
      rank = named;
    }
    return rank;
  }

  // Gives one of two players with equal starting ranks the unused rank that its opponents' lines
  // have. Otherwise omits the second player.
  void resolve_duplicates() {
    std::set<std::size_t> omitted;
    for (const std::size_t second : duplicates_) {
      const std::uint32_t rank = report_.players[second].starting_rank;
      const std::size_t first = ranks_.at(rank);
      std::string message = fmt::format("the starting rank {} is a duplicate", rank);
      const auto renumber = [&](std::size_t player, std::size_t other) {
        const std::uint32_t other_rank = rank_in_other_lines(report_.players[player]);
        if (other_rank == 0 || ranks_.contains(other_rank)) return false;
        report_.players[player].starting_rank = other_rank;
        ranks_[other_rank] = player;
        ranks_[rank] = other;
        message += fmt::format("; by the lines of the opponents, {} has {}",
                               report_.players[player].name, other_rank);
        return true;
      };
      if (!renumber(second, first) && !renumber(first, second)) omitted.insert(second);
      add_problem(report_, {report_.players[second].place.line, 5, 4}, std::move(message));
    }
    std::size_t index = 0;
    std::erase_if(report_.players, [&](const TrfPlayer&) { return omitted.contains(index++); });
  }

  std::string* text_field(std::string_view code) {
    static constexpr std::pair<std::string_view, std::string TrfReport::*> kFields[] = {
        {"012", &TrfReport::name},         {"022", &TrfReport::city},
        {"032", &TrfReport::federation},   {"042", &TrfReport::start_date},
        {"052", &TrfReport::end_date},     {"092", &TrfReport::type},
        {"192", &TrfReport::encoded_type}, {"102", &TrfReport::chief_arbiter},
        {"122", &TrfReport::time_control}, {"222", &TrfReport::encoded_time_control},
        {"352", &TrfReport::board_colors}};
    for (const auto& [field, value] : kFields) {
      if (field == code) return &(report_.*value);
    }
    return nullptr;
  }

  void read_dates(TrfLine& line) {
    for (std::size_t column = kFirstRound; column <= line.length(); column += kRoundWidth) {
      report_.round_dates.push_back(line.word(column, column + 7));
    }
  }

  // Reads "W 1.0   D 0.5" of 162, and "WW=3.0 BW=3" of XXS.
  void read_scoring(TrfLine& line, Awards& awards) {
    const auto is_part = [&](std::size_t column, bool is_name) {
      const char c = line.at(column);
      return column <= line.length() &&
             (is_name ? is_letter(c) : is_digit(c) || c == '.' || c == ',');
    };
    for (std::size_t column = 5; column <= line.length();) {
      if (!is_part(column, true)) {
        if (line.at(column) != ' ') line.problem(column, column, "points need a result letter");
        ++column;
        while (is_part(column, false)) ++column;
        continue;
      }
      const std::size_t name = column;
      while (is_part(column, true)) ++column;
      const std::size_t name_end = column - 1;
      while (column <= line.length() && (line.at(column) == ' ' || line.at(column) == '='))
        ++column;
      const std::size_t value = column;
      while (is_part(column, false)) ++column;
      if (column == value) continue;
      const auto points = line.points(value, column - 1, "the value");
      if (points) award(line, name, name_end, line.columns(name, name_end), *points, awards);
    }
  }

  void award(TrfLine& line, std::size_t from, std::size_t to, std::string_view name,
             HalfPoints points, Awards& awards) {
    if (equal_ignoring_case(name, "X")) return;  // an unknown result
    // Some programs begin the names of 362 with T: "TW", "TD".
    const bool is_of_team = &awards == &awarded_to_teams_ && name.size() == 2 && name[0] == 'T';
    if (is_of_team) name.remove_prefix(1);
    const auto* const found = std::ranges::find_if(
        kAwards, [&](const AwardName& one) { return equal_ignoring_case(one.name, name); });
    if (found == std::end(kAwards)) {
      return line.problem(from, to, fmt::format("points for an unknown result \"{}\"", name));
    }
    awards[static_cast<std::size_t>(found - kAwards)] = points;
  }

  // Sets the points in table order, so that special cases override general cases.
  static void set_scoring(const Awards& awards, Scoring& scoring) {
    for (const auto& [index, points] : awards) kAwards[index].set(scoring, points);
  }

  void read_team_byes(TrfLine& line) {
    TrfTeamByes byes{.match_points = line.points(5, 8, "the match points"),
                     .game_points = line.points(10, 13, "the game points")};
    for (std::size_t column = 15; column <= line.length(); column += 4) {
      byes.teams.push_back(line.number(column, column + 2, "team"));
    }
    byes.place = line.place(5, line.length());
    report_.team_byes.push_back(std::move(byes));
  }

  void read_team_forfeit(TrfLine& line) {
    const std::string winner = line.columns(5, 6);
    if (winner != "+-" && winner != "-+" && winner != "--") {
      return line.problem(5, 6, "a forfeited match must be +-, -+ or --");
    }
    report_.team_forfeits.push_back({.round = line.number(8, 10, "round"),
                                     .white = line.number(12, 14, "team"),
                                     .black = line.number(16, 18, "team"),
                                     .white_wins = winner[0] == '+',
                                     .black_wins = winner[1] == '+',
                                     .place = line.place(5, line.length())});
  }

  void read_award(TrfLine& line) {
    if (report_.awards.size() == TrfAward::kMaxLines) {
      return line.problem(
          1, 3,
          fmt::format("only the first {} lines with record 299 are read", TrfAward::kMaxLines));
    }
    TrfAward award{.result = to_capital(line.at(5)),
                   .match_points = line.points(7, 10, "the match points"),
                   .game_points = line.points(12, 15, "the game points"),
                   .round = line.number(17, 19, "round")};
    if (std::string_view("WDLFHZ+- ").find(award.result) == std::string_view::npos) {
      return line.problem(5, 5, "the result in record 299 must be W, D, L, F, H, Z, + or -");
    }
    for (std::size_t column = 20; column <= line.length(); ++column) {
      const std::size_t from = column;
      while (line.at(column) != ' ') ++column;
      if (column == from) continue;
      award.numbers.push_back(line.number(from, column - 1, "number"));
    }
    award.place = line.place(5, line.length());
    report_.awards.push_back(std::move(award));
  }

  // Reads tie-breaks such as "BH:MP/C1, SB DE". Skips acronyms of points, because points always
  // precede tie-breaks.
  std::vector<TieBreak> read_tie_breaks(TrfLine& line) {
    std::vector<TieBreak> tie_breaks;
    for (std::size_t column = 5; column <= line.length(); ++column) {
      const std::size_t from = column;
      const auto is_in_word = [&](std::size_t at) {
        return at <= line.length() &&
               std::string_view(" ,;\t").find(line.at(at)) == std::string_view::npos;
      };
      while (is_in_word(column)) ++column;
      if (column == from) continue;
      const std::string word = line.columns(from, column - 1);
      constexpr std::string_view kScores[] = {"PTS", "MPTS", "GPTS", "MP", "GP"};
      const bool is_score = std::ranges::any_of(
          kScores, [&](std::string_view score) { return equal_ignoring_case(score, word); });
      if (is_score) continue;
      if (const auto tie_break = parse_tie_break(word)) {
        tie_breaks.push_back(*tie_break);
      } else {
        line.problem(from, column - 1, fmt::format("unknown tie-break \"{}\"", word));
      }
    }
    return tie_breaks;
  }

  void read_byes(TrfLine& line) {
    TrfByes byes{.kind = to_capital(line.at(5)), .round = line.number(7, 9, "round")};
    if (std::string_view("FHZ").find(byes.kind) == std::string_view::npos) {
      return line.problem(5, 5, "a bye must be F, H or Z");
    }
    for (std::size_t column = 11; column <= line.length(); column += 5) {
      if (const std::uint32_t player = line.number(column, column + 3, "player")) {
        byes.players.push_back(player);
      }
    }
    byes.place = line.place(5, line.length());
    report_.byes.push_back(std::move(byes));
  }

  void read_team(TrfLine& line, std::size_t name, std::size_t name_end, std::size_t players) {
    TrfTeam team{.name = line.word(name, std::min(name_end, players - 1)),
                 .place = line.place(1, line.length())};
    if (name == 5) {
      team.number = static_cast<std::uint32_t>(report_.teams.size() + 1);
    } else {
      team.number = line.number(5, 7, "team");
      team.nickname = line.word(42, 46);
      team.strength = line.word(48, 53);
      team.match_points = line.points(55, 60, "the match points");
      team.game_points = line.points(62, 67, "the game points");
      team.rank = line.number(69, 71, "rank");
      team.points_place = line.place(55, 67);
      team.rank_place = line.place(69, 71);
    }
    // Programs differ in the column of the first number, by one or two.
    for (std::size_t column = players; column <= line.length(); ++column) {
      const std::size_t from = column;
      while (line.at(column) != ' ') ++column;
      if (column == from) continue;
      if (const std::uint32_t player = line.number(from, column - 1, "player")) {
        team.players.push_back(player);
      }
    }
    report_.teams.push_back(std::move(team));
  }

  void read_player(TrfLine& line) {
    TrfPlayer player;
    player.place = line.place(1, line.length());
    player.starting_rank = line.number(5, 8, "starting rank");
    if (player.starting_rank == 0 || player.starting_rank > kMaxTrfPlayers) {
      return line.problem(5, 8, "a player needs a starting rank from 1 to 9999");
    }
    const auto [first, is_new] = ranks_.try_emplace(player.starting_rank, report_.players.size());
    if (!is_new) duplicates_.emplace_back(report_.players.size());
    player.sex = line.at(10);
    player.title = written_out_title(line.word(11, 13));
    TrfLine fields = aligned_fields(line);
    player.name = line.word(15, fields.original_column(48) - 1);
    if (player.name.empty()) line.problem(15, 47, "the player has no name");
    player.rating = fields.number(49, 52, "rating");
    player.federation = fields.word(54, 56);
    player.fide_id = read_id(fields);
    player.birth = fields.word(70, 79);
    player.points = fields.points(81, 84, "the score");
    player.points_place = fields.place(81, 84);
    player.rank = fields.number(86, 89, "rank");
    player.rank_place = fields.place(86, 89);
    read_rounds(is_in_columns(line, end_of_rounds(line)) ? line : fields, player);
    const auto is_blank = [](const TrfRound& round) {
      return round.opponent == 0 && round.result == ' ';  // unreadable cells are empty too
    };
    while (!player.rounds.empty() && is_blank(player.rounds.back())) player.rounds.pop_back();
    report_.players.push_back(std::move(player));
  }

  // Returns the line with rating, federation and all later fields in their columns. Reports a line
  // whose name field has the wrong length.
  static TrfLine aligned_fields(TrfLine& line) {
    const auto fits = [](const TrfLine& moved) {
      return moved.has_only(48, 48, " ") && moved.has_only(49, 52, " 0123456789") &&
             moved.has_only(53, 53, " ") && moved.has_only(57, 57, " ") &&
             moved.has_only(58, 68, " 0123456789") && moved.has_only(69, 69, " ");
    };
    if (line.has_only(53, 53, " ") && line.has_only(57, 57, " ")) return line;
    for (const std::ptrdiff_t columns : {1, -1, 2, -2, 3, -3}) {
      TrfLine moved = line.moved(48, columns);
      const std::string federation = moved.columns(54, 56);
      const bool is_federation =
          federation.size() == 3 && std::ranges::all_of(federation, is_letter);
      if (!is_federation || !fits(moved)) continue;
      line.problem(49, 56,
                   fmt::format("the fields after the name are {} column{} too far {}; they are "
                               "read there",
                               std::abs(columns), std::abs(columns) == 1 ? "" : "s",
                               columns > 0 ? "left" : "right"));
      return moved;
    }
    line.problem(53, 57, "the columns 53 and 57, around the federation, must be spaces");
    return line;
  }

  // Returns the FIDE id; 0 for numbers that cannot be FIDE ids, which some programs write.
  static std::uint32_t read_id(TrfLine& line) {
    const std::string written = line.word(58, 68);
    const bool is_long = std::ranges::all_of(written, is_digit) && written.size() > 9;
    return is_long ? 0 : line.number(58, 68, "FIDE number");
  }

  void read_rounds(TrfLine& line, TrfPlayer& player) {
    const std::size_t end = end_of_rounds(line);
    if (end < kFirstRound) return;
    if (!is_in_columns(line, end)) return read_rounds_by_order(line, player);
    for (std::size_t column = kFirstRound; column <= end && player.rounds.size() < kMaxTrfRounds;
         column += kRoundWidth) {
      add_round(line, player, line.word(column, column + 3), line.at(column + 5),
                line.columns(column + 7, column + 7), column);
    }
  }

  // Returns the last non-blank column of the rounds, or the column before them if there is none.
  static std::size_t end_of_rounds(const TrfLine& line) {
    std::size_t end = line.length();
    while (end >= kFirstRound && (line.at(end) == ' ' || line.at(end) == '\t')) --end;
    return std::max(end, kFirstRound - 1);
  }

  // Returns whether each cell has only spaces between its three parts.
  static bool is_in_columns(const TrfLine& line, std::size_t end) {
    for (std::size_t column = kFirstRound; column <= end; column += kRoundWidth) {
      for (const std::size_t gap : {4U, 6U, 8U, 9U}) {
        if (column + gap <= end && line.at(column + gap) != ' ') return false;
      }
    }
    return true;
  }

  void read_rounds_by_order(TrfLine& line, TrfPlayer& player) {
    line.problem(kFirstRound, line.length(),
                 "the rounds are not in their columns (92, 102, ...); they are read in "
                 "order");
    std::vector<std::pair<std::string, std::size_t>> words;
    for (std::size_t column = kFirstRound; column <= line.length();) {
      if (line.at(column) == ' ' || line.at(column) == '\t') {
        ++column;
        continue;
      }
      std::size_t end = column;
      while (end < line.length() && line.at(end + 1) != ' ' && line.at(end + 1) != '\t') ++end;
      words.emplace_back(line.columns(column, end), column);
      column = end + 1;
    }
    for (std::size_t i = 0; i + 2 < words.size() && player.rounds.size() < kMaxTrfRounds; i += 3) {
      add_round(line, player, words[i].first, sign_of(words[i + 1].first), words[i + 2].first,
                words[i].second);
    }
    if (words.size() % 3 != 0) {
      line.problem(words.back().second, words.back().second, "a round is not complete");
    }
  }

  // Returns the first character of the word. Returns '!', which is not a result sign, if the
  // character is not ASCII.
  static char sign_of(const std::string& word) {
    return static_cast<unsigned char>(word[0]) < 0x80 ? word[0] : '!';
  }

  void add_round(TrfLine& line, TrfPlayer& player, const std::string& opponent, char color,
                 const std::string& result, std::size_t column) {
    TrfRound round{.color = to_small(color),
                   .result = result.empty() ? ' ' : to_capital(sign_of(result)),
                   .place = line.place(column, column + 7)};
    const bool is_number = std::ranges::all_of(opponent, is_digit) && opponent.size() <= 4;
    if (!is_number) {
      line.problem(column, column + 3,
                   fmt::format("the opponent \"{}\" is not a starting rank", opponent));
    } else if (!opponent.empty()) {
      round.opponent = static_cast<std::uint32_t>(std::stoul(opponent));
    }
    if (round.color == ' ') round.color = '-';
    if (std::string_view("wb-").find(round.color) == std::string_view::npos) {
      line.problem(column + 5, column + 5, "the colour must be w, b or -");
      round.color = '-';
    }
    if (round.result == 'X' || round.result == '*') round.result = '?';
    if (round.result == 'A') round.result = 'Z';
    if (std::string_view("1=0+-WDLHFUZ? ").find(round.result) == std::string_view::npos) {
      const bool is_half = result == "\u00bd";
      line.problem(column + 7, column + 7,
                   fmt::format("\"{}\" is not a result: 1 = 0 + - W D L H F U Z ?{}", result,
                               is_half ? "; it is read as =" : ""));
      round.result = is_half ? '=' : ' ';
    }
    player.rounds.push_back(round);
  }

  TrfReport report_;
  ColumnUnit unit_ = ColumnUnit::Character;
  // The places and texts of records that a report has once.
  std::map<std::string, std::pair<TrfPlace, std::string>> singles_;
  std::map<std::uint32_t, std::size_t> ranks_;  // the first player with each starting rank
  std::vector<std::size_t> duplicates_;         // later players with the same starting rank
  Awards awarded_;
  Awards awarded_to_teams_;
};

}  // namespace

bool begins_trf(std::string_view text) {
  if (text.size() < 4 || (text[3] != ' ' && text[3] != '\t')) return false;
  return std::ranges::all_of(text.substr(0, 3), is_digit) || text.starts_with("###") ||
         text.starts_with("XX");
}

TrfReport read_trf(std::string_view text) { return TrfReader().read(text); }

}  // namespace arbiter
