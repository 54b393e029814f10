import { z } from 'zod'
import type { KeptCall } from '../../../tasks/task-progress.ts'
import { DamagedData, parseStored } from '../damaged-data.ts'

const Cost = z.looseObject({
  latencyMs: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  costUsd: z.number().nullable(),
})
const Reply = Cost.extend({ text: z.string() })
const Kept = z.union([
  z.object({ reply: Reply }),
  z.object({ failure: z.looseObject({ code: z.string(), message: z.string(), spent: Cost }) }),
  z.object({ spent: Cost }),
])

/** What is stored of a call to a model; throws DamagedData if it cannot be read. */
export function readKeptCall(stored: string): KeptCall {
  const { data } = Kept.safeParse(parseStored(stored))
  if (data === undefined) throw new DamagedData('a stored reply does not fit')
  return data as KeptCall
}
