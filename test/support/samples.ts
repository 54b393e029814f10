import type { NewResult } from '../../src/cache/past-questions.ts'
import type { IterationEntry } from '../../src/contract/deliberation.ts'
import type { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { EMBEDDING_DIMENSIONS } from '../../src/contract/limits.ts'
import type { ConsensusRequest, ConsensusResponse } from '../../src/contract/local-consensus.ts'
import { NO_USAGE, type Spiral } from '../../src/engine/deliberation.ts'
import type { ModelReply } from '../../src/engine/panel/model-port.ts'
import type { TaskRecord } from '../../src/tasks/task-machine.ts'
import { inBlock } from './engine/scripted-panel.ts'

/** An edge response as it is stored. */
export function sampleEdgeResponse(id: string, query: string): EdgeConsensusResponse {
  return {
    id,
    query,
    consensus_reached: true,
    final_answer: `The answer to “${query}”`,
    confidence: 0.9,
    iterations: 1,
    metrics: { initial_D: 0, final_D: 0, H_total: 1, D_by_iteration: [0] },
    cache_hit: false,
    relevant_axioms: [{ id: 'math-0001', axiom: 'An axiom.', level: 1, relevance: 0.8 }],
    models: ['a', 'b'],
    outcome: 'consensus',
    answer: null,
    explanation: null,
    confidence_basis: 'a sample',
    dissent: [],
    usage: NO_USAGE,
    structure: 'sonata',
    router: 'offline',
    warnings: [],
  }
}

/** A stored result. */
export function sampleResult(changes: Partial<NewResult> & { id: string }): NewResult {
  return {
    trace: [],
    scope: 'key:alice',
    owner: changes.scope ?? 'key:alice',
    router: 'offline',
    fingerprint: 'panel',
    edition: 'current',
    query: 'What is light?',
    normalisedQuery: 'what is light',
    response: sampleEdgeResponse(changes.id, 'What is light?'),
    createdAt: 1_000,
    servedUntil: 10_000,
    keptUntil: 20_000,
    ...changes,
  }
}

/** A question of 200,000 characters, hardly any shorter when it is compressed: no index of a database takes it. */
export const LONGEST_QUESTION = Array.from(Array(200_000), (_, place) =>
  String.fromCharCode(20_000 + ((place * 7_919) % 20_011)),
).join('')

/** A vector of its own for every number. */
export function sampleVector(place = 3): Float32Array {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS)
  vector[place] = 0.6
  vector[EMBEDDING_DIMENSIONS - 1] = -0.8
  return vector
}

export const sampleEntry: IterationEntry = {
  iteration: 1,
  level: 1,
  level_name: 'Axioms',
  D: 0.5,
  H: 0.5,
  target_D: 0.5,
  theme: null,
  responses: [],
  axioms: [],
  clusters: [],
}

export const sampleRequest: ConsensusRequest = {
  query: 'What is 2 + 2?',
  models: [
    { provider: 'openrouter', name: 'First', model: 'vendor/first', temperature: 0.7 },
    { provider: 'anthropic', name: 'Second', model: 'vendor/second', temperature: 0 },
  ],
  max_iterations: 5,
  structure: 'sonata',
}

/** A task nobody has started yet. */
export function sampleTask(changes: Partial<TaskRecord> & { id: string }): TaskRecord {
  return {
    scope: 'key:alice',
    request: sampleRequest,
    warnings: [],
    status: 'pending',
    progress: 0,
    result: null,
    error: null,
    createdAt: 1_000,
    updatedAt: 1_000,
    idempotencyKey: null,
    usesCallerKey: false,
    ...changes,
  }
}

/** What a finished task answers. */
export function sampleTaskResult(id: string): ConsensusResponse {
  return {
    id,
    query: sampleRequest.query,
    final_answer: '4',
    consensus_reached: true,
    iterations_used: 1,
    initial_D: 0,
    final_D: 0,
    final_H_total: 1,
    iterations: [],
    models: sampleRequest.models,
    outcome: 'consensus',
    answer: null,
    explanation: null,
    confidence: 0.9,
    confidence_basis: 'a sample',
    dissent: [],
    usage: NO_USAGE,
    structure: 'sonata',
    router: 'offline',
    warnings: [],
    relevant_axioms: [],
  }
}

/** Where a run stands after its first iteration. */
export const sampleSpiral: Spiral = {
  kind: 'closed',
  date: '2026-11-17',
  entries: [],
  standings: sampleRequest.models.map((model) => ({
    seat: { ...model, key: model.model },
    position: { answer: '4', reason: 'I counted: 4.' },
    residual: 0.25,
  })),
  anchors: [{ id: 'math-0001', axiom: 'An axiom.', level: 1, relevance: 0.8 }],
  usage: { ...NO_USAGE, calls: 2 },
  ending: null,
  votes: null,
}

export const sampleReply = {
  text: inBlock('4'),
  latencyMs: 12.5,
  promptTokens: 30,
  completionTokens: 4,
  costUsd: 0.0001,
} satisfies ModelReply
