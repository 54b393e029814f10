import { z } from 'zod'
import { text } from './described.ts'

export const ErrorBody = z
  .object({
    status: z.int().meta({ description: 'The HTTP status, repeated', example: 400 }),
    error: z.string().meta({ description: 'A stable error code', example: 'bad_request' }),
    message: text('What happened and what to do next'),
    details: z
      .array(
        z.object({ path: text('The field, as in models.0.name'), problem: text('What is wrong with it') }),
      )
      .optional()
      .meta({ description: 'Problems found in the request, each with the path of the field' }),
    request_id: text('Also in the X-Request-Id header'),
  })
  .meta({ id: 'Error', description: 'The body of every error response' })

export type ErrorBody = z.infer<typeof ErrorBody>
