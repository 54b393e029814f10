import { z } from 'zod'
import { list, named, text } from './described.ts'

export const ErrorBody = named('Error', 'The body of every error response', {
  status: z.int().meta({ description: 'The HTTP status, repeated', example: 400 }),
  error: z.string().meta({ description: 'A stable error code', example: 'bad_request' }),
  message: text('What happened and what to do next'),
  details: list(
    z.object({ path: text('The field, as in models.0.name'), problem: text('What is wrong with it') }),
    'Problems found in the request, each with the path of the field',
  ).optional(),
  request_id: text('Also in the X-Request-Id header'),
})

export type ErrorBody = z.infer<typeof ErrorBody>
