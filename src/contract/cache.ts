import { z } from 'zod'
import { count, flag, integer, number, share, text, texts } from './described.ts'
import { LIMITS } from './limits.ts'
import { Query } from './panel.ts'
import { searchParameters } from './search-parameters.ts'

/** How certain the verifier is that two questions ask the same thing. */
export const sameQuestion = share('Probability that both questions ask the same thing; 1 for identical text')

export const CacheCheckRequest = z
  .object({ query: Query })
  .meta({ id: 'CacheCheckRequest', description: 'A question to look up' })

export const CacheCheckResponse = z
  .object({
    hit: flag('Whether the same question was answered before'),
    similarity: number('Cosine similarity of the two questions').optional(),
    same_question: sameQuestion.optional(),
    cached_query: text('The question the result was stored for').optional(),
    result_id: text('Id of the stored result, for GET /results/{id} and DELETE /cache/{id}').optional(),
    result: z
      .object({
        final_answer: text('The stored answer'),
        confidence: number('Its confidence, from 0 to 1'),
      })
      .optional()
      .meta({
        description:
          'The stored answer. similarity, same_question, cached_query, result_id and result are present only when hit is true',
      }),
  })
  .meta({ id: 'CacheCheckResponse', description: 'Whether a question was answered before' })
export type CacheCheckResponse = z.infer<typeof CacheCheckResponse>

export const CacheStatsResponse = z
  .object({
    total_queries: count('Lookups so far'),
    cache_hits: count('Lookups that found a result'),
    hit_rate: share('cache_hits / total_queries; 0 before the first lookup'),
    avg_similarity: number('Average cosine similarity of the hits; 0 before the first'),
  })
  .meta({ id: 'CacheStatsResponse', description: 'How often the cache had an answer' })
export type CacheStatsResponse = z.infer<typeof CacheStatsResponse>

export const SimilarQuery = z.object(searchParameters)

export const SimilarResponse = z
  .object({
    query: text('The text that was searched for'),
    similar: z
      .array(
        z
          .object({
            query: text(`A past query; of a long one the first ${LIMITS.searchCharacters} characters`),
            similarity: number('Cosine similarity of the two queries'),
            result_id: text('Id of the stored result, for GET /results/{id}'),
            same_question: sameQuestion.optional(),
            created_at: integer('Creation time in Unix milliseconds'),
          })
          .meta({ id: 'SimilarItem', description: 'A past query and where its result is' }),
      )
      .meta({ description: 'Past queries, most similar first' }),
    count: count('How many were found'),
  })
  .meta({ id: 'SimilarResponse', description: 'Past queries close in meaning' })
export type SimilarItem = z.infer<typeof SimilarResponse>['similar'][number]

export const ForgetQuery = z.object({
  query: Query.max(
    LIMITS.searchCharacters,
    `query must have at most ${LIMITS.searchCharacters} characters here`,
  )
    .optional()
    .meta({
      description:
        'The question that wrongly received this result. Default: every differently worded question that received it',
    }),
})

export const ForgetResponse = z
  .object({
    id: text('The id of the deleted result'),
    deleted: z.literal(true).meta({ description: 'Always true' }),
    query: text('The question the result was stored for'),
    different_from: texts('Questions that will no longer match this one'),
  })
  .meta({ id: 'ForgetResponse', description: 'What was deleted' })
export type ForgetResponse = z.infer<typeof ForgetResponse>
