import { describe, expect, it } from 'vitest'
import { ANSWER } from '../../../../test/support/scripted-edge.ts'
import { type CompletionOrder, completed, limitText } from './chat-completion.ts'

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

describe('the pages that a text cites', () => {
  const cited = (url: string, ...starts: number[]) => ({
    ...{ url, title: url, date: null, copies: [], contradictions: [] },
    citations: starts.map((start) => ({ start, end: start + 4, text: 'One.', quote: 'One.' })),
  })
  const placesIn = (maxTokens: number | null) => {
    const search = { queries: [], pages: [cited('b', 5, 0, 0), cited('a', 0)], problem: null }
    const order = { common: {}, footer: 'never', warnings: [], metadata: undefined, newId: () => '' } as never
    const limits = { stop: [], maxTokens }
    const response = { ...ANSWER, final_answer: 'One. Two.', search }
    const { citations } = completed(response, { ...(order as CompletionOrder), limits })
    return citations.map(({ url, start_index }) => `${url}${start_index}`)
  }

  it('stand in the order of the text, each once for a sentence', () => {
    expect(placesIn(null)).toEqual(['b0', 'a0', 'b5'])
  })

  it('are those of the sentences that are left of it', () => {
    expect(placesIn(2)).toEqual(['b0', 'a0'])
  })
})
