import { LRUCache } from 'lru-cache'
import {
  CountedRun,
  type LedgerRow,
  RUNS_KEPT,
  type RunLedger,
  StoredVerdict,
  VERDICTS_KEPT,
} from '../../consensus/ledger/run-ledger.ts'
import { memoise } from '../../utils/memoise.ts'
import { query, type RowOf, type Sql, trimming } from './sql.ts'

const TRIMMED_EVERY = 100
/** Of how many scopes it is known when they were trimmed. */
const MOST_SCOPES = 1_000

const RECORD = `
  INSERT INTO stretto.counted_runs (scope, id, counted_at, run) VALUES :rows
  ON CONFLICT (scope, id) DO NOTHING`
const TRIM_RUNS = trimming('counted_runs', 'scope', 'id', 'counted_at', RUNS_KEPT)
const JUDGE = `
  INSERT INTO stretto.verdicts (scope, result_id, caller, given_at, verdict) VALUES :rows
  ON CONFLICT (scope, result_id, caller) DO UPDATE SET given_at = excluded.given_at, verdict = excluded.verdict`
const TRIM_VERDICTS = trimming('verdicts', 'scope', 'result_id, caller', 'given_at', VERDICTS_KEPT)
const RECORDED = query({ id: 'text' }, 'FROM stretto.counted_runs WHERE scope = $1 AND id = $2')

const RECENT = query(
  { id: 'text', counted_at: 'number', run: 'text', verdict: 'text?' },
  `FROM (
    SELECT id, counted_at, run FROM stretto.counted_runs
    WHERE scope = $1 AND (counted_at >= $2 OR id IN
      (SELECT result_id FROM stretto.verdicts WHERE scope = $1 AND given_at >= $2))
    ORDER BY counted_at DESC LIMIT ${RUNS_KEPT}
  ) AS runs LEFT JOIN stretto.verdicts ON verdicts.scope = $1 AND caller = $1 AND result_id = id
  ORDER BY counted_at DESC`,
)

/** Stores counted runs and the verdicts on results. */
export function createRunLedger(sql: Sql): RunLedger {
  const trimRuns = createTrim(sql, TRIM_RUNS)
  const trimVerdicts = createTrim(sql, TRIM_VERDICTS)

  return {
    async record({ scope, id, run, at }) {
      await sql.change({ sql: RECORD, rows: [[scope, id, Math.round(at), JSON.stringify(run)]] })
      await trimRuns(scope)
    },

    async recent(scope, since = 0) {
      const rows = await sql.read(RECENT, [scope, Math.round(since)])
      return rows.map(readRun).filter((run) => run !== null)
    },

    async judge({ scope, id, verdict, at }) {
      const values = [scope, id, scope, Math.round(at), JSON.stringify(verdict)]
      await sql.change({ sql: JUDGE, rows: [values] })
      await trimVerdicts(scope)
      return (await sql.read(RECORDED, [scope, id])).length > 0
    },
  }
}

/** Trims a scope after the first row that this process writes in it, and now and then later. */
function createTrim({ change }: Sql, trim: string): (scope: string) => Promise<void> {
  const written = new LRUCache<string, number>({ max: MOST_SCOPES })
  return async (scope) => {
    const rows = written.get(scope) ?? 0
    written.set(scope, (rows + 1) % TRIMMED_EVERY)
    if (rows === 0) await change({ sql: trim, rows: [[scope]] })
  }
}

/** The same text once for all rows, which would otherwise take more than twice the memory. */
const shared = memoise((text) => text, { most: 10_000 })

/** The run of a row; null for one that another version wrote and this one cannot read. */
function readRun({ id, counted_at: countedAt, run, verdict }: RowOf<(typeof RECENT)['columns']>) {
  const { success, data } = CountedRun.safeParse(JSON.parse(run))
  if (!success) return null
  const judged = (verdict && StoredVerdict.safeParse(JSON.parse(verdict)).data?.models) || []
  const ballots = data.ballots.map((ballot) => {
    const { right = null } =
      judged.find(({ provider, model }) => provider === ballot.provider && model === ballot.model) ?? {}
    return { ...ballot, provider: shared(ballot.provider), model: shared(ballot.model), right }
  })
  return { ...data, id, countedAt, ballots } satisfies LedgerRow
}
