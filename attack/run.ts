// `npm run attack` and `npm run torture` attack the built service on this machine and report what broke. They leave
// nothing behind. `-- --help` says what they do.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { GROUPS } from './attacks.ts'
import { NotMeasured } from './not-measured.ts'
import { type AttackReport, markdownTable } from './report.ts'
import { cleanUpAtExit } from './support/clean-up.ts'

/** Longer than any attack takes, even on a busy machine. */
const TIME_FOR_ONE_MS = 30 * 60_000

const NUMBERS = ['rounds', 'requests', 'seed', 'minutes'] as const
const ATTACKS = Object.assign({}, ...Object.values(GROUPS)) as (typeof GROUPS)[string]

cleanUpAtExit()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    group: { type: 'string', default: 'attack' },
    rounds: { type: 'string', default: '200' },
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    picture: { type: 'boolean', default: false },
    json: { type: 'string' },
    before: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(help())
  process.exit(0)
}
const unknown = positionals.filter((name) => !Object.hasOwn(ATTACKS, name))
if (unknown.length > 0) {
  console.error(`Unknown attack: ${unknown.join(', ')}. Choose from: ${Object.keys(ATTACKS).join(', ')}.`)
  process.exit(2)
}
const wrong = NUMBERS.find((name) => !/^\d{1,7}$/.test(values[name]))
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
console.log(`Seed ${options.seed}, ${options.rounds} kills, ${options.requests} hostile requests.\n`)
const reports: AttackReport[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(GROUPS[values.group]!)) {
  console.error(`${name} …`)
  const tooLong = setTimeout(() => {
    console.error(`The attack ${name} did not finish in time.`)
    process.exit(1)
  }, TIME_FOR_ONE_MS)
  reports.push(await ATTACKS[name]!.run(options).catch((error) => notMeasured(name, error)))
  clearTimeout(tooLong)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reports, null, 1)}\n`)
}
const earlier = values.before === undefined ? null : JSON.parse(readFileSync(values.before, 'utf8'))
console.log(markdownTable(reports, earlier))
process.exit(0)

/** A line for an attack that is not possible on this machine; the others go on. */
function notMeasured(attack: string, error: unknown): AttackReport {
  if (!(error instanceof NotMeasured)) throw error
  return { attack, figures: [{ what: 'not measured', value: error.message }], details: null }
}

function help(): string {
  const lists = Object.entries(GROUPS).flatMap(([group, attacks]) => [
    '',
    `npm run ${group}`,
    ...Object.entries(attacks).map(([name, { about }]) => `  ${name.padEnd(20)} ${about}`),
  ])
  return [
    'npm run attack [-- NAME …], npm run torture [-- NAME …]: without names, all that are listed under it.',
    '  --rounds N    how often the service is killed (200)',
    '  --requests N  how many hostile requests are sent (20000)',
    '  --minutes N   how long the soak lasts (10)',
    '  --picture     draws the picture of the soak for the documents',
    '  --seed N      draws other moments, requests and damage (1)',
    '  --json FILE   saves the data behind the table',
    '  --before FILE shows such data of an earlier run beside the new figures',
    ...lists,
    '',
    '*  needs PostgreSQL: that of “npm run services”, or of DATABASE_URL',
    '** stops that of “npm run services”, so DATABASE_URL must be unset',
    '*** needs libfaketime (on Debian: apt-get install faketime)',
    '**** installs miniflare, which runs workers on this machine',
  ].join('\n')
}
