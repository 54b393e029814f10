import { MEMORY_RUNS, type ModelIdentity, type Tally } from '../../consensus/reliability.ts'
import type { ReliabilityStore } from '../../consensus/reliability-store.ts'
import { createBoundedCache } from '../../utils/bounded-cache.ts'
import { query, type Sql, trimming } from './sql.ts'

/** The maximum number of models per scope; beyond it the least recently seen are deleted, so that made-up names cannot fill the disk. */
const MOST_MODELS = 1_000

// One statement, so that no run is lost that another process counts at the same time.
const counted = (count: string) =>
  `(stored.${count} + excluded.${count})
     / CASE WHEN stored.answered + excluded.answered < ${MEMORY_RUNS} THEN 1.0 ELSE 2.0 END`
const COUNT = `
  INSERT INTO stretto.model_reliability AS stored (scope, provider, model, answered, won, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (scope, provider, model) DO UPDATE SET answered = ${counted('answered')}, won = ${counted('won')},
    updated_at = excluded.updated_at`

const TRIM = trimming('model_reliability', 'scope', 'provider, model', 'updated_at', MOST_MODELS)

const talliesOf = (models: number) => {
  const listed = Array.from({ length: models }, (_, place) => `$${place + 2}`)
  return query(
    { provider: 'text', model: 'text', answered: 'number', won: 'number' },
    `FROM stretto.model_reliability WHERE scope = $1 AND model IN (${listed.join(', ')})`,
  )
}

/** Stores tallies. */
export function createReliabilityStore(sql: Sql): ReliabilityStore {
  const queries = new Map<number, ReturnType<typeof talliesOf>>()
  /** Those that this process has counted before, and that are therefore hardly new. */
  const known = createBoundedCache<string, true>(MOST_MODELS)

  return {
    async read(scope, models) {
      const find = queries.get(models.length) ?? talliesOf(models.length)
      queries.set(models.length, find)
      const rows = await sql.read(find, [scope, ...models.map(({ model }) => model)])
      const tallies = new Map(rows.map((row) => [nameOf(row), { answered: row.answered, won: row.won }]))
      return models.map((model) => tallies.get(nameOf(model)) ?? { answered: 0, won: 0 })
    },

    async record(scope, outcomes, at) {
      // A model may have several seats.
      const tallies = new Map<string, ModelIdentity & Tally>()
      for (const { provider, model, won } of outcomes) {
        const tally = tallies.get(nameOf({ provider, model })) ?? { provider, model, answered: 0, won: 0 }
        tally.answered++
        tally.won += won ? 1 : 0
        tallies.set(nameOf(tally), tally)
      }
      // In the order of the models, so that processes that count the same do not block one another.
      const inOrder = [...tallies].sort(([left], [right]) => (left < right ? -1 : 1))
      const rows = inOrder.map(([, { provider, model, answered, won }]) => [
        ...[scope, provider, model, answered, won, Math.round(at)],
      ])
      const names = inOrder.map(([name]) => JSON.stringify([scope, name]))
      const isNew = names.some((name) => known.get(name) === undefined)
      await sql.change({ sql: COUNT, rows })
      // By itself, so that it sees what others have counted meanwhile.
      if (isNew) await sql.change({ sql: TRIM, rows: [[scope]] })
      for (const name of names) known.set(name, true)
    },
  }
}

function nameOf({ provider, model }: ModelIdentity): string {
  return JSON.stringify([provider, model])
}
