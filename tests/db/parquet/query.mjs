// query.mjs duckdb SQL: prints the rows of the answer, one line of JSON each.
// query.mjs hyparquet FILE: prints the rows of the table in the same form.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
const [reader, what] = process.argv.slice(2);

const plain = (value) =>
  Array.isArray(value) ? value.map(plain) : typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString().slice(0, 10) : value;
const print = (row) => console.log(JSON.stringify(row.map(plain)));

if (reader === 'duckdb') {
  const { DuckDBInstance } = createRequire(`${modules}/x.js`)('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const answer = await connection.runAndReadAll(what);
  for (const row of answer.getRowsJson()) print(row);
} else {
  const load = (path) => import(pathToFileURL(`${modules}/${path}`));
  const { parquetReadObjects, asyncBufferFromFile } = await load('hyparquet/src/node.js');
  const { compressors } = await load('hyparquet-compressors/src/index.js');
  const file = await asyncBufferFromFile(what);
  for (const row of await parquetReadObjects({ file, compressors })) print(Object.values(row));
}
