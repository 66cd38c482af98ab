// query.mjs duckdb SQL: prints the rows of the answer, one line of JSON each.
// query.mjs hyparquet FILE: prints the rows of the table in the same form.
import { readers } from './readers.mjs';

const [reader, what] = process.argv.slice(2);

const plain = (value) =>
  Array.isArray(value) ? value.map(plain) : typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString().slice(0, 10) : value;

for (const row of await readers[reader](what)) console.log(JSON.stringify(Object.values(row).map(plain)));
