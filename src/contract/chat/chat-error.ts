import { z } from 'zod'
import { named, text } from '../described.ts'
import { type ErrorCode, HTTP_STATUS, type StrettoError } from '../error-codes.ts'

export const ChatErrorBody = named('ChatError', 'The body of every error response under /v1', {
  error: z
    .object({
      message: text('What happened and what to do next'),
      type: text('The kind of error').meta({ example: 'invalid_request_error' }),
      param: z
        .string()
        .nullable()
        .meta({ description: 'The field that is wrong', example: 'messages[2].content' }),
      code: z.string().meta({ description: 'A stable error code', example: 'model_not_found' }),
    })
    .describe('What went wrong'),
})
export type ChatErrorBody = z.infer<typeof ChatErrorBody>

/** The codes of this protocol, where they differ from those of the service. */
const CODES: Partial<Record<ErrorCode, string>> = {
  bad_request: 'invalid_value',
  unauthorized: 'invalid_api_key',
  not_found: 'unknown_url',
  rate_limited: 'rate_limit_exceeded',
}

/** An error in the form of the chat API. */
export function chatErrorOf({ code, chatCode, message, details }: StrettoError): ChatErrorBody {
  return {
    error: {
      message,
      type: typeOf(code),
      // The details of other failures are about models, not about fields.
      param: HTTP_STATUS[code] < 500 ? fieldIn(details?.[0]?.path) : null,
      code: chatCode ?? CODES[code] ?? code,
    },
  }
}

function fieldIn(path: string | undefined): string | null {
  return path === undefined || path === 'body' ? null : path.replace(/\.(\d+)/g, '[$1]')
}

function typeOf(code: ErrorCode): string {
  if (code === 'rate_limited') return 'rate_limit_error'
  return HTTP_STATUS[code] < 500 ? 'invalid_request_error' : 'server_error'
}
