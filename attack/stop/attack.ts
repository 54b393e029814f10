import { setTimeout as pause } from 'node:timers/promises'
import { PANEL, questionOf } from '../kills/task-feed.ts'
import { startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { createRandom } from '../support/random.ts'
import { type Answer, countBy, send, showCounts } from '../support/requests.ts'
import { type Service, startService, WIDE_LIMITS } from '../support/service.ts'
import { finalFatesOf, nameOfFate } from '../support/tasks.ts'
import { stopNpmStart } from './npm-start.ts'

const TIMES = 10
const BURST = 200
const PATIENCE_MS = 60_000

/** Stops the service shortly after a burst of requests, again and again, and then `npm start` itself. */
export async function attackByStopping({ seed }: { seed: number }): Promise<AttackReport> {
  const random = createRandom(seed)
  const provider = await startProvider()
  const environment = { ...provider.environment, ...WIDE_LIMITS, DATA_DIR: await dataFolder() }
  const answers: Answer[] = []
  const endings: string[] = []
  for (let time = 0; time < TIMES; time++) {
    const service = await startService(environment)
    const burst = Array.from({ length: BURST }, (_, place) => request(service, time * BURST + place))
    await pause(random.between(150, 300))
    const { code, signal } = await service.end('SIGTERM')
    endings.push(String(code ?? signal))
    answers.push(...(await Promise.all(burst)))
  }
  const accepted = answers.flatMap(({ status, body }) =>
    status === 202 ? [JSON.parse(body).id as string] : [],
  )
  const service = await startService(environment)
  const fates = await finalFatesOf(service.local, accepted, PATIENCE_MS)
  await service.end('SIGTERM')
  await provider.end()
  const npm = await stopNpmStart(await dataFolder())
  const reset = answers.filter(({ status }) => status === null)
  const figures = [
    { what: 'stops; requests', value: `${TIMES}; ${answers.length}` },
    { what: 'exit codes', value: showCounts(countBy(endings, (code) => code)) },
    { what: 'requests by outcome', value: showCounts(countBy(answers, outcomeOf)) },
    { what: 'neither answered nor refused', value: `${reset.length} of ${answers.length}` },
    { what: 'accepted tasks after the next start', value: showCounts(countBy(fates.values(), nameOfFate)) },
    ...npm,
  ]
  return { attack: 'stop', figures, details: { outcomes: countBy(answers, outcomeOf) } }
}

/** Consensus on both APIs, tasks and health, in turn. */
function request({ edge, local }: Service, number: number): Promise<Answer> {
  const query = questionOf(number)
  switch (number % 4) {
    case 0:
      return send(`${edge}/consensus-iterative`, { body: { query, models: [SEATS.steady, SEATS.contrary] } })
    case 1:
      return send(`${local}/consensus`, { body: { query, models: PANEL } })
    case 2:
      return send(`${local}/consensus/sync`, { body: { query, models: PANEL } })
    default:
      return send(`${edge}/health`)
  }
}

function outcomeOf({ status, fault, headers }: Answer): string {
  if (status === null) return String(fault)
  return headers['retry-after'] === undefined ? String(status) : `${status} with Retry-After`
}
