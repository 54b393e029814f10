import { figure } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { inDatabase } from './sqlite.ts'
import { interleavings, number, orders, seeded, sequences, subsets, upTo } from './tools.ts'

/** Databases: SQL run as it stands, and theory tried on small cases. */
export const databaseProofs: Proof[] = [
  prove(
    'arch-0120',
    /^By default a column with a UNIQUE constraint accepts several NULL values in SQLite, PostgreSQL and MySQL\.$/,
    () =>
      inDatabase('CREATE TABLE t (x UNIQUE)', ({ accepts }) =>
        [accepts('INSERT INTO t VALUES (NULL), (NULL)'), !accepts('INSERT INTO t VALUES (1), (1)')].every(
          Boolean,
        ),
      ),
  ),
  prove(
    'arch-0121',
    /^A foreign key constraint, where enforced, rejects a row whose non-NULL reference matches no row of the referenced table\.$/,
    () =>
      inDatabase(ORDERS, ({ accepts }) =>
        [
          accepts('INSERT INTO orders VALUES (7, 1)'),
          accepts('INSERT INTO orders VALUES (8, NULL)'),
          !accepts('INSERT INTO orders VALUES (9, 99)'),
        ].every(Boolean),
      ),
  ),
  prove(
    'arch-0142',
    /^Deleting a row referenced by a foreign key declared (ON DELETE .+) also deletes the referencing rows\.$/,
    (action) =>
      inDatabase(
        ORDERS.replace('REFERENCES customers', `REFERENCES customers ${action}`),
        ({ accepts, rows }) => {
          accepts('INSERT INTO orders VALUES (7, 1), (8, 2)')
          return accepts('DELETE FROM customers WHERE id = 1') && rows('SELECT id FROM orders').join() === '8'
        },
      ),
  ),
  prove(
    'arch-0122',
    /^A SQL table has at most (one) primary key, which may consist of several columns\.$/,
    () =>
      inDatabase('', ({ accepts }) =>
        [
          !accepts('CREATE TABLE two (a INTEGER PRIMARY KEY, b INTEGER PRIMARY KEY)'),
          accepts('CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b))'),
          accepts('INSERT INTO pair VALUES (1, 1), (1, 2), (2, 1)'),
          !accepts('INSERT INTO pair VALUES (1, 2)'),
        ].every(Boolean),
      ),
  ),
  prove(
    'arch-0123',
    /^A (ROLLBACK|COMMIT) in SQL undoes all changes to table data made by the open transaction, so that a transfer of money in one transaction is not left half done\.$/,
    (end) =>
      inDatabase('CREATE TABLE t (id, x); INSERT INTO t VALUES (1, 100), (2, 0)', ({ accepts, rows }) => {
        accepts(`BEGIN; UPDATE t SET x = x - 30 WHERE id = 1; INSERT INTO t VALUES (3, 5); ${end}`)
        return rows('SELECT id, x FROM t').join(';') === '1,100;2,0'
      }),
  ),
  prove(
    'arch-0125',
    /^A B-tree index on the columns \((\w), (\w)\) supports a direct search by (\w) alone, but not by (\w) alone\.$/,
    (first, second, found, missed) =>
      inDatabase(`CREATE TABLE t (a, b, c); CREATE INDEX i ON t (${first}, ${second})`, ({ rows }) => {
        const plan = (column: string) => rows(`EXPLAIN QUERY PLAN SELECT c FROM t WHERE ${column} = 1`).join()
        return /SEARCH t USING INDEX i/.test(plan(found)) && /SCAN t/.test(plan(missed))
      }),
  ),
  prove(
    'arch-0139',
    /^An ordinary SQL view stores a query and no rows, so the view reflects later changes of the underlying tables\.$/,
    () =>
      inDatabase('CREATE TABLE t (x); CREATE VIEW v AS SELECT x * 2 FROM t', ({ accepts, rows }) => {
        const before = rows('SELECT * FROM v').join()
        return (
          before === '' && accepts('INSERT INTO t VALUES (21)') && rows('SELECT * FROM v').join() === '42'
        )
      }),
  ),
  prove(
    'arch-0140',
    /^A condition on the right-hand table of a SQL LEFT JOIN in the (\w+) clause drops the unmatched left rows unless NULL satisfies the condition, whereas in the (\w+) clause the condition keeps the unmatched left rows\.$/,
    (drops, keeps) =>
      inDatabase(
        'CREATE TABLE l (id); CREATE TABLE r (id, s); INSERT INTO l VALUES (1), (2)',
        ({ accepts, rows }) => {
          accepts(`INSERT INTO r VALUES (1, 'open')`)
          const written = { WHERE: ` WHERE r.s = 'open'`, ON: ` AND r.s = 'open'` } as Record<string, string>
          const ids = (clause: string, or = '') =>
            rows(`SELECT l.id FROM l LEFT JOIN r ON r.id = l.id${written[clause]}${or} ORDER BY 1`).join()
          return ids(drops) === '1' && ids(drops, ' OR r.s IS NULL') === '1,2' && ids(keeps) === '1,2'
        },
      ),
  ),
  prove(
    'arch-0141',
    /^A CHECK constraint in SQL accepts a row when the condition is NULL \(unknown\), for example (CHECK \(.+\)) with a missing age\.$/,
    (check) =>
      inDatabase(`CREATE TABLE t (age INTEGER ${check})`, ({ accepts }) =>
        [accepts('INSERT INTO t VALUES (NULL)'), !accepts('INSERT INTO t VALUES (17)')].every(Boolean),
      ),
  ),
  prove(
    'arch-0128',
    /^The number of entries reachable through (\w+) levels of a tree index with (\d+) entries per node is ([\d ]+)\.$/,
    (levels, entries, count) => {
      let reached = 1
      for (const _ of upTo(number(levels))) reached *= figure(entries)
      return reached === figure(count)
    },
  ),
  prove(
    'arch-0129',
    /^Every relation in .* \((\w+)\) is in .* \((\w+)\), but not every relation in \2 is in \1\.$/,
    (stricter, weaker) => {
      const isIn = (form: string) => (dependencies: Dependency[]) => NORMAL_FORMS[form]!(dependencies)
      const strict = SETS_OF_DEPENDENCIES.filter(isIn(stricter))
      return strict.every(isIn(weaker)) && SETS_OF_DEPENDENCIES.filter(isIn(weaker)).length > strict.length
    },
  ),
  prove(
    'arch-0134',
    /^Snapshot isolation permits write skew, so snapshot isolation is weaker than serialisability\.$/,
    () => {
      // Each doctor signs off if the other is on call.
      const signOff = (me: number, seen: boolean[]) => (seen[1 - me] ? [me] : [])
      const apply = (onCall: boolean[], off: number[]) =>
        onCall.map((on, doctor) => on && !off.includes(doctor))
      const start = [true, true]
      const serial = orders([0, 1]).map((order) =>
        order.reduce((onCall, doctor) => apply(onCall, signOff(doctor, onCall)), start),
      )
      const [first, second] = [signOff(0, start), signOff(1, start)]
      const sameRowWritten = first.some((row) => second.includes(row))
      const outcome = apply(apply(start, first), second)
      return !sameRowWritten && !serial.some((possible) => possible.join() === outcome.join())
    },
  ),
  prove(
    'arch-0136',
    /^A schedule of transactions is conflict serialisable exactly when the precedence graph of the schedule has no cycle\.$/,
    () => schedules().every((schedule) => canBeSwappedSerial(schedule) === !hasCycle(schedule)),
  ),
]

const ORDERS = `PRAGMA foreign_keys = ON;
  CREATE TABLE customers (id INTEGER PRIMARY KEY);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers);
  INSERT INTO customers VALUES (1), (2)`

/** Attributes are the bits 1, 2 and 4; sets of them are numbers. */
interface Dependency {
  from: number
  to: number
}

const ALL = 7
const DEPENDENCIES: Dependency[] = upTo(ALL + 1).flatMap((from) =>
  [1, 2, 4].filter((to) => from !== 0 && (from & to) === 0).map((to) => ({ from, to })),
)
const SETS_OF_DEPENDENCIES: Dependency[][] = sequences([false, true], DEPENDENCIES.length).map((chosen) =>
  DEPENDENCIES.filter((_, place) => chosen[place]),
)

const NORMAL_FORMS: Record<string, (dependencies: Dependency[]) => boolean> = {
  BCNF: (dependencies) => dependencies.every(({ from }) => closure(from, dependencies) === ALL),
  '3NF': (dependencies) => {
    const isKey = (set: number) => closure(set, dependencies) === ALL
    const keys = upTo(ALL + 1).filter(
      (set) => isKey(set) && ![1, 2, 4].some((bit) => set & bit && isKey(set & ~bit)),
    )
    const prime = keys.reduce((union, key) => union | key, 0)
    return dependencies.every(({ from, to }) => isKey(from) || (prime & to) !== 0)
  },
}

/** What a set of attributes determines. */
function closure(set: number, dependencies: Dependency[]): number {
  const grown = dependencies.reduce(
    (known, { from, to }) => ((known & from) === from ? known | to : known),
    set,
  )
  return grown === set ? set : closure(grown, dependencies)
}

interface Operation {
  transaction: number
  kind: string
  item: string
}

/** Schedules of two transactions, all small ones, and of three, some. */
function schedules(): Operation[][] {
  const random = seeded(7)
  const kinds = sequences(['r', 'w'], 2)
  const accesses = kinds.flatMap((kind) => sequences(['x', 'y'], 2).map((item) => ({ kind, item })))
  const transactions = (transaction: number) =>
    accesses.map(({ kind, item }) => [0, 1].map((at) => ({ transaction, kind: kind[at]!, item: item[at]! })))
  const two = transactions(0).flatMap((first) =>
    transactions(1)
      .filter(() => random() < 0.3)
      .flatMap((second) => interleavings<Operation>(first, second)),
  )
  const pick = <T>(values: T[]): T => values[Math.floor(random() * values.length)]!
  const three = upTo(60).map(() => pick(interleavings<Operation>(pick(two), pick(transactions(2)))))
  return [...two, ...three]
}

function conflict(left: Operation, right: Operation): boolean {
  const writes = left.kind === 'w' || right.kind === 'w'
  return left.transaction !== right.transaction && left.item === right.item && writes
}

/** Whether swaps of neighbours that do not conflict lead to one transaction after the other. */
function canBeSwappedSerial(schedule: Operation[]): boolean {
  const written = (operations: Operation[]) =>
    operations.map((operation) => schedule.indexOf(operation)).join()
  const found = new Map([[written(schedule), schedule]])
  for (const now of found.values()) {
    const blocks = now.filter(({ transaction }, at) => transaction !== now[at - 1]?.transaction)
    if (blocks.length === new Set(now.map(({ transaction }) => transaction)).size) return true
    for (const at of upTo(now.length - 1)) {
      const [left, right] = [now[at]!, now[at + 1]!]
      if (left.transaction === right.transaction || conflict(left, right)) continue
      const next = now.with(at, right).with(at + 1, left)
      found.set(written(next), found.get(written(next)) ?? next)
    }
  }
  return false
}

/** Whether the transactions of a schedule precede each other in a circle. */
function hasCycle(schedule: Operation[]): boolean {
  const edges = subsets(schedule, 2).filter(([earlier, later]) => conflict(earlier!, later!))
  const isBefore = (left: number, right: number) =>
    edges.some(([earlier, later]) => earlier!.transaction === left && later!.transaction === right)
  const serial = orders([0, 1, 2]).some((order) =>
    order.every((left, at) => order.slice(0, at).every((earlier) => !isBefore(left, earlier))),
  )
  return !serial
}
