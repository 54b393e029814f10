import type { MiddlewareHandler } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'

/** How a request to the edge API names its models. */
export const NAMED_MODELS = '"models": ["~openai/gpt-mini-latest", "~google/gemini-flash-latest"]'

/**
 * Refuses a body that names its model in `model` and has no `models`: the caller believes to have chosen who answers. It is
 * read before the schema, which knows neither what else was sent nor what was meant.
 */
export function refuseSingleModel(example: string): MiddlewareHandler<RequestEnvironment> {
  const problem = `model is not a field of this request. Name the models of the panel in models, such as ${example}`
  return async (context, next) => {
    const text = await context.req.text()
    // Most bodies have no such field, and reading a large one takes a while.
    if (text.includes('"model"') && namesOne(text))
      throw new StrettoError('bad_request', `${problem}.`, { details: [{ path: 'model', problem }] })
    await next()
  }
}

function namesOne(text: string): boolean {
  try {
    const { model, models } = JSON.parse(text) ?? {}
    return model !== undefined && model !== null && models === undefined
  } catch {
    // Whoever reads the body says what is wrong with it.
    return false
  }
}
