import { createRoute } from '@hono/zod-openapi'
import { StrettoError } from '../../contract/error-codes.ts'
import { VerdictRequest, VerdictResponse } from '../../contract/verdict.ts'
import { jsonRequest, jsonResponses, VERDICT_DESCRIPTION } from '../documentation/api-routes.ts'
import { protectedBy } from '../middleware/authenticate.ts'
import { jsonBody, knownFields } from '../middleware/json-body.ts'
import { type Api, ownerOf } from '../shared/request-context.ts'
import { requireTask, TaskId } from './consensus.ts'
import type { LocalServices } from './local-services.ts'

/** POST /consensus/{id}/verdict: what a caller knows about the result of a task. */
export function mountVerdicts(app: Api, { tasks, keyring, verdicts }: LocalServices): void {
  const giveVerdict = createRoute({
    tags: ['Consensus'],
    ...protectedBy(keyring, ...jsonBody, knownFields(VerdictRequest)),
    method: 'post',
    path: '/consensus/{id}/verdict',
    operationId: 'giveVerdict',
    summary: 'Say whether the result of a task is right',
    description: VERDICT_DESCRIPTION,
    request: { params: TaskId, body: jsonRequest(VerdictRequest) },
    responses: jsonResponses(
      VerdictResponse,
      'What follows from the verdict',
      [401, 404, 409, 413, 415, 429, 503],
    ),
  })
  app.openapi(giveVerdict, async (context) => {
    const { id } = context.req.valid('param')
    const caller = context.get('caller')
    const task = await requireTask(tasks, caller, id)
    if (task.result === null) {
      const why =
        task.status === 'failed'
          ? 'failed and has no answer to judge'
          : `is ${task.status} and has no answer yet. Give the verdict once it is completed`
      throw new StrettoError('conflict', `Task ${id} ${why}.`)
    }
    const run = { ...task.result, entries: task.result.iterations }
    return context.json(await verdicts.give(ownerOf(caller), context.req.valid('json'), run), 200)
  })
}
