import { z } from 'zod'
import { count, flag, integer, list, named, optional, text } from './described.ts'
import { EdgeConsensusResponse } from './edge-consensus.ts'
import { TaskSummary } from './local-consensus.ts'

export const RunSummary = named('RunSummary', 'A run that goes on without its watchers', {
  id: z.uuid().describe('The id of the run, also in the header X-Run-Id'),
  status: z
    .enum(['running', 'done', 'failed', 'stopped'])
    .describe('running; then done with a result, failed, or stopped by its caller'),
  query: text('The first 500 characters of the question'),
  started_at: integer('When it began, in Unix milliseconds'),
  ended_at: integer('When it ended, in Unix milliseconds; null while it goes on').nullable(),
  result_id: optional(z.string(), 'The id of its result; present when status is done'),
  error: TaskSummary.shape.error.describe('Present when status is failed or stopped'),
})
export type RunSummary = z.infer<typeof RunSummary>

export const KeptRun = RunSummary.extend({
  texts: list(
    z.object({
      name: text('The name of the model'),
      text: text('Its whole reply of the first round, or the beginning of one that is still arriving'),
      complete: flag('Whether the reply is complete'),
    }),
    'What the models have said so far, each alone; absent models have said nothing',
  ),
  result: EdgeConsensusResponse.optional().describe('Present when status is done'),
}).meta({ id: 'KeptRun', description: 'A run, what was said so far, and its result' })
export type KeptRun = z.infer<typeof KeptRun>

export const RunList = named('RunList', 'Runs that go on, or ended within the last hour', {
  runs: list(RunSummary, 'The runs of the caller, the last begun first'),
  count: count('How many are listed'),
})
export type RunList = z.infer<typeof RunList>
