import { z } from 'zod'
import type { StoredResult } from '../../../../cache/past-questions.ts'
import type { IterationEntry } from '../../../../contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../../../contract/edge-consensus.ts'
import { DamagedData, parseStored } from '../../../storage/damaged-data.ts'
import { decodeText, storedColumns } from '../../stored-columns.ts'

const RESULT = storedColumns({
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
})

/** SQL that selects whole results. Their scope is taken from the question, or SQLite would search by it first. */
export const SELECT_RESULT = `SELECT ${RESULT.sql} FROM questions
  JOIN (SELECT rowid AS place, id, query, created_at, served_until, kept_until, bytes, question FROM results)
  ON question = number JOIN result_responses USING (id) WHERE true`

/** A result with its size. */
export interface SizedResult {
  result: StoredResult
  bytes: number
}

/** Reads a row of SELECT_RESULT, null where there is none; throws DamagedData when it is invalid. */
export function readResult(row: unknown): SizedResult | null {
  if (row === undefined) return null
  const stored = RESULT.read(row)
  const result = {
    id: stored.id,
    scope: stored.scope,
    router: stored.router,
    fingerprint: stored.fingerprint,
    edition: stored.edition,
    query: stored.query,
    normalisedQuery: stored.normalised_query,
    createdAt: stored.created_at,
    servedUntil: stored.served_until,
    keptUntil: stored.kept_until,
    response: readResponse(stored.response),
  }
  return { result, bytes: stored.bytes }
}

const TRACE = storedColumns({ trace: 'blob' })

/** SQL that selects the trace of a result by its id and scope. */
export const SELECT_TRACE = `SELECT ${TRACE.sql} FROM result_traces
  WHERE id = (SELECT id FROM results WHERE id = ? AND +scope = ?)`

/** Reads a row of SELECT_TRACE, null where there is none; throws DamagedData when it is invalid. */
export function readTrace(row: unknown): IterationEntry[] | null {
  if (row === undefined) return null
  const trace = parseStored(decodeText(TRACE.read(row).trace))
  if (!StoredTrace.safeParse(trace).success) throw new DamagedData('a stored trace does not fit its schema')
  return trace as IterationEntry[]
}

/** A trace as bytes. */
export function traceBytes(trace: IterationEntry[]): Buffer {
  return Buffer.from(JSON.stringify(trace))
}

const StoredTrace = z.array(z.looseObject({ iteration: z.number(), responses: z.array(z.unknown()) }))

/** Fields that every version has stored in a response; others may be missing in older ones. */
const StoredResponse = z.looseObject({
  id: z.string(),
  query: z.string(),
  final_answer: z.string(),
  confidence: z.number(),
})

/** Parses a stored response; throws DamagedData when it is invalid. */
export function readResponse(text: string): EdgeConsensusResponse {
  const response = parseStored(text)
  if (!StoredResponse.safeParse(response).success)
    throw new DamagedData('a stored response does not fit its schema')
  return response as EdgeConsensusResponse
}
