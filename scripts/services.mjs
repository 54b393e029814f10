// `npm run services`: installs and starts PostgreSQL with pgvector for the tests that need it.
// `npm run services -- stop` ends it and removes its data. What DATABASE_URL names is used instead.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ADDRESSES, FOLDER, startedServices } from './services/place.mjs'
import { startPostgres, stopPostgres } from './services/postgres.mjs'
import { answers, ServiceError } from './services/run.mjs'

async function isRunning(address) {
  if (address === undefined) return false
  const { hostname, port } = new URL(address)
  return answers(Number(port), hostname)
}

async function start() {
  const before = startedServices()?.databaseUrl
  mkdirSync(FOLDER, { recursive: true })
  const databaseUrl = process.env.DATABASE_URL ?? ((await isRunning(before)) ? before : await startAnew())
  writeFileSync(ADDRESSES, JSON.stringify({ databaseUrl }), { mode: 0o600 })
  process.stdout.write(`export DATABASE_URL=${databaseUrl}\n`)
}

function startAnew() {
  stopPostgres()
  return startPostgres()
}

function stop() {
  stopPostgres()
  rmSync(FOLDER, { recursive: true, force: true })
}

const [command = 'start', ...rest] = process.argv.slice(2)
const commands = { start, stop }
if (!Object.hasOwn(commands, command) || rest.length > 0) {
  process.stderr.write('Usage: npm run services [-- stop]\n')
  process.exit(2)
}
try {
  await commands[command]()
} catch (error) {
  if (!(error instanceof ServiceError)) throw error
  process.stderr.write(`stretto: ${error.message}\n`)
  process.exit(1)
}
