import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { StartError } from '../contract/start-error.ts'
import { exampleOf, readSettings, settingsText } from './settings.ts'
import { DEFAULT_PANEL, VARIABLES } from './variables.ts'

/** What the operator is told about an environment; empty when it is fine. */
function problemsWith(environment: Record<string, string>): string {
  try {
    readSettings(environment)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message
  }
}

describe('settings', () => {
  it('have these values when nothing is set', () => {
    expect(readSettings({})).toEqual({
      HOST: '127.0.0.1',
      ALLOWED_HOSTS: [],
      EDGE_PORT: 8787,
      LOCAL_PORT: 8000,
      DATA_DIR: './data/state',
      API_KEYS: [],
      LOCAL_AUTH: false,
      EMBEDDINGS_AUTH: false,
      CORS_ORIGINS: [],
      DATABASE_URL: undefined,
      DATABASE_POOL_SIZE: 20,
      DATABASE_TLS: 'auto',
      DATABASE_CA: undefined,
      RATE_LIMIT_PER_MINUTE: 100,
      RATE_LIMIT_PER_HOUR: 1000,
      RATE_LIMIT_BURST: 10,
      REQUEST_LIMIT: 1000,
      REQUEST_WAIT_MS: 2000,
      LOCAL_RATE_LIMITS: 'auto',
      TRUST_PROXY: 0,
      ROUTER: 'auto',
      OPENROUTER_API_KEY: undefined,
      OPENROUTER_BASE_URL: undefined,
      OPENAI_API_KEY: undefined,
      OPENAI_BASE_URL: undefined,
      ANTHROPIC_API_KEY: undefined,
      ANTHROPIC_BASE_URL: undefined,
      GEMINI_API_KEY: undefined,
      GEMINI_BASE_URL: undefined,
      ENDPOINTS: [],
      DEFAULT_MODELS: undefined,
      PANELS: new Map(),
      MODEL_TIMEOUT_SECONDS: 60,
      MODEL_RETRIES: 2,
      MODEL_CONCURRENCY: 2000,
      MODEL_RELIABILITY: true,
      AUDIT_SHARE: 0.02,
      CONSENSUS_DEADLINE_SECONDS: 300,
      RUN_CODE: 'auto',
      SEARCH: undefined,
      SEARCH_ALLOWED_DOMAINS: [],
      SEARCH_BLOCKED_DOMAINS: [],
      TASK_CONCURRENCY: 64,
      TASK_LEASE_MS: 15_000,
      TASK_QUEUE_LIMIT: 1000,
      CACHE_TTL_SECONDS: 86_400,
      CACHE_MAX_ENTRIES: 100_000,
      CACHE_MAX_BYTES: 4_294_967_296,
      CACHE_SCOPE: 'key',
      EMBEDDER: 'builtin',
      PRICES: new Map(),
      FOOTER: 'auto',
      EMBEDDER_MODEL: 'text-embedding-3-small',
      EMBEDDER_BASE_URL: undefined,
      EMBEDDER_API_KEY: undefined,
      EMBEDDER_FOLDER: undefined,
      LOG_LEVEL: 'info',
      LOG_QUERIES: false,
      OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
      OTEL_SERVICE_NAME: 'stretto',
      SHUTDOWN_GRACE_SECONDS: 10,
      MAX_COST_USD: undefined,
      MAX_CALLS: undefined,
    })
  })

  it('have a panel of three vendors at the routing provider', () => {
    const models = DEFAULT_PANEL
    expect(
      models.every((model) => /^~.*-latest$/.test(model)),
      'each the newest of its family',
    ).toBe(true)
    const vendors = models.map((model) => model.split('/')[0])
    expect(new Set(vendors).size).toBe(3)
  })

  it('treat an empty or blank variable as absent, and trim the rest', () => {
    const settings = readSettings({ EDGE_PORT: '', LOCAL_PORT: '  ', ROUTER: ' offline ' })
    expect(settings).toMatchObject({ EDGE_PORT: 8787, LOCAL_PORT: 8000, ROUTER: 'offline' })
  })

  it('accept all documented examples', () => {
    for (const [name, variable] of Object.entries(VARIABLES)) {
      expect(problemsWith({ [name]: exampleOf(variable) }), name).toBe('')
    }
  })

  it('read lists, switches and the number of proxies', () => {
    expect(
      readSettings({ DEFAULT_MODELS: 'a/one, b/two,', LOCAL_AUTH: 'on', EMBEDDINGS_AUTH: 'off' }),
    ).toMatchObject({ DEFAULT_MODELS: ['a/one', 'b/two'], LOCAL_AUTH: true, EMBEDDINGS_AUTH: false })
    expect(readSettings({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2)
    expect(readSettings({ TRUST_PROXY: 'off' }).TRUST_PROXY).toBe(0)
  })

  it('read the model that reads replies, which may be none', () => {
    expect(readSettings({ READER_MODEL: ' vendor/small ' }).READER_MODEL).toBe('vendor/small')
    expect(readSettings({}).READER_MODEL).toBeUndefined()
  })

  it('read named panels, in the order they are named', () => {
    const { PANELS } = readSettings({ PANELS: ' fast = a/one, b/two ; deep-2=c/three, d/four > e/five;' })
    expect([...PANELS]).toEqual([
      ['fast', { models: ['a/one', 'b/two'] }],
      ['deep-2', { models: ['c/three', 'd/four', 'e/five'], first: ['c/three', 'd/four'] }],
    ])
  })

  it('read endpoints in the order they are named, each with the key of its own variable', () => {
    const { ENDPOINTS } = readSettings({
      ENDPOINTS: ' ollama = http://127.0.0.1:11434/v1 ; my-server.2=https://host.example/v1?a=b;',
      MY_SERVER_2_API_KEY: ' sk-mine ',
    })
    expect(ENDPOINTS).toEqual([
      {
        name: 'ollama',
        baseUrl: 'http://127.0.0.1:11434/v1',
        keyVariable: 'OLLAMA_API_KEY',
        apiKey: null,
      },
      {
        name: 'my-server.2',
        baseUrl: 'https://host.example/v1?a=b',
        keyVariable: 'MY_SERVER_2_API_KEY',
        apiKey: 'sk-mine',
      },
    ])
  })

  it('read prices of models and of whole servers, whose ids may have colons', () => {
    const { PRICES } = readSettings({ PRICES: ' ollama/* = 0:0 ; mine/llama3.2:1b=0.15:0.6;' })
    expect([...PRICES]).toEqual([
      ['ollama/*', { promptUsdPerMillion: 0, completionUsdPerMillion: 0, requestUsd: 0 }],
      ['mine/llama3.2:1b', { promptUsdPerMillion: 0.15, completionUsdPerMillion: 0.6, requestUsd: 0 }],
    ])
    expect(problemsWith({ PRICES: 'a/one=1:2;b/two=1' })).toContain('“b/two=1” is not')
    expect(problemsWith({ PRICES: 'a/one=1:2;a/one=1:3' })).toContain('must not name a/one twice')
  })

  it('read origins in the form in which browsers send them', () => {
    const { CORS_ORIGINS } = readSettings({
      CORS_ORIGINS: 'https://App.Example:443, http://localhost:5173,tauri://localhost',
    })
    expect(CORS_ORIGINS).toEqual(['https://app.example', 'http://localhost:5173', 'tauri://localhost'])
    expect(readSettings({ CORS_ORIGINS: '*' }).CORS_ORIGINS).toEqual(['*'])
  })

  it('read budgets, which must cover the first answers of the default panel', () => {
    const budgets = { MAX_COST_USD: '0.25', MAX_CALLS: '12' }
    expect(readSettings(budgets)).toMatchObject({ MAX_COST_USD: 0.25, MAX_CALLS: 12 })
    expect(problemsWith({ MAX_CALLS: '2' })).toContain('MAX_CALLS must be at least 3, the number of')
    expect(problemsWith({ MAX_CALLS: '2', DEFAULT_MODELS: 'a/one,b/two' })).toBe('')
  })

  it('read keys in both forms and keep only their digests', () => {
    const digest = createHash('sha256').update('other:key').digest()
    const { API_KEYS } = readSettings({
      API_KEYS: `alice:some-key, bob:sha256:${digest.toString('hex').toUpperCase()}, carol:with:colons`,
    })
    expect(API_KEYS.map(({ name }) => name)).toEqual(['alice', 'bob', 'carol'])
    expect(Buffer.from(API_KEYS[0]!.digest)).toEqual(createHash('sha256').update('some-key').digest())
    expect(Buffer.from(API_KEYS[1]!.digest)).toEqual(digest)
    expect(Buffer.from(API_KEYS[2]!.digest)).toEqual(createHash('sha256').update('with:colons').digest())
  })
})

describe('a wrong setting', () => {
  it.each([
    ['EDGE_PORT', 'eighty'],
    ['EDGE_PORT', '65536'],
    ['LOCAL_PORT', '-1'],
    ['API_KEYS', 'key-without-name'],
    ['API_KEYS', 'alice:'],
    ['API_KEYS', ':key'],
    ['API_KEYS', 'alice:sha256:abc'],
    ['API_KEYS', 'alice:one,alice:two'],
    ['API_KEYS', 'alice:one,bob:one'],
    ['API_KEYS', `alice:one,bob:sha256:${createHash('sha256').update('one').digest('hex')}`],
    ['API_KEYS', ','],
    ['API_KEYS', ' , ,'],
    ['CORS_ORIGINS', 'app.example'],
    ['CORS_ORIGINS', 'https://app.example/'],
    ['CORS_ORIGINS', 'https://app.example/path'],
    ['CORS_ORIGINS', 'https://user@app.example'],
    ['CORS_ORIGINS', '*,https://app.example'],
    ['LOCAL_AUTH', 'yes'],
    ['EMBEDDINGS_AUTH', 'true'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['MAX_COST_USD', '0'],
    ['MAX_COST_USD', '1001'],
    ['MAX_COST_USD', '-1'],
    ['MAX_CALLS', '0'],
    ['MAX_CALLS', '2.5'],
    ['RATE_LIMIT_PER_HOUR', '1.5'],
    ['RATE_LIMIT_BURST', 'many'],
    ['LOCAL_RATE_LIMITS', 'yes'],
    ['ALLOWED_HOSTS', 'stretto.test:8787'],
    ['ALLOWED_HOSTS', 'http://stretto.test'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '11'],
    ['ROUTER', 'real'],
    ['OPENROUTER_BASE_URL', 'openrouter.ai'],
    ['OPENAI_BASE_URL', 'ftp://example.com'],
    ['ANTHROPIC_BASE_URL', 'nowhere'],
    ['GEMINI_BASE_URL', 'nowhere'],
    ['ENDPOINTS', 'http://127.0.0.1:11434/v1'],
    ['ENDPOINTS', 'Ollama=http://127.0.0.1:11434/v1'],
    ['ENDPOINTS', `${'o'.repeat(33)}=http://127.0.0.1:11434/v1`],
    ['ENDPOINTS', 'ollama=127.0.0.1:11434'],
    ['ENDPOINTS', 'ollama='],
    ['PRICES', 'ollama/llama3.2'],
    ['PRICES', 'ollama/llama3.2=free'],
    ['PRICES', 'ollama/llama3.2=-1:2'],
    ['PRICES', 'a/one=0:0,b/two=1:2'],
    ['PRICES', '=1:2'],
    ['ENDPOINTS', 'ollama=http://127.0.0.1:1/v1;ollama=http://127.0.0.1:2/v1'],
    ['ENDPOINTS', 'a-b=http://127.0.0.1:1/v1;a_b=http://127.0.0.1:2/v1'],
    ...[
      'openrouter',
      'openai',
      'anthropic',
      'gemini',
      'google',
      'offline',
      'stretto',
      'embedder',
      'brave',
      'tavily',
    ].map((name) => ['ENDPOINTS', `${name}=http://127.0.0.1:11434/v1`]),
    ['DEFAULT_MODELS', 'only/one'],
    ['DEFAULT_MODELS', Array.from({ length: 17 }, (_, index) => `m/${index}`).join(',')],
    ['READER_MODEL', 'm'.repeat(201)],
    ['PANELS', 'a/one,b/two'],
    ['PANELS', 'Fast=a/one,b/two'],
    ['PANELS', `${'f'.repeat(33)}=a/one,b/two`],
    ['PANELS', 'auto=a/one,b/two'],
    ['PANELS', 'fugue=a/one,b/two'],
    ['PANELS', 'fast=a/one'],
    ['PANELS', 'fast=a/one,b/two;fast=c/three,d/four'],
    ['PANELS', 'fast=a/one,b/two,deep=c/three,d/four'],
    ['PANELS', 'fast=a/one>b/two,c/three'],
    ['PANELS', 'fast=a/one,b/two>'],
    ['PANELS', 'fast=a/one,b/two>c/three>d/four'],
    ['MODEL_TIMEOUT_SECONDS', '0'],
    ['MODEL_RETRIES', '11'],
    ['MODEL_CONCURRENCY', '0'],
    ['MODEL_RELIABILITY', 'yes'],
    ['AUDIT_SHARE', '1.01'],
    ['AUDIT_SHARE', '-0.1'],
    ['AUDIT_SHARE', '5%'],
    ['AUDIT_SHARE', 'all'],
    ['CONSENSUS_DEADLINE_SECONDS', '0'],
    ['RUN_CODE', 'on'],
    ['SEARCH', 'google'],
    ['SEARCH', 'searxng'],
    ['SEARCH', 'searxng=search.example'],
    ['SEARCH', 'searxng=ftp://search.example'],
    ['SEARCH', 'searxng=https://user:word@search.example'],
    ['SEARCH', 'searxng=https://search.example/?q=a'],
    ['SEARCH', 'brave=https://search.example'],
    ['BRAVE_BASE_URL', 'nowhere'],
    ['TAVILY_BASE_URL', 'nowhere'],
    ['SEARCH_ALLOWED_DOMAINS', 'https://a.example'],
    ['SEARCH_ALLOWED_DOMAINS', 'a.example:8080'],
    ['SEARCH_BLOCKED_DOMAINS', '*.a.example'],
    ['SEARCH_BLOCKED_DOMAINS', '.a.example'],
    ['TASK_CONCURRENCY', '0'],
    ['TASK_QUEUE_LIMIT', '0'],
    ['CACHE_TTL_SECONDS', '0'],
    ['CACHE_MAX_ENTRIES', '2500001'],
    ['CACHE_MAX_BYTES', '16777215'],
    ['CACHE_SCOPE', 'all'],
    ['EMBEDDER', 'magic'],
    ['EMBEDDER_MODEL', 'm'.repeat(201)],
    ['EMBEDDER_BASE_URL', 'ollama'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_QUERIES', '1'],
    ['SHUTDOWN_GRACE_SECONDS', '3601'],
  ] as Array<[keyof typeof VARIABLES, string]>)(
    'stops the start with the name, the problem and an example: %s=%s',
    (name, value) => {
      const message = problemsWith({ [name]: value })
      expect(message).toMatch(new RegExp(`^${name} .+, for example ${name}=`))
      expect(message).toContain(exampleOf(VARIABLES[name]))
      expect(message.split('\n')).toHaveLength(1)
    },
  )

  it('is reported together with all others', () => {
    const lines = problemsWith({ EDGE_PORT: 'x', ROUTER: 'x', LOG_LEVEL: 'x' }).split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['EDGE_PORT', 'ROUTER', 'LOG_LEVEL'])
  })

  it('of a panel says which panel it is', () => {
    expect(problemsWith({ PANELS: 'fast=a/one,b/two;deep=a/one' })).toMatch(
      /^PANELS must name at least 2 models for the panel deep, for example /,
    )
    expect(problemsWith({ PANELS: 'sonata=a/one,b/two' })).toContain('auto, fugue, sonata, concert')
  })

  it('does not show a key', () => {
    expect(problemsWith({ API_KEYS: 'top-secret' })).not.toContain('top-secret')
  })

  it('can be the address of something else than a database', () => {
    expect(problemsWith({ DATABASE_URL: 'somewhere://else' })).toMatch(
      /^DATABASE_URL must be an address that begins with postgres:/,
    )
  })

  it('can be a router without its key', () => {
    expect(problemsWith({ ROUTER: 'openrouter' })).toContain('ROUTER=openrouter requires OPENROUTER_API_KEY')
    expect(problemsWith({ ROUTER: 'openrouter', OPENROUTER_API_KEY: 'key' })).toBe('')
  })
})

describe('the settings of a search', () => {
  it('name an engine, with the address of one of the operator’s own', () => {
    expect(readSettings({ SEARCH: 'searxng=http://10.0.0.7:8080/find/' }).SEARCH).toEqual({
      engine: 'searxng',
      baseUrl: 'http://10.0.0.7:8080/find/',
    })
    expect(readSettings({ SEARCH: 'brave', BRAVE_API_KEY: 'key' }).SEARCH).toEqual({
      engine: 'brave',
      baseUrl: undefined,
    })
  })

  it.each(['brave', 'tavily'])('need the key of the engine for %s', (engine) => {
    const key = `${engine.toUpperCase()}_API_KEY`
    expect(problemsWith({ SEARCH: engine })).toBe(`SEARCH=${engine} requires ${key}; set it, or unset SEARCH`)
    expect(problemsWith({ SEARCH: engine, [key]: 'key' })).toBe('')
  })

  it('have domains in the form of addresses', () => {
    expect(readSettings({ SEARCH_ALLOWED_DOMAINS: 'Europa.EU, münchen.de,' }).SEARCH_ALLOWED_DOMAINS).toEqual(
      ['europa.eu', 'xn--mnchen-3ya.de'],
    )
  })
})

describe('the settings of an embedder', () => {
  it('say what to use instead of a model in a local folder', () => {
    expect(problemsWith({ EMBEDDER: 'onnx' })).toMatch(/^EMBEDDER must be builtin or openai/)
    expect(problemsWith({ EMBEDDER: 'other' })).toMatch(/^EMBEDDER must be builtin or openai/)
  })

  it('for OpenAI itself need a key, either a separate one or the one for chat', () => {
    expect(problemsWith({ EMBEDDER: 'openai' })).toMatch(
      /^EMBEDDER=openai requires EMBEDDER_API_KEY or OPENAI_API_KEY; set one/,
    )
    for (const name of ['EMBEDDER_API_KEY', 'OPENAI_API_KEY'])
      expect(problemsWith({ EMBEDDER: 'openai', [name]: 'key' }), name).toBe('')
  })

  it('for another server do not need a key', () => {
    for (const name of ['EMBEDDER_BASE_URL', 'OPENAI_BASE_URL'])
      expect(problemsWith({ EMBEDDER: 'openai', [name]: 'http://127.0.0.1:11434/v1' }), name).toBe('')
  })

  it('are ignored if another embedder is chosen', () => {
    expect(problemsWith({ EMBEDDER: 'builtin', EMBEDDER_MODEL: 'other' })).toBe('')
  })
})

describe('the list of settings', () => {
  it('lists every variable with its meaning and default', () => {
    const lines = settingsText().split('\n')
    for (const [name, { about }] of Object.entries(VARIABLES)) {
      const line = lines.find((candidate) => candidate.trimStart().startsWith(`${name} `))
      expect(line, name).toContain(about)
      expect(line, name).toMatch(/\(.+\)$/)
    }
    expect(settingsText()).toMatch(/EDGE_PORT .+\(8787\)/)
    expect(settingsText()).toMatch(/LOCAL_AUTH .+\(off\)/)
    expect(settingsText()).toMatch(/API_KEYS .+\(none\)/)
  })
})
