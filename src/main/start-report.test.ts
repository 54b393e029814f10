import { describe, expect, it, test } from 'vitest'
import { readSettings } from '../config/settings.ts'
import { keyReport, startWarnings } from './start-report.ts'

/** The line for an environment; files hold a key, except those whose name says that they are empty. */
function reportOn(environment: Record<string, string>, defaultModels = ['a/one', 'b/two']): string {
  const settings = readSettings(environment, (path) => (path.includes('empty') ? '' : 'sk-from-a-file'))
  return keyReport({ settings, given: Object.keys(environment), defaultModels, stored: [] })
}

test('the keys of vendors and endpoints are named with what they are for, and no value is shown', () => {
  const line = reportOn({
    OPENAI_API_KEY: 'sk-1-secret',
    ANTHROPIC_API_KEY_FILE: '/run/key',
    GEMINI_API_KEY: 'sk-3-secret',
    ENDPOINTS: 'ollama=http://127.0.0.1:1/v1;groq=https://groq.example/v1',
    GROQ_API_KEY: 'sk-4-secret',
    OPENROUTER_API_KEY: 'sk-5-secret',
  })
  expect(line).toBe(
    'Keys: OPENAI_API_KEY for openai/…, ANTHROPIC_API_KEY for anthropic/…, GEMINI_API_KEY for google/… and gemini/…, none needed for ollama/…, GROQ_API_KEY for groq/…, OPENROUTER_API_KEY for all other models; default panel a/one, b/two.',
  )
})

test('a router alone takes all models, and a self-hosted server all ids that no other takes', () => {
  expect(reportOn({ OPENROUTER_API_KEY: 'key' })).toContain('Keys: OPENROUTER_API_KEY for all models;')
  const OPENAI_BASE_URL = 'http://127.0.0.1:11434/v1'
  expect(reportOn({ OPENAI_BASE_URL })).toContain(
    'none needed for openai/… and all other ids at OPENAI_BASE_URL',
  )
  expect(reportOn({ OPENAI_BASE_URL, OPENAI_API_KEY: 'key', OPENROUTER_API_KEY: 'key' })).toContain(
    'OPENAI_API_KEY for openai/… at OPENAI_BASE_URL, OPENROUTER_API_KEY for all other models',
  )
})

test('a key that is set and not used is named with the reason', () => {
  const line = reportOn({
    ANTHROPIC_API_KEY: 'key',
    MISTRAL_API_KEY: 'sk-unused-secret',
    X_AI_API_KEY_FILE: '/run/key',
    GOOGLE_API_KEY: 'key',
    STRETTO_API_KEY: 'key',
    GEMINI_API_KEY_FILE: '/run/empty',
    EMBEDDER_API_KEY: 'key',
    API_KEYS: 'alice:a-long-random-key',
  })
  expect(line).toBe(
    [
      'Keys: ANTHROPIC_API_KEY for anthropic/…; default panel a/one, b/two. Not used:',
      'EMBEDDER_API_KEY (EMBEDDER is not openai), GEMINI_API_KEY (its file is empty),',
      'GOOGLE_API_KEY (the key for Gemini is GEMINI_API_KEY),',
      'MISTRAL_API_KEY (no endpoint is named mistral; add mistral=https://… to ENDPOINTS),',
      'STRETTO_API_KEY (it is not a setting of this service),',
      'X_AI_API_KEY (no endpoint is named x_ai; add x_ai=https://… to ENDPOINTS).',
    ].join(' '),
  )
})

test('the key of a search engine is used for searches, where SEARCH names it', () => {
  const keys = { BRAVE_API_KEY: 'key', TAVILY_API_KEY: 'key' }
  const line = reportOn({ ...keys, SEARCH: 'brave' })
  expect(line).toContain('BRAVE_API_KEY for searches of the web')
  expect(line).toContain('Not used: TAVILY_API_KEY (SEARCH is not tavily).')
})

test('an offline server uses keys for embeddings only', () => {
  const offline = { ROUTER: 'offline', OPENAI_API_KEY: 'key', OPENROUTER_API_KEY: 'key' }
  expect(reportOn(offline)).toBe(
    'Keys: none. Not used: OPENAI_API_KEY (ROUTER is offline), OPENROUTER_API_KEY (ROUTER is offline).',
  )
  expect(reportOn({ ...offline, EMBEDDER: 'openai' })).toMatch(/^Keys: OPENAI_API_KEY for embeddings\./)
  expect(reportOn({ ...offline, EMBEDDER: 'openai', EMBEDDER_API_KEY: 'key' })).toMatch(
    /^Keys: EMBEDDER_API_KEY for embeddings\..*Not used: OPENAI_API_KEY/,
  )
})

test('nothing is said to be used or unused where nothing is set, nor is a panel that is none', () => {
  expect(reportOn({}, [])).toBe('Keys: none.')
})

const DEFAULTS = readSettings({})

const key = { name: 'alice', digest: new Uint8Array(32) }

describe('the warnings at start-up', () => {
  it('name the offline router, but not if real models are used', () => {
    expect(startWarnings(DEFAULTS, true)).toEqual([
      expect.stringMatching(
        /^OFFLINE ROUTER.*OPENROUTER_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY.*ENDPOINTS or OPENAI_BASE_URL/,
      ),
    ])
    expect(startWarnings(DEFAULTS, false)).toEqual([])
  })

  it.each(['0.0.0.0', '::', '192.0.2.7', 'example.org'])(
    'mention an address that others can reach without keys: %s',
    (HOST) => {
      const warnings = startWarnings({ ...DEFAULTS, HOST }, false)
      expect(warnings).toEqual([expect.stringMatching(/API_KEYS/)])
    },
  )

  it('mention that any web page may call an API that requires no key, also on this machine', () => {
    const open = { ...DEFAULTS, CORS_ORIGINS: ['*'] }
    const warned = (settings: { API_KEYS: (typeof key)[]; LOCAL_AUTH: boolean }) =>
      startWarnings({ ...open, ...settings }, false)
    expect(warned({ API_KEYS: [], LOCAL_AUTH: false })).toEqual([
      expect.stringMatching(/CORS_ORIGINS=\*.*set API_KEYS and LOCAL_AUTH=on/),
    ])
    expect(warned({ API_KEYS: [key], LOCAL_AUTH: false })).toEqual([
      expect.stringMatching(/CORS_ORIGINS=\*.*set LOCAL_AUTH=on/),
    ])
    expect(warned({ API_KEYS: [key], LOCAL_AUTH: true })).toEqual([])
  })

  it('mention a local API that needs no key although the edge API does', () => {
    const exposed = { ...DEFAULTS, HOST: '0.0.0.0', API_KEYS: [key] }
    expect(startWarnings({ ...exposed, LOCAL_AUTH: false }, false)).toEqual([
      expect.stringMatching(/LOCAL_AUTH=on/),
    ])
    expect(startWarnings({ ...exposed, LOCAL_AUTH: true }, false)).toEqual([])
  })

  it.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])(
    'do not mention %s, which only this machine can reach',
    (HOST) => {
      expect(startWarnings({ ...DEFAULTS, HOST }, false)).toEqual([])
    },
  )

  it('mention embeddings that cost money and need no key', () => {
    const paid = {
      ...DEFAULTS,
      HOST: '0.0.0.0',
      API_KEYS: [{}] as never,
      LOCAL_AUTH: true,
      EMBEDDER: 'openai' as const,
    }
    expect(startWarnings({ ...paid, EMBEDDINGS_AUTH: false }, false)).toEqual([
      expect.stringContaining('EMBEDDINGS_AUTH=on'),
    ])
    expect(startWarnings({ ...paid, EMBEDDINGS_AUTH: true }, false)).toEqual([])
  })
})
