import { StrettoApiError, StrettoConnectionError } from '../../../src/client/errors.ts'
import { inWords } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'

/** Why something did not work, and what the reader can do about it. */
export type Problem =
  /** A key is needed, or the one that was sent is unknown. */
  | { kind: 'key'; message: string }
  /** It can be tried again after some seconds. */
  | { kind: 'wait'; message: string; details: string[]; seconds: number; isRateLimit: boolean }
  /** The service cannot be reached, or the connection was lost. */
  | { kind: 'lost'; message: string }
  /** What was asked for is not there, or no longer. */
  | { kind: 'missing'; message: string }
  /** It was refused, or failed. */
  | {
      kind: 'refused'
      message: string
      details: string[]
      /** What a model or the reader's account lacks, where that is why it failed. */
      lacks: Lack | null
      /** Whether the same request may succeed if it is sent again. */
      mayRetry: boolean
      requestId: string | null
    }

/** What a provider of models refused a call for. */
export type Lack = 'key' | 'credit' | 'model'

const LEAST_WAIT_SECONDS = 1
const USUAL_WAIT_SECONDS = 5

/** What a failure of the client means to the reader. */
export function problemOf(error: unknown): Problem {
  if (error instanceof StrettoConnectionError) return { kind: 'lost', message: error.message }
  if (!(error instanceof StrettoApiError))
    return { ...FAILED, message: String(error), details: [], requestId: null }
  const { status, retryAfterSeconds, requestId } = error
  if (status === 401) return { kind: 'key', message: error.message }
  if (status === 404) return { kind: 'missing', message: error.message }
  const told = withoutRepetition(error)
  if (status === 429 || status === 503)
    return {
      kind: 'wait',
      ...told,
      seconds: Math.max(LEAST_WAIT_SECONDS, Math.ceil(retryAfterSeconds ?? USUAL_WAIT_SECONDS)),
      isRateLimit: status === 429,
    }
  return { ...FAILED, ...told, lacks: lackIn(error), mayRetry: mayRetry(error), requestId }
}

const FAILED = { kind: 'refused', lacks: null, mayRetry: true } as const

/** Not after what is wrong with the request itself, nor after 502, unless some models were only limited. */
function mayRetry({ status, details }: StrettoApiError): boolean {
  if (details.some(({ problem }) => problem.startsWith('rate_limited: '))) return true
  if (status === null || status === 408 || status === 422) return true
  return status >= 500 && status !== 502
}

const LACKS: Record<string, Lack> = {
  unauthorized: 'key',
  forbidden: 'key',
  payment_required: 'credit',
  model_not_found: 'model',
}

/** What most of the models that failed lack. */
function lackIn({ details }: StrettoApiError): Lack | null {
  const lacks = details.flatMap(({ problem }) => LACKS[CODE.exec(problem)?.[1] ?? ''] ?? [])
  return lacks.sort((one, other) => countOf(lacks, other) - countOf(lacks, one))[0] ?? null
}

function countOf<Item>(items: Item[], item: Item): number {
  return items.filter((one) => one === item).length
}

/** How the failure of a model begins: with its code. */
const CODE = /^([a-z_]+): /

/** The message and the details, where the service has put the details into the message as well. */
function withoutRepetition({ message, details }: StrettoApiError): { message: string; details: string[] } {
  const [first] = details
  if (first === undefined) return { message, details: [] }
  const place = message.indexOf(`${first.path} – ${first.problem}`)
  if (place > 0) return { message: message.slice(0, place).trim(), details: byModel(details) }
  const fields = details.map(({ path, problem }) =>
    problem.startsWith(path) ? problem : `${path}: ${problem}`,
  )
  if (!message.startsWith(fields[0]!)) return { message, details: fields }
  return fields.length === 1
    ? { message, details: [] }
    : { message: 'Some of the options are not possible:', details: fields }
}

/** Why models failed, each reason once. */
function byModel(details: StrettoApiError['details']): string[] {
  const reasons = new Map<string, string[]>()
  for (const { path, problem } of details) {
    const reason = problem.replace(CODE, '')
    reasons.set(reason, [...(reasons.get(reason) ?? []), voiceLabel(path).title])
  }
  return [...reasons].map(([reason, models]) => `${inWords(models)}: ${reason}`)
}
