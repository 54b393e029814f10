import { describe, expect, it } from 'vitest'
import { exampleOf } from '../config/settings.ts'
import { VARIABLES } from '../config/variables.ts'
import { readWorkerSettings } from './worker-settings.ts'

const DEPLOYED = { EDGE_HOST: 'ask.example', TASKS_HOST: 'tasks.example' }
const LOCAL = { HOST: '127.0.0.1' }

/** What is decided of each setting: a new one must be entered here, after somebody has thought about it. */
const DECIDED = {
  works: [
    ...['API_KEYS', 'LOCAL_AUTH', 'EMBEDDINGS_AUTH', 'CORS_ORIGINS', 'LOCAL_RATE_LIMITS', 'REQUEST_LIMIT'],
    ...['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_PER_HOUR', 'RATE_LIMIT_BURST'],
    ...['ROUTER', 'OPENROUTER_API_KEY', 'OPENROUTER_BASE_URL', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ...['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'GEMINI_API_KEY', 'GEMINI_BASE_URL', 'ENDPOINTS'],
    ...['DEFAULT_MODELS', 'READER_MODEL', 'PANELS', 'PRICES', 'FOOTER'],
    ...['MODEL_TIMEOUT_SECONDS', 'MODEL_RETRIES', 'MODEL_CONCURRENCY', 'MODEL_RELIABILITY', 'AUDIT_SHARE'],
    ...['CONSENSUS_DEADLINE_SECONDS', 'MAX_COST_USD', 'MAX_CALLS', 'RUN_CODE', 'MCP_CONFIRM_USD'],
    ...['BRAVE_API_KEY', 'BRAVE_BASE_URL', 'TAVILY_API_KEY', 'TAVILY_BASE_URL'],
    ...['SEARCH_ALLOWED_DOMAINS', 'SEARCH_BLOCKED_DOMAINS'],
    ...['CACHE_TTL_SECONDS', 'CACHE_MAX_BYTES', 'CACHE_SCOPE'],
    ...['EMBEDDER', 'EMBEDDER_MODEL', 'EMBEDDER_BASE_URL', 'EMBEDDER_API_KEY', 'LOG_LEVEL', 'LOG_QUERIES'],
  ],
  bounded: ['CACHE_MAX_ENTRIES'],
  local: ['HOST', 'ALLOWED_HOSTS', 'EDGE_PORT', 'LOCAL_PORT'],
  refused: [
    ...['DATA_DIR', 'AXIOMS_DIR', 'DATABASE_URL', 'DATABASE_POOL_SIZE', 'DATABASE_TLS', 'DATABASE_CA'],
    ...['REQUEST_WAIT_MS', 'TRUST_PROXY', 'TASK_CONCURRENCY', 'TASK_QUEUE_LIMIT', 'TASK_LEASE_MS'],
    ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_SERVICE_NAME', 'SHUTDOWN_GRACE_SECONDS', 'SEARCH'],
  ],
}

const refusal = (name: string) => new RegExp(`^${name} cannot be set for a worker: .*\\. Unset it\\.$`)
const settingOf = (name: string) => ({ [name]: exampleOf(VARIABLES[name as keyof typeof VARIABLES]) })
/** What some settings need beside them. */
const BESIDE = { OPENROUTER_API_KEY: 'sk-or', MAX_CALLS: '99' }

describe('the settings of a worker', () => {
  it('are decided one by one', () => {
    expect(Object.values(DECIDED).flat().sort()).toEqual(Object.keys(VARIABLES).sort())
  })

  it.each(DECIDED.works)('take %s', (name) => {
    const { settings } = readWorkerSettings({ ...DEPLOYED, ...BESIDE, ...settingOf(name) })
    expect(settings[name as keyof typeof settings]).toBeDefined()
  })

  it.each(DECIDED.refused)('refuse %s with a reason', (name) => {
    for (const place of [DEPLOYED, LOCAL])
      expect(() => readWorkerSettings({ ...place, ...settingOf(name) })).toThrow(refusal(name))
  })

  it.each(DECIDED.local)('take %s only where npm run edge listens', (name) => {
    expect(() => readWorkerSettings({ ...DEPLOYED, ...settingOf(name) })).toThrow(refusal(name))
    readWorkerSettings({ ...LOCAL, ...settingOf(name) })
  })

  it.each(['API_KEYS_FILE', 'OPENAI_API_KEY_FILE', 'GROQ_API_KEY_FILE', 'DATABASE_URL_FILE'])(
    'refuse %s, because a worker reads no files',
    (name) =>
      expect(() => readWorkerSettings({ ...DEPLOYED, [name]: '/run/secrets/a' })).toThrow(refusal(name)),
  )

  it('refuse to run programs, which is off without being set', () => {
    expect(() => readWorkerSettings({ ...DEPLOYED, RUN_CODE: 'auto' })).toThrow(refusal('RUN_CODE'))
    expect(readWorkerSettings(DEPLOYED).settings.RUN_CODE).toBe('off')
  })

  it('need two host names where the platform listens', () => {
    const wrong = ['', 'a.example', 'A.example', 'https://b.example', 'b.example:443']
    for (const TASKS_HOST of wrong)
      expect(() => readWorkerSettings({ EDGE_HOST: 'a.example', TASKS_HOST })).toThrow(
        'EDGE_HOST and TASKS_HOST must be set',
      )
    expect(readWorkerSettings(DEPLOYED)).toMatchObject({
      settings: { HOST: '0.0.0.0' },
      hostNames: { edge: 'ask.example', tasks: 'tasks.example' },
    })
    const written = { ...DEPLOYED, TASKS_HOST: 'Tasks.Example' }
    expect(readWorkerSettings(written).hostNames?.tasks).toBe('tasks.example')
    expect(readWorkerSettings(LOCAL)).toMatchObject({ settings: { HOST: '127.0.0.1' }, hostNames: null })
  })

  it('need a number of shards', () => {
    readWorkerSettings({ ...DEPLOYED, SHARDS: '4' })
    for (const SHARDS of ['0', 'four', '2.5', '100'])
      expect(() => readWorkerSettings({ ...DEPLOYED, SHARDS })).toThrow('SHARDS must be')
  })

  it('keep as many results as the memory of an object has room for', () => {
    expect(readWorkerSettings(DEPLOYED).settings.CACHE_MAX_ENTRIES).toBe(10_000)
    readWorkerSettings({ ...DEPLOYED, CACHE_MAX_ENTRIES: '10000' })
    expect(() => readWorkerSettings({ ...DEPLOYED, CACHE_MAX_ENTRIES: '10001' })).toThrow('raise SHARDS')
  })

  it('report all problems at once, and leave bindings alone that are no texts', () => {
    const bindings = {
      ...DEPLOYED,
      DATA_DIR: './a',
      TASK_LEASE_MS: '500',
      ASSETS: { fetch() {} },
      OTHER: 'a',
    }
    expect(() => readWorkerSettings(bindings)).toThrow(/^DATA_DIR .*\nTASK_LEASE_MS [^\n]*$/)
  })
})
