import { describe, expect, it } from 'vitest'
import { type Essayist, essayOn, runOpen } from '../../../../test/support/engine/claiming-panel.ts'
import type { StructureName } from '../../../contract/panel.ts'
import type { DisputeBrief } from '../../panel/brief.ts'
import type { ModelCall } from '../../panel/model-port.ts'

const MOON = 'The Moon pulls the oceans.'
const WIND = 'Strong wind is the cause of every tide.'

const holding = (name: string): Essayist => ({
  text: `# ${name}\n\nThe sea rises. ${WIND} Storms show it best.`,
  argues: ({ own }) => ({ opinion: own ?? 'unsure', why: `${name} saw it` }),
})
const denying = (name: string): Essayist => ({
  ...essayOn(name, MOON),
  judges: (claim) => (claim === WIND ? 'false' : 'true'),
  argues: ({ own }) => ({ opinion: own ?? 'unsure', why: `${name} measured it` }),
})
const PANEL = { ada: denying('ada'), bob: denying('bob'), cleo: holding('cleo'), dan: holding('dan') }

const disputeOf = ({ brief }: ModelCall): DisputeBrief => {
  if (brief.phase !== 'dispute') throw new Error(`a dispute was expected, not ${brief.phase}`)
  return brief
}

async function argued(structure: StructureName, panel: Record<string, Essayist> = PANEL) {
  const { result, calls, checkpoints } = runOpen(panel, { structure, maxIterations: 3 })
  const { entries } = await result
  return {
    entries,
    ledger: checkpoints.at(-1)!.ledger!,
    disputes: calls.filter(({ brief }) => brief.phase === 'dispute'),
  }
}

describe('a dispute', () => {
  it('shows the reasons of both sides: what those who deny it said, and where it stands in a text', async () => {
    const { disputes } = await argued('sonata')
    for (const call of disputes) {
      const [claim] = disputeOf(call).claims
      expect(claim!.text).toBe(WIND)
      expect(claim!.for.map(({ text }) => text)).toContain(`${WIND} Storms show it best.`)
      expect(claim!.against.map(({ text }) => text)).toEqual([expect.stringContaining('is wrong')])
      const labels = [...claim!.for, ...claim!.against].map(({ label }) => label)
      expect(labels, 'each can be named').toEqual(labels.map((_, index) => `${claim!.label}${index + 1}`))
      expect(JSON.stringify(call.messages)).not.toMatch(/\b(?:ada|bob|dan)\b|test\//)
    }
  })

  it('reminds each seat of what it said before', async () => {
    const { disputes } = await argued('sonata')
    const own = Object.fromEntries(disputes.map((call) => [call.seat.name, disputeOf(call).claims[0]!.own]))
    expect(own).toEqual({ ada: 'false', bob: 'false', cleo: 'true', dan: 'true' })
  })

  it('can be decided by a document, which is then named by its title', async () => {
    const changing: Essayist = {
      ...PANEL.cleo,
      argues: () => ({ opinion: 'false', why: 'It says so.', refuted_by: 'DOC2' }),
    }
    const documents = ['Almanac', 'Tide tables'].map((title) => ({ title, text: MOON }))
    const changed = async (options: object) => {
      const { result } = runOpen({ ...PANEL, cleo: changing }, { maxIterations: 3, ...options })
      const { responses } = (await result).entries[2]!
      return responses.find(({ name }) => name === 'cleo')!.rulings![0]
    }
    expect(await changed({ background: { instructions: null, history: [], documents } })).toMatchObject({
      opinion: 'false',
      counted_opinion: 'false',
      refuted_by: 'Tide tables',
    })
    expect(await changed({})).toMatchObject({ counted_opinion: 'true', refuted_by: null })
  })

  it('in a sonata must be answered to the best reason of the other side, or the opinion does not count', async () => {
    const silent: Essayist = { ...PANEL.cleo, argues: () => ({ opinion: 'true', why: '' }) }
    const { disputes, entries } = await argued('sonata', { ...PANEL, cleo: silent })
    for (const call of disputes) {
      const { own, for: speaking, against, mustAnswer } = disputeOf(call).claims[0]!
      expect(mustAnswer).toBe((own === 'true' ? against : speaking)[0]!.label)
    }
    const rulingsOf = (name: string) => entries[2]!.responses.find((one) => one.name === name)!.rulings
    expect(rulingsOf('cleo')).toBeUndefined()
    expect(rulingsOf('dan')).toHaveLength(1)
  })

  it('in a fugue is heard in two waves, and the second reads the reasons of the first', async () => {
    const { disputes } = await argued('fugue')
    const reasonsIn = (call: ModelCall) => {
      const { for: speaking, against } = disputeOf(call).claims[0]!
      return [...speaking, ...against]
        .map(({ text }) => text)
        .filter((text) => /saw it|measured it/.test(text))
    }
    expect(disputes).toHaveLength(4)
    for (const call of disputes.slice(0, 2)) expect(reasonsIn(call)).toEqual([])
    const first = disputes.slice(0, 2).map(({ seat }) => seat.name)
    for (const call of disputes.slice(2))
      for (const name of first) expect(reasonsIn(call).join()).toContain(name)
    for (const call of disputes) expect(disputeOf(call).claims[0]!.mustAnswer).toBeNull()
  })

  it('keeps what every wave said', async () => {
    for (const structure of ['fugue', 'concert', 'sonata'] as const) {
      const { ledger } = await argued(structure)
      const wind = ledger.entries.find(({ text }) => text === WIND)!
      expect(wind.rulings.filter(({ iteration }) => iteration === 3)).toHaveLength(4)
    }
  })

  it('in a concert is judged by the leader first, whose reason the others read', async () => {
    const { disputes } = await argued('concert')
    const [leading, ...others] = disputes
    expect(others).toHaveLength(3)
    const reasons = (call: ModelCall) => JSON.stringify(disputeOf(call).claims)
    expect(reasons(leading!)).not.toMatch(/saw it|measured it/)
    for (const call of others)
      expect(reasons(call)).toMatch(new RegExp(`${leading!.seat.name} (?:saw|measured) it`))
  })

  it('shows each seat the claims that concern it, in an order of its own', async () => {
    const rain = 'Rain fills the oceans every spring.'
    const { disputes } = await argued('sonata', {
      ...PANEL,
      ada: { ...PANEL.ada, judges: (claim) => ([WIND, rain].includes(claim) ? 'false' : 'true') },
      cleo: { ...PANEL.cleo, text: `# cleo\n\nThe sea rises. ${WIND} Storms show it best. ${rain}` },
      dan: { ...PANEL.dan, judges: (claim) => (claim === rain ? 'unsure' : 'true') },
      bob: {
        ...PANEL.bob,
        judges: (claim) => (claim === rain ? 'unsure' : claim === WIND ? 'false' : 'true'),
      },
    })
    const shown = Object.fromEntries(
      disputes.map((call) => [
        call.seat.name,
        disputeOf(call)
          .claims.map(({ text }) => text)
          .sort(),
      ]),
    )
    expect(shown).toEqual({ ada: [rain, WIND], bob: [WIND], cleo: [rain, WIND], dan: [WIND] })
  })
})
