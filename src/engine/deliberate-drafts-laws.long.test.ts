import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Drafter, FAIR, readsDefects, runDrafts } from '../../test/support/engine/drafting-panel.ts'
import { tries } from '../../test/support/property-runs.ts'

const NAMES = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay']
const VERDICTS = ['accept', 'amend', 'reject', 'silent'] as const
const REVISED = `${FAIR} at last`

/** A panel in which each seat judges each draft, and the revised one, as it was drawn. */
const anyPanel = fc.integer({ min: 2, max: NAMES.length }).chain((size) =>
  fc.array(fc.array(fc.constantFrom(...VERDICTS), { minLength: size + 1, maxLength: size + 1 }), {
    minLength: size,
    maxLength: size,
  }),
)

const drafters = (verdicts: Array<Array<(typeof VERDICTS)[number]>>) =>
  Object.fromEntries(
    verdicts.map((row, place): [string, Drafter] => [
      NAMES[place]!,
      {
        draft: `${FAIR} ${NAMES[place]}`,
        judges: (text) => {
          const drafted = NAMES.findIndex((name) => text.endsWith(name))
          const verdict = row[drafted === -1 ? verdicts.length : drafted]!
          return verdict === 'silent' ? null : { verdict, defect: verdict === 'accept' ? '' : 'the tea' }
        },
        revises: REVISED,
        compares: () => REVISED,
      },
    ]),
  )

test('every run on drafts has a D that is the mean residual, and a confidence that fits its outcome', async () => {
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyPanel, fc.boolean(), fc.integer({ min: 1, max: 3 }), async (verdicts, same, most) => {
      let read = 0
      const reads = readsDefects(() => (same ? 'same' : String(read++)))
      const result = await runDrafts(drafters(verdicts), { reads, maxIterations: most }).result
      const { outcome, reached, confidence, entries, reviews = [], answer } = result
      outcomes.add(outcome)
      for (const { D, H, responses } of entries.slice(1)) {
        const residuals = responses.flatMap(({ residual }) => residual ?? [])
        expect(D).toBeCloseTo(residuals.reduce((sum, one) => sum + one, 0) / residuals.length, 9)
        expect(H).toBe(1 - D)
      }
      expect(outcome === 'consensus').toBe(reached)
      if (reached) {
        expect(confidence).toBeGreaterThanOrEqual(0.3)
        expect(entries.at(-1)!.D).toBeLessThanOrEqual(0.2)
      }
      if (outcome === 'split') expect(confidence).toBeLessThanOrEqual(0.8)
      // Nobody reviews a draft of its own, and a reject that counts names a defect.
      for (const { name, authors, counted_verdict: counted, defect } of reviews) {
        expect(authors).not.toContain(name)
        if (counted === 'reject') expect(defect).not.toBe('')
      }
      expect([REVISED, ...entries[0]!.responses.map((one) => one.answer)]).toContain(answer)
    }),
    tries(200),
  )
  expect([...outcomes].sort()).toEqual(['consensus', 'majority', 'split'])
})
