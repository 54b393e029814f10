import type { Usage } from '../../contract/deliberation.ts'
import { StrettoError } from '../../contract/error-codes.ts'
import type { Deliberation, DeliberationRequest } from '../deliberation.ts'
import { addUsage } from '../panel/add-usage.ts'
import { askedOf } from '../panel/asked.ts'
import type { ReworkBrief } from '../panel/brief.ts'
import { affords, ONE_CALL } from '../panel/budget.ts'
import type { CallCost } from '../panel/call-cost.ts'
import { type AskModel, ModelFailure } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { addPhase } from '../panel/usage-phases.ts'
import { promptFor } from '../prompt/prompts.ts'
import { jsonText } from '../reading/reply/json-text.ts'
import { readReply } from '../reading/reply/read-reply.ts'

interface Fitting {
  request: DeliberationRequest
  /** Those who may be asked to repair the text, the first first. */
  seats: Seat[]
  ask: AskModel
  /** Adds the time that has passed. */
  timed: (usage: Usage) => Usage
  signal: AbortSignal
}

/**
 * Holds the final text to the format that the caller asked for: a text that does not satisfy it is repaired once, and
 * then refused, because a program would stumble over it.
 */
export async function fitFormat(result: Deliberation, fitting: Fitting): Promise<Deliberation> {
  const { format, budget } = fitting.request
  if (format === undefined) return result
  const answer = jsonText(result.answer)
  const problems = format.problemsOf(answer)
  if (problems.length === 0) return answer === result.answer ? result : { ...withoutPlaces(result), answer }
  // What nobody answered cannot be repaired: the repair would be an answer that nobody else has seen.
  if (result.entries.at(-1)?.clusters.length === 0)
    throw new StrettoError('upstream_error', nobodyAnswered(result))
  const mayRepair = affords(budget, result.usage, ONE_CALL)
  const { text, call } = mayRepair ? await repair(answer, problems, fitting, result) : NOTHING
  const usage = call === undefined ? result.usage : fitting.timed(withRepair(result, call))
  const left = text === null ? problems : format.problemsOf(text)
  if (text === null || left.length > 0)
    throw new StrettoError('unfit_answer', refusal(left, usage, call !== undefined))
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

function withRepair({ usage, entries }: Deliberation, call: CallCost | null): Usage {
  const spentOn = { phase: 'repair', iteration: entries.length } as const
  const phases = addPhase(usage, spentOn, [{ call }])
  return { ...addUsage(usage, [{ call }]), ...(phases && { phases }) }
}

/** What the answer says where no format is asked for, with the reasons of the models, and what else the caller must know. */
function nobodyAnswered({ answer, warnings, usage }: Deliberation): string {
  return [answer, ...warnings, spentOn(usage)].join(' ')
}

function refusal(problems: string[], usage: Usage, wasRepaired: boolean): string {
  const repaired = wasRepaired ? ', even after a repair' : ''
  return `The answer of the panel does not satisfy the format${repaired}: ${problems.join('; ')}. ${spentOn(usage)}`
}

function spentOn({ calls, cost_usd }: Usage): string {
  return `${calls} model calls were made${cost_usd ? ` for ${cost_usd} USD` : ''}.`
}

const NOTHING: { text: string | null; call?: CallCost | null } = { text: null }

/** Lets one seat correct the text; its brief is that of a draft whose defects are known. */
async function repair(
  draft: string,
  defects: string[],
  { request, seats, ask, signal }: Fitting,
  { entries }: Deliberation,
): Promise<typeof NOTHING> {
  const failed = (seat: Seat) =>
    entries.some(({ responses }) => responses.some(({ name, error }) => name === seat.name && error !== null))
  const seat = seats.find((one) => !failed(one)) ?? seats[0]!
  const brief: ReworkBrief = { phase: 'rework', ...askedOf(request), draft, defects, improvements: [] }
  try {
    const prompt = promptFor(brief)
    const {
      text,
      isCut = false,
      ...call
    } = await ask({
      seat,
      iteration: entries.length,
      brief,
      messages: prompt.messages,
      signal,
    })
    const reading = readReply(text, { prompt, isCut, isJson: true })
    return { text: 'reply' in reading ? reading.reply.text : null, call }
  } catch (error) {
    return { text: null, call: error instanceof ModelFailure ? error.spent : null }
  }
}
