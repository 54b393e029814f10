import { describe, expect, it } from 'vitest'
import { type CompletionOrder, limitText } from './chat-completion.ts'

const NONE: CompletionOrder['limits'] = { stop: [], maxTokens: null }

describe('a text with limits', () => {
  it('is whole when there are none', () => {
    expect(limitText('One. Two.', NONE)).toEqual({ content: 'One. Two.', finishReason: 'stop' })
  })

  it('ends before the first stop sequence', () => {
    const limits = { ...NONE, stop: ['END', 'nd it', ''] }
    expect(limitText('Here END of it', limits)).toEqual({ content: 'Here ', finishReason: 'stop' })
    expect(limitText('and it ENDs', limits).content).toBe('a')
    expect(limitText('a EN', limits).content).toBe('a EN')
  })

  it('ends at about four characters for a token, and says why', () => {
    const limits = { ...NONE, maxTokens: 2 }
    expect(limitText('1234567890', limits)).toEqual({ content: '12345678', finishReason: 'length' })
    expect(limitText('12345678', limits).finishReason).toBe('stop')
    expect(limitText('1234567890', { stop: ['8'], maxTokens: 2 }).finishReason).toBe('stop')
  })

  it('never has half a character', () => {
    expect(limitText('123😀', { ...NONE, maxTokens: 1 }).content).toBe('123')
  })
})
