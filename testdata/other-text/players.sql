-- The players of the club.
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rating INTEGER);
INSERT INTO players VALUES (1, 'Alder, Ann', 2391);
INSERT INTO players VALUES (2, 'Birch, Bo', 2544);
SELECT name, rating FROM players WHERE rating > 2400 ORDER BY rating DESC;
