import type { Run } from '../../deliberation.ts'
import type { Verdict } from '../../measure/drafts/draft.ts'
import type { Spiral } from '../../measure/spiral.ts'
import type { Round } from '../hear-panel.ts'
import { confirmRejects } from './confirm-rejects.ts'
import { hearRebuttals } from './hear-rebuttals.ts'
import type { ReviewedText } from './reviewed-text.ts'

/**
 * Decides which rejects stand: those whose defect a second reviewer names, too; of two seats, those that the author does
 * not rebut. All others count as a request for changes.
 */
export async function settleRejects<Said extends Verdict>(
  { run, spiral, round }: { run: Run; spiral: Spiral; round: Round },
  reviewed: Array<ReviewedText<Said>>,
): Promise<{ said: Said[]; spiral: Spiral }> {
  const settled =
    run.seats.length === 2
      ? await hearRebuttals(run, { spiral, round }, reviewed)
      : await confirmRejects(run, spiral, reviewed)
  const said = reviewed.flatMap((text) => text.said.map((one) => ({ ...one, ...settled.findings.get(one) })))
  return { said, spiral: settled.spiral }
}
