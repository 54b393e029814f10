import { setTimeout as pause } from 'node:timers/promises'
import { forEach, send } from './requests.ts'

/** The final state of a task. */
export interface TaskFate {
  /** completed, failed, pending or running, or “lost” if the service does not know it. */
  status: string
  error?: { code: string; message: string }
  result?: {
    final_answer: string
    iterations_used: number
    usage: {
      calls: number
      prompt_tokens: number
      completion_tokens: number
      cost_usd: number
      duration_ms: number
    }
  }
}

/** The label of a task in a count: its status, its error code if it failed, and whether its answer is missing. */
export function nameOfFate({ status, error, result }: TaskFate): string {
  if (error !== undefined) return `${status} ${error.code}`
  const answered = typeof result?.final_answer === 'string'
  return status === 'completed' && !answered ? 'completed without an answer' : status
}

/** Requests the state of tasks once. */
export async function fatesOf(local: string, ids: Iterable<string>): Promise<Map<string, TaskFate>> {
  const fates = new Map<string, TaskFate>()
  await forEach([...ids], 8, async (id) => {
    const { status, body } = await send(`${local}/consensus/${id}`, { timeoutMs: 20_000 })
    if (status === 200) fates.set(id, JSON.parse(body))
    else fates.set(id, { status: status === 404 ? 'lost' : `unknown (${status ?? 'no answer'})` })
  })
  return fates
}

/** Requests the state of tasks until all are finished or lost, or the time is up. */
export async function finalFatesOf(
  local: string,
  ids: Iterable<string>,
  patienceMs: number,
): Promise<Map<string, TaskFate>> {
  const fates = new Map<string, TaskFate>()
  const endsAt = Date.now() + patienceMs
  let open = [...ids]
  while (true) {
    for (const [id, fate] of await fatesOf(local, open)) fates.set(id, fate)
    open = open.filter((id) => !['completed', 'failed', 'lost'].includes(fates.get(id)?.status ?? ''))
    if (open.length === 0 || Date.now() > endsAt) return fates
    await pause(200)
  }
}
