import { describe, expect, it } from 'vitest'
import { CLAIM_SUPPORT, embedWords } from '../../test/support/engine/scripted-panel.ts'
import type { ClaimPanel } from './claim-sets.ts'
import { readOverlap } from './overlap-reader.ts'
import type { Examiner } from './simulated-examiner.ts'
import { simulatedFigures } from './simulated-figures.ts'
import { drawnPanel, openSimulation } from './simulated-panels.ts'

const claim = (text: string, isTrue: boolean | null) => ({ text, isTrue, isContradicted: false })
const seat = (model: string, right: string, wrong: string) => ({
  model,
  text: `${right}. ${wrong}.`,
  claims: [claim(right, true), claim(wrong, false), claim('Nobody judged this', null)],
})
const panel: ClaimPanel = {
  set: 'made up',
  query: 'Why do rivers bend?',
  seats: [
    seat('one', 'Outer banks erode quickly', 'Fish dig every valley'),
    seat('two', 'Slow water drops sand', 'Trees pull streams sideways'),
    seat('three', 'Small bumps grow over decades', 'Moonlight softens granite'),
    { model: 'silent', text: 'No idea.', claims: [] },
  ],
}
const simulate = openSimulation({
  embed: embedWords,
  readSupport: readOverlap,
  supportFor: () => CLAIM_SUPPORT,
})
const examiner = (name: string, errors: number, yes: number): Examiner => ({
  name,
  errors,
  yes,
  isSteady: true,
})

describe('a simulated panel', () => {
  it('has the members that made judged claims, and lists nothing that nobody judged', () => {
    const { seats } = drawnPanel(panel)
    expect(seats.map(({ model }) => model).sort()).toEqual(['one', 'three', 'two'])
    expect(seats.every(({ claims }) => claims.length === 2)).toBe(true)
  })

  it('strikes what is false and keeps what is true if its members know', async () => {
    const runs = await simulate(drawnPanel(panel), [examiner('knowing', 0, 0)])
    expect(simulatedFigures(runs)).toMatchObject({
      ...{ examiner: 'knowing', panels: 1, trueStruck: 0, falseStruck: 1, falseAgreed: 0, falseSingle: 0 },
      ...{ usable: 0, bestMember: 0.5 },
    })
  })

  it('gives a false claim no more support if its members say yes to everything', async () => {
    const runs = await simulate(drawnPanel(panel), [examiner('knowing', 0, 0), examiner('pleasing', 0, 1)])
    const [knowing, pleasing] = runs.map((run) => simulatedFigures([run]))
    expect(pleasing!.falseSupport).toBe(knowing!.falseSupport)
    expect(pleasing!.falseStruck).toBe(0)
  })
})
