#include "tools/report/translations.h"

#include <algorithm>

#include "lib/export/neutral_text.h"

namespace arbiter {
namespace {

constexpr Translation kTranslations[] = {
    // The page.
    {"Chess games", "Schachpartien", "Parties d’échecs", "Partidas de ajedrez", "Шахматные партии"},
    {"Skip to the contents", "Zum Inhalt", "Aller au contenu", "Ir al contenido", "К содержанию"},
    {"Parts of this page", "Teile dieser Seite", "Parties de la page", "Partes de la página",
     "Разделы страницы"},
    {"Made by Arbiter {} from {} of games. The page needs no network.",
     "Erstellt von Arbiter {} aus {}. Die Seite braucht kein Netz.",
     "Page créée par Arbiter {} à partir de {}. Elle n’a pas besoin du réseau.",
     "Página creada por Arbiter {} a partir de {}. No necesita red.",
     "Создано программой Arbiter {}: {}. Странице не нужна сеть."},
    {"one file", "einer Partiendatei", "un fichier de parties", "un archivo de partidas",
     "один файл партий"},
    {"{} files", "{} Partiendateien", "{} fichiers de parties", "{} archivos de partidas",
     "файлов с партиями: {}"},
    {",", ".", "\u00a0", ".", "\u00a0"},
    // Dates: day, month, year, number of the month.
    {"{0} {1} {2}", "{0}. {1} {2}", "{0} {1} {2}", "{0} de {1} de {2}", "{0} {1} {2}"},
    {"{1} {2}", "{1} {2}", "{1} {2}", "{1} de {2}", "{3:02}.{2}"},
    {"{} to {}", "{} bis {}", "du {} au {}", "del {} al {}", "{} – {}"},
    {"{} to {}|in a month", "{}. bis {}", "du {} au {}", "del {} al {}", "{}–{}"},
    {"January", "Januar", "janvier", "enero", "января"},
    {"February", "Februar", "février", "febrero", "февраля"},
    {"March", "März", "mars", "marzo", "марта"},
    {"April", "April", "avril", "abril", "апреля"},
    {"May", "Mai", "mai", "mayo", "мая"},
    {"June", "Juni", "juin", "junio", "июня"},
    {"July", "Juli", "juillet", "julio", "июля"},
    {"August", "August", "août", "agosto", "августа"},
    {"September", "September", "septembre", "septiembre", "сентября"},
    {"October", "Oktober", "octobre", "octubre", "октября"},
    {"November", "November", "novembre", "noviembre", "ноября"},
    {"December", "Dezember", "décembre", "diciembre", "декабря"},
    // Systems of tournaments.
    {"round robin", "Rundenturnier", "toutes rondes", "liga", "круговой турнир"},
    {"double round robin", "doppelrundiges Turnier", "toutes rondes, aller-retour",
     "liga a doble vuelta", "двухкруговой турнир"},
    {"Swiss", "Schweizer System", "système suisse", "sistema suizo", "швейцарская система"},
    {"match", "Wettkampf", "match", "match", "матч"},
    {"knock-out", "K.-o.-System", "élimination directe", "eliminatorias", "нокаут"},
    {"team tournament", "Mannschaftsturnier", "tournoi par équipes", "torneo por equipos",
     "командный турнир"},
    {"Scheveningen", "Scheveninger System", "système Scheveningen", "sistema Scheveningen",
     "схевенингенская система"},
    {"system unknown: round robin or Swiss", "Rundenturnier oder Schweizer System",
     "toutes rondes ou système suisse", "liga o sistema suizo",
     "круговой турнир или швейцарская система"},
    // The figures.
    {"Games", "Partien", "Parties", "Partidas", "Партии"},
    {"Players", "Spieler", "Joueurs", "Jugadores", "Игроки"},
    {"Rounds", "Runden", "Rondes", "Rondas", "Туры"},
    {"Moves a game", "Züge je Partie", "Coups par partie", "Jugadas por partida", "Ходов в партии"},
    {"White’s score", "Weiß erzielte", "Score des Blancs", "Puntuación de las blancas",
     "Результат белых"},
    {"Errors", "Fehler", "Erreurs", "Errores", "Ошибки"},
    {"Warnings", "Warnungen", "Avertissements", "Advertencias", "Предупреждения"},
    {"Notes", "Hinweise", "Remarques", "Notas", "Замечания"},
    // Standings.
    {"Standings", "Tabelle", "Classement", "Clasificación", "Таблица"},
    {"Standings and results", "Tabelle und Ergebnisse", "Classement et résultats",
     "Clasificación y resultados", "Места и результаты"},
    {"Places {} to {}", "Plätze {} bis {}", "Places {} à {}", "Puestos {} a {}", "Места {}–{}"},
    {"Name", "Name", "Nom", "Nombre", "Имя"},
    {"Points", "Punkte", "Points", "Puntos", "Очки"},
    {"Pts", "Pkt", "Pts", "Pts", "Очки"},
    {"Title", "Titel", "Titre", "Título", "Звание"},
    {"Fed", "Land", "Féd.", "Fed.", "Фед."},
    {"Federation", "Verband", "Fédération", "Federación", "Федерация"},
    {"FIDE ID", "FIDE-ID", "Identifiant FIDE", "ID FIDE", "ID ФИДЕ"},
    {"Rating", "Elo", "Elo", "Elo", "Рейтинг"},
    {"R{}", "R{}", "R{}", "R{}", "{}"},
    {"Perf", "Perf", "Perf", "Perf", "Перф."},
    {"Performance: the rating that the results show", "Turnierleistung nach den Ergebnissen",
     "Performance d’après les résultats", "Rendimiento según los resultados",
     "Перфоманс по результатам"},
    {"Performance", "Turnierleistung", "Performance", "Rendimiento", "Перфоманс"},
    {"Change of the rating by FIDE's formula", "Elo-Änderung nach der Formel der FIDE",
     "Variation Elo selon la formule de la FIDE", "Variación de Elo según la fórmula de la FIDE",
     "Изменение рейтинга по формуле ФИДЕ"},
    {"Rating change", "Elo-Änderung", "Variation Elo", "Variación de Elo", "Изменение рейтинга"},
    {"Tie-breaks, in this order: {}, by FIDE's rules of {}.",
     "Feinwertungen in dieser Reihenfolge: {}, nach den Regeln der FIDE von {}.",
     "Départages, dans cet ordre : {}, selon les règles de la FIDE de {}.",
     "Desempates, en este orden: {}, según las reglas de la FIDE de {}.",
     "Дополнительные показатели по порядку: {}, по правилам ФИДЕ {} года."},
    {"A column is the player in that row; + and - are forfeits.",
     "Eine Spalte ist der Spieler in der Zeile dieser Nummer; + und - sind kampflos.",
     "Une colonne est le joueur de la ligne de ce numéro ; + et - sont des forfaits.",
     "Una columna es el jugador de la fila de ese número; + y - son incomparecencias.",
     "Столбец соответствует игроку в строке с этим номером; + и - означают неявку."},
    {"“12w1” is a win with White against the player in row 12; + and - are forfeits.",
     "„12w1“ ist ein Sieg mit Weiß gegen den Spieler in Zeile 12; + und - sind kampflos.",
     "« 12w1 » est une victoire avec les Blancs contre le joueur de la ligne 12 ; + et - sont des "
     "forfaits.",
     "«12w1» es una victoria con blancas contra el jugador de la fila 12; + y - son "
     "incomparecencias.",
     "«12w1» означает победу белыми над игроком в строке 12; + и - означают неявку."},
    {"Choose a name to see the player’s games, and a result to replay the game.",
     "Ein Name zeigt die Partien des Spielers, ein Ergebnis die Partie.",
     "Un nom montre les parties du joueur, un résultat la partie.",
     "Un nombre muestra las partidas del jugador; un resultado, la partida.",
     "Имя открывает партии игрока, результат открывает партию."},
    // The index of several tournaments.
    {"Tournaments", "Turniere", "Tournois", "Torneos", "Турниры"},
    {"Other games", "Andere Partien", "Autres parties", "Otras partidas", "Другие партии"},
    {"Event", "Turnier", "Tournoi", "Torneo", "Турнир"},
    {"Dates", "Termin", "Dates", "Fechas", "Даты"},
    {"System", "System", "Système", "Sistema", "Система"},
    {"First", "Erster", "Premier", "Primero", "Первый"},
    {"Bracket", "Turnierbaum", "Tableau à élimination", "Cuadro", "Турнирная сетка"},
    {"Rounds of players that are not in the games: {}.",
     "Runden von Spielern, die in den Partien fehlen: {}.",
     "Rondes de joueurs absentes des parties : {}.",
     "Rondas de jugadores que no están en las partidas: {}.",
     "Туры игроков, которых нет в партиях: {}."},
    {"Duplicate games, not counted: {}.", "Doppelte Partien, die nicht zählen: {}.",
     "Parties répétées, non comptées : {}.", "Partidas repetidas que no cuentan: {}.",
     "Повторные партии, которые не учтены: {}."},
    {"Teams", "Mannschaften", "Équipes", "Equipos", "Команды"},
    {"Team", "Mannschaft", "Équipe", "Equipo", "Команда"},
    {"Matches", "Kämpfe", "Matchs", "Encuentros", "Матчи"},
    {"Match points", "Mannschaftspunkte", "Points de match", "Puntos de encuentro",
     "Матчевые очки"},
    {"Winner", "Sieger", "Vainqueur", "Ganador", "Победитель"},
    {"Play-off, not counted in the table", "Stichkampf, nicht in der Tabelle gezählt",
     "Départage, non compté dans le classement", "Desempate, no contado en la tabla",
     "Дополнительный матч, не учтён в таблице"},
    {"Game points", "Brettpunkte", "Points de partie", "Puntos de partida", "Очки на досках"},
    // Findings; their messages are English.
    {"Findings", "Befunde", "Constats", "Hallazgos", "Проверка"},
    {"Errors: {}. Warnings: {}. Games: {}.", "Fehler: {}. Warnungen: {}. Partien: {}.",
     "Erreurs : {}. Avertissements : {}. Parties : {}.",
     "Errores: {}. Advertencias: {}. Partidas: {}.", "Ошибки: {}. Предупреждения: {}. Партии: {}."},
    {"Notes that are not shown: {}.", "Nicht gezeigte Hinweise: {}.",
     "Remarques non affichées : {}.", "Notas no mostradas: {}.", "Скрытые замечания: {}."},
    {"{} of this kind; the page shows {}.", "{} dieser Art; die Seite zeigt {}.",
     "{} de ce type ; la page en montre {}.", "{} de este tipo; la página muestra {}.",
     "Таких: {}; показано: {}."},
    {"The position before the move", "Die Stellung vor dem Zug", "La position avant le coup",
     "La posición antes de la jugada", "Позиция перед ходом"},
    {"The last position", "Die letzte Stellung", "La dernière position", "La última posición",
     "Последняя позиция"},
    {"round {}", "Runde {}", "ronde {}", "ronda {}", "тур {}"},
    {"{}, line {}", "{}, Zeile {}", "{}, ligne {}", "{}, línea {}", "{}, строка {}"},
    {"The line of the file", "Die Zeile der Datei", "La ligne du fichier", "La línea del archivo",
     "Строка файла"},
    // Games.
    {"Game", "Partie", "Partie", "Partida", "Партия"},
    {"White", "Weiß", "Blancs", "Blancas", "Белые"},
    {"Black", "Schwarz", "Noirs", "Negras", "Чёрные"},
    {"Result", "Ergebnis", "Résultat", "Resultado", "Результат"},
    {"Moves", "Züge", "Coups", "Jugadas", "Ходы"},
    {"Ended by", "Ende durch", "Fin", "Final", "Окончание"},
    {"Opening", "Eröffnung", "Ouverture", "Apertura", "Дебют"},
    {"Replay game {}: {}", "Partie {} nachspielen: {}", "Rejouer la partie {} : {}",
     "Reproducir la partida {}: {}", "Просмотр партии {}: {}"},
    {"Choose the number of a game to replay it.", "Die Nummer einer Partie öffnet sie.",
     "Le numéro d’une partie l’ouvre.", "El número de una partida la abre.",
     "Номер партии открывает её."},
    {"These are the first {} of {} games.", "Dies sind die ersten {} von {} Partien.",
     "Voici les {} premières parties sur {}.", "Estas son las primeras {} de {} partidas.",
     "Первые партии: {} из {}."},
    {"{} of these games can be replayed on this page.",
     "{} dieser Partien lassen sich auf dieser Seite nachspielen.",
     "{} de ces parties peuvent être rejouées sur cette page.",
     "{} de estas partidas se pueden reproducir en esta página.",
     "На этой странице можно просмотреть партий: {}."},
    {"All games", "Alle Partien", "Toutes les parties", "Todas las partidas", "Все партии"},
    {"Games {} to {}", "Partien {} bis {}", "Parties {} à {}", "Partidas {} a {}", "Партии {}–{}"},
    {"Round {}", "Runde {}", "Ronde {}", "Ronda {}", "Тур {}"},
    {"Without a round", "Ohne Runde", "Sans ronde", "Sin ronda", "Без тура"},
    {"Byes: {}", "Spielfrei: {}", "Exempts : {}", "Descansan: {}", "Свободны: {}"},
    {"Search players and openings", "Spieler und Eröffnungen suchen",
     "Chercher joueurs et ouvertures", "Buscar jugadores y aperturas", "Поиск игроков и дебютов"},
    {"Download the games (PGN)", "Partien speichern (PGN)", "Télécharger les parties (PGN)",
     "Descargar las partidas (PGN)", "Скачать партии (PGN)"},
    {"Download the table (CSV)", "Tabelle speichern (CSV)", "Télécharger le tableau (CSV)",
     "Descargar la tabla (CSV)", "Скачать таблицу (CSV)"},
    // The ends of games.
    {"not recorded", "nicht vermerkt", "non indiqué", "no consta", "не указано"},
    {"checkmate", "Matt", "mat", "jaque mate", "мат"},
    {"stalemate", "Patt", "pat", "ahogado", "пат"},
    {"dead position", "tote Stellung", "position morte", "posición muerta", "мёртвая позиция"},
    {"fivefold repetition", "fünfmalige Wiederholung", "quintuple répétition",
     "quíntuple repetición", "пятикратное повторение"},
    {"75 moves", "75 Züge", "75 coups", "75 jugadas", "75 ходов"},
    {"threefold repetition", "dreimalige Wiederholung", "triple répétition", "triple repetición",
     "троекратное повторение"},
    {"50 moves", "50 Züge", "50 coups", "50 jugadas", "50 ходов"},
    {"time", "Zeit", "temps", "tiempo", "время"},
    {"a player left", "verlassen", "abandon de la partie", "abandono de la sala", "уход игрока"},
    {"adjudication", "Abschätzung", "arbitrage", "adjudicación", "присуждение"},
    {"infraction", "Regelverstoß", "infraction", "infracción", "нарушение правил"},
    {"unfinished", "unbeendet", "inachevée", "sin terminar", "не окончена"},
    {"resignation", "Aufgabe", "abandon", "abandono", "сдача"},
    {"agreement", "Einigung", "accord mutuel", "acuerdo", "соглашение"},
    {"forfeit", "kampflos", "forfait", "incomparecencia", "неявка"},
    // Charts.
    {"Charts", "Diagramme", "Graphiques", "Gráficos", "Диаграммы"},
    {"Results", "Ergebnisse", "Résultats", "Resultados", "Результаты"},
    {"White wins", "Weiß gewinnt", "Gain des Blancs", "Ganan las blancas", "Победа белых"},
    {"Draw", "Remis", "Nulle", "Tablas", "Ничья"},
    {"Black wins", "Schwarz gewinnt", "Gain des Noirs", "Ganan las negras", "Победа чёрных"},
    {"No result", "Ohne Ergebnis", "Sans résultat", "Sin resultado", "Без результата"},
    {"Share", "Anteil", "Part", "Parte", "Доля"},
    {"Lengths", "Längen", "Durées", "Duraciones", "Длина"},
    {"Lengths of the games", "Längen der Partien", "Durées des parties", "Duración de las partidas",
     "Длина партий"},
    {"{} and more", "{} und mehr", "{} et plus", "{} o más", "{} и больше"},
    {"How the games ended", "Wie die Partien endeten", "Fin des parties",
     "Cómo terminaron las partidas", "Как закончились партии"},
    {"Openings", "Eröffnungen", "Ouvertures", "Aperturas", "Дебюты"},
    {"Openings, and how they scored", "Eröffnungen und ihre Ergebnisse",
     "Ouvertures et leurs résultats", "Aperturas y sus resultados", "Дебюты и их результаты"},
    {"The most frequent {} of {}.", "Die häufigsten {} von {}.", "Les {} plus fréquentes sur {}.",
     "Las {} más frecuentes de {}.", "Самые частые: {} из {}."},
    {"Time used", "Bedenkzeit", "Temps utilisé", "Tiempo empleado", "Расход времени"},
    {"Average time for a move", "Mittlere Zeit je Zug", "Temps moyen par coup",
     "Tiempo medio por jugada", "Среднее время на ход"},
    {"Average", "Mittel", "Moyenne", "Media", "Среднее"},
    // The viewer and the cards of the players.
    {"Close", "Schließen", "Fermer", "Cerrar", "Закрыть"},
    {"Close the game", "Partie schließen", "Fermer la partie", "Cerrar la partida",
     "Закрыть партию"},
    {"Save the game (PGN)", "Partie speichern (PGN)", "Enregistrer la partie (PGN)",
     "Guardar la partida (PGN)", "Сохранить партию (PGN)"},
    {"Previous game", "Vorige Partie", "Partie précédente", "Partida anterior",
     "Предыдущая партия"},
    {"Next game", "Nächste Partie", "Partie suivante", "Partida siguiente", "Следующая партия"},
    {"Go through the moves", "Durch die Züge gehen", "Parcourir les coups", "Recorrer las jugadas",
     "Перемещение по ходам"},
    {"First position", "Anfangsstellung", "Position initiale", "Posición inicial",
     "Начальная позиция"},
    {"Previous move", "Ein Zug zurück", "Un coup en arrière", "Una jugada atrás", "На ход назад"},
    {"Next move", "Ein Zug vor", "Un coup en avant", "Una jugada adelante", "На ход вперёд"},
    {"Last position", "Endstellung", "Position finale", "Posición final", "Конечная позиция"},
    {"Turn the board", "Brett drehen", "Tourner l’échiquier", "Girar el tablero",
     "Перевернуть доску"},
    {"Tags of the game", "Angaben zur Partie", "Étiquettes de la partie", "Etiquetas de la partida",
     "Теги партии"},
    {"moves", "Züge", "coups", "jugadas", "ходы"},
    {"turns the board", "dreht das Brett", "tourne l’échiquier", "gira el tablero",
     "поворачивает доску"},
    {"previous and next game", "vorige und nächste Partie", "partie précédente et suivante",
     "partida anterior y siguiente", "предыдущая и следующая партия"},
    {"closes", "schließt", "ferme", "cierra", "закрывает"},
    {"The position after {}", "Die Stellung nach {}", "La position après {}", "La posición tras {}",
     "Позиция после {}"},
    {"mate in {} for White", "Matt in {} für Weiß", "mat en {} pour les Blancs",
     "mate en {} de las blancas", "белые матуют в {}"},
    {"mate in {} for Black", "Matt in {} für Schwarz", "mat en {} pour les Noirs",
     "mate en {} de las negras", "чёрные матуют в {}"},
    {"evaluation {}", "Bewertung {}", "évaluation {}", "evaluación {}", "оценка {}"},
    {"Clocks: White solid, Black dashed; the top is {}",
     "Uhren: Weiß durchgezogen, Schwarz gestrichelt; oben {}",
     "Pendules : Blancs trait plein, Noirs tireté ; le haut est {}",
     "Relojes: blancas línea continua, negras discontinua; arriba {}",
     "Часы: белые сплошной, чёрные пунктиром; верх: {}"},
    {"Clocks of both players along the game", "Uhren beider Spieler während der Partie",
     "Pendules des deux joueurs", "Relojes de ambos jugadores", "Часы обоих игроков"},
    {"Evaluation: above the middle White is better", "Bewertung: über der Mitte steht Weiß besser",
     "Évaluation : au-dessus du milieu, les Blancs sont mieux",
     "Evaluación: por encima del centro, las blancas están mejor",
     "Оценка: выше середины лучше у белых"},
    {"Evaluation along the game", "Bewertung während der Partie", "Évaluation de la partie",
     "Evaluación de la partida", "Оценка по ходу партии"},
    {"Player", "Spieler", "Joueur", "Jugador", "Игрок"},
    {"Place", "Platz", "Place", "Puesto", "Место"},
    {"Round", "Runde", "Ronde", "Ronda", "Тур"},
    {"Colour", "Farbe", "Couleur", "Color", "Цвет"},
    {"Opponent", "Gegner", "Adversaire", "Rival", "Соперник"},
    {"bye", "spielfrei", "exempt", "descansa", "свободен"},
    {"Games found: {}", "Gefundene Partien: {}", "Parties trouvées : {}",
     "Partidas encontradas: {}", "Найдено партий: {}"},
};

constexpr std::string_view kCodes[] = {"en", "de", "fr", "es", "ru"};

std::string_view shown_part(std::string_view english) {
  return english.substr(0, english.find('|'));
}

}  // namespace

std::span<const Translation> translations() { return kTranslations; }

std::string_view Words::operator()(std::string_view english) const {
  const auto* const found =
      std::ranges::find(kTranslations, english, [](const Translation& text) { return text[0]; });
  const bool is_known = found != std::end(kTranslations);
  if (!is_known || are_english()) return shown_part(english);
  return (*found)[static_cast<std::size_t>(language_)];
}

std::string Words::number(std::uint64_t value) const {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, (*this)(","));
  return text;
}

std::string_view Words::code() const { return kCodes[static_cast<std::size_t>(language_)]; }

std::string Words::json() const {
  std::string members;
  for (const Translation& text : kTranslations) {
    if (are_english()) break;
    if (!members.empty()) members += ',';
    append_json_string(text[0], members);
    members += ':';
    append_json_string(text[static_cast<std::size_t>(language_)], members);
  }
  return "{" + members + "}";
}

}  // namespace arbiter
