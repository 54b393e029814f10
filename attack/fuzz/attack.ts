import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startProvider } from '../provider/calls.ts'
import { SEATS } from '../provider/script.ts'
import type { AttackReport } from '../report.ts'
import { dataFolder } from '../support/folders.ts'
import { ownFigures } from '../support/own-figures.ts'
import { createRandom, type Random } from '../support/random.ts'
import { type Answer, countBy, forEach, send, showCounts } from '../support/requests.ts'
import { type Service, startService, WIDE_LIMITS } from '../support/service.ts'
import { mutatedBody, mutatedText } from './mutate.ts'
import { type Operation, readOperations, readTools } from './operations.ts'
import { type Schema, validValue } from './valid-value.ts'

const AT_ONCE = 16
const PATIENCE_MS = 60_000
/** After so many requests caches are full, and memory should no longer grow. */
const WARM_SHARE = 0.25

interface Sent {
  operation: Operation
  url: string
  body: string | undefined
}

/** Sends requests made from the OpenAPI documents, with mistakes in them, to both APIs, without and with models. */
export async function attackByFuzzing({
  requests,
  seed,
}: {
  requests: number
  seed: number
}): Promise<AttackReport> {
  const random = createRandom(seed)
  const provider = await startProvider()
  const service = await startService({ ...WIDE_LIMITS, ROUTER: 'offline', DATA_DIR: dataFolder() })
  // Tools, images and files are refused without models.
  const withModels = await startService({
    ...provider.environment,
    ...WIDE_LIMITS,
    DEFAULT_MODELS: [SEATS.steady, SEATS.caller, SEATS.contrary].join(),
    DATA_DIR: dataFolder(),
  })
  const services = [service, withModels]
  const memoryNow = async () =>
    (await Promise.all(services.map(ownFigures))).map(({ memoryMb }) => `${memoryMb} MB`).join(' and ')
  const edge = await readOperations('edge', service.edge)
  const local = await readOperations('local', service.local)
  const operations = [...edge.operations, ...local.operations, ...(await readTools(service.edge))]
  const schemas = { edge: edge.schemas, local: local.schemas }
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const statuses: Record<string, number> = {}
  const faults: Array<{ fault: string; sent: Sent; answer: Answer }> = []
  const memory: string[] = []
  await forEach(Array.from({ length: requests }), AT_ONCE, async (_, place) => {
    if (place === Math.floor(requests * WARM_SHARE)) memory.push(await memoryNow())
    const operation = random.pick(operations)
    const sent = drawRequest(operation, random.pick(services), schemas[operation.api], random)
    const answer = await send(sent.url, {
      method: operation.method,
      headers: headersFor(operation, schemas[operation.api], random),
      timeoutMs: PATIENCE_MS,
      agent,
      ...(sent.body === undefined ? {} : { body: sent.body }),
    })
    const status = String(answer.status ?? answer.fault)
    statuses[status] = (statuses[status] ?? 0) + 1
    const fault = faultOf(operation, answer)
    if (fault !== null) faults.push({ fault, sent, answer })
  })
  agent.destroy()
  await pause(3_000)
  memory.push(await memoryNow())
  const states = await Promise.all(services.map(({ edge }) => send(`${edge}/health`)))
  const endings = await Promise.all(services.map(({ end }) => end('SIGTERM')))
  await provider.end()
  const figures = [
    { what: 'requests', value: `${requests} to ${operations.length} operations, seed ${seed}` },
    { what: 'answers by status', value: showCounts(statuses) },
    { what: 'faults', value: showCounts(countBy(faults, ({ fault }) => fault)) },
    { what: 'memory without and with models, after a quarter → at the end', value: memory.join(' → ') },
    {
      what: 'health afterwards; exit codes, without and with models',
      value: `${states.map(({ status }) => status).join(', ')}; ${endings.map(({ code }) => code).join(', ')}`,
    },
  ]
  const examples = faults.slice(0, 50).map(({ fault, sent, answer }) => ({
    fault,
    method: sent.operation.method,
    url: sent.url.slice(0, 300),
    body: sent.body?.slice(0, 500),
    answer: answer.body.slice(0, 300),
  }))
  return { attack: 'fuzz', figures, details: { examples } }
}

function drawRequest(
  operation: Operation,
  service: Service,
  schemas: Record<string, Schema>,
  random: Random,
): Sent {
  const value = (schema: Schema) => validValue(schema, schemas, random)
  let { path } = operation
  const query = new URLSearchParams()
  for (const { name, in: place, schema } of operation.parameters) {
    if (place === 'path')
      path = path.replace(`{${name}}`, encodeURIComponent(mutatedText(value(schema), random) || 'x'))
    if (place === 'query' && random.below(4) > 0) query.append(name, mutatedText(value(schema), random))
    if (place === 'query' && random.below(20) === 0) query.append(name, 'again')
  }
  const question = query.size === 0 ? '' : `?${query}`
  const body = operation.body === null ? undefined : mutatedBody(value(operation.body), random)
  return { operation, url: `${service[operation.api]}${path}${question}`, body }
}

/** Headers that the document names, now and then, as far as Node can send them. */
function headersFor(
  { parameters, headers: always }: Operation,
  schemas: Record<string, Schema>,
  random: Random,
) {
  const headers: Record<string, string> = { ...always }
  for (const { name, in: place, schema } of parameters) {
    if (place !== 'header' || random.below(4) > 0) continue
    headers[name] = mutatedText(validValue(schema, schemas, random), random).replaceAll(/[^\x20-\x7e]/g, '?')
  }
  if (random.below(10) === 0) headers.accept = random.pick(['text/event-stream', 'text/html', '*/*;q=0', ','])
  return headers
}

/** What is wrong with an answer; null if nothing is. */
function faultOf({ method, path, statuses }: Operation, { status, fault }: Answer): string | null {
  if (status === null) return `${method} ${path}: ${fault}`
  if (!statuses.has(String(status))) return `${method} ${path}: ${status} is not in its document`
  return status === 500 ? `${method} ${path}: 500` : null
}
