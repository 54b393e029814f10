import type { Usage } from '../../contract/deliberation.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import type { Deliberation, Run } from '../deliberation.ts'
import { askedOf } from '../panel/asked.ts'
import type { ReworkBrief } from '../panel/brief.ts'
import { affords } from '../panel/budget.ts'
import { ableSeats } from '../reader/ask-reader.ts'
import { jsonText } from '../reading/reply/json-in-reply.ts'
import { hearWriter } from './word-answer.ts'

/**
 * Holds the final text to the format that the caller asked for: a text that does not satisfy it is repaired once, and
 * then refused, because a program would stumble over it.
 */
export async function fitFormat(run: Run, result: Deliberation): Promise<Deliberation> {
  const { format, budget } = run.request
  if (format === undefined) return result
  const answer = jsonText(result.answer)
  const problems = format.problemsOf(answer)
  if (problems.length === 0) return answer === result.answer ? result : { ...withoutPlaces(result), answer }
  // What nobody answered cannot be repaired: the repair would be an answer that nobody else has seen.
  if (result.entries.at(-1)?.clusters.length === 0)
    throw new StrettoError(
      'upstream_error',
      [result.answer, ...result.warnings, spentOn(result.usage)].join(' '),
    )
  const mayRepair = affords(budget, result.usage, 1)
  const text = mayRepair ? await repair(run, { draft: answer, defects: problems }) : null
  const { usage } = run.spiral
  const left = text === null ? problems : format.problemsOf(text)
  if (text === null || left.length > 0) {
    const repaired = mayRepair ? ', even after a repair' : ''
    const message = `The answer of the panel does not satisfy the format${repaired}: ${left.join('; ')}. ${spentOn(usage)}`
    throw new StrettoError('unfit_answer', message)
  }
  const warning = `The answer did not satisfy the format and was repaired by one model: ${problems.join('; ')}`
  // What the panel agreed on was another text.
  return {
    ...withoutPlaces(result),
    answer: text,
    reached: false,
    outcome: 'split',
    confidence: 0,
    confidenceBasis: 'one model repaired the format of the answer, and nobody else has read the result',
    usage,
    warnings: [...result.warnings, warning],
  }
}

/** The result without what refers to places in a text that is not delivered. */
function withoutPlaces(result: Deliberation): Deliberation {
  const { citations: _, unsupported: __, repaired: ___, ...others } = result
  return others
}

function spentOn({ calls, cost_usd }: Usage): string {
  return `${calls} model calls were made${cost_usd ? ` for ${cost_usd} USD` : ''}.`
}

/** Lets one seat that has not failed correct the text; its brief is that of a draft whose defects are known. */
async function repair(run: Run, problem: Pick<ReworkBrief, 'draft' | 'defects'>): Promise<string | null> {
  const [seat = run.seats[0]!] = ableSeats(run)
  const brief: ReworkBrief = { phase: 'rework', ...askedOf(run.request), ...problem, improvements: [] }
  const { reply } = await hearWriter(run, seat, brief, 'repair')
  return reply?.text ?? null
}
