import { describe, expect, it } from 'vitest'
import { newestModels } from './newest-models.ts'

const listed = (ids: string[]) => ids.map((id) => ({ id, name: null, contextLength: null, price: null }))
const newest = (server: string, ids: string[] | null, isVendor = true) =>
  newestModels(server, ids && listed(ids), isVendor)

describe('the newest models', () => {
  it.each([
    [
      'openai',
      [
        ...['gpt-4o', 'gpt-4.1', 'gpt-5', 'gpt-5.9', 'gpt-5-mini', 'gpt-5.10', 'gpt-5.10-mini'],
        ...['gpt-6-chat-latest', 'gpt-7-2026-01-01', 'o9'],
      ],
      ['gpt-5.10', 'gpt-5.10-mini'],
    ],
    [
      'anthropic',
      ['claude-3-5-sonnet-20241022', 'claude-opus-4-5-20251101', 'claude-sonnet-5', 'claude-haiku-6'],
      ['claude-sonnet-5', 'claude-opus-4-5-20251101'],
    ],
    ['anthropic', ['claude-haiku-5', 'claude-opus-5'], ['claude-opus-5']],
  ])('of %s are those of each family that were published last', (server, ids, expected) => {
    const list = listed(ids).map((model, createdAt) => ({ ...model, createdAt }))
    expect(newestModels(server, list, true)).toEqual(expected)
    expect(newestModels(server, list.reverse(), true)).toEqual(expected)
  })

  it('of Gemini are those by its own names for them', () => {
    const names = ['gemini-pro-latest', 'gemini-flash-latest']
    expect(newest('gemini', ['gemini-9-pro-preview', 'gemini-flash-lite-latest', ...names])).toEqual(names)
  })

  it('of a vendor without a list, or with one that names no such model, are known by name', () => {
    for (const ids of [null, [], ['something-else']]) {
      expect(newest('openai', ids)).toEqual(['gpt-5.1', 'gpt-5-mini'])
      expect(newest('anthropic', ids)).toEqual(['claude-sonnet-4-5', 'claude-opus-4-5'])
      expect(newest('gemini', ids)).toEqual(['gemini-pro-latest', 'gemini-flash-latest'])
    }
  })

  it('of a strength are of such families only, and none that a known list does not name', () => {
    expect(newestModels('openai', listed(['gpt-5', 'gpt-5-mini']), true, 'cheap')).toEqual(['gpt-5-mini'])
    expect(newestModels('anthropic', listed(['claude-sonnet-5']), true, 'cheap')).toEqual([])
    expect(newestModels('anthropic', null, true, 'strong')).toEqual(['claude-opus-4-5'])
    expect(newestModels('ollama', listed(['llama3.2']), false, 'cheap')).toEqual([])
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
