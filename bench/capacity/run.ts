// `npm run capacity`: what each kind of work uses, on SQLite and on the PostgreSQL of DATABASE_URL; what 1, 100 and 10,000
// questions a second need by that; and whether 500 runs in flight use what is predicted. `-- units` and `-- load` do one part.
// `--edge` does the same with the worker alone, in workerd.
import { parseArgs } from 'node:util'
import { type Deployment, deployPostgres, deploySqlite, type Used } from './deployment.ts'
import { deployEdge } from './edge.ts'
import { type Loaded, load, type MemoryOfRuns, memoryOfRuns } from './load.ts'
import { edgeCosts, needsOfEdge, needsOfProcess, needsOfReplicas, RATES } from './needs.ts'
import { figure, table } from './tables.ts'
import { CLOSED, measureUnits } from './units.ts'
import { measureYardstick } from './yardstick.ts'

/** The medians of so many rounds. */
const ROUNDS = Number(process.env.ROUNDS ?? 5)

const { values, positionals } = parseArgs({ allowPositionals: true, options: { edge: { type: 'boolean' } } })
const wants = (part: string) => positionals.length === 0 || positionals.includes(part)
const server = process.env.DATABASE_URL

if (wants('units')) await units()
if (wants('load')) await loads()

async function units(): Promise<void> {
  if (values.edge) return edgeUnits()
  const sqlite = await measured(await deploySqlite())
  const postgres = server === undefined ? null : await measured(await deployPostgres(server, 1))
  if (server === undefined)
    console.log('PostgreSQL is not measured: DATABASE_URL is not set (npm run services prints one).')
  needs('One process on SQLite', (rate) => needsOfProcess(rate, sqlite.run, sqlite.memory))
  if (postgres !== null)
    needs('Replicas on PostgreSQL', (rate) => needsOfReplicas(rate, postgres.run, postgres.memory))
}

async function edgeUnits(): Promise<void> {
  const { run } = await measured(await deployEdge())
  needs('The edge', (rate) => needsOfEdge(rate, run))
  const costs = Object.entries(edgeCosts(run)).map(([what, cost]) => [what, figure(1_000 * cost)])
  console.log(`\nUS dollars for 1,000 questions at the edge\n\n${table(['for', 'costs'], costs)}`)
}

/** Measures the kinds of work of a deployment, prints them, and ends it. */
async function measured(deployment: Deployment): Promise<{ run: Used; memory: MemoryOfRuns }> {
  try {
    const used = await measureUnits(deployment, { roundCount: ROUNDS })
    const rows = [...used].map(([name, unit]) => [
      name,
      ...[unit.service, unit.database, unit.statements, unit.transactions, unit.rows].map(figure),
      ...[unit.storedBytes, unit.logBytes, unit.calls, unit.sentBytes].map(figure),
      ...(deployment.name === 'edge' ? [figure(unit.objectRequests), figure(unit.rowsRead)] : []),
    ])
    const head = [
      ...['', 'service ms', 'PostgreSQL ms', 'statements', 'transactions', 'rows changed'],
      ...['bytes stored', 'bytes of log', 'calls', 'bytes to models'],
      ...(deployment.name === 'edge' ? ['requests to objects', 'rows read'] : []),
    ]
    console.log(`\n${deployment.name}\n\n${table(head, rows)}`)
    const relay = await measureYardstick(deployment)
    const run = used.get(CLOSED.name)!
    console.log(
      `\na bare relay that makes three calls: ${figure(relay)} ms; a closed run takes ${figure((run.service ?? Number.NaN) / relay)} times that`,
    )
    const memory = await memoryOfRuns(deployment)
    console.log(
      `\nmemory: ${figure(memory.idle)} MB, and ${figure(memory.memoryEach)} MB for each run in flight`,
    )
    return { run, memory }
  } finally {
    await deployment.end()
  }
}

function needs(title: string, of: (rate: number) => Record<string, number>): void {
  const columns = RATES.map(of)
  const rows = Object.keys(columns[0]!).map((what) => [
    what,
    ...columns.map((column) => figure(column[what])),
  ])
  console.log(`\n${title}\n\n${table(['new questions a second', ...RATES.map(figure)], rows)}`)
}

async function loads(): Promise<void> {
  const replicas = server === undefined ? [] : [() => deployPostgres(server, 2)]
  const openings = values.edge ? [deployEdge] : [deploySqlite, ...replicas]
  for (const open of openings) {
    const deployment = await open()
    try {
      for await (const loaded of load(deployment)) printLoad(deployment, loaded)
    } finally {
      await deployment.end()
    }
  }
}

function printLoad({ name }: Deployment, { predicted, measured, ...loaded }: Loaded): void {
  const row = (what: string, kind: keyof typeof measured) => [
    what,
    figure(predicted[kind]),
    figure(measured[kind]),
    figure(measured[kind] / predicted[kind]),
  ]
  const { run, hit, turn } = loaded
  console.log(
    `\n${name}, 500 runs in flight, models answer after ${loaded.modelSeconds} s\n
${table(
  ['', 'predicted', 'measured', 'ratio'],
  [
    row('service, ms for a run', 'processor'),
    row('all processes, ms for a run', 'wholeProcessor'),
    row('runs a second', 'perSecond'),
    row('highest memory of a process, MB', 'memory'),
  ],
)}

a run: p50 ${figure(run.p50)}, p99 ${figure(run.p99)} ms; a cache hit of another caller meanwhile: p50 ${figure(hit.p50)}, p99 ${figure(hit.p99)} ms (${hit.count}); the loop busy at a time: p99 ${figure(turn.p99)}, longest ${figure(turn.longest)} ms; most calls waiting at once: ${loaded.mostCalls}; the processes got ${figure(100 * loaded.share)}% of the two cores, enough for ${figure(loaded.perSecondByShare)} runs a second by what was predicted`,
  )
}
