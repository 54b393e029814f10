import type { Usage } from '../contract/deliberation.ts'
import { StrettoError } from '../contract/error-codes.ts'
import type { RunKind } from '../contract/question-kind.ts'
import { withPages } from './conclude/cite-pages.ts'
import { labelWarning } from './conclude/conclude.ts'
import { closed, tools } from './deliberate-closed.ts'
import { draft } from './deliberate-drafts.ts'
import { open } from './deliberate-open.ts'
import type { Deliberation, DeliberationPorts, DeliberationRequest, Run } from './deliberation.ts'
import { askFirst, expose, withStages } from './expose.ts'
import { panelSizeWarning } from './hearing/hear-panel.ts'
import type { PanelModel } from './panel/panel.ts'
import { affords } from './panel/usage.ts'
import { askedOf } from './prompt/material.ts'
import { ableSeats, askWriter } from './reader/ask-model.ts'
import { jsonText } from './reading/reply-fields.ts'
import { beginRun, type Rounds, throwIfCancelled } from './run.ts'
import { searchWeb } from './search.ts'

/**
 * Lets a panel settle a question. Every seat replies alone; what is compared then depends on what most of them take the
 * question for: the answers to a closed one, the texts of an open one, the drafts of a task by the panel's own reviews.
 */
export async function deliberate(
  request: DeliberationRequest,
  ports: DeliberationPorts,
): Promise<Deliberation> {
  const run = beginRun(asPanel(request), ports)
  try {
    return await settle(run)
  } finally {
    run.end()
  }
}

async function settle(run: Run): Promise<Deliberation> {
  const { request, ports } = run
  const { structure, models } = request
  ports.onEvent({
    type: 'panel-start',
    kind: run.spiral.kind ?? request.kind,
    structure,
    max_iterations: request.maxIterations,
    seats: models.map(({ name, provider, model }) => ({ name, provider, model })),
    ...(request.first && { first: request.first.models.map(({ name }) => name) }),
  })
  const result = await resultOf(run)
  ports.onEvent({ type: 'text-accepted', text: result.answer })
  const warnings = [
    request.isOneModel ? null : panelSizeWarning(structure, models.length),
    ...result.warnings,
    labelWarning(result.answer, request),
  ].filter((warning) => warning !== null)
  return { ...result, warnings }
}

/** What the first stage of a panel finds, if that is enough; otherwise what all of it does. */
async function resultOf(run: Run): Promise<Deliberation> {
  const isNew = run.spiral.kind === null
  if (isNew && run.request.search === 'on' && run.spiral.found === undefined) await searchWeb(run)
  const first =
    isNew && run.request.first !== undefined ? await askFirst(run, run.request.first, settleAsked) : null
  if (first?.result != null) return withStages(await fitFormat(first.stage, first.result), run)
  if (isNew) await expose(run, first?.hearings)
  const result = await settleAsked(run)
  // A step is held to the format when it is read: what does not satisfy it cannot win.
  return withStages(run.request.step ? result : await fitFormat(run, result), run)
}

const KINDS: Record<RunKind, Rounds> = { closed, open, draft, tools }

/** Settles the question among those who have replied. A run that is taken up again has its first iteration behind it. */
async function settleAsked(run: Run): Promise<Deliberation> {
  const { kind, table, pointList, drafts } = run.spiral
  const { first, later, conclude } = KINDS[kind!]
  if ((table ?? pointList ?? drafts) === undefined) await first(run)
  while (run.spiral.ending === null) await later(run)
  const result = await withPages(run, await conclude(run))
  throwIfCancelled(run)
  return result
}

/** The replies of a single model that is asked several times as a panel, each with a seat of its own; other requests as they are. */
function asPanel(request: DeliberationRequest): DeliberationRequest {
  const { models, samples = 1 } = request
  const [model, ...others] = models as [PanelModel, ...PanelModel[]]
  if (others.length > 0 || samples === 1) return request
  const seat = (_: unknown, place: number): PanelModel => ({
    ...model,
    name: `${model.name} #${place + 1}`,
    askedAs: `${model.askedAs ?? model.name} #${place + 1}`,
    ...(model.seed !== undefined && { seed: model.seed + place }),
  })
  return { ...request, models: Array.from({ length: samples }, seat), samples: 1, isOneModel: true }
}

/**
 * Holds the final text to the format that the caller asked for: a text that does not satisfy it is repaired once, and
 * then refused, because a program would stumble over it.
 */
async function fitFormat(run: Run, result: Deliberation): Promise<Deliberation> {
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
async function repair(run: Run, problem: { draft: string; defects: string[] }): Promise<string | null> {
  const [seat = run.seats[0]!] = ableSeats(run)
  const work = { ...askedOf(run.request), ...problem, improvements: [] }
  const { reply } = await askWriter(run, seat, { phase: 'rework', ...work }, 'repair')
  return reply?.text ?? null
}
