import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { StrettoError } from '../../contract/error-codes.ts'
import { LIMITS } from '../../contract/limits.ts'
import { unknownFieldWarnings } from '../../contract/unknown-fields.ts'
import { tooLarge } from '../shared/error-response.ts'
import type { RequestEnvironment } from '../shared/request-context.ts'

const countedBody = bodyLimit({
  maxSize: LIMITS.bodyBytes,
  onError: () => {
    throw tooLarge()
  },
})

/** Takes in the whole body, which is then there for the handler; one that is too large, or breaks off, is an error. */
export const wholeBody: MiddlewareHandler<RequestEnvironment> = async (context, next) => {
  const declared = Number(context.req.header('content-length') ?? Number.NaN)
  if (declared > LIMITS.bodyBytes) throw tooLarge()
  let bytes = declared
  const takeIn = async () => {
    const text = await context.req.text()
    if (Number.isNaN(declared)) bytes = text.length
  }
  try {
    // A declared length is what the server reads at most. Only bodies without one need counting as they
    // come in, which costs a web stream of its own.
    await (Number.isNaN(declared) ? countedBody(context, takeIn) : takeIn())
  } catch (error) {
    if (error instanceof StrettoError) throw error
    throw new StrettoError('aborted', 'The body broke off before its end. Send it again.', { cause: error })
  }
  await context.get('charge')?.(Math.ceil(bytes / LIMITS.bodyBytesPerRequest) - 1)
  await next()
}

/** Lets through only bodies that call themselves JSON and are not too large. */
export const jsonBody: MiddlewareHandler<RequestEnvironment>[] = [
  async (context, next) => {
    const mediaType = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (mediaType !== 'application/json') {
      const message = `The body must be sent as Content-Type: application/json, not ${mediaType || 'without a content type'}.`
      throw new StrettoError('unsupported_media_type', message)
    }
    await next()
  },
  wholeBody,
]

/** What to tell the caller about fields of the body that were ignored. */
export async function warningsAboutBody(context: Context, schema: z.ZodType): Promise<string[]> {
  return unknownFieldWarnings(schema, await context.req.json())
}
