import { figure } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { inDatabase } from './sqlite.ts'
import { upTo } from './tools.ts'

const THREE_VALUES = 'CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (NULL)'
const TWO_TABLES = `CREATE TABLE l (id); INSERT INTO l VALUES (1), (2), (3);
  CREATE TABLE r (id, name); INSERT INTO r VALUES (2, 'two'), (4, 'four')`

/** What SQL queries return, by running them. */
export const queryProofs: Proof[] = [
  prove(
    'arch-0109',
    /^In the three-valued logic of SQL, '(.+)' is (false|true) and '(.+)' is (false|true), while '(.+)' and '(.+)' are (NULL)\.$/,
    (first, firstValue, second, secondValue, third, fourth, missing) =>
      inDatabase('', ({ rows }) => {
        const isThe = (value: string) => (expression: string) =>
          rows(`SELECT (${expression}) IS ${value}`).join() === '1'
        return isThe(firstValue)(first) && isThe(secondValue)(second) && [third, fourth].every(isThe(missing))
      }),
  ),
  prove(
    'arch-0110',
    /^In SQL, (COUNT\(\*\)) counts all rows, whereas (COUNT\(column\)) counts only the rows in which the column is not NULL\.$/,
    (all, some) =>
      inDatabase(THREE_VALUES, ({ rows }) => {
        const counts = rows(`SELECT ${all}, ${some.replace('column', 'x')} FROM t`)
        return counts.join() === '3,2'
      }),
  ),
  prove(
    'arch-0111',
    /^The average that the SQL aggregate (\w+) returns for the values (\d+), (\d+) and (NULL) is (\d+)\.$/,
    (aggregate, first, second, missing, average) =>
      inDatabase(
        `CREATE TABLE t (x); INSERT INTO t VALUES (${first}), (${second}), (${missing})`,
        ({ rows }) => rows(`SELECT ${aggregate}(x) = ${average} FROM t`).join() === '1',
      ),
  ),
  prove(
    'arch-0112',
    /^Over an empty set of rows, the SQL aggregate (\w+) returns (\w+) and (\w+) returns (\w+)\.$/,
    (first, firstValue, second, secondValue) =>
      inDatabase('CREATE TABLE t (x)', ({ rows }) => {
        const compared = rows(`SELECT ${first}(x) IS ${firstValue}, ${second}(x) IS ${secondValue} FROM t`)
        return compared.join() === '1,1'
      }),
  ),
  prove(
    'arch-0113',
    /^A SQL condition 'x (NOT IN) \(subquery\)' is never true when the result of the subquery contains a NULL\.$/,
    (operator) =>
      inDatabase(TWO_TABLES, ({ rows }) => {
        const found = (values: string) =>
          rows(`SELECT id FROM l WHERE id ${operator} (SELECT ${values})`).join()
        return found('2 UNION SELECT 4') === '1,3' && found('2 UNION SELECT NULL') === ''
      }),
  ),
  prove(
    'arch-0114',
    /^A (LEFT JOIN) in SQL returns every row of the left table, with NULL in the columns of the right table where no row matches\.$/,
    (join) =>
      inDatabase(TWO_TABLES, ({ rows }) => {
        const joined = rows(
          `SELECT l.id, coalesce(r.name, 'NULL') FROM l ${join} r ON l.id = r.id ORDER BY 1`,
        )
        return joined.join(';') === '1,NULL;2,two;3,NULL'
      }),
  ),
  prove(
    'arch-0115',
    /^The number of rows in the SQL (CROSS JOIN) of a table of (\d+) rows with a table of (\d+) rows is (\d+)\.$/,
    (join, left, right, count) =>
      inDatabase('CREATE TABLE l (x); CREATE TABLE r (x)', ({ accepts, rows }) => {
        for (const row of upTo(figure(left))) accepts(`INSERT INTO l VALUES (${row})`)
        for (const row of upTo(figure(right))) accepts(`INSERT INTO r VALUES (${row})`)
        return rows(`SELECT 1 FROM l ${join} r`).length === figure(count)
      }),
  ),
  prove(
    'arch-0116',
    /^In SQL, (\w+) filters rows before grouping and (\w+) filters groups after grouping\.$/,
    (before, after) =>
      inDatabase(
        'CREATE TABLE t (k, x); INSERT INTO t VALUES (1, 5), (1, 9), (2, 9)',
        ({ accepts, rows }) => {
          const rowsFirst = rows(`SELECT k, count(*) FROM t ${before} x > 6 GROUP BY k ORDER BY k`)
          const groups = rows(`SELECT k, count(*) FROM t GROUP BY k ${after} count(*) > 1`)
          const isRefused = !accepts(`SELECT k FROM t ${before} count(*) > 1 GROUP BY k`)
          return rowsFirst.join(';') === '1,1;2,1' && groups.join(';') === '1,2' && isRefused
        },
      ),
  ),
  prove(
    'arch-0117',
    /^In SQL, (UNION.*) removes duplicate rows from the combined result, whereas (UNION.*) keeps duplicates\.$/,
    (removing, keeping) =>
      inDatabase('', ({ rows }) => {
        const combined = (operator: string) =>
          rows(`SELECT 1 ${operator} SELECT 1 ${operator} SELECT 2`).length
        return combined(removing) === 2 && combined(keeping) === 3
      }),
  ),
  prove('arch-0119', /^The SQL condition '(x BETWEEN a AND b)' includes both end points\.$/, (condition) =>
    inDatabase('CREATE TABLE t (x, a, b); INSERT INTO t VALUES (1, 2, 4)', ({ accepts, rows }) => {
      accepts('INSERT INTO t VALUES (2, 2, 4), (3, 2, 4), (4, 2, 4), (5, 2, 4)')
      return rows(`SELECT x FROM t WHERE ${condition} ORDER BY x`).join() === '2,3,4'
    }),
  ),
  prove(
    'arch-0124',
    /^A value passed to a SQL statement as a bound parameter is treated as data and never parsed as SQL, which prevents SQL injection into that statement through the value\.$/,
    () =>
      inDatabase(THREE_VALUES, ({ rows }) => {
        const attack = "1' OR '1' = '1'; DROP TABLE t; --"
        const found = rows('SELECT x FROM t WHERE x = ?', attack)
        return (
          found.length === 0 &&
          rows('SELECT ?', attack).join() === attack &&
          rows('SELECT x FROM t').length === 3
        )
      }),
  ),
]
