import { describe, expect, it } from 'vitest'
import {
  inTurn,
  keeps,
  type Reader,
  readsAs,
  revisionOf,
  runScripted,
  type Script,
} from '../../../test/support/engine/scripted-panel.ts'

/** Gives one answer at first and another, which it says nobody gave, from then on. */
const finds = (first: string, later: string, reasoning = `There are ${later}.`): Script =>
  inTurn({ answer: first }, (call) => ({
    reasoning,
    rulings: revisionOf(call).answers.map(({ label }) => ({ label, verdict: 'wrong', why: 'miscounted' })),
    new_answer: later,
    changed_because: 'I had missed some.',
  }))

async function run(panel: Record<string, Script>, reads?: Reader) {
  const { result, calls } = runScripted(panel, { maxIterations: 2, ...(reads && { reads }) })
  const { entries } = await result
  const readings = calls.filter(({ brief }) => brief.phase === 'reading')
  return { first: entries[0]!, second: entries[1]!, readings, calls }
}
const clusterOf = (
  name: string,
  { clusters }: { clusters: Array<{ models: string[]; answer: string; label?: string }> },
) => clusters.find(({ models }) => models.includes(name))!

describe('a new answer', () => {
  it('joins an answer on the table that is certainly the same, without a reading', async () => {
    const { first, second, readings } = await run({
      ada: keeps('42'),
      bob: keeps('42'),
      cleo: finds('41', '42.0'),
    })
    expect(clusterOf('cleo', second)).toMatchObject({ answer: '42', label: clusterOf('ada', first).label })
    expect(readings).toHaveLength(1)
  })

  it('joins one that a reader finds the same', async () => {
    const reads = readsAs((answer) => (/4/.test(answer) ? answer.replace(/\D/g, '') : answer))
    const { second } = await run({ ada: keeps('42'), bob: keeps('42'), cleo: finds('41', 'some 42') }, reads)
    expect(clusterOf('cleo', second).models).toHaveLength(3)
  })

  it('gets the next label, and its words are the reasoning of whoever gave it', async () => {
    const { first, second, calls } = await run({ ada: keeps('42'), bob: finds('41', '43', 'I counted 43.') })
    const cluster = clusterOf('bob', second)
    expect(cluster.answer).toBe('43')
    expect(first.clusters.map(({ label }) => label)).not.toContain(cluster.label)
    const reading = calls.filter(({ brief }) => brief.phase === 'reading').at(-1)!.brief
    expect(reading).toMatchObject({
      replies: expect.arrayContaining([expect.objectContaining({ answer: '43', text: 'I counted 43.' })]),
    })
  })

  it('of several seats is one answer where it is the same', async () => {
    const { second } = await run({ ada: finds('41', '43'), bob: finds('42', '43.0') })
    expect(second.clusters).toHaveLength(1)
    expect(clusterOf('ada', second).models.sort()).toEqual(['ada', 'bob'])
  })

  it('never joins answers that were apart on the table, whatever a reader says of them', async () => {
    let asked = 0
    const reads: Reader = (brief, call) =>
      readsAs((answer) => (asked++ < 3 ? answer : 'all the same'))(brief, call)
    const panel = { ada: keeps('forty'), bob: keeps('two score'), cleo: finds('41', 'a pair of scores') }
    const { second } = await run(panel, reads)
    expect(clusterOf('ada', second)).not.toBe(clusterOf('bob', second))
  })

  it('stands apart where nobody can read it', async () => {
    let asked = 0
    const reads: Reader = (brief, call) =>
      asked++ === 0 ? readsAs((answer) => answer)(brief, call) : 'no idea'
    const { second } = await run(
      { ada: keeps('42'), bob: keeps('42'), cleo: finds('41', 'forty-two or so') },
      reads,
    )
    expect(clusterOf('cleo', second)).toMatchObject({ answer: 'forty-two or so', models: ['cleo'] })
  })
})
