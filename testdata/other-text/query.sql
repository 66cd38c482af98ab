SELECT white.name, COUNT(*) * 1.0 / 2 AS points
FROM games JOIN players AS white ON white.id = games.white
WHERE games.result = '1-0' -- wins only
GROUP BY white.name
HAVING COUNT(*) > 3;
