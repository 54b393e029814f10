import { z } from 'zod'

const router = z.string().meta({
  description:
    'Which provider answers: openrouter, openai for a self-hosted server, or offline for the built-in stand-in',
  example: 'offline',
})

const problems = z.array(z.string()).optional().meta({
  description: 'Present when status is degraded: what is wrong and what the operator can do about it',
})

export const EdgeHealth = z
  .object({
    status: z.enum(['healthy', 'degraded']).meta({
      description:
        'degraded when the axiom search, the embedder or the store does not respond, or other problems are listed',
    }),
    problems,
    service: z.string(),
    version: z.string(),
    vector_index: z.object({
      available: z.boolean().meta({ description: 'Whether the axiom search responds' }),
      ai_available: z.boolean().meta({ description: 'Whether the embedding model responds' }),
      axioms_seeded: z.boolean(),
    }),
    router,
  })
  .meta({ id: 'EdgeHealth' })
export type EdgeHealth = z.infer<typeof EdgeHealth>

export const LocalHealth = z
  .object({
    status: z.enum(['healthy', 'degraded']).meta({ description: 'degraded when problems are listed' }),
    problems,
    service: z.string(),
    version: z.string(),
    router,
  })
  .meta({ id: 'LocalHealth' })

export const Liveness = z.object({ status: z.literal('alive') }).meta({ id: 'Liveness' })

export const Readiness = z.object({ status: z.literal('ready') }).meta({ id: 'Readiness' })

const texts = z.record(z.string(), z.string())

export const LocalWelcome = z
  .object({
    service: z.string(),
    version: z.string(),
    description: z.string(),
    documentation: z.url(),
    endpoints: texts.meta({ description: 'What the endpoints of this API do' }),
    usage: z.object({ example: z.string() }),
  })
  .meta({ id: 'LocalWelcome' })
export type LocalWelcome = z.infer<typeof LocalWelcome>

export const Welcome = z
  .object({
    service: z.string(),
    version: z.string(),
    description: z.string(),
    documentation: z.url(),
    repository: z.url().meta({
      description: 'Where the source code is hosted; the documentation while it is published nowhere',
    }),
    endpoints: z.object({ public: texts, protected: texts }),
    features: texts,
    links: texts,
    usage: z.object({
      example: z.string(),
      headers: texts,
      body: z.object({
        query: z.string(),
        models: z.array(z.string()),
        structure: z.string(),
        max_iterations: z.int(),
      }),
    }),
    status: z.string(),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'Welcome' })
export type Welcome = z.infer<typeof Welcome>
