// `npm run services`: installs and starts PostgreSQL with pgvector, and Redis, for the tests that need them.
// `npm run services -- stop` ends them and removes their data. What DATABASE_URL and REDIS_URL name is used instead.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ADDRESSES, FOLDER, startedServices } from './services/place.mjs'
import { startPostgres, stopPostgres } from './services/postgres.mjs'
import { answers, startRedis, stopRedis } from './services/redis.mjs'
import { ServiceError } from './services/run.mjs'

async function isRunning(address) {
  if (address === undefined) return false
  const { hostname, port } = new URL(address)
  return answers(Number(port), hostname)
}

async function start() {
  const before = startedServices() ?? {}
  const given = { databaseUrl: process.env.DATABASE_URL, redisUrl: process.env.REDIS_URL }
  mkdirSync(FOLDER, { recursive: true })
  const databaseUrl =
    given.databaseUrl ??
    ((await isRunning(before.databaseUrl)) ? before.databaseUrl : await again(stopPostgres, startPostgres))
  const redisUrl =
    given.redisUrl ??
    ((await isRunning(before.redisUrl)) ? before.redisUrl : await again(stopRedis, startRedis))
  writeFileSync(ADDRESSES, JSON.stringify({ databaseUrl, redisUrl }), { mode: 0o600 })
  process.stdout.write(`export DATABASE_URL=${databaseUrl}\nexport REDIS_URL=${redisUrl}\n`)
}

async function again(stop, startAnew) {
  stop()
  return startAnew()
}

function stop() {
  stopPostgres()
  stopRedis()
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
