import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { StrettoError } from '../../contract/error-codes.ts'
import { LIMITS } from '../../contract/limits.ts'
import { tooLarge } from './error-response.ts'

/** Lets through only bodies that call themselves JSON and are not too large. */
export const jsonBody: MiddlewareHandler[] = [
  async (context, next) => {
    const mediaType = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (mediaType !== 'application/json') {
      const message = `The body must be sent as Content-Type: application/json, not ${mediaType || 'without a content type'}.`
      throw new StrettoError('unsupported_media_type', message)
    }
    await next()
  },
  bodyLimit({
    maxSize: LIMITS.bodyBytes,
    onError: () => {
      throw tooLarge()
    },
  }),
]
