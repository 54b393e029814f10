import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { Anchor, Axiom, AxiomSearchResponse } from '../../src/contract/axiom.ts'
import {
  CacheCheckRequest,
  CacheCheckResponse,
  CacheStatsResponse,
  ForgetResponse,
  SimilarResponse,
} from '../../src/contract/cache.ts'
import { CheckedClaim, CheckRequest, CheckResponse } from '../../src/contract/check.ts'
import { EdgeConsensusRequest, EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { EmbeddingBatchResponse, EmbeddingRequest, EmbeddingResponse } from '../../src/contract/embedding.ts'
import { ErrorBody } from '../../src/contract/error-codes.ts'
import { ConsensusRequest, ConsensusResponse, Task } from '../../src/contract/local-consensus.ts'
import { ModelConfig } from '../../src/contract/panel.ts'
import { EdgeHealth, LocalHealth, Welcome } from '../../src/contract/service-info.ts'

/** What each schema says of its fields: those of the interface specification, and those that were added. */
const SCHEMAS: Array<[name: string, schema: z.ZodObject, specified: string, added: string]> = [
  [
    '2.1 edge request',
    EdgeConsensusRequest,
    'query models skip_cache keep_running',
    'structure max_iterations first enough samples kind reader writer criteria messages context search max_age effort reasoning_effort max_cost_usd max_calls timeout_seconds patience dry_run',
  ],
  [
    '2.2 edge response',
    EdgeConsensusResponse,
    'consensus_reached final_answer confidence iterations metrics cache_hit relevant_axioms',
    'id query models cached kind outcome ending answer alternatives explanation confidence_kind confidence_basis dissent unheard votes reviews concordance code_run claims analysis citations search unsupported repaired tool_calls usage structure router warnings',
  ],
  ['2.2 metrics', EdgeConsensusResponse.shape.metrics, 'initial_D final_D H_total', 'D_by_iteration'],
  ['2.2 relevant axiom', Anchor, 'id axiom level relevance', 'source'],
  ['2.3 axiom', Axiom, 'id axiom level levelName domain description relevance', 'source'],
  ['4.1 axiom search', AxiomSearchResponse, 'query axioms count', ''],
  ['4.1 cache check', CacheCheckRequest, 'query', ''],
  [
    '2.4 cache check result',
    CacheCheckResponse,
    'hit similarity cached_query result',
    'same_question result_id',
  ],
  ['2.5 cache statistics', CacheStatsResponse, 'total_queries cache_hits hit_rate avg_similarity', ''],
  ['4.1 similar', SimilarResponse, 'query similar count', ''],
  [
    '2.6 similar item',
    SimilarResponse.shape.similar.element,
    'query similarity result_id created_at',
    'same_question',
  ],
  ['forgotten result', ForgetResponse, '', 'id deleted query different_from'],
  ['4.1 embeddings', EmbeddingRequest, 'text', 'input'],
  ['2.7 embedding', EmbeddingResponse, 'embedding model dimensions', ''],
  ['embeddings of many', EmbeddingBatchResponse, '', 'embeddings model dimensions count'],
  ['2.8 edge health', EdgeHealth, 'status service version vector_index', 'router problems'],
  ['2.8 vector index', EdgeHealth.shape.vector_index, 'available ai_available axioms_seeded', ''],
  [
    '2.9 welcome',
    Welcome,
    'service version description documentation repository endpoints features links usage status timestamp',
    '',
  ],
  ['2.9 usage', Welcome.shape.usage, 'example headers body', ''],
  ['2.9 usage body', Welcome.shape.usage.shape.body, 'query models structure max_iterations', ''],
  ['2.10 model', ModelConfig, 'provider name model temperature', ''],
  [
    '2.11 local request',
    ConsensusRequest,
    'query models max_iterations structure',
    'first enough samples kind reader writer criteria messages context search max_age effort reasoning_effort max_cost_usd max_calls timeout_seconds patience dry_run',
  ],
  ['2.12 task', Task, 'id status progress result', 'error created_at updated_at'],
  [
    '2.13 local response',
    ConsensusResponse,
    'id query final_answer consensus_reached iterations_used final_D final_H_total iterations',
    'initial_D models kind outcome ending answer alternatives explanation confidence confidence_kind confidence_basis dissent unheard votes reviews concordance code_run claims analysis citations search unsupported repaired tool_calls usage structure router warnings relevant_axioms',
  ],
  ['2.14 local health', LocalHealth, 'status service version', 'router problems'],
  [
    'check',
    CheckRequest,
    '',
    'claims type question context models discuss max_cost_usd max_calls timeout_seconds patience',
  ],
  ['checked claim', CheckedClaim, '', 'claim verdict support rulings axioms'],
  ['check response', CheckResponse, '', 'claims abstentions axioms models usage router warnings'],
  ['7 error', ErrorBody, 'status message', 'error details request_id'],
]

describe('the contract', () => {
  it.each(SCHEMAS)('has these fields and no others: %s', (_, schema, specified, added) => {
    const fields = `${specified} ${added}`.split(' ').filter((field) => field !== '')
    expect(Object.keys(schema.shape).sort()).toEqual(fields.sort())
  })
})
