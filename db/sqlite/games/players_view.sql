CREATE VIEW players AS
SELECT id, name, games_as_white + games_as_black AS games, games_as_white, games_as_black
FROM (
  SELECT
    player.id AS id,
    player.name AS name,
    sum(coalesce(white.games, 0)) AS games_as_white,
    sum(coalesce(black.games, 0)) AS games_as_black,
    max((coalesce(white.games, 0) + coalesce(black.games, 0)) * 4294967296 - player.id)
  FROM player
  LEFT JOIN (SELECT white AS id, count(*) AS games FROM game WHERE flags & 1 = 0 GROUP BY white)
    AS white ON white.id = player.id
  LEFT JOIN (SELECT black AS id, count(*) AS games FROM game WHERE flags & 1 = 0 GROUP BY black)
    AS black ON black.id = player.id
  GROUP BY player.folded
);
