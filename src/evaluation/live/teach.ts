import type { EdgeClient } from '../../client/edge-client.ts'
import { StrettoApiError } from '../../client/errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { VerdictRequest, VerdictResponse } from '../../contract/verdict.ts'
import type { AnsweredRow } from '../answered.ts'
import { SEVERAL } from '../judge/is-right.ts'

export type Taught = Awaited<ReturnType<typeof teach>>

const NOT_THERE =
  'The service has no such result: it was deleted or has expired, or another service answered.'

/** Judges the runs of questions by their right answers, as a caller does; the same verdict again changes nothing. */
export async function teach(
  answered: AnsweredRow[],
  { edge, signal }: { edge: Pick<EdgeClient, 'giveVerdict'>; signal: AbortSignal },
) {
  const labelled = answered.filter(({ panel }) => panel.right !== null)
  /** How many runs of its ledger have a verdict now. */
  let given = 0
  /** Why the other verdicts change nothing, each with how many these are. */
  const refused = new Map<string, number>()
  const refuse = (reason: string, count = 1) => refused.set(reason, (refused.get(reason) ?? 0) + count)
  for (const [place, { result, gold, panel }] of labelled.entries()) {
    if (signal.aborted) break
    try {
      const give = (verdict: VerdictRequest) => edge.giveVerdict(result!, verdict, { signal })
      const { counted, reason = '' } = await judge(give, gold ?? '', panel.right === true)
      if (counted) given++
      else refuse(reason)
    } catch (error) {
      if (signal.aborted) break
      if (error instanceof StrettoApiError && error.status === 404) refuse(NOT_THERE)
      else {
        // What stops one verdict stops those after it: too many requests, or a service that is gone.
        refuse(error instanceof Error ? error.message : String(error), labelled.length - place)
        break
      }
    }
  }
  return { given, refused }
}

/** Gives the right answer; only whether the panel is right, where the answer is one of several or in a longer text. */
async function judge(
  give: (verdict: VerdictRequest) => Promise<VerdictResponse>,
  gold: string,
  right: boolean,
): Promise<VerdictResponse> {
  const isOne = !gold.includes(SEVERAL) && gold.length <= LIMITS.verdictAnswerCharacters
  const byAnswer = isOne ? await give({ answer: gold }) : null
  return byAnswer?.right === right ? byAnswer : give({ right })
}
