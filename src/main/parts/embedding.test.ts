import { describe, expect, it } from 'vitest'
import { openBuiltinEmbedder } from '../../../test/support/embedder.ts'
import { openResponse } from '../../adapters/models/providers/open-response.ts'
import { readSettings } from '../../config/settings.ts'
import { embeddingAccess, openEmbedder } from './embedding.ts'

const builtin = await openBuiltinEmbedder()
const loadHttp = async () => openResponse
const LOCAL = 'http://127.0.0.1:11434/v1'

describe('the embedding endpoint', () => {
  it.each([
    ['OpenAI’s own with the key for chat', { OPENAI_API_KEY: 'chat' }, 'https://api.openai.com/v1', 'chat'],
    [
      'that for chat with its key',
      { OPENAI_API_KEY: 'chat', OPENAI_BASE_URL: LOCAL },
      'http://127.0.0.1:11434/v1',
      'chat',
    ],
    [
      'that for chat also with a slash at its end',
      { OPENAI_API_KEY: 'chat', EMBEDDER_BASE_URL: 'https://api.openai.com/v1/' },
      'https://api.openai.com/v1/',
      'chat',
    ],
    ['another without the key for chat', { OPENAI_API_KEY: 'chat', EMBEDDER_BASE_URL: LOCAL }, LOCAL, null],
    [
      'another with its own key',
      { OPENAI_API_KEY: 'chat', EMBEDDER_BASE_URL: LOCAL, EMBEDDER_API_KEY: 'own' },
      LOCAL,
      'own',
    ],
  ])('is %s', (_, environment, baseUrl, apiKey) => {
    expect(embeddingAccess(readSettings(environment))).toEqual({ baseUrl, apiKey })
  })
})

describe('the embedder', () => {
  it('is the built-in one unless another is named', async () => {
    expect(await openEmbedder(readSettings({}), builtin, loadHttp)).toBe(builtin)
  })

  it('is the model that EMBEDDER_MODEL names at an endpoint', async () => {
    const settings = readSettings({ EMBEDDER: 'openai', EMBEDDER_BASE_URL: LOCAL, EMBEDDER_MODEL: 'nomic' })
    expect((await openEmbedder(settings, builtin, loadHttp)).name).toBe(`openai:nomic@${new URL(LOCAL).host}`)
  })
})
