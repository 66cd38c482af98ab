// Tables as DuckDB and hyparquet read them: rows with their values by column.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();

// Returns the rows of a query in SQL.
async function rows_by_duckdb(what) {
  const { DuckDBInstance } = createRequire(`${modules}/x.js`)('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return (await connection.runAndReadAll(what)).getRowObjectsJson();
}

// Returns the rows of a file.
async function rows_by_hyparquet(what) {
  const load = (path) => import(pathToFileURL(`${modules}/${path}`));
  const { parquetReadObjects, asyncBufferFromFile } = await load('hyparquet/src/node.js');
  const { compressors } = await load('hyparquet-compressors/src/index.js');
  return parquetReadObjects({ file: await asyncBufferFromFile(what), compressors });
}

export const readers = { duckdb: rows_by_duckdb, hyparquet: rows_by_hyparquet };
