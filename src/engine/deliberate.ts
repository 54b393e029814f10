import { fitFormat } from './conclude/fit-format.ts'
import { labelWarning } from './conclude/warnings.ts'
import { deliberateClosed } from './deliberate-closed.ts'
import { deliberateDrafts } from './deliberate-drafts.ts'
import { deliberateOpen } from './deliberate-open.ts'
import type { Deliberation, DeliberationPorts, DeliberationRequest, Run } from './deliberation.ts'
import { expose } from './expose.ts'
import { beginRun } from './run.ts'

/**
 * Lets a panel settle a question. Every seat replies alone; what is compared then depends on what most of them take the
 * question for: the answers to a closed one, the texts of an open one, the drafts of a task by the panel's own reviews.
 */
export async function deliberate(
  request: DeliberationRequest,
  ports: DeliberationPorts,
): Promise<Deliberation> {
  const run = beginRun(request, ports)
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
  })
  if (run.spiral.kind === null) await expose(run)
  const result = await fitFormat(run, await SETTLED[run.spiral.kind!](run))
  ports.onEvent({ type: 'text-accepted', text: result.answer })
  const labels = labelWarning(result.answer, request)
  return labels === null ? result : { ...result, warnings: [...result.warnings, labels] }
}

const SETTLED = { closed: deliberateClosed, open: deliberateOpen, draft: deliberateDrafts }
