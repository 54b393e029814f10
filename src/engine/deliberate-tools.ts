import { concludeTools } from './conclude/conclude-tools.ts'
import { layTable, revise } from './deliberate-closed.ts'
import type { Deliberation, Run } from './deliberation.ts'

/**
 * A step of a conversation with tools. Every seat got the conversation and the tools as they are, and called some or
 * answered. Equal calls are one step; which of the others do the same, a reader says. Then the steps are put to the vote
 * like the answers to a closed question, and the calls of the winner are returned as one of the seats made them.
 */
export async function deliberateTools(run: Run): Promise<Deliberation> {
  if (run.spiral.table === undefined) await layTable(run)
  while (run.spiral.ending === null) await revise(run)
  return concludeTools(run)
}
