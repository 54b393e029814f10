import { describe, expect, it } from 'vitest'
import { newestModels } from './newest-models.ts'

const listed = (ids: string[]) => ids.map((id) => ({ id, name: null, contextLength: null, price: null }))
const newest = (server: string, ids: string[] | null, isVendor = true) =>
  newestModels(server, ids && listed(ids), isVendor)

describe('the newest models', () => {
  it('of OpenAI are those of the highest versions, without variants', () => {
    const ids = ['gpt-4o', 'gpt-4.1', 'gpt-5', 'gpt-5.10', 'gpt-5.9', 'gpt-5.10-mini', 'gpt-5-mini']
    expect(newest('openai', [...ids, 'gpt-6-chat-latest', 'gpt-7-2026-01-01', 'o9'])).toEqual([
      'gpt-5.10',
      'gpt-5.10-mini',
    ])
  })

  it('of Anthropic are those published last', () => {
    const models = [
      ['claude-sonnet-4-5-20250929', 3],
      ['claude-sonnet-5', 5],
      ['claude-opus-4-1', 2],
      ['claude-opus-4-5-20251101', 4],
      ['claude-3-5-sonnet-20241022', 1],
      ['claude-haiku-6', 9],
    ] as const
    const list = models.map(([id, createdAt]) => ({ ...listed([id])[0]!, createdAt }))
    expect(newestModels('anthropic', list, true)).toEqual(['claude-sonnet-5', 'claude-opus-4-5-20251101'])
  })

  it.each([
    [
      'the aliases if there are any',
      ['gemini-3-pro-preview', 'gemini-pro-latest', 'gemini-flash-latest', 'gemini-flash-lite-latest'],
      ['gemini-pro-latest', 'gemini-flash-latest'],
    ],
    [
      'the highest versions',
      ['gemini-2.5-pro', 'gemini-2.0-pro', 'gemini-2.5-flash', 'gemini-1.5-flash'],
      ['gemini-2.5-pro', 'gemini-2.5-flash'],
    ],
    [
      'previews if there is nothing else of a version',
      ['gemini-2.5-pro', 'gemini-3-pro-preview', 'gemini-2.5-flash-preview-09-2025', 'gemini-2.5-flash'],
      ['gemini-3-pro-preview', 'gemini-2.5-flash'],
    ],
    [
      'no variants',
      [
        ...['gemini-9-pro-image', 'gemini-9-flash-lite', 'gemini-9-flash-preview-tts', 'gemini-9-flash-live'],
        ...['gemini-embedding-001', 'gemini-2.5-pro', 'gemini-2.5-flash'],
      ],
      ['gemini-2.5-pro', 'gemini-2.5-flash'],
    ],
  ])('of Gemini are %s', (_, ids, expected) => {
    expect(newest('gemini', ids)).toEqual(expected)
  })

  it('of a vendor without a list, or with one that names no such model, are known by name', () => {
    for (const ids of [null, [], ['something-else']]) {
      expect(newest('openai', ids)).toEqual(['gpt-5.1', 'gpt-5-mini'])
      expect(newest('anthropic', ids)).toEqual(['claude-sonnet-4-5', 'claude-opus-4-5'])
      expect(newest('gemini', ids)).toEqual(['gemini-pro-latest', 'gemini-flash-latest'])
    }
  })

  it('of any other server are the first of its list that write texts; without a list there are none', () => {
    const ids = [
      'nomic-embed-text',
      'bge-m3:latest',
      'whisper-1',
      'x/tts-1',
      'jina-reranker',
      'llama3.2',
      'a',
      'b',
    ]
    expect(newest('ollama', ids, false)).toEqual(['llama3.2', 'a'])
    expect(newest('openai', ids, false)).toEqual(['llama3.2', 'a'])
    expect(newest('ollama', null, false)).toEqual([])
  })
})
