import { CLAIM_TASKS } from '../../eval/transcripts/claim-tasks.ts'
import { runTask } from '../../eval/transcripts/run-task.ts'
import type { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import type { Service } from '../../src/main/compose.ts'
import { drawClaims } from './draw-claims.ts'
import { drawDivergence } from './draw-divergence.ts'
import { drawMinds } from './draw-minds.ts'

/** Where the pictures are kept. */
export const IMAGES = new URL('../../docs/images/', import.meta.url)

type App = Pick<Service, 'edge' | 'local' | 'tasks'>

/** The question of the pictures: two voices of four are wrong at first. */
const QUESTION = {
  query: 'What is 6 + 3 * 5?',
  models: ['a/1', 'b/2', 'c/3', 'd/4'],
}

/** Asks the offline voices and draws the run: the file names and their contents. */
export async function drawClosedRun({ edge }: App): Promise<Record<string, string>> {
  const asked = await edge.request('/consensus-iterative', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(QUESTION),
  })
  const { id } = await asked.json()
  const result = await (await edge.request(`/results/${id}`)).json()
  return { 'run-divergence.svg': drawDivergence(result), 'run-minds.svg': drawMinds(result) }
}

/** Asks the scripted members of the transcripts an open question and draws its claims. */
export async function drawOpenRun(service: App): Promise<Record<string, string>> {
  const task = CLAIM_TASKS[0]!
  const { response } = await runTask(service, task)
  const members = task.members.map((member) => `scripted/${member}`)
  const named = renamed(response as EdgeConsensusResponse, members)
  return { 'run-claims.svg': drawClaims(named, task.members) }
}

/** The same response with the members called by their short names. */
function renamed(response: EdgeConsensusResponse, members: string[]): EdgeConsensusResponse {
  const short = (name: string) => (members.includes(name) ? name.replace('scripted/', '') : name)
  const claims = response.claims?.map((claim) => ({
    ...claim,
    for: claim.for.map(short),
    against: claim.against.map(short),
    conditional: claim.conditional?.map(short),
    unsure: claim.unsure.map(short),
  }))
  return { ...response, claims }
}
