import { z } from 'zod'
import type { NewResult, StoredResult } from '../../../cache/past-questions.ts'
import type { IterationEntry } from '../../../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../../contract/edge-consensus.ts'
import { fitting, parseStored } from '../damaged-data.ts'
import type { Columns, RowOf } from '../sql.ts'

/** The columns of a whole result. */
export const RESULT = {
  id: 'text',
  scope: 'text',
  router: 'text',
  fingerprint: 'text',
  edition: 'text',
  query: 'text',
  normalised_query: 'text',
  created_at: 'number',
  served_until: 'number',
  kept_until: 'number',
  bytes: 'number',
  response: 'text',
} satisfies Columns

/** A result with its size. */
export interface SizedResult {
  result: StoredResult
  bytes: number
}

/** The result in a row; throws DamagedData when it is invalid. */
export function resultIn(row: RowOf<typeof RESULT>): SizedResult {
  const result = {
    id: row.id,
    scope: row.scope,
    router: row.router,
    fingerprint: row.fingerprint,
    edition: row.edition,
    query: row.query,
    normalisedQuery: row.normalised_query,
    createdAt: row.created_at,
    servedUntil: row.served_until,
    keptUntil: row.kept_until,
    response: readResponse(row.response),
  }
  return { result, bytes: row.bytes }
}

/** What is stored of a result as JSON, and its size. */
export function storedTexts({ query, ...result }: NewResult) {
  const response = JSON.stringify(result.response)
  const trace = JSON.stringify(result.trace)
  const bytes = [response, query, trace].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return { response, trace, bytes }
}

/** Fields that every version has stored in a response; others may be missing in older ones. */
const StoredResponse = z.looseObject({
  id: z.string(),
  query: z.string(),
  final_answer: z.string(),
  confidence: z.number(),
})

/** Parses a stored response; throws DamagedData when it is invalid. */
export function readResponse(text: string): EdgeConsensusResponse {
  return fitting(StoredResponse, parseStored(text), 'response')
}

const StoredTrace = z.array(z.looseObject({ iteration: z.number(), responses: z.array(z.unknown()) }))

/** Parses a stored trace; throws DamagedData when it is invalid. */
export function readTrace(text: string): IterationEntry[] {
  return fitting(StoredTrace, parseStored(text), 'trace')
}
