// `npm run attack`: attacks the built service on this machine and reports what broke. It leaves nothing behind.
// `npm run attack -- NAME … [--rounds N] [--requests N] [--minutes N] [--seed N] [--json FILE] [--before FILE]`
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { attackWithDamage } from './damage/attack.ts'
import { attackWithFullDisk } from './disk-full/attack.ts'
import { attackByFuzzing } from './fuzz/attack.ts'
import { attackWithHostileRequests } from './hostile/attack.ts'
import { attackByKills, attackByKillsOfReplicas } from './kills/attack.ts'
import { attackByLoad } from './load/attack.ts'
import { attackByOutage } from './outage/attack.ts'
import { type AttackReport, markdownTable } from './report.ts'
import { attackBySlowPaths } from './slow-paths/attack.ts'
import { attackBySoaking } from './soak/attack.ts'
import { attackByStopping } from './stop/attack.ts'
import { attackWithStreams } from './streams/attack.ts'
import { cleanUpAtExit } from './support/clean-up.ts'
import { attackBySuspension } from './suspension/attack.ts'

interface Options {
  /** How often the service is killed. */
  rounds: number
  /** How many hostile requests are sent. */
  requests: number
  seed: number
  /** How long the soak lasts. */
  minutes: number
  /** Whether the soak draws its picture for the documents. */
  picture: boolean
}

const ATTACKS: Record<string, (options: Options) => Promise<AttackReport>> = {
  kills: attackByKills,
  'kills-of-replicas': attackByKillsOfReplicas,
  suspension: attackBySuspension,
  outage: attackByOutage,
  hostile: attackWithHostileRequests,
  fuzz: attackByFuzzing,
  'disk-full': attackWithFullDisk,
  damage: attackWithDamage,
  'slow-paths': attackBySlowPaths,
  load: attackByLoad,
  soak: attackBySoaking,
  streams: attackWithStreams,
  stop: attackByStopping,
}

/** Longer than any attack takes, even on a busy machine. */
const TIME_FOR_ONE_MS = 30 * 60_000

cleanUpAtExit()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '60' },
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    picture: { type: 'boolean', default: false },
    json: { type: 'string' },
    before: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !Object.hasOwn(ATTACKS, name))
if (unknown.length > 0) {
  console.error(`Unknown attack: ${unknown.join(', ')}. Choose from: ${Object.keys(ATTACKS).join(', ')}.`)
  process.exit(2)
}
const wrong = (['rounds', 'requests', 'seed', 'minutes'] as const).find(
  (name) => !/^\d{1,7}$/.test(values[name]),
)
if (wrong !== undefined) {
  console.error(`--${wrong} must be a whole number, for example --${wrong} 20.`)
  process.exit(2)
}
const options = {
  rounds: Number(values.rounds),
  requests: Number(values.requests),
  seed: Number(values.seed),
  minutes: Number(values.minutes),
  picture: values.picture,
}
const reports: AttackReport[] = []
for (const [name, attack] of Object.entries(ATTACKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.error(`${name} …`)
  const tooLong = setTimeout(() => {
    console.error(`The attack ${name} did not finish in time.`)
    process.exit(1)
  }, TIME_FOR_ONE_MS)
  reports.push(await attack(options))
  clearTimeout(tooLong)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 1)}\n`)
}
const earlier = values.before === undefined ? null : JSON.parse(readFileSync(values.before, 'utf8'))
console.log(markdownTable(reports, earlier))
process.exit(0)
