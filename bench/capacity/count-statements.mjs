// Loaded into a service before it starts: counts what it asks of its database, and writes the sums to COUNTS_FILE when it
// gets SIGUSR2.
import { renameSync, writeFileSync } from 'node:fs'
import Libsql from 'libsql'
import pg from 'pg'

const counts = { statements: 0, transactions: 0, rows: 0 }
const NO_WORK = /^\s*(BEGIN|COMMIT|ROLLBACK|PRAGMA)/i
const isWork = (sql) => !NO_WORK.test(sql)

let database = null
const { prepare } = Libsql.prototype
Libsql.prototype.prepare = function (sql) {
  database ??= this
  const statement = prepare.call(this, sql)
  for (const way of ['run', 'get', 'all']) {
    const original = statement[way]
    statement[way] = (...values) => {
      if (isWork(sql)) counts.statements++
      else if (sql === 'COMMIT') counts.transactions++
      return original.apply(statement, values)
    }
  }
  return statement
}

const inTransaction = new WeakSet()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, ...rest) {
  const sql = typeof config === 'string' ? config : (config.text ?? '')
  if (isWork(sql)) {
    counts.statements++
    if (!inTransaction.has(this)) counts.transactions++
  } else if (/^\s*BEGIN/i.test(sql)) {
    counts.transactions++
    inTransaction.add(this)
  } else inTransaction.delete(this)
  return query.call(this, config, ...rest)
}

process.on('SIGUSR2', () => {
  if (database?.open) counts.rows = prepare.call(database, 'SELECT total_changes() AS rows').get().rows
  const file = process.env.COUNTS_FILE
  writeFileSync(`${file}.new`, JSON.stringify(counts))
  renameSync(`${file}.new`, file)
})
