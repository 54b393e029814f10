import { z } from 'zod'
import { always, count, flag, named, text, texts } from './described.ts'

export const LocalHealth = named('LocalHealth', 'The state of the service', {
  status: z.enum(['healthy', 'degraded']).describe('degraded when problems are listed'),
  problems: texts('What is wrong and what the operator can do about it; absent when healthy').optional(),
  service: text('The name of the service'),
  version: text('The version of the software'),
  router: z.string().meta({
    description:
      'Which provider answers the default panel: openrouter, openai (also for a self-hosted server), anthropic, gemini, the name of an endpoint, or offline for the built-in stand-in; several are joined by +',
    example: 'offline',
  }),
})

export const EdgeHealth = LocalHealth.extend({
  vector_index: z
    .object({
      available: flag('Whether the axiom search responds'),
      ai_available: flag('Whether the embedding model responds'),
      axioms_seeded: flag('Whether all axioms are embedded'),
    })
    .describe('The parts of the axiom search'),
}).meta({ id: 'EdgeHealth', description: 'The state of the service' })
export type EdgeHealth = z.infer<typeof EdgeHealth>

export const Liveness = named('Liveness', 'The process answers', { status: always('alive') })

export const Readiness = named('Readiness', 'Requests can be served', {
  status: z.literal('ready').describe('Always ready; otherwise the response is a 503'),
})

const words = z.record(z.string(), z.string())

export const Welcome = named('Welcome', 'What this API is and offers', {
  service: text('The name of the service'),
  version: text('The version of the API'),
  description: text('What the service does, in a sentence'),
  documentation: z.url().describe('Where this documentation is'),
  repository: z
    .url()
    .describe('Where the source code is hosted; the documentation while it is published nowhere'),
  endpoints: z
    .object({
      public: words.describe('Those that need no key'),
      protected: words.describe('Those that need a key, if keys are configured'),
    })
    .describe('What the endpoints of this API do'),
  features: words.describe('What the service does'),
  links: words.describe('Addresses of the service'),
  usage: z
    .object({
      example: text('A command to paste'),
      headers: words.describe('Headers of a request'),
      body: z
        .object({
          query: text('The question'),
          models: texts('The panel'),
          structure: text('The structure'),
          max_iterations: count('The most iterations'),
        })
        .describe('A body for POST /consensus-iterative'),
    })
    .describe('How to begin'),
  status: text('operational'),
  timestamp: z.iso.datetime().describe('The time of the response, in UTC'),
})
export type Welcome = z.infer<typeof Welcome>
