CREATE VIEW openings AS
SELECT
  {} AS eco,
  count(*) AS games,
  sum(game.result = 1) AS white_wins,
  sum(game.result = 3) AS draws,
  sum(game.result = 2) AS black_wins,
  sum(game.result = 0) AS unfinished,
  min(CASE WHEN game.date >= 10000 THEN game.date / 10000 END) AS first_year,
  max(CASE WHEN game.date >= 10000 THEN game.date / 10000 END) AS last_year
FROM game
WHERE game.flags & 1 = 0 AND game.eco > 0
GROUP BY game.eco;
