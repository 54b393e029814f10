import { describe, expect, it } from 'vitest'
import { convinced, type Essayist, essayOn, runOpen } from '../../../test/support/engine/claiming-panel.ts'
import type { StructureName } from '../../contract/panel.ts'
import type { BriefNamed } from '../panel/brief.ts'
import type { ModelCall } from '../panel/model-port.ts'

const MOON = 'The Moon pulls the oceans.'
const WIND = 'Strong wind is the cause of every tide.'

const holding = (name: string): Essayist => ({
  ...essayOn(name, WIND),
  argues: ({ own }) => ({ verdict: own, why: `${name} saw it.` }),
})
const denying = (name: string): Essayist => ({
  ...essayOn(name, MOON),
  rules: { [WIND]: { verdict: 'false', why: `${name} measured it.` } },
})
/** Four hold that it is the wind, one does not, and one cannot tell. */
const PANEL = {
  ada: denying('ada'),
  ...Object.fromEntries(['bob', 'cleo', 'dan', 'eve'].map((name) => [name, holding(name)])),
  fay: { ...essayOn('fay', MOON), rules: { [WIND]: 'unsure' } } satisfies Essayist,
}

const pointsOf = ({ brief }: ModelCall) => (brief as BriefNamed<'dispute'>).points
const namesOf = (calls: ModelCall[]) => calls.map(({ seat }) => seat.name).toSorted()
/** What others gave as reasons when they argued. */
const seenBy = (call: ModelCall) =>
  pointsOf(call)[0]!
    .for.filter((reason) => reason.endsWith('saw it.'))
    .toSorted()

async function argued(panel: Record<string, Essayist> = PANEL, structure: StructureName = 'sonata') {
  const { result, calls } = runOpen(panel, { structure })
  const { entries, claims } = await result
  const rulingBy = (name: string) =>
    entries[2]!.responses
      .find((response) => response.name === name)!
      .rulings?.find(({ claim }) => claim === WIND)
  return {
    disputes: calls.filter(({ brief }) => brief.phase === 'dispute'),
    rulingBy,
    wind: claims!.find(({ text }) => text === WIND)!,
  }
}

describe('a dispute', () => {
  it('is put once to those who hold the point, then to those who deny it, without names', async () => {
    const { disputes } = await argued()
    expect(namesOf(disputes.slice(0, 4))).toEqual(['bob', 'cleo', 'dan', 'eve'])
    expect(namesOf(disputes.slice(4))).toEqual(['ada'])
    for (const call of disputes) {
      expect(pointsOf(call)).toMatchObject([{ text: WIND, own: call.seat.name === 'ada' ? 'false' : 'true' }])
      expect(JSON.stringify(call.messages)).not.toContain('test/')
    }
  })

  it('shows the reasons of those who deny the point, and not the words of the texts that make it', async () => {
    const { disputes } = await argued({ ...PANEL, gus: denying('gus') })
    for (const call of disputes.slice(0, 4))
      expect(pointsOf(call)[0]!.against.toSorted()).toEqual(['ada measured it.', 'gus measured it.'])
    for (const call of disputes) expect(pointsOf(call)[0]!.for).not.toContain(WIND)
  })

  it('shows those who deny the point what the others answered', async () => {
    const { disputes } = await argued()
    expect(seenBy(disputes[4]!)).toEqual(['bob', 'cleo', 'dan', 'eve'].map((name) => `${name} saw it.`))
  })

  it('shows each seat the points on which it takes a side, and no others', async () => {
    const rain = 'Rain fills the oceans every spring.'
    const { disputes } = await argued({
      ada: { ...essayOn('ada', MOON), rules: { [WIND]: 'unsure', [rain]: 'false' } },
      bob: { ...essayOn('bob', WIND), rules: { [rain]: 'unsure' } },
      cleo: { ...essayOn('cleo', rain), rules: { [WIND]: 'false' } },
    })
    const shown = disputes.map((call) => [
      call.seat.name,
      pointsOf(call)
        .map(({ text }) => text)
        .toSorted(),
    ])
    expect(Object.fromEntries(shown)).toEqual({ ada: [rain], bob: [WIND], cleo: [rain, WIND] })
  })

  it('counts a change of opinion with its reason', async () => {
    const { rulingBy, wind } = await argued({ ...PANEL, bob: { ...holding('bob'), argues: convinced } })
    expect(rulingBy('bob')).toMatchObject({
      ...{ opinion: 'false', counted_opinion: 'false', reason: 'The others are right.' },
    })
    expect(wind).toMatchObject({
      for: expect.not.arrayContaining(['bob']),
      against: expect.arrayContaining(['bob']),
    })
  })

  it.each(['', 'None.'])('does not count a change of opinion without a reason: %j', async (why) => {
    const bob: Essayist = { ...holding('bob'), argues: () => ({ verdict: 'false', why }) }
    const { rulingBy, wind } = await argued({ ...PANEL, bob })
    expect(rulingBy('bob')).toMatchObject({ opinion: 'false', counted_opinion: 'true' })
    expect(wind.for).toContain('bob')
  })

  it('keeps the reason of a seat that keeps its opinion without another one', async () => {
    const silent: Essayist = { ...denying('ada'), argues: () => ({ verdict: 'false', why: '' }) }
    const { wind } = await argued({ ...PANEL, ada: silent })
    expect(wind).toMatchObject({ status: 'disputed', reason: 'ada measured it.' })
  })

  it('keeps the opinion of a seat that says nothing of the point', async () => {
    const { rulingBy, wind } = await argued({ ...PANEL, bob: { ...holding('bob'), argued: 'No comment.' } })
    expect(rulingBy('bob')).toBeUndefined()
    expect(wind.for).toContain('bob')
  })

  it('is heard at once by those who hold the point in a sonata', async () => {
    for (const call of (await argued()).disputes.slice(0, 4)) expect(seenBy(call)).toEqual([])
  })

  it('is heard in two waves in a fugue, and the second reads the reasons of the first', async () => {
    const { disputes } = await argued(PANEL, 'fugue')
    const first = disputes.slice(0, 2)
    for (const call of first) expect(seenBy(call)).toEqual([])
    for (const call of disputes.slice(2, 4))
      expect(seenBy(call)).toEqual(namesOf(first).map((name) => `${name} saw it.`))
  })

  it('is judged by the leader first in a concert, whose reason the others read', async () => {
    const [leading, ...others] = (await argued(PANEL, 'concert')).disputes
    expect(seenBy(leading!)).toEqual([])
    for (const call of others.slice(0, 3)) expect(seenBy(call)).toEqual([`${leading!.seat.name} saw it.`])
  })
})
