import { z } from 'zod'
import { count, flag, integer, list, named, number, optional, share, text, texts } from './described.ts'
import { LIMITS } from './limits.ts'
import { Query } from './panel.ts'
import { searchParameters } from './search-parameters.ts'

export const sameQuestion = share('Probability that both questions ask the same thing; 1 for identical text')

export const CacheCheckRequest = named('CacheCheckRequest', 'A question to look up', { query: Query })

export const CacheCheckResponse = named('CacheCheckResponse', 'Whether a question was answered before', {
  hit: flag('Whether the same question was answered before'),
  similarity: number('Cosine similarity of the two questions').optional(),
  same_question: sameQuestion.optional(),
  cached_query: text('The question the result was stored for').optional(),
  result_id: text('Id of the stored result, for GET /results/{id} and DELETE /cache/{id}').optional(),
  result: optional(
    z.object({
      final_answer: text('The stored answer'),
      confidence: number('Its confidence, from 0 to 1'),
    }),
    'The stored answer. similarity, same_question, cached_query, result_id and result are present only when hit is true',
  ),
})
export type CacheCheckResponse = z.infer<typeof CacheCheckResponse>

export const CacheStatsResponse = named('CacheStatsResponse', 'How often the cache had an answer', {
  total_queries: count('Lookups so far'),
  cache_hits: count('Lookups that found a result'),
  hit_rate: share('cache_hits / total_queries; 0 before the first lookup'),
  avg_similarity: number('Average cosine similarity of the hits; 0 before the first'),
})
export type CacheStatsResponse = z.infer<typeof CacheStatsResponse>

export const SimilarQuery = z.object(searchParameters)

export const SimilarResponse = named('SimilarResponse', 'Past queries close in meaning', {
  query: text('The text that was searched for'),
  similar: list(
    named('SimilarItem', 'A past query and where its result is', {
      query: text(`A past query; of a long one the first ${LIMITS.searchCharacters} characters`),
      similarity: number('Cosine similarity of the two queries'),
      result_id: text('Id of the stored result, for GET /results/{id}'),
      same_question: sameQuestion.optional(),
      created_at: integer('Creation time in Unix milliseconds'),
    }),
    'Past queries, most similar first',
  ),
  count: count('How many were found'),
})
export type SimilarItem = z.infer<typeof SimilarResponse>['similar'][number]

export const ForgetQuery = z.object({
  query: optional(
    Query.max(LIMITS.searchCharacters, `query must have at most ${LIMITS.searchCharacters} characters here`),
    'The question that wrongly received this result. Default: every differently worded question that received it',
  ),
})

export const ForgetResponse = named('ForgetResponse', 'What was deleted', {
  id: text('The id of the deleted result'),
  deleted: z.literal(true).describe('Always true'),
  query: text('The question the result was stored for'),
  different_from: texts('Questions that will no longer match this one'),
})
export type ForgetResponse = z.infer<typeof ForgetResponse>
