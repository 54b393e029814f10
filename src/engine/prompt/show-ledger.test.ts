import { describe, expect, it } from 'vitest'
import { entryOf, rulingOf } from '../../../test/support/engine/claim-entries.ts'
import { withoutMarker } from '../../../test/support/engine/prompt-tags.ts'
import { SYNTHESIS } from '../../../test/support/engine/quoting-briefs.ts'
import { renderPrompt } from './prompts.ts'
import { showLedger } from './show-ledger.ts'

const LEDGER = {
  entries: [
    entryOf('struck', { isStruck: true, rulings: [rulingOf('bob', 'false', 'It fails.')] }),
    entryOf('single', { isExamined: true }),
    entryOf('aside', { makers: ['ada', 'bob'], isCentral: false }),
    entryOf('disputed', { rulings: [rulingOf('bob', 'false', 'It is not so.')] }),
    entryOf('agreed', { makers: ['ada', 'bob'] }),
  ],
  missed: [{ text: 'a gap', seats: ['bob'] }],
}

describe('the ledger as a writer is shown it', () => {
  const shown = showLedger(LEDGER, ['ada', 'bob'], [])

  it('begins with what can be used, central claims first, and ends with what was struck', () => {
    expect(shown.claims.map(({ text }) => text)).toEqual(['agreed', 'aside', 'disputed', 'single', 'struck'])
    expect(shown.missed).toEqual(['a gap'])
  })

  it('counts several seats of one model as one', () => {
    const { claims } = showLedger({ ...LEDGER, voters: { ada: 'x', bob: 'x' } }, ['ada', 'bob'], [])
    expect(claims.find(({ text }) => text === 'aside')).toMatchObject({ status: 'unexamined', for: 1 })
  })

  it('says who is for and against in numbers, and why, where the panel is divided', () => {
    const [system, user] = withoutMarker(renderPrompt({ ...SYNTHESIS, ...shown })).map(
      ({ content }) => content,
    )
    expect(user).toContain('<claim status="agreed">agreed</claim>')
    expect(user).toContain(
      '<claim status="disputed" for="1" against="1">disputed</claim>\n<reason_against>It is not so.</reason_against>',
    )
    expect(user).toContain(
      '<claim status="struck">struck</claim>\n<reason_against>It fails.</reason_against>',
    )
    expect(user).toContain('<missed_point>a gap</missed_point>')
    expect(user).not.toMatch(/\bada\b|\bbob\b/)
    expect(system).toContain('Do not assert a struck claim')
    expect(system).not.toContain('An earlier version was refused')
  })
})
