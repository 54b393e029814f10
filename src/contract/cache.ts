import { z } from 'zod'
import { bodyWarnings } from './body-warnings.ts'
import { Query } from './panel.ts'
import { searchParameters } from './search-parameters.ts'

/** How certain the verifier is that two questions ask the same thing. */
export const sameQuestion = z
  .number()
  .min(0)
  .max(1)
  .meta({ description: 'Probability that both questions ask the same thing; 1 for identical text' })

export const CacheCheckRequest = z.object({ query: Query }).meta({ id: 'CacheCheckRequest' })

export const CacheCheckResponse = z
  .object({
    hit: z.boolean(),
    similarity: z.number().optional(),
    same_question: sameQuestion.optional(),
    cached_query: z.string().optional(),
    result_id: z
      .string()
      .optional()
      .meta({ description: 'Id of the stored result, for GET /results/{id} and DELETE /cache/{id}' }),
    warnings: bodyWarnings,
    result: z.object({ final_answer: z.string(), confidence: z.number() }).optional().meta({
      description:
        'The stored answer. similarity, same_question, cached_query, result_id and result are present only when hit is true',
    }),
  })
  .meta({ id: 'CacheCheckResponse' })
export type CacheCheckResponse = z.infer<typeof CacheCheckResponse>

export const CacheStatsResponse = z
  .object({
    total_queries: z.int(),
    cache_hits: z.int(),
    hit_rate: z.number().min(0).max(1),
    avg_similarity: z.number(),
  })
  .meta({ id: 'CacheStatsResponse' })
export type CacheStatsResponse = z.infer<typeof CacheStatsResponse>

export const SimilarQuery = z.object(searchParameters)

export const SimilarResponse = z
  .object({
    query: z.string(),
    similar: z.array(
      z
        .object({
          query: z.string().meta({ description: 'A past query' }),
          similarity: z.number(),
          result_id: z.string().meta({ description: 'Id of the stored result, for GET /results/{id}' }),
          same_question: sameQuestion.optional(),
          created_at: z.int().meta({ description: 'Creation time in Unix milliseconds' }),
        })
        .meta({ id: 'SimilarItem' }),
    ),
    count: z.int(),
  })
  .meta({ id: 'SimilarResponse' })
export type SimilarItem = z.infer<typeof SimilarResponse>['similar'][number]

export const ForgetQuery = z.object({
  query: Query.optional().meta({
    description:
      'The question that wrongly received this result. Default: every differently worded question that received it',
  }),
})

export const ForgetResponse = z
  .object({
    id: z.string(),
    deleted: z.literal(true),
    query: z.string().meta({ description: 'The question the result was stored for' }),
    different_from: z.array(z.string()).meta({ description: 'Questions that will no longer match this one' }),
  })
  .meta({ id: 'ForgetResponse' })
export type ForgetResponse = z.infer<typeof ForgetResponse>
