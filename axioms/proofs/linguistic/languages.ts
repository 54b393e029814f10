// Languages that do not run here: their arithmetic, worked out by their rules, and SQL where SQLite follows the standard.
import Libsql from 'libsql'
import { figure } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

const floorDivide = (left: number, right: number): number => Math.floor(left / right)
const halfToEven = (number: number): number => {
  const below = Math.floor(number)
  if (number - below !== 0.5) return Math.round(number)
  return below % 2 === 0 ? below : below + 1
}

/** Works out a Python expression of numbers by the precedence of its grammar: + -, then * / // %, then a sign, then **. */
function python(expression: string): number {
  const tokens = expression.match(/\d+(?:\.\d+)?|\*\*|\/\/|[-+*/%()]|True/g) ?? []
  let at = 0
  const take = (...wanted: string[]): string | undefined =>
    wanted.includes(tokens[at] ?? '') ? tokens[at++] : undefined
  const atom = (): number => {
    if (take('(') !== undefined) {
      const inner = sum()
      take(')')
      return inner
    }
    const token = tokens[at++]!
    return token === 'True' ? 1 : Number(token)
  }
  const power = (): number => {
    const base = atom()
    return take('**') === undefined ? base : base ** signed()
  }
  const signed = (): number => (take('-') === undefined ? power() : -signed())
  const product = (): number => {
    let result = signed()
    for (let sign = take('*', '/', '//', '%'); sign !== undefined; sign = take('*', '/', '//', '%')) {
      const right = signed()
      if (sign === '*') result *= right
      else if (sign === '/') result /= right
      else result = sign === '//' ? floorDivide(result, right) : result - right * floorDivide(result, right)
    }
    return result
  }
  const sum = (): number => {
    let result = product()
    for (let sign = take('+', '-'); sign !== undefined; sign = take('+', '-')) {
      result += sign === '+' ? product() : -product()
    }
    return result
  }
  return sum()
}

/** The characters of a Python slice. */
function slice(text: string, [start, stop, step]: (number | undefined)[]): string {
  const by = step ?? 1
  const characters: string[] = []
  const end = stop ?? (by > 0 ? text.length : -1)
  for (let at = start ?? (by > 0 ? 0 : text.length - 1); by > 0 ? at < end : at > end; at += by) {
    characters.push(text[at] ?? '')
  }
  return characters.join('')
}

const query = (sql: string): unknown[][] => {
  const database = new Libsql(':memory:')
  try {
    database.exec('CREATE TABLE t (k INTEGER, v TEXT)')
    database.exec("INSERT INTO t VALUES (1, 'a'), (1, 'b'), (2, 'c'), (NULL, 'd'), (NULL, 'e')")
    const statements = sql.split(';')
    for (const statement of statements.slice(0, -1)) database.exec(statement)
    return database.prepare(statements.at(-1)!).raw().all() as unknown[][]
  } finally {
    database.close()
  }
}
const answer = (sql: string): string => JSON.stringify(query(sql))

const pythonProofs: Proof[] = [
  prove(
    ['ling-0009', 'ling-0010'],
    /^The result of (.+) in Python(?: 3)? is (-?[\d.]+)\.$/,
    (expression, result) => python(expression!) === Number(result),
  ),
  prove(
    ['ling-0101', 'ling-0102', 'ling-0121'],
    /(?:so the result of|^The result of the remainder) (.+?) (?:in Python )?is (-?\d+)[,.]/,
    (expression, result) => python(expression!) === Number(result),
  ),
  prove(
    'ling-0103',
    /^Integers in Python 3 .* the result of (\d+) \*\* (\d+) is exactly (\d+)\.$/,
    (base, exponent, result) => BigInt(base!) ** BigInt(exponent!) === BigInt(result!),
  ),
  prove(
    'ling-0104',
    /^The function round in Python 3 rounds exact halves to the nearest even number, so the result of round\(([\d.]+)\) is (\d+)\.$/,
    (number, result) => halfToEven(Number(number)) === Number(result) && halfToEven(3.5) === 4,
  ),
  prove(
    'ling-0105',
    /^The function int in Python truncates a float toward zero, so the result of int\((-?[\d.]+)\) is (-?\d+)\.$/,
    (number, result) => Math.trunc(Number(number)) === Number(result),
  ),
  prove(
    ['ling-0106', 'ling-0107'],
    /^A slice .*in Python.*, so the result of '(\w+)'\[(-?\d*):(-?\d*):?(-?\d*)\] is '(\w+)'\.$/,
    (text, ...bounds) => {
      const [start, stop, step] = bounds.map((bound) => (bound === '' ? undefined : Number(bound)))
      return slice(text!, [start, stop, step]) === bounds[3]
    },
  ),
  prove(
    'ling-0108',
    /^The function range .* the result of list\(range\((\d+), (\d+), (\d+)\)\) is \[([\d, ]+)\]\.$/,
    (...figures) => {
      const [start, stop, step] = figures.map(Number) as [number, number, number]
      const values: number[] = []
      for (let value = start; value < stop; value += step) values.push(value)
      return values.join(', ') === figures[3]
    },
  ),
  prove(
    'ling-0109',
    /^The length of a string in Python 3 counts Unicode code points, so the result of len\('(.+)'\) is (\d+)\.$/,
    (text, length) => Buffer.from(text!, 'utf16le').length / 2 === 2 && [...text!].length === Number(length),
  ),
]

const INT = 32
const asInt = (number: bigint): bigint => BigInt.asIntN(INT, number)
const INT_MAX = 2n ** BigInt(INT - 1) - 1n

const machineProofs: Proof[] = [
  prove(
    'ling-0124',
    /^Unsigned integer arithmetic in C wraps modulo 2\^N, so the result of UINT_MAX \+ 1u is (\d+)\.$/,
    (result) =>
      [16, 32, 64].every((width) => BigInt.asUintN(width, 2n ** BigInt(width) - 1n + 1n) === BigInt(result!)),
  ),
  prove(
    'ling-0125',
    /^The usual arithmetic conversions of C .* so the result of (-\d+) < (\d+)u is (\d) \(false\)\.$/,
    (left, right, result) =>
      [16, 32, 64].every(
        (width) => Number(BigInt.asUintN(width, BigInt(left!)) < BigInt(right!)) === Number(result),
      ),
  ),
  prove(
    ['ling-0126', 'ling-0205'],
    /truncates? .*toward zero, so the result of (?:\$\(\()?(-?\d+) \/ (\d+)(?:\)\))? is (-?\d+)\.$/,
    (left, right, result) =>
      BigInt(left!) / BigInt(right!) === BigInt(result!) && BigInt(left!) % BigInt(right!) !== 0n,
  ),
  prove(
    'ling-0127',
    /^A string literal in C ends with a hidden null character, so the value of sizeof\("(\w+)"\) is (\d+)\.$/,
    (text, size) => Buffer.from(`${text}\0`, 'ascii').length === Number(size),
  ),
  prove(
    'ling-0128',
    /^An integer constant with a leading zero in C is octal, so the value of (0\d+) is (\d+)\.$/,
    (constant, value) => Number(`0o${constant}`) === Number(value),
  ),
  prove(
    'ling-0144',
    /^Integer overflow in Java wraps around silently, so the result of Integer\.MAX_VALUE \+ 1 is (-\d+)\.$/,
    (result) => asInt(INT_MAX + 1n) === BigInt(result!),
  ),
  prove(
    'ling-0145',
    /^The absolute value of the smallest int in Java overflows, so the result of Math\.abs\(Integer\.MIN_VALUE\) is (-\d+)\.$/,
    (result) => asInt(-asInt(INT_MAX + 1n)) === BigInt(result!),
  ),
  prove(
    'ling-0146',
    /^A narrowing cast in Java keeps only the low bits, so the result of \(byte\) (\d+) is (-\d+)\.$/,
    (number, result) => BigInt.asIntN(8, BigInt(number!)) === BigInt(result!),
  ),
  prove(
    'ling-0147',
    /^Arithmetic on char in Java promotes to int, so the result of '(.)' \+ (\d) is (\d+)\.$/,
    (character, added, result) => character!.charCodeAt(0) + Number(added) === Number(result),
  ),
  prove(
    'ling-0148',
    /^The method hashCode of a Java String sums the characters with powers of (\d+) in 32-bit arithmetic, so the result of "(\w+)"\.hashCode\(\) is (\d+)\.$/,
    (base, text, result) =>
      [...text!].reduce(
        (sum, character) => asInt(sum * BigInt(base!) + BigInt(character.charCodeAt(0))),
        0n,
      ) === BigInt(result!),
  ),
  prove(
    'ling-0149',
    /^The type char in Java is an unsigned (\d+)-bit UTF-16 code unit with the range 0 to ([\d ]+)\.$/,
    (bits, most) =>
      2 ** Number(bits) - 1 === figure(most!) && String.fromCharCode(figure(most!) + 1) === '\0',
  ),
  prove(
    'ling-0190',
    /^The method wrapping_add in Rust .* the result of (\d+)u(\d+)\.wrapping_add\((\d+)\) is (\d+)\.$/,
    (number, bits, added, result) =>
      BigInt.asUintN(Number(bits), BigInt(number!) + BigInt(added!)) === BigInt(result!),
  ),
  prove(
    'ling-0191',
    /^The length of a string in Rust and Go counts UTF-8 bytes, so the length of '(.)' written as one code point is (\d)\.$/,
    (text, length) => [...text!].length === 1 && new TextEncoder().encode(text).length === Number(length),
  ),
  prove(
    'ling-0207',
    /width (\d+)px, padding (\d+)px and border (\d+)px on every side is (\d+)px wide/,
    (...figures) => {
      const [width, padding, border, all] = figures.map(Number) as [number, number, number, number]
      return width + 2 * (padding + border) === all
    },
  ),
  prove(
    'ling-0209',
    /^The CSS unit px is exactly 1\/(\d+) of the CSS inch, so (\d+)px equal (\d+)pt\.$/,
    (perInch, pixels, points) => {
      const pointsPerInch = 72
      return Number(pixels) * pointsPerInch === Number(points) * Number(perInch)
    },
  ),
  prove(
    'ling-0210',
    /^The CSS colour #(\w+) is rgb\((\d+), (\d+), (\d+)\), the colour named orange\.$/,
    (code, ...channels) => [...Buffer.from(code!, 'hex')].join() === channels.join(),
  ),
  prove(
    'ling-0211',
    /^The number of opaque colours that six-digit hexadecimal CSS colour codes can express is ([\d ]+)\.$/,
    (count) => Number.parseInt('f'.repeat(6), 16) + 1 === figure(count!),
  ),
]

const sqlProofs: Proof[] = [
  prove(
    'ling-0016',
    /^The result of (NULL = NULL) in standard SQL is UNKNOWN\.$/,
    (comparison) =>
      answer(`SELECT ${comparison}`) === '[[null]]' && answer(`SELECT 1 WHERE ${comparison}`) === '[]',
  ),
  prove(
    'ling-0158',
    /^The clauses GROUP BY and DISTINCT in SQL treat all NULL values as one group, although (NULL = NULL) is not true\.$/,
    (comparison) =>
      query('SELECT k FROM t GROUP BY k').length === 3 &&
      query('SELECT DISTINCT k FROM t').length === 3 &&
      answer(`SELECT 1 WHERE ${comparison}`) === '[]',
  ),
  prove(
    'ling-0159',
    /the percent sign \((.)\) matches any sequence of characters, also none, and the underscore \((.)\) matches exactly one character\.$/,
    (any, one) =>
      answer(
        `SELECT 'ab' LIKE 'ab${any}', 'abcd' LIKE 'a${any}d', 'ab' LIKE 'ab${one}', 'abc' LIKE 'ab${one}', 'abcd' LIKE 'ab${one}'`,
      ) === '[[1,1,0,1,0]]',
  ),
  prove(
    'ling-0160',
    /^A CASE expression in SQL without ELSE gives NULL when no branch matches\.$/,
    () => answer("SELECT CASE WHEN 1 = 2 THEN 'x' END, CASE 3 WHEN 4 THEN 'x' END") === '[[null,null]]',
  ),
  prove(
    'ling-0161',
    /^Concatenating a string with NULL by the operator (\S+) in standard SQL gives NULL\.$/,
    (operator) =>
      answer(`SELECT 'a' ${operator} NULL, NULL ${operator} 'a', 'a' ${operator} 'b'`) ===
      '[[null,null,"ab"]]',
  ),
  prove(
    'ling-0162',
    /^A window function in SQL, written with OVER, keeps every row of the result, whereas GROUP BY collapses each group into one row\.$/,
    () =>
      query('SELECT COUNT(*) OVER (PARTITION BY k) FROM t').length === 5 &&
      query('SELECT COUNT(*) FROM t GROUP BY k').length === 3,
  ),
  prove(
    'ling-0163',
    /^String literals in standard SQL stand in single quotes, and double quotes enclose identifiers\.$/,
    () => answer(`SELECT 'v', "v" FROM t WHERE k = 2`) === '[["v","c"]]',
  ),
  prove(
    'ling-0298',
    /^A DELETE or UPDATE statement in SQL without a WHERE clause affects every row of the table\.$/,
    () =>
      answer('DELETE FROM t; SELECT COUNT(*) FROM t') === '[[0]]' &&
      answer("UPDATE t SET v = 'z'; SELECT DISTINCT v FROM t") === '[["z"]]',
  ),
  prove(
    'ling-0299',
    /^A join in SQL returns a row once for each match, so a LEFT JOIN can return more rows than the left table has\.$/,
    () => query('SELECT * FROM (SELECT 1 AS k) AS one LEFT JOIN t ON one.k = t.k').length === 2,
  ),
  prove(
    'ling-0300',
    /^The SQL function COALESCE .*, so (COALESCE\(.+\)) is (\d)\.$/,
    (call, result) => answer(`SELECT ${call}`) === `[[${result}]]`,
  ),
]

export const otherLanguageProofs: Proof[] = [...pythonProofs, ...machineProofs, ...sqlProofs]
