// The caller of the expensive requests, in a separate process so that it does not slow down the measurement.
import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { countBy, send } from '../support/requests.ts'
import { COSTLY_REQUESTS } from './costly-requests.ts'

const A_SECOND = 10
/** How long to wait for pending requests at the end. */
const REST_MS = 20_000

const [place = '0', edge = '', local = '', forMs = '1000'] = process.argv.slice(2)
const { api, path, body } = COSTLY_REQUESTS[Number(place)]!
const origin = api === 'edge' ? edge : local
const headers = { 'x-forwarded-for': '198.51.100.7' }
const leave = new AbortController()
setMaxListeners(0, leave.signal)

// The measuring process waits for this line, because starting takes seconds on a busy machine.
console.log('begun')
const underWay: Array<ReturnType<typeof send>> = []
const startedAt = performance.now()
for (let number = 0; performance.now() - startedAt < Number(forMs); number++) {
  const url = `${origin}${path(number)}`
  underWay.push(send(url, { body: body?.(number), headers, signal: leave.signal }))
  await pause(Math.max(0, startedAt + ((number + 1) * 1_000) / A_SECOND - performance.now()))
}
await Promise.race([Promise.all(underWay), pause(REST_MS)])
leave.abort()
const answers = await Promise.all(underWay)
const outcomes = countBy(answers, ({ status }) => (status === null ? 'unanswered' : String(status)))
console.log(JSON.stringify(outcomes))
process.exit(0)
