CREATE TEMP VIEW person_names AS
WITH
  folded AS (
    SELECT id, name, max({0}) OVER (PARTITION BY replace(folded, ',', '')) AS person,
      min(id) OVER (PARTITION BY replace(folded, ',', '')) AS first FROM main.player),
  keyed AS (
    SELECT id, name, CASE WHEN person IS NULL THEN -first ELSE person END AS key FROM folded),
  counted AS (
    SELECT keyed.id AS id, keyed.name AS name, keyed.key AS key,
      coalesce(white.games, 0) AS games_as_white, coalesce(black.games, 0) AS games_as_black
    FROM keyed
    LEFT JOIN (SELECT white AS id, count(*) AS games FROM main.game WHERE flags & 1 = 0
      GROUP BY white) AS white ON white.id = keyed.id
    LEFT JOIN (SELECT black AS id, count(*) AS games FROM main.game WHERE flags & 1 = 0
      GROUP BY black) AS black ON black.id = keyed.id)
SELECT id, name, min(id) OVER (PARTITION BY key) AS person_id,
  first_value(name) OVER (PARTITION BY key ORDER BY games_as_white + games_as_black DESC, name) AS person,
  games_as_white + games_as_black AS games, games_as_white, games_as_black
FROM counted;

CREATE TEMP VIEW persons AS
SELECT person_id AS id, min(person) AS name, count(*) AS names, sum(games) AS games,
  sum(games_as_white) AS games_as_white, sum(games_as_black) AS games_as_black
FROM person_names GROUP BY person_id;
