import type { MiddlewareHandler } from 'hono'
import type { RequestEnvironment } from '../../shared/request-context.ts'
import { type Fields, isFields, refuseDryRun, unsupported } from '../chat/unsupported.ts'

const WHOLE = 'responses are not stored. Send the whole conversation in input'

/** What cannot be honoured, by why; some values ask for nothing. Null always means absent. */
const REFUSED: Record<string, { why: string; idle?: unknown }> = {
  previous_response_id: { why: WHOLE },
  conversation: { why: WHOLE },
  prompt: { why: 'prompts are not stored. Send its text in instructions and input' },
  background: {
    why: 'responses are not stored. Leave it out, or follow the run with stream: true',
    idle: false,
  },
  top_logprobs: { why: 'a panel has none. Leave it out', idle: 0 },
}

/** Refuses requests for what a panel cannot do, before they are validated: the reason is clearer than that of a schema. */
export const refuseUnsupportedResponses: MiddlewareHandler<RequestEnvironment> = async (context, next) => {
  const body: unknown = await context.req.json().catch(() => null)
  if (isFields(body)) {
    for (const [name, { why, idle }] of Object.entries(REFUSED)) {
      const value = body[name] ?? idle
      if (value !== idle)
        throw unsupported(name, 'unsupported_parameter', `${name} is not supported: ${why}.`)
    }
    refuseDryRun(body)
  }
  await next()
}

/** The fields of a body without those that ask for nothing. */
export function withoutIdle(body: Fields): Fields {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(REFUSED, name)))
}
