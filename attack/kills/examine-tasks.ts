import { forEach, send } from '../support/requests.ts'
import { requestOf, type TaskFeed } from './task-feed.ts'

/** Of so many tasks the events are read; many have hundreds of lines. */
const MOST_READ = 300

/** What is wrong with finished tasks: with the keys that lead to them, and with their events. */
export async function examineTasks(
  local: string,
  { accepted }: Pick<TaskFeed, 'accepted'>,
): Promise<string[]> {
  const problems: string[] = []
  await forEach([...accepted].slice(-MOST_READ), 4, async ([id, marker]) => {
    const number = Number(marker.slice('case-'.length))
    const again = await send(`${local}/consensus`, requestOf(number))
    const found = again.status === 202 ? JSON.parse(again.body).id : again.status
    if (found !== id) problems.push(`the key of ${id} leads to ${found}`)
    const whole = await numbersOf(local, id, 0)
    const middle = Math.floor(whole.length / 2)
    const rest = await numbersOf(local, id, middle)
    if (whole.some((one, place) => one !== place + 1)) problems.push(`events of ${id} have gaps: ${whole}`)
    if (rest.length !== whole.length - middle) problems.push(`events of ${id} do not resume after ${middle}`)
  })
  return problems
}

/** The numbers of the events of a finished task after one of them. */
async function numbersOf(local: string, id: string, after: number): Promise<number[]> {
  const { body } = await send(`${local}/consensus/${id}/events`, {
    headers: { 'last-event-id': String(after) },
  })
  return [...body.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number))
}
