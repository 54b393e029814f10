import { z } from 'zod'
import { count, flag, text, texts } from './described.ts'

export const LocalHealth = z
  .object({
    status: z.enum(['healthy', 'degraded']).meta({ description: 'degraded when problems are listed' }),
    problems: texts('What is wrong and what the operator can do about it; absent when healthy').optional(),
    service: text('The name of the service'),
    version: text('The version of the software'),
    router: z.string().meta({
      description:
        'Which provider answers the default panel: openrouter, openai (also for a self-hosted server), anthropic, gemini, the name of an endpoint, or offline for the built-in stand-in; several are joined by +',
      example: 'offline',
    }),
  })
  .meta({ id: 'LocalHealth', description: 'The state of the service' })

export const EdgeHealth = LocalHealth.extend({
  vector_index: z
    .object({
      available: flag('Whether the axiom search responds'),
      ai_available: flag('Whether the embedding model responds'),
      axioms_seeded: flag('Whether all axioms are embedded'),
    })
    .meta({ description: 'The parts of the axiom search' }),
}).meta({ id: 'EdgeHealth', description: 'The state of the service' })
export type EdgeHealth = z.infer<typeof EdgeHealth>

export const Liveness = z
  .object({ status: z.literal('alive').meta({ description: 'Always alive' }) })
  .meta({ id: 'Liveness', description: 'The process answers' })

export const Readiness = z
  .object({
    status: z.literal('ready').meta({ description: 'Always ready; otherwise the response is a 503' }),
  })
  .meta({ id: 'Readiness', description: 'Requests can be served' })

const named = z.record(z.string(), z.string())

export const Welcome = z
  .object({
    service: text('The name of the service'),
    version: text('The version of the API'),
    description: text('What the service does, in a sentence'),
    documentation: z.url().meta({ description: 'Where this documentation is' }),
    repository: z.url().meta({
      description: 'Where the source code is hosted; the documentation while it is published nowhere',
    }),
    endpoints: z
      .object({
        public: named.meta({ description: 'Those that need no key' }),
        protected: named.meta({ description: 'Those that need a key, if keys are configured' }),
      })
      .meta({ description: 'What the endpoints of this API do' }),
    features: named.meta({ description: 'What the service does' }),
    links: named.meta({ description: 'Addresses of the service' }),
    usage: z
      .object({
        example: text('A command to paste'),
        headers: named.meta({ description: 'Headers of a request' }),
        body: z
          .object({
            query: text('The question'),
            models: texts('The panel'),
            structure: text('The structure'),
            max_iterations: count('The most iterations'),
          })
          .meta({ description: 'A body for POST /consensus-iterative' }),
      })
      .meta({ description: 'How to begin' }),
    status: text('operational'),
    timestamp: z.iso.datetime().meta({ description: 'The time of the response, in UTC' }),
  })
  .meta({ id: 'Welcome', description: 'What this API is and offers' })
export type Welcome = z.infer<typeof Welcome>
