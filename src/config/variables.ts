import { createHash } from 'node:crypto'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'

const whole = (minimum: number, maximum: number, preset: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum, `must be at least ${minimum}`).max(maximum, `must be at most ${maximum}`))
    .default(preset)

const onOff = (preset: boolean) =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .transform((value) => value === 'on')
    .default(preset)

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional()

const secret = z.string().min(1).optional()

const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const distinct = (texts: string[]) => new Set(texts).size === texts.length

const apiKeys = z
  .string()
  // Whoever sets it wants keys; taking a slip for none would open the service to everyone.
  .refine((value) => list(value).length > 0, { error: 'has no entries', abort: true })
  .transform((value, context) =>
    list(value).map((entry, index) => {
      const stored = /^([^:]+):sha256:([0-9a-f]{64})$/i.exec(entry)
      if (stored) return { name: stored[1]!, digest: new Uint8Array(Buffer.from(stored[2]!, 'hex')) }
      const [name, ...rest] = entry.split(':')
      const key = rest.join(':')
      if (name === undefined || name === '' || key === '' || /^sha256:/i.test(key)) {
        context.addIssue(`entry ${index + 1} is not name:key or name:sha256:<64 hex digits>`)
        return z.NEVER
      }
      return { name, digest: new Uint8Array(createHash('sha256').update(key).digest()) }
    }),
  )
  .refine((keys) => distinct(keys.map(({ name }) => name)), 'has the same name twice')
  .refine(
    (keys) => distinct(keys.map(({ digest }) => Buffer.from(digest).toString('hex'))),
    'has the same key under two names',
  )
  .default([])

const hosts = z
  .string()
  .transform((value) => list(value).map((name) => name.toLowerCase()))
  .pipe(
    z.array(
      z.string().regex(/^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/, 'must be names without a port'),
    ),
  )
  .default([])

/** A panel of three vendors, as the routing provider names them. */
export const VENDORS_MODELS = ['openai/gpt-5.1', 'anthropic/claude-sonnet-4.5', 'google/gemini-2.5-pro']

const models = z
  .string()
  .transform(list)
  .pipe(
    z
      .array(z.string().max(LIMITS.modelIdentifierCharacters))
      .min(LIMITS.panelMinimum, `must name at least ${LIMITS.panelMinimum} models`)
      .max(LIMITS.panelMaximum, `must name at most ${LIMITS.panelMaximum} models`),
  )
  .default(VENDORS_MODELS)

/** Every setting: how its text is read, what it means, and an example. `--help` and error messages are made from it. */
export const VARIABLES = {
  HOST: { schema: z.string().default('127.0.0.1'), about: 'address to bind', example: '0.0.0.0' },
  ALLOWED_HOSTS: {
    schema: hosts,
    about:
      'while HOST is a loopback address and no proxy is trusted: further names, beside localhost, that requests may come for',
    example: 'stretto.test',
  },
  EDGE_PORT: { schema: whole(0, 65535, 8787), about: 'port of the edge API', example: '8787' },
  LOCAL_PORT: { schema: whole(0, 65535, 8000), about: 'port of the local task API', example: '8000' },
  DATA_DIR: {
    schema: z.string().default('./data/state'),
    about: 'folder of the database',
    example: './data/state',
  },
  API_KEYS: {
    schema: apiKeys,
    about: 'keys as name:key or name:sha256:<hex>, separated by commas; none turns authentication off',
    example: 'alice:a-long-random-key',
  },
  LOCAL_AUTH: { schema: onOff(false), about: 'whether the local API asks for the same keys', example: 'on' },
  EMBEDDINGS_AUTH: { schema: onOff(false), about: 'whether POST /embeddings asks for a key', example: 'on' },
  RATE_LIMIT_PER_MINUTE: {
    schema: whole(1, 1_000_000, 100),
    about: 'requests a minute from one address',
    example: '100',
  },
  RATE_LIMIT_PER_HOUR: {
    schema: whole(1, 100_000_000, 1000),
    about: 'requests an hour with one key',
    example: '1000',
  },
  RATE_LIMIT_BURST: {
    schema: whole(1, 1_000_000, 10),
    about: 'requests a second from one address',
    example: '10',
  },
  REQUEST_LIMIT: {
    schema: whole(1, 1_000_000, 1000),
    about: 'requests under way at once on each API before new ones are refused with 503',
    example: '1000',
  },
  REQUEST_WAIT_MS: {
    schema: whole(1, 3_600_000, 2000),
    about:
      'for how long the computing for one caller may wait for its turn before its new requests are refused with 503',
    example: '2000',
  },
  LOCAL_RATE_LIMITS: {
    schema: z.enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' }).default('auto'),
    about:
      'whether the local API has the same limits, counted apart; auto: not while only this machine reaches it (HOST is loopback and no proxy is trusted)',
    example: 'on',
  },
  TRUST_PROXY: {
    schema: z
      .union([z.literal('off').transform(() => 0), whole(0, 10, 0)], {
        error: 'must be off or the number of proxies',
      })
      .default(0),
    about: 'how many proxies to trust for the client address',
    example: '1',
  },
  ROUTER: {
    schema: z
      .enum(['auto', 'openrouter', 'offline'], { error: 'must be auto, openrouter or offline' })
      .default('auto'),
    about:
      'auto: real models where there is a key or OPENAI_BASE_URL, else the offline stand-in; openrouter: refuse to start without a key; offline: always the stand-in',
    example: 'auto',
  },
  OPENROUTER_API_KEY: { schema: secret, about: 'key of the routing provider', example: 'sk-or-…' },
  OPENROUTER_BASE_URL: {
    schema: httpUrl,
    about: 'another address for it',
    example: 'https://openrouter.ai/api/v1',
  },
  OPENAI_API_KEY: { schema: secret, about: 'key of the provider openai', example: 'sk-…' },
  OPENAI_BASE_URL: {
    schema: httpUrl,
    about:
      'any compatible address (Ollama, vLLM, LM Studio), where OPENAI_API_KEY may be left out; without OPENROUTER_API_KEY it answers for the routing provider too',
    example: 'http://127.0.0.1:11434/v1',
  },
  ANTHROPIC_API_KEY: { schema: secret, about: 'key of the provider anthropic', example: 'sk-ant-…' },
  ANTHROPIC_BASE_URL: {
    schema: httpUrl,
    about: 'another address for it',
    example: 'https://api.anthropic.com/v1',
  },
  DEFAULT_MODELS: {
    schema: models,
    about: 'the panel when a request names no models',
    example: 'openai/gpt-5.1,anthropic/claude-sonnet-4.5',
  },
  MODEL_TIMEOUT_SECONDS: { schema: whole(1, 3600, 60), about: 'time for one model call', example: '60' },
  MODEL_RETRIES: { schema: whole(0, 10, 2), about: 'further tries of a call that may succeed', example: '2' },
  MODEL_HEDGE_SECONDS: {
    schema: whole(0, 3600, 0),
    about: 'after so long without a reply the same call is made once more and the first reply wins; 0: never',
    example: '20',
  },
  MODEL_CONCURRENCY: {
    schema: whole(1, 100_000, 2000),
    about: 'model calls in flight; runs that wait take turns',
    example: '2000',
  },
  MODEL_RELIABILITY: {
    schema: onOff(true),
    about:
      'whether votes weigh more of models that more often stood with the majority, once each has 50 counted runs (counted apart by key, on the edge as CACHE_SCOPE says); off: equal votes, and nothing is counted',
    example: 'off',
  },
  CONSENSUS_DEADLINE_SECONDS: {
    schema: whole(1, 86_400, 300),
    about: 'time for a whole consensus',
    example: '300',
  },
  TASK_CONCURRENCY: { schema: whole(1, 100_000, 64), about: 'tasks running at once', example: '64' },
  TASK_QUEUE_LIMIT: {
    schema: whole(1, 1_000_000, 1000),
    about: 'unfinished tasks held before new ones are refused',
    example: '1000',
  },
  CACHE_TTL_SECONDS: {
    schema: whole(1, 31_536_000, 86_400),
    about: 'how long a result answers the same question at most; up to a tenth less by chance',
    example: '86400',
  },
  CACHE_MAX_ENTRIES: {
    schema: whole(1, 10_000_000, 100_000),
    about: 'results kept; beyond it the key that keeps most loses those used longest ago',
    example: '100000',
  },
  CACHE_SCOPE: {
    schema: z.enum(['key', 'shared'], { error: 'must be key or shared' }).default('key'),
    about: 'key: each API key has its own cache; shared: one for all',
    example: 'key',
  },
  EMBEDDER: {
    schema: z
      .enum(['builtin', 'openai', 'onnx'], { error: 'must be builtin, openai or onnx' })
      .default('builtin'),
    about:
      'the embedding model: builtin; openai: any OpenAI-compatible endpoint; onnx: a model in a local folder',
    example: 'builtin',
  },
  EMBEDDER_MODEL: {
    schema: z
      .string()
      .max(
        LIMITS.modelIdentifierCharacters,
        `must have at most ${LIMITS.modelIdentifierCharacters} characters`,
      )
      .default('text-embedding-3-small'),
    about: 'the model of EMBEDDER=openai; one that gives 768 dimensions, or can be asked for them',
    example: 'nomic-embed-text',
  },
  EMBEDDER_BASE_URL: {
    schema: httpUrl,
    about: 'address of EMBEDDER=openai; that of OPENAI_BASE_URL when not set',
    example: 'http://127.0.0.1:11434/v1',
  },
  EMBEDDER_API_KEY: {
    schema: secret,
    about: 'key of EMBEDDER=openai; OPENAI_API_KEY when not set, at the same address',
    example: 'sk-…',
  },
  EMBEDDER_FOLDER: {
    schema: z.string().optional(),
    about: 'folder of EMBEDDER=onnx, in the layout of Hugging Face; of 768 dimensions',
    example: './models/bge-base-en-v1.5',
  },
  LOG_LEVEL: {
    schema: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        error: 'must be debug, info, warn, error or silent',
      })
      .default('info'),
    about: 'how much is logged',
    example: 'info',
  },
  LOG_QUERIES: { schema: onOff(false), about: 'whether query texts are logged', example: 'on' },
  SHUTDOWN_GRACE_SECONDS: {
    schema: whole(0, 3600, 10),
    about: 'time for running work when the service is stopped',
    example: '10',
  },
} as const
