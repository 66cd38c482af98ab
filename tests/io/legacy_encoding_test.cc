#include "lib/io/legacy_encoding.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/text_conversion.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

// Names that the samples of guess_encoding() do not contain, and the encodings of their files.
struct Names {
  std::string language;
  std::string encodings;
  std::string names;
};

const std::vector<Names> kNames = {
    {"Russian", "windows-1251|KOI8-R",
     "Андреев Юрий|Борисов Фёдор|Воробьёв Глеб|Григорьев Захар|Данилов Эдуард|Егоров "
     "Святослав|Жуков Леонид|Захаров Константин|Иванова Людмила|Киселёв "
     "Вячеслав|Лебедев Тимофей|Макаров Всеволод|Никитин Роман|Орлов Геннадий|Павлова "
     "Надежда|Романов Семён|Соколов Денис|Тихонов Аркадий|Устинов Егор|Филиппов "
     "Валерий|Харитонов Степан|Цветков Ярослав|Чернов Виталий|Шевченко Оксана|Щукин "
     "Артём|Юдин Матвей|Якушев Руслан|Быков Станислав|Дьяченко Евгения|Крылов Игнат"},
    {"Polish", "windows-1250|ISO-8859-2|CP852",
     "Adamczyk Józef|Bąk Kazimierz|Cieślak Wiesław|Duda Przemysław|Górski "
     "Jarosław|Jóźwiak Łucja|Kołodziej Zbigniew|Łuczak Róża|Majchrzak Sławomir|Nowicki"
     " Mieczysław|Pawłowski Tadeusz|Różański Leszek|Sikora Elżbieta|Środa "
     "Cezary|Tomaszewski Czesław|Urbański Bolesław|Wróbel Łucjan|Zając Krystyna|Żak "
     "Stefania|Głowacki Wojciech|Wąsik Jerzy|Stępień Ryszard|Kępa Danuta|Gołąb "
     "Andrzej|Szczęsny Piotr|Sobański Feliks"},
    {"Czech", "windows-1250|ISO-8859-2|CP852",
     "Bílek Jaroslav|Čermák Bohumil|Doležal František|Fiala Květoslav|Havlíček "
     "Rudolf|Jelínek Oldřich|Kadlec Matěj|Kříž Antonín|Lukáš Vítězslav|Mašek "
     "Řehoř|Navrátil Přemysl|Pešek Radomír|Říha Vojtěch|Sedláček Kryštof|Šebesta "
     "Ladislav|Tůma Jindřich|Urban Čeněk|Vaněk Eliška|Zelenka Růžena|Žižka "
     "Blažej|Kolář Milan|Beneš Karel|Hájek Robert|Štefan Ľuboš|Hruška Markéta|Blaha "
     "Šárka"},
    {"Croatian", "windows-1250|ISO-8859-2|CP852",
     "Anđelković Nebojša|Blažević Stjepan|Čolić Zoran|Dragićević Miloš|Filipović "
     "Radoš|Grujić Siniša|Hadžić Mirsad|Ilić Slaviša|Janković Đuro|Knežević "
     "Nenad|Lončar Žarko|Matić Aleksa|Obradović Predrag|Pavlović Šime|Radulović "
     "Ćiro|Savić Vjekoslav|Tošić Jadranka|Vučić Danijela|Zečević Mladen|Žigić "
     "Tihomir|Perišić Ante|Kranjčar Niko|Boškić Ivica|Milošević Rade|Cvijić "
     "Jovan|Subašić Luka"},
    {"Hungarian", "windows-1250|ISO-8859-2|CP852",
     "Balogh Győrgy|Bíró Lóránt|Csonka Botond|Dömötör Ágnes|Fodor Tamás|Gál "
     "Krisztián|Hajdú Tivadar|Illés Mihály|Juhász Ödön|Kiss Sándorné|Lőrincz "
     "Márton|Mészáros Pál|Novák Gergő|Orbán Zsófia|Pintér Etelka|Rózsa Jenő|Sárközi "
     "Áron|Takács Dániel|Vörös Benő|Zsiga Ferenc|Simon Árpádné|Bödőcs Tibor|Lovász "
     "Öcsi|Kállai Endre|Süveges Ervin|Kőszegi Rudolf"},
    {"German", "windows-1252|CP437|macintosh",
     "Brüggemann Anton|Flörke Heinrich|Gößwein Ulf|Häußler Ingrid|Kämpf Jörn|Lößnitz "
     "Otto|Mühlhausen Gerd|Nägele Dörte|Pätzold Günter|Rößler Volker|Sänger "
     "Elfriede|Tümmler Horst|Völker Hänsel|Wächter Jürg|Zöller Bernd|Fröhlich "
     "Ute|Grübel Marlene|Süß Patrick|Weißmann Karl|Düring Moritz|Höfer Lars|Bürger "
     "Max|Schöne Anna|Kübler Paul|Nüßlein Emil"},
    {"French", "windows-1252|CP437|macintosh",
     "Adélaïde Gaël|Barré Clément|Châtelain Éric|Delépine Françoise|Épinay "
     "Rénald|Février Hervé|Gâteau Loïc|Hérault Raphaël|Jaffré Solène|Kérouac "
     "Maël|Lévêque Théo|Mélanie Poupée|Nédélec Gwénaël|Pâquier Élodie|Quéré "
     "Valérie|Rivière Zoé|Sénéchal Cédric|Tréhard Irène|Vidé Chloé|Bénard Inès|Forêt "
     "Geneviève|Daudé Mickaël|Trémeau Pénélope|Legrête Léa"},
    {"Spanish", "windows-1252|macintosh|CP437",
     "Álvarez Tomás|Benítez Inés|Calderón Julián|Díaz Ángela|Estévez Simón|Farfán "
     "Adrián|Giménez Belén|Jiménez Óliver|López Verónica|Méndez Agustín|Núñez "
     "Germán|Ordóñez Efraín|Piñero Lucía|Quiñones Nicolás|Román Cristóbal|Suárez "
     "Rocío|Téllez Fermín|Urdaneta Moisés|Vázquez Noé|Yáñez Elías|Zúñiga "
     "Matías|Assunção Tomé|Falcão Júlio|Gusmão Flávio|Leão Antônio|Nóbrega Cláudia"},
    {"Danish", "windows-1252|macintosh",
     "Andersen Bjørnar|Bækgaard Søs|Christiansen Åge|Dørum Sølvi|Eskjær Jørn|Fjørtoft "
     "Øivind|Grøndahl Tårn|Højgaard Mæng|Isbjørn Kåre|Jæger Lårs|Kløve Ørnulf|Lørdag "
     "Bård|Mørk Stål|Nygård Trøls|Ølgaard Præst|Pærson Håkon|Rømer Gåsvær|Skjærstad "
     "Møyfrid|Tveitå Bråten|Vågen Frøydis|Østergaard Ebbe|Åmodt Bjærke"},
    {"Swedish", "windows-1252|CP437|macintosh",
     "Bäckström Måns|Dahlström Sören|Engström Håkan|Fågelström Pär|Grönlund Åke|Häll "
     "Jöns|Isaksson Göte|Järvinen Töölö|Kääriäinen Heikki|Löfgren Mårten|Näsman "
     "Örjan|Öhman Märit|Pöysti Esko|Räisänen Jäppi|Sjöström Björn|Törnqvist "
     "Låda|Väisälä Kyösti|Åberg Svän|Älvåker Lövis|Hörnlund Jörgen|Säkkinen Päivö|Båth"
     " Lööv"},
    {"Icelandic", "windows-1252",
     "Aðalsteinn Jóhannesson|Björgvin Sigurðsson|Dagný Þórðardóttir|Eðvald "
     "Jónsson|Freyþór Ólafur|Guðrún Þorláksdóttir|Hallgrímur Ásgeirsson|Ísleifur "
     "Þórisson|Jökull Viðarsson|Kolbrún Ægisdóttir|Lárus Óðinsson|Már Þorvaldur|Njáll "
     "Öðlingur|Óskar Þráinn|Róbert Harðarson|Sæmundur Pálsson|Tómas Björnsson|Úlfar "
     "Þormóðsson|Védís Guðjónsdóttir|Þorbjörg Snædal|Ágúst Karlsson|Sigþrúður "
     "Eiðsdóttir"},
    {"Turkish", "windows-1254",
     "Acar Yıldırım|Bayındır Çetin|Coşkun Müge|Dağ Şükrü|Ekşi İbrahim|Fındık "
     "Gürkan|Gündoğdu Nazlı|Işık Hakkı|Kaçmaz Şebnem|Küçük Özgür|Mutluoğlu "
     "Cağlar|Nalbantoğlu İlkay|Özkan Pınar|Pişkin Süleyman|Sarı Ümit|Taşkın Ergün|Uçar"
     " İsmet|Ünlü Çiğdem|Varlı Koç|Yiğit Gönül|Zengin Şule|Bıçakçı Nuri|Gökçe "
     "Ahmet|Karabağ Ayşegül"},
};

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find('|'), list.size());
    words.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

// The text in the encoding; characters that it lacks become "?".
std::string encoded(std::string_view utf8, const LegacyEncoding& encoding) {
  std::string bytes;
  for (const std::string_view character : code_points_of(utf8)) {
    if (character.size() == 1) {
      bytes += character;
      continue;
    }
    char found = '?';
    for (std::size_t at = 0; at < encoding.characters.size(); ++at) {
      std::string one;
      if (encoding.characters[at] != 0) append_utf8(encoding.characters[at], one);
      if (one == character) found = static_cast<char>(0x80 + at);
    }
    bytes += found;
  }
  return bytes;
}

std::string in_utf8(std::string_view bytes, const LegacyEncoding& encoding) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(byte < 0x80 ? byte : encoding.characters[byte - 0x80], text);
  }
  return text;
}

// Ten games of twenty players.
std::string archive(std::vector<std::string> names, std::mt19937& random) {
  std::ranges::shuffle(names, random);
  std::string text;
  for (std::size_t at = 0; at + 1 < std::min<std::size_t>(names.size(), 20); at += 2) {
    text += "[Event \"Open\"]\n[White \"" + names[at] + "\"]\n[Black \"" + names[at + 1] +
            "\"]\n\n1. e4 e5 *\n\n";
  }
  return text;
}

std::string read_all(ByteSource& source) {
  std::string text;
  std::array<char, 100> block;
  while (const std::size_t size = source.read(block)) text.append(block.data(), size);
  return text;
}

PlainText opened(std::string_view bytes, std::size_t portion) {
  return plain_text(std::make_unique<PeekableSource>(
      std::make_unique<PortionSource>(bytes, std::vector{portion})));
}

}  // namespace

TEST_CASE("the encoding of archives of twenty names is guessed", "[legacy_encoding]") {
  std::mt19937 random(20261125);
  int archives = 0;
  int wrong = 0;
  for (int round = 0; round < 18; ++round) {
    for (const Names& names : kNames) {
      for (const LegacyEncoding& encoding : legacy_encodings()) {
        if (!is_listed(encoding.name, names.encodings)) continue;
        const std::string text = archive(split(names.names), random);
        const std::string bytes = encoded(text, encoding);
        const EncodingGuess guess = guess_encoding(bytes);
        CAPTURE(names.language, encoding.name);
        REQUIRE(guess.encoding != nullptr);
        const bool is_right = in_utf8(bytes, *guess.encoding) == in_utf8(bytes, encoding);
        ++archives;
        wrong += !is_right && guess.is_sure ? 1 : 0;
        CHECK((is_right || !guess.is_sure));
      }
    }
  }
  CHECK(archives >= 500);
  CHECK(wrong * 100 <= archives);
}

TEST_CASE("a file in another encoding becomes UTF-8, however it is read", "[legacy_encoding]") {
  std::mt19937 random(7);
  const Names& russian = kNames.front();
  const std::string text =
      "[Event \"plain\"]\n\n1. d4 *\n\n" + archive(split(russian.names), random);
  for (const std::string_view name : {"windows-1251", "KOI8-R"}) {
    const std::string bytes = encoded(text, *find_legacy_encoding(name));
    for (const std::size_t portion : {1u, 3u, 1000u}) {
      CAPTURE(name, portion);
      const PlainText plain = opened(bytes, portion);
      CHECK(read_all(*plain.source) == text);
      CHECK(plain.form->guess == name);
      CHECK_FALSE(plain.form->is_plain());
    }
  }
}

TEST_CASE("UTF-8, Latin-1 and single stray bytes stay as they are", "[legacy_encoding]") {
  for (const std::string text :
       {"[White \"M\u00fcller\"]", "[White \"\u041a\u0430\u0440\u043f\u043e\u0432\"]\n\xff",
        "[White \"M\xFCller, J\xF6rg\"]\n[Black \"H\xFC"
        "bner\"]\n",
        "", "\xE2\x80", "1. e4 \xB1 *"}) {
    for (const std::size_t portion : {1u, 2u, 1000u}) {
      CAPTURE(text, portion);
      const PlainText plain = opened(text, portion);
      CHECK(read_all(*plain.source) == text);
      CHECK(plain.form->is_plain());
    }
  }
}

TEST_CASE("shift sequences make the encoding of 7-bit text uncertain, however it is read",
          "[legacy_encoding]") {
  struct Case {
    std::string text;
    bool is_unproved = true;
    std::string guess = {};
  };
  const std::vector<Case> cases = {
      {"[White \"\x1B$B;3ED\x1B(B\"]\n", true, "ISO-2022-JP"},
      {"\x1B$)C[White \"\x0E"
       "1h\x0F\"]\n",
       true, "ISO-2022-KR"},
      {"[White \"\x1B\x1B$)A~\"]\n", true, "ISO-2022-CN"},
      {"[White \"~~{P;>|~}\"]\n", true},
      {"[White \"" + std::string(1000, '~') + "\x1B-AE\"]\n", true},
      {"\x1B[1m[White \"Smith\"]\x1B(B\x1B[m\n", false},
      {"{~{1~}~{ab ~}~{} ~ \x1B", false},
      {"~{" + std::string(1000, 'a') + "~}", false},
  };
  for (const Case& one : cases) {
    for (const std::size_t portion : {1u, 2u, 3u, 5u, 1000u}) {
      CAPTURE(one.text, portion);
      const PlainText plain = opened(one.text, portion);
      CHECK(read_all(*plain.source) == one.text);
      CHECK(plain.form->is_unproved == one.is_unproved);
      CHECK(plain.form->guess == one.guess);
      CHECK(plain.form->is_plain());
    }
  }
}

TEST_CASE("text that is UTF-8 is kept, whichever encoding is given", "[legacy_encoding]") {
  const std::string utf8 = "[White \"M\u00fcller\"]\n";
  const std::string mixed = utf8 + "[Black \"M\xFCller\"]\n";
  set_legacy_text(LegacyText::Convert, "cp1252");
  for (const std::size_t portion : {1u, 2u, 1000u}) {
    CAPTURE(portion);
    const PlainText kept = opened(utf8, portion);
    CHECK(read_all(*kept.source) == utf8);
    CHECK(kept.form->is_plain());
    const PlainText converted = opened(mixed, portion);
    CHECK(read_all(*converted.source) ==
          "[White \"M\u00c3\u00bcller\"]\n[Black \"M\u00fcller\"]\n");
  }
  set_legacy_text(LegacyText::Guess);
}

TEST_CASE("an encoding that is stated is not guessed", "[legacy_encoding]") {
  REQUIRE_FALSE(fault_of_encoding("cp1250"));
  set_legacy_text(LegacyText::Convert, "cp1250");
  const PlainText polish = opened("[White \"S\xEAk\"]", 1000);
  set_legacy_text(LegacyText::Keep);
  const PlainText kept = opened("[White \"\xCA\xE0\xF0\xEF\xEE\xE2\"]", 1000);
  set_legacy_text(LegacyText::Guess);
  CHECK(read_all(*polish.source) == "[White \"S\u0119k\"]");
  CHECK(read_all(*kept.source) == "[White \"\xCA\xE0\xF0\xEF\xEE\xE2\"]");
  CHECK_FALSE(find_legacy_encoding("klingon").has_value());
  CHECK_FALSE(find_legacy_encoding("UTF-16").has_value());
}
