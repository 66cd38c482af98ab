#include "lib/tournament/player_list.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/pgn/portion_source.h"

namespace arbiter::testing {
namespace {

const std::string kFideHeader =
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";

// Returns a line of FIDE's combined rating list, with each value in its column.
std::string fide_line(const std::string& id, const std::string& name, const std::string& others,
                      const std::string& ratings) {
  return fmt::format("{:<15}{:<61}{:<37}{:<39}1990      \n", id, name, others, ratings);
}

struct ReadList {
  std::vector<ListedPlayer> players;
  std::vector<std::string> problems;  // such as "line:column+length message"
  std::string month;
  std::string refusal;
};

ReadList read(const std::string& text, RatingKind only = RatingKind::Standard,
              std::size_t portion = 1 << 16) {
  ReadList list;
  PortionSource source(text, {portion});
  const auto reader = PlayerListReader::open(source, only, [&](const ListProblem& problem) {
    list.problems.push_back(
        fmt::format("{}:{}+{} {}", problem.line, problem.column, problem.length, problem.message));
  });
  if (!reader) {
    list.refusal = reader.error();
    return list;
  }
  for (ListedPlayer player; (*reader)->next(player);) list.players.push_back(player);
  if ((*reader)->month()) list.month = to_string(*(*reader)->month());
  return list;
}

std::string player_text(const ListedPlayer& player) {
  std::string text = fmt::format("{}|{}|{}|{}|{}|{},{},{}", player.fide_id, player.name,
                                 player.federation, player.title, player.women_title,
                                 player.ratings[0], player.ratings[1], player.ratings[2]);
  for (const std::string& alias : player.aliases) text += "|" + alias;
  return text;
}

std::string only_player(const std::string& text) {
  const ReadList list = read(text);
  if (list.players.size() != 1) return fmt::format("{} players", list.players.size());
  return player_text(list.players.front());
}

}  // namespace

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (; times > 0; --times) all += text;
  return all;
}

TEST_CASE("FIDE's list is parsed by the positions of its headings", "[players]") {
  const std::string text =
      kFideHeader + "\r\n" +
      fide_line("12345678", "Adler, Nora", "GER F   IM   WGM  FI             ",
                "2401  12  10 2380  0   20 0     0   20 ") +
      fide_line("12345679", "Brandt", "AUT M   ", "0     0   0  0     0   0  1875  4   20 ");
  const ReadList list = read(text);
  REQUIRE(list.players.size() == 2);
  CHECK(player_text(list.players[0]) == "12345678|Adler, Nora|GER|IM|WGM|2401,2380,0");
  CHECK(player_text(list.players[1]) == "12345679|Brandt|AUT|||0,0,1875");
  CHECK(list.players[1].line == 3);
  CHECK(list.problems.empty());
}

TEST_CASE("a list of one rating has its month in the heading", "[players]") {
  const std::string text =
      "ID Number      Name                                                         "
      "Fed Sex Tit  WTit OTit           FOA SEP26 Gms K  B-day Flag\n" +
      fide_line("12345678", "Adler, Nora", "GER F   FM   WFM  ", "2214  5   20 ");
  CHECK(read(text).month == "2026-09");
  CHECK(read(text).players.at(0).ratings == std::array<std::uint32_t, 3>{2214, 0, 0});
  CHECK(read(text, RatingKind::Blitz).players.at(0).ratings ==
        std::array<std::uint32_t, 3>{0, 0, 2214});
}

TEST_CASE("tables have headings in other languages, and given names of their own", "[players]") {
  const auto [text, player] = GENERATE(table<std::string, std::string>({
      {"Name;Vorname;Titel;Land;Elo;FIDE-ID\nAdler;Nora;FM;GER;2214;4600001\n",
       "4600001|Adler, Nora|GER|FM||2214,0,0"},
      {"Vorname,Nachname,Verband\nNora,Adler,GER\n", "0|Adler, Nora|GER|||0,0,0"},
      {"Surname,Name,Rating\nAdler,Nora,2214\n", "0|Adler, Nora||||2214,0,0"},
      {"Apellidos;Nombre;T\u00edtulo;Federaci\u00f3n;Elo;C\u00f3digo FIDE\n"
       "Garc\u00eda L\u00f3pez;Ana;WIM;ESP;2201;2200001\n",
       "2200001|Garc\u00eda L\u00f3pez, Ana|ESP|WIM||2201,0,0"},
      {"Nombre;Pa\u00eds\nGarc\u00eda, Ana;ESP\n", "0|Garc\u00eda, Ana|ESP|||0,0,0"},
      {"Nom;Pr\u00e9nom;Titre;F\u00e9d\u00e9ration\nDupont;Luc;IM;FRA\n",
       "0|Dupont, Luc|FRA|IM||0,0,0"},
      {"Cognome,Nome,Titolo\nRossi,Aldo,IM\n", "0|Rossi, Aldo||IM||0,0,0"},
      {"Nazwisko i imi\u0119;Tytu\u0142;Kraj\nKowalski, Jan;FM;POL\n",
       "0|Kowalski, Jan|POL|FM||0,0,0"},
      {"\u0424\u0430\u043c\u0438\u043b\u0438\u044f;\u0418\u043c\u044f;"
       "\u0420\u0435\u0439\u0442\u0438\u043d\u0433\n"
       "\u0418\u0432\u0430\u043d\u043e\u0432;\u0418\u0432\u0430\u043d;2300\n",
       "0|\u0418\u0432\u0430\u043d\u043e\u0432, \u0418\u0432\u0430\u043d||||2300,0,0"},
      {"Name;Vorname\nAdler;\n", "0|Adler||||0,0,0"},
      {"surname;name\nAdler;Adler, Nora\n", "0|Adler, Nora||||0,0,0"},
      {"Name;Surname\nNora Adler;Adler\n", "0|Nora Adler||||0,0,0"},
      {"surname;first name;name\nLi;Lina;Li, Lina\n", "0|Li, Lina||||0,0,0"},
      {"full name;first name\nNora Adler;Nora\n", "0|Nora Adler||||0,0,0"},
      {"Apellido;Nombres\nAdler;Nora\n", "0|Adler, Nora||||0,0,0"},
  }));
  CAPTURE(text);
  CHECK(only_player(text) == player);
  CHECK(read(text).problems.empty());
}

TEST_CASE("a given name alone is not a name", "[players]") {
  const ReadList list = read("surname;first name\n;Nora\n");
  CHECK(list.players.empty());
  CHECK(list.problems == std::vector<std::string>{"2:1+5 the line has no name"});
}

TEST_CASE("lists from before 2013 have joined headings", "[players]") {
  const ReadList list = read(
      "ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n"
      " 5080444  Adler, Nora                       wf  GER  2147    0  1995  wi\n");
  REQUIRE(list.players.size() == 1);
  CHECK(player_text(list.players[0]) == "5080444|Adler, Nora|GER|WFM||2147,0,0");
  CHECK(list.month == "2011-03");
}

TEST_CASE("other titles that overflow their column shift the following ones", "[players]") {
  std::string line = fide_line("12345678", "Adler, Nora", "GER F   IM   WGM  SI,FI,LSI,SLI,NAAFM ",
                               "2401  12  10 ");
  const ReadList list = read(kFideHeader + "\n" + line);
  REQUIRE(list.players.size() == 1);
  CHECK(player_text(list.players[0]) == "12345678|Adler, Nora|GER|IM|WGM|2401,0,0");
}

TEST_CASE("a table is split by the separator of its header", "[players]") {
  const std::string wanted = "12345678|Adler, Nora|GER|FM||2214,2190,0|Adler, N.|Nora Adler-Brandt";
  const std::string text = GENERATE(
      as<std::string>{},
      "id,name,federation,title,rating,rapid,aliases\n"
      "12345678,\"Adler, Nora\",GER,FM,2214,2190,\"Adler, N.; Nora Adler-Brandt\"\n",
      "Name;FIDE ID;Fed;Title;Elo;Rapid;Alias\n"
      "Adler, Nora;12345678;GER;f;2214;2190;Adler, N.|Nora Adler-Brandt",
      "name\tfide_id\tcountry\ttitle\tstandard\trapid\tblitz\taliases\tclub\n"
      "Adler, Nora\t12345678\tGER\tFM\t2214\t2190\t-\tAdler, N.; Nora Adler-Brandt\tLindenau\n",
      "\xef\xbb\xbf# ours\r\n\r\nid,name,federation,title,rating,rapid,aliases\r\n"
      "12345678,\"Adler, Nora\",GER,FM,2214,2190,\"Adler, N.; Nora Adler-Brandt\"\r\n");
  CAPTURE(text);
  CHECK(only_player(text) == wanted);
  CHECK(player_text(read(text, RatingKind::Standard, 1).players.at(0)) == wanted);
}

const std::string kXmlPlayers =
    "<?xml version='1.0'?>\n<playerslist>\n"
    "<player>\n<fideid>4600001</fideid>\n<name>Adler, Nora</name>\n<country>GER</country>\n"
    "<sex>F</sex>\n<title>FM</title>\n<w_title>WIM</w_title>\n<o_title></o_title>\n"
    "<rating>2214</rating>\n<games>0</games>\n<k>20</k>\n<rapid_rating>2190</rapid_rating>\n"
    "<blitz_rating></blitz_rating>\n<birthday>1990</birthday>\n<flag></flag>\n</player>\n"
    "<player>\n<fideid>4600002</fideid>\n<name>O&apos;Kelly, M\xc3\xa1ire</name>\n"
    "<country>IRL</country>\n<title/>\n<rating>0</rating>\n</player>\n</playerslist>\n";

TEST_CASE("a table has common headings, and its other columns are named", "[players]") {
  const std::string wanted = "12345678|Adler, Nora|GER|FM||2214,2190,2100";
  const auto [text, unused] = GENERATE(table<std::string, std::vector<std::string>>({
      {"Nr.;;Name;FideID;Land;RtgInt;Rapid;Blitz;Verein/Ort\n"
       "7;FM;Adler, Nora;12345678;GER;2214;2190;2100;Lindenau\n",
       {"Nr.", "Verein/Ort"}},
      {"No.;Name;FideID;FED;Rtg;RtgI;Rapid Rating;Blz;Tit;Club/City\n"
       "7;Adler, Nora;12345678;GER;1999;2214;2190;2100;FM;Lindenau\n",
       {"No.", "Rtg", "Club/City"}},
      {"FIDE rating\tID\tPlayer name\tNation\tFIDE title\tRpd\tBlitz\tElo\tRtgN\n"
       "2214\t12345678\tAdler, Nora\tGER\tFM\t2190\t2100\t1\t2\n",
       {"Elo", "RtgN"}},
      {"ID,FIDE ID,Full Name,Country,Ti.,Std,RRtng,BRtng,\n"
       "3,12345678,\"Adler, Nora\",GER,FM,2214,2190,2100,\n",
       {"ID"}},
  }));
  CAPTURE(text);
  CHECK(only_player(text) == wanted);
  PortionSource source(text, {1 << 16});
  const auto reader =
      PlayerListReader::open(source, RatingKind::Standard, [](const ListProblem&) {});
  REQUIRE(reader);
  CHECK((*reader)->unused_columns() == unused);
}

TEST_CASE("FIDE's XML list is read, in lines or not, in any portions", "[players]") {
  const std::size_t portion = GENERATE(1U, 7U, 1U << 16U);
  const bool has_lines = GENERATE(true, false);
  std::string text = kXmlPlayers;
  if (!has_lines) std::erase(text, '\n');
  const ReadList list = read(text, RatingKind::Standard, portion);
  CHECK(list.problems.empty());
  REQUIRE(list.players.size() == 2);
  CHECK(player_text(list.players[0]) == "4600001|Adler, Nora|GER|FM|WIM|2214,2190,0");
  CHECK(player_text(list.players[1]) == "4600002|O'Kelly, M\xc3\xa1ire|IRL|||0,0,0");
  CHECK(list.players[1].line == (has_lines ? 19 : 1));
}

TEST_CASE("an XML list of one rating has ratings of that kind", "[players]") {
  const ReadList list = read(kXmlPlayers, RatingKind::Blitz);
  REQUIRE(list.players.size() == 2);
  CHECK(player_text(list.players[0]) == "4600001|Adler, Nora|GER|FM|WIM|0,2190,2214");
}

TEST_CASE("invalid values of an XML list are reported, and other XML is rejected", "[players]") {
  const ReadList list = read(
      "<playerslist>\n<player>\n<fideid>46x</fideid>\n<name>Adler, Nora</name>\n</player>\n"
      "<player><fideid>7</fideid></player></playerslist>");
  CHECK(list.players.size() == 1);
  CHECK(list.problems == std::vector<std::string>{"3:1+1 the FIDE id \"46x\" is not a number",
                                                  "6:1+1 the player has no name"});
  CHECK(!read("<html><body><player></player></body></html>").refusal.empty());
  CHECK(!read("<").refusal.empty());
}

TEST_CASE("a name alone is enough, in any encoding", "[players]") {
  CHECK(only_player("name\nM\xfcller, J\xf6rg\n") == "0|M\xc3\xbcller, J\xc3\xb6rg||||0,0,0");
  CHECK(only_player("name\n\"O\"\"Kelly, A\"\n") == "0|O\"Kelly, A||||0,0,0");
}

TEST_CASE("invalid lines are reported by line and column", "[players]") {
  struct Case {
    std::string text, problem;
    std::size_t players;
  };
  const Case one = GENERATE(values<Case>({
      {"id,name\n12x45,Adler\n", "2:1+5 the FIDE id \"12x45\" is not a number", 1},
      {"id,name\n99999999999,Adler\n", "2:1+11 the FIDE id \"99999999999\" is not a number", 1},
      {"name,rating\nAdler,9000\n", "2:7+4 the rating \"9000\" is not a number up to 4500", 1},
      {"name,rating\nAdler,4" + repeated("\u00fc", 50) + "\n",
       "2:7+51 the rating \"4" + repeated("\u00fc", 39) + "\" is not a number", 1},
      {"name,title\nAdler,Dr\n", "2:7+2 \"Dr\" is not a title", 1},
      {"id,name\n7,\n", "2:1+2 the line has no name", 0},
      {"id,name\n7,Adler, Nora\n",
       "2:10+4 the line has 3 fields, the header 2; quote a name that contains a comma", 0},
      {"id,name\n7,\"Adler\n", "2:3+6 a quote is never closed", 0},
      {"# month: soon\nname\nAdler\n",
       "1:1+1 invalid month \"soon\" (expected a form such as 2026-09)", 1},
      {"name\n" + std::string(70'000, 'x') + "\nAdler\n", "2:1+1 the line is too long", 1},
      {"name\nAdler\n" + std::string(70'000, 'x'), "3:1+1 the line is too long", 1},
      {"name,title\nM\xc3\xbcller,Dr\n", "2:8+2 \"Dr\" is not a title", 1},
  }));
  CAPTURE(one.text.substr(0, 60));
  const ReadList list = read(one.text);
  REQUIRE(list.problems.size() >= 1);
  CHECK(list.problems[0] == one.problem);
  CHECK(list.players.size() == one.players);
}

TEST_CASE("a file that is not a player list is rejected", "[players]") {
  const std::string text = GENERATE(as<std::string>{}, "", "\n\n", "[Event \"x\"]\n", "id,rating\n",
                                    "012 Lindenau Open\n", std::string(3, '\0'));
  CHECK_FALSE(read(text).refusal.empty());
}

TEST_CASE("no bytes stop the parsing of a list", "[players]") {
  std::uint32_t random = 12345;
  const std::string good = kFideHeader + "\n" +
                           fide_line("12345678", "Adler, Nora", "GER F   IM   ", "2401  12  10 ") +
                           "12345679       M\xfcller\n";
  const std::string table = "id,name,aliases\n1,\"A, B\",\"x;y\"\n2,C,\n";
  for (int i = 0; i < 5000; ++i) {
    std::string text = i % 2 == 0 ? good : table;
    for (int change = 0; change < 4; ++change) {
      random = random * 1664525 + 1013904223;
      text[(random >> 8) % text.size()] = static_cast<char>(random >> 24);
    }
    CHECK(read(text).players.size() <= 8);
  }
}

TEST_CASE("months are parsed in FIDE's form and as dates", "[players]") {
  using Case = std::pair<std::string, std::string>;
  const auto [text, month] = GENERATE(values<Case>({{"SEP26", "2026-09"},
                                                    {"Mar11", "2011-03"},
                                                    {"jan99", "1999-01"},
                                                    {"2026-09", "2026-09"},
                                                    {"2026.12", "2026-12"},
                                                    {"2026-13", ""},
                                                    {"2026-9", ""},
                                                    {"SRtng", ""},
                                                    {"", ""},
                                                    {"????.??", ""}}));
  CAPTURE(text);
  const auto found = parse_list_month(text);
  CHECK((found ? to_string(*found) : "") == month);
}

}  // namespace arbiter::testing
