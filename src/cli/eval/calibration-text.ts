import type { CalibratedPanel } from '../../evaluation/calibrate/calibrate-panel.ts'
import type { PanelFigures } from '../../evaluation/calibrate/panel-figures.ts'
import { percent } from '../../evaluation/report/words.ts'
import { wrap } from '../terminal/wrap.ts'
import { columns } from './report-text.ts'

/** From this share of questions on whose right answers count as different, a note says so. */
const OFTEN_APART = 0.05

/** What was fitted and what it does to the half that it was not fitted to, as lines of at most so many columns. */
export function calibrationLines(panel: CalibratedPanel, name: string, most: number): string[] {
  const { models, estimate, fitted, other, apart } = panel
  const row = (label: string, { accuracy, ece, brier }: PanelFigures) => [
    label,
    percent(accuracy),
    ece.toFixed(3),
    brier.toFixed(4),
  ]
  const byVote = models.toSorted((one, two) => estimate.votes[two]! - estimate.votes[one]!)
  const lines = [
    ...wrap(
      `Calibration of the panel ${name}: fitted to ${fitted.questions} labelled questions, and measured on the other ${other.questions}`,
      most,
    ),
    ...columns(
      [
        ['', 'right', 'ECE', 'Brier'],
        row('equal votes, built-in confidence', other.before),
        row('fitted votes and confidence', other.after),
      ],
      most,
    ),
    '',
    ...columns([['', 'vote'], ...byVote.map((model) => [model, estimate.votes[model]!.toFixed(2)])], most),
  ]
  if (estimate.leader !== null)
    lines.push(
      '',
      ...wrap(`The panel follows ${estimate.leader} alone; the others tell how sure it is.`, most),
    )
  if (apart >= OFTEN_APART)
    lines.push(
      '',
      ...wrap(
        `In ${percent(apart)} of the questions, right answers count as different because nobody has read them. In a run a model reads them, and the confidence would be too high: better ask the panel itself.`,
        most,
      ),
    )
  return lines
}

/** Why what was fitted is not stored. */
export function whyNotStored({ other: { before, after } }: CalibratedPanel): string {
  const accuracy =
    after.accuracy > before.accuracy
      ? ', although it is right more often'
      : after.accuracy < before.accuracy
        ? ', and it is right less often'
        : ''
  return `Nothing was stored: on the questions it was not fitted to, the Brier score is not better (${before.brier.toFixed(4)} before, ${after.brier.toFixed(4)} after)${accuracy}. --force stores it all the same.`
}
