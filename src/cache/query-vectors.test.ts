import { describe, expect, it, vi } from 'vitest'
import type { Embedder } from '../vectors/embedder.ts'
import { createQueryVectors } from './query-vectors.ts'

function scripted(embed: Embedder['embed'] = async (texts) => texts.map(() => new Float32Array(1))) {
  const asked: string[] = []
  const faults: unknown[] = []
  const embedder: Embedder = {
    name: 'scripted',
    embed(texts) {
      asked.push(...texts)
      return embed(texts)
    },
    relevance: (cosine) => cosine,
  }
  return { asked, faults, vectors: createQueryVectors(embedder, (error) => faults.push(error)) }
}

describe('the vectors of queries', () => {
  it('are made once for what a scope asks again', async () => {
    const { asked, vectors } = scripted()
    const first = await vectors.embed({ scope: 'alice', query: 'What is light?' })
    expect(await vectors.embedIfPossible({ scope: 'alice', query: 'What is light?' })).toBe(first)
    expect(asked).toEqual(['What is light?'])
  })

  it('are made afresh for another scope, which could tell by the time what was asked before', async () => {
    const { asked, vectors } = scripted()
    await vectors.embed({ scope: 'alice', query: 'What is light?' })
    await vectors.embed({ scope: 'bob', query: 'What is light?' })
    await vectors.embed({ scope: 'alic', query: 'e\u0000What is light?' })
    expect(asked).toHaveLength(3)
  })

  it('are forgotten when many others were made since', async () => {
    const { asked, vectors } = scripted()
    for (let count = 0; count <= 1_024; count++) await vectors.embed({ scope: 'alice', query: `${count}` })
    await vectors.embed({ scope: 'alice', query: '1024' })
    expect(asked).toHaveLength(1_025)
    await vectors.embed({ scope: 'alice', query: '0' })
    expect(asked).toHaveLength(1_026)
  })

  it('are none while the embedder fails, and a failure is not remembered', async () => {
    let away = true
    const { faults, vectors } = scripted(async (texts) => {
      if (away) throw new Error('away')
      return texts.map(() => new Float32Array(1))
    })
    expect(await vectors.embedIfPossible({ scope: 'alice', query: 'a' })).toBeNull()
    expect(faults.map(String)).toEqual(['Error: away'])
    await expect(vectors.embed({ scope: 'alice', query: 'a' })).rejects.toThrow('away')
    away = false
    expect(await vectors.embedIfPossible({ scope: 'alice', query: 'a' })).toBeInstanceOf(Float32Array)
  })

  it('are not waited for for long', async () => {
    vi.useFakeTimers()
    const { faults, vectors } = scripted(() => new Promise(() => {}))
    const waited = vectors.embedIfPossible({ scope: 'alice', query: 'a' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await waited).toBeNull()
    expect(faults).toHaveLength(1)
    vi.useRealTimers()
  })
})
