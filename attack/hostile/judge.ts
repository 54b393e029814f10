import type { Exchange } from './exchange.ts'
import { FOREIGN_HOST, type HostileRequest } from './hostile-request.ts'
import type { WireAnswer } from './parse-answers.ts'

/** The possible faults of an answer. */
export type Fault =
  | 'answered 500'
  | 'error without a body'
  | 'error of another shape'
  | 'no X-Request-Id'
  | 'a key in the body'
  | 'a foreign host in the body'
  | 'no answer'
  | 'answer cut off'

/** Finds the faults of an exchange. */
export function judge(request: HostileRequest, { answers, ending }: Exchange, canaries: string[]): Fault[] {
  const faults = new Set<Fault>()
  const left = ending === 'left'
  if (answers.length < request.answers && !refusedBefore(answers)) faults.add('no answer')
  for (const answer of answers) {
    const { status, headers, body, whole } = answer
    // A full queue, a failed panel and a timeout have their own statuses.
    if (status === 500) faults.add('answered 500')
    if (!headers.has('x-request-id')) faults.add('no X-Request-Id')
    if (!whole && !left) faults.add('answer cut off')
    if (status < 400 && body.includes(FOREIGN_HOST)) faults.add('a foreign host in the body')
    if (canaries.some((canary) => body.includes(canary))) faults.add('a key in the body')
    if (status < 400 || request.bodiless || left) continue
    if (body === '') faults.add('error without a body')
    else if (!hasErrorShape(answer)) faults.add('error of another shape')
  }
  return [...faults]
}

/** Whether a refusal closed the connection, so that no further answers are expected. */
function refusedBefore(answers: WireAnswer[]): boolean {
  return answers.some(({ status, headers }) => status >= 400 && headers.get('connection') === 'close')
}

/** The form of this service, or that of the protocol of OpenAI. */
function hasErrorShape({ status, body }: WireAnswer): boolean {
  try {
    const error = JSON.parse(body)
    const areTexts = (values: unknown[]) => values.every((text) => typeof text === 'string' && text !== '')
    if (typeof error.error === 'object')
      return areTexts([error.error.message, error.error.type, error.error.code])
    return error.status === status && areTexts([error.error, error.message, error.request_id])
  } catch {
    return false
  }
}
