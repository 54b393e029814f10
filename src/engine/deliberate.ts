import { deliberateClosed } from './deliberate-closed.ts'
import { deliberateDrafts } from './deliberate-drafts.ts'
import { deliberateOpen } from './deliberate-open.ts'
import type { Deliberation, DeliberationPorts, DeliberationRequest } from './deliberation.ts'
import { beginRun } from './run.ts'

/**
 * Lets a panel settle a question. What is compared depends on the kind of the question: the answers of a closed one, the
 * texts of an open one, the drafts of a task by the panel's own reviews.
 */
export async function deliberate(
  request: DeliberationRequest,
  ports: DeliberationPorts,
): Promise<Deliberation> {
  const run = beginRun(request, ports)
  switch (run.kind) {
    case 'closed':
      return deliberateClosed(run)
    case 'open':
      return deliberateOpen(run)
    case 'draft':
      return deliberateDrafts(run)
  }
}
