import { expect, test } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { providerAccess } from './connections.ts'

test('a self-hosted server needs no key, but OpenAI does', () => {
  const accessOf = (environment: Record<string, string>) =>
    providerAccess(readSettings(environment)).get('openai')
  expect(accessOf({})).toEqual({ apiKey: null, baseUrl: null })
  const OPENAI_BASE_URL = 'http://127.0.0.1:11434/v1'
  expect(accessOf({ OPENAI_BASE_URL })).toEqual({ apiKey: expect.any(String), baseUrl: OPENAI_BASE_URL })
  expect(accessOf({ OPENAI_BASE_URL, OPENAI_API_KEY: 'mine' })?.apiKey).toBe('mine')
})
