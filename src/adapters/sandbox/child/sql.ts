import sqlite3InitModule, {
  type Database,
  type PreparedStatement,
  type Sqlite3Static,
} from '@sqlite.org/sqlite-wasm'
import bytes from '@sqlite.org/sqlite-wasm/sqlite3.wasm'
import { type Instance, type Job, OUTPUT_LIMIT, processorMs, serve } from './serve.ts'

const module = new WebAssembly.Module(bytes)
const MEMORY_PAGES = 1024
/** What is asked before a statement may open a file, or change how the database works. */
const REFUSED = ['SQLITE_ATTACH', 'SQLITE_DETACH', 'SQLITE_PRAGMA'] as const
const TABLES =
  "select name from sqlite_schema where type in ('table', 'view') and name not like 'sqlite_%' order by 1"
const TOO_MUCH = new Error('output')
const SPACE = /^(?:\s|;|--[^\n]*|\/\*[\s\S]*?\*\/)+/

await serve(load)

/** SQLite in a fresh instance; every trial has a fresh database in its memory. */
async function load({ program, trialMs }: Job): Promise<Instance> {
  const { capi, oo1 } = await (sqlite3InitModule as (options: object) => Promise<Sqlite3Static>)({
    wasmMemory: new WebAssembly.Memory({ initial: 128, maximum: MEMORY_PAGES }),
    instantiateWasm(imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) {
      use(new WebAssembly.Instance(module, imports))
      return {}
    },
    printErr() {},
  })
  const refused = new Set<number>(REFUSED.map((name) => capi[name]))

  /** Runs all statements, and returns the rows of the last one that has columns; where none has, those of all tables. */
  function lastRows(database: Database): string {
    let last: string[] | null = null
    for (let rest = program.replace(SPACE, ''); rest !== ''; ) {
      const statement = database.prepare(rest)
      const rows = rowsOf(statement)
      if (statement.columnCount > 0) last = rows
      rest = rest.slice(capi.sqlite3_sql(statement)!.length).replace(SPACE, '')
      statement.finalize()
    }
    if (last !== null) return `[${last.join()}]`
    const tables = database.selectValues(TABLES).map((name) => {
      const quoted = String(name).replaceAll('"', '""')
      // Their order means nothing.
      const rows = rowsOf(database.prepare(`select * from "${quoted}"`)).sort()
      return [JSON.stringify(name), `[${rows.join()}]`]
    })
    return tables.length === 1 ? tables[0]![1]! : `{${tables.map((table) => table.join(':')).join()}}`
  }
  return {
    problem: null,
    attempt(trial) {
      if (trial.kind !== 'query') return { kind: 'raised', error: 'TypeError' }
      const deadline = processorMs() + trialMs
      const isLate = () => Number(processorMs() > deadline)
      const database = new oo1.DB(':memory:')
      capi.sqlite3_limit(database, capi.SQLITE_LIMIT_ATTACHED, 0)
      capi.sqlite3_set_authorizer(database, (_, action) => (refused.has(action) ? capi.SQLITE_DENY : 0), 0)
      capi.sqlite3_progress_handler(database, 1000, isLate, 0)
      try {
        // It takes no empty text.
        database.exec(`${trial.setup}\n`)
        return { kind: 'value', value: lastRows(database) }
      } catch (error) {
        const code = (error as { resultCode?: number }).resultCode ?? capi.SQLITE_NOMEM
        if (isLate()) return { kind: 'stopped', why: 'time' }
        if (error === TOO_MUCH) return { kind: 'stopped', why: 'output' }
        if (code === capi.SQLITE_NOMEM) return { kind: 'stopped', why: 'memory' }
        return { kind: 'raised', error: String(capi.sqlite3_js_rc_str(code)) }
      } finally {
        database.close()
      }
    },
  }
}

function rowsOf(statement: PreparedStatement): string[] {
  const rows: string[] = []
  for (let size = 0; statement.step(); ) {
    rows.push(`[${statement.get([]).map(shown).join()}]`)
    size += rows.at(-1)!.length
    if (size > OUTPUT_LIMIT) throw TOO_MUCH
  }
  return rows
}

function shown(value: unknown): string {
  if (typeof value === 'number')
    return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(12)))
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}
