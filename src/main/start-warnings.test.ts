import { describe, expect, it } from 'vitest'
import { readSettings } from '../config/settings.ts'
import { startWarnings } from './start-warnings.ts'

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

  it('say that more processes need PostgreSQL', () => {
    const settings = { ...DEFAULTS, WORKERS: 4 }
    expect(startWarnings(settings, false)).toEqual([
      expect.stringMatching(/^WORKERS has no effect.*Set DATABASE_URL/),
    ])
    expect(startWarnings({ ...settings, DATABASE_URL: 'postgres://localhost' }, false)).toEqual([])
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
