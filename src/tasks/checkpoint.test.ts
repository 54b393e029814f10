import { describe, expect, it } from 'vitest'
import { sampleEntry, sampleSpiral } from '../../test/support/samples.ts'
import type { Spiral } from '../engine/index.ts'
import { NewerCheckpoint, readCheckpoint, storedCheckpoint } from './checkpoint.ts'

const NOW = Date.parse('2026-11-17T12:00:00Z')

/** A response as earlier versions stored it. */
function pastResponse(name: string, said: object) {
  return {
    provider: 'openrouter',
    model: name,
    name,
    position: null,
    theme: null,
    role: null,
    verdict: null,
    counted_verdict: null,
    claims: ['2 + 2 = 4'],
    held_agreement: null,
    measured: 1,
    residual: 1,
    latency_ms: 5,
    tokens: 34,
    cost_usd: 0.001,
    error: null,
    ...said,
  }
}

/** The state of a closed question in its third iteration, as earlier versions stored it. */
function pastSpiral(responses: [object, object]): Spiral {
  const [first, second] = ['First', 'Second'].map((name, place) => pastResponse(name, responses[place]!))
  const clusters = [{ answer: '4', models: ['First'], weight: 1, unread: [] }]
  const entry = { ...sampleEntry, responses: [first, second], clusters }
  const { date: _, ...spiral } = sampleSpiral
  return { ...spiral, entries: [entry, { ...entry, iteration: 2 }], contrary: [] } as unknown as Spiral
}

describe('a stored checkpoint', () => {
  it('is read as it was written', () => {
    const stored = JSON.parse(JSON.stringify(storedCheckpoint(sampleSpiral)))
    expect(readCheckpoint(stored, NOW)).toEqual(sampleSpiral)
  })

  it('of a newer version is refused, and says what to do', () => {
    const stored = { version: 1_000, spiral: sampleSpiral }
    expect(() => readCheckpoint(stored, NOW)).toThrow(NewerCheckpoint)
    expect(() => readCheckpoint(stored, NOW)).toThrow('Update Stretto to continue the task')
  })

  it.each([
    ['nothing', null],
    ['a text', 'spiral'],
    ['another version', { version: '3', spiral: sampleSpiral }],
    ['no state', { version: 4, spiral: {} }],
    ['a closed question without a first reply', { version: 3, spiral: { ...sampleSpiral, entries: [] } }],
  ])('is none if it holds %s', (_, stored) => {
    expect(readCheckpoint(stored, NOW)).toBeNull()
  })
})

describe('a checkpoint of an earlier version', () => {
  const answered = { answer: '4', reason: 'counted' }
  const failed = {
    answer: null,
    reason: 'No credit.',
    error: { code: 'payment_required', message: 'No credit.' },
  }

  it('of a closed question is that of its first replies, with what was spent since', () => {
    const spiral = pastSpiral([answered, failed])
    const read = readCheckpoint({ version: 3, spiral }, NOW)!
    expect(read).toMatchObject({
      kind: 'closed',
      date: '2026-11-17',
      anchors: spiral.anchors,
      usage: spiral.usage,
      votes: null,
      ending: null,
    })
    expect(read).not.toHaveProperty('contrary')
    expect(read.entries).toHaveLength(1)
    expect(read.entries[0]).toMatchObject({ iteration: 1, D: 1, H: 0, clusters: [] })
    const [first, second] = read.entries[0]!.responses
    expect(first).not.toHaveProperty('claims')
    expect(second?.error).toEqual(failed.error)
    expect(read.standings.map(({ position, residual }) => ({ position, residual }))).toEqual([
      { position: { answer: '4', reason: '4\n\ncounted' }, residual: null },
      { position: null, residual: null },
    ])
  })

  it.each([
    ['says its answer', { answer: '4', reason: 'It is 4.' }, 'It is 4.'],
    ['says nothing', { answer: '4', reason: '' }, '4'],
  ])('keeps a reason that %s as the reply', (_, said, reply) => {
    const { standings } = readCheckpoint(pastSpiral([said, answered]), NOW)!
    expect(standings[0]?.position?.reason).toBe(reply)
  })

  it('keeps in mind that a reply was cut off', () => {
    const { standings } = readCheckpoint(pastSpiral([{ ...answered, cut_off: true }, answered]), NOW)!
    expect(standings.map(({ position }) => position?.isCut)).toEqual([true, undefined])
  })

  it.each(['open', 'draft'] as const)('of a question that is %s is that of its first texts', (kind) => {
    const past = { ...pastSpiral([answered, failed]), kind, ledger: { entries: [] }, drafts: {} }
    const read = readCheckpoint({ version: 4, spiral: past }, NOW)!
    expect(read).toMatchObject({ kind, ending: null, usage: past.usage })
    expect(read).not.toHaveProperty('ledger')
    expect(read).not.toHaveProperty('drafts')
    expect(read.entries).toHaveLength(1)
    expect(read.standings.map(({ position }) => position)).toEqual([answered, null])
  })

  it('of the fourth version of a closed question goes on where it was', () => {
    expect(readCheckpoint({ version: 4, spiral: sampleSpiral }, NOW)).toEqual(sampleSpiral)
  })

  it('that names no kind is of a closed question', () => {
    const { kind: _, ...spiral } = pastSpiral([answered, answered])
    expect(readCheckpoint(spiral, NOW)?.kind).toBe('closed')
  })
})
