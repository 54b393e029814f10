import { z } from 'zod'
import { LIMITS } from '../../contract/limits.ts'

const share = z.number().min(0).max(1)
const whole = z.number().int().min(0)
const PanelFigures = z.object({ accuracy: share, ece: share, brier: share })
const BeforeAndAfter = z.object({ questions: whole, before: PanelFigures, after: PanelFigures })
const between = (least: number, most: number) => z.number().min(least).max(most)

const Member = z.object({ accuracy: share, low: share, high: share, answered: whole, judged: whole })

/** What was fitted to labelled questions of a panel, as it is stored; models are named by their ids on the edge API. */
export const FittedPanel = z
  .object({
    stretto_calibration: z.literal(1, {
      error: 'must be 1: this is not a file that this version has written',
    }),
    models: z.array(z.string().min(1)).min(LIMITS.panelMinimum).max(LIMITS.panelMaximum),
    fitted_at: z.iso.datetime(),
    votes: z.record(z.string(), between(0, 1_000)),
    reliability: z.object({
      abilities: z.record(z.string(), between(-100, 100)),
      scatter: z.number().positive().max(1_000),
      shift: between(-100, 100),
      fitted: z.object({
        questions: whole,
        constant: between(-100, 100),
        weighed: between(0, 100),
        counted: between(0, 100),
      }),
    }),
    members: z.record(z.string(), Member),
    leader: z.string().nullable(),
    figures: z.object({ fitted: BeforeAndAfter, other: BeforeAndAfter }),
  })
  .superRefine(({ models, votes, reliability, members, leader }, context) => {
    const named = { votes, 'reliability.abilities': reliability.abilities, members }
    for (const [field, values] of Object.entries(named))
      if (Object.keys(values).toSorted().join('\n') !== models.toSorted().join('\n'))
        context.addIssue({ code: 'custom', path: [field], message: 'must have exactly the models' })
    if (leader !== null && !models.includes(leader))
      context.addIssue({ code: 'custom', path: ['leader'], message: 'must be one of the models, or null' })
  })
export type FittedPanel = z.infer<typeof FittedPanel>
