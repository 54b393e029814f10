import { fenced, printed } from '../print.ts'
import { readPrompt } from '../read-prompt.ts'
import { DOOR_MODELS, onQuarrel, onTides, seatOf } from './door-models.ts'
import type { Doors } from './open-doors.ts'
import { shownEvents } from './print-stream.ts'
import { USUAL_ORIGIN } from './run-program.ts'

const SUM = 'What is 6 + 3 * 5?'

/** A panel that is divided, and a budget that ends its run. */
export async function budget({ play }: Doors, origin: string): Promise<string> {
  play(onQuarrel)
  const request = { body: { query: SUM, max_calls: 5 } }
  const response = await (await send(origin, request)).json()
  return [
    '## 4. A budget ends a run',
    fenced(curl(request), 'sh'),
    'Every model has another answer, and the fourth call reads which of them are the same. Another round of three calls would not fit into the budget:',
    fenced(printed(response), 'json'),
  ].join('\n\n')
}

/** What the same request would cost at most. */
export async function dryRun({ play }: Doors, origin: string): Promise<string> {
  play(() => {
    throw new Error('A dry run calls no model.')
  })
  const request = { body: { query: SUM, max_iterations: 3, dry_run: true } }
  const response = await (await send(origin, request)).json()
  return [
    '## 5. A dry run',
    fenced(curl(request), 'sh'),
    'No model is called. The prices are from the list of the router, and the cost is that of replies which use their whole token limit:',
    fenced(printed(response), 'json'),
  ].join('\n\n')
}

/** The events of a run. */
export async function eventStream({ log, play }: Doors, origin: string): Promise<string> {
  play(async (call) => {
    const { phase } = readPrompt(call)
    // In the order of the seats, because the events come in the order of the replies.
    const before = DOOR_MODELS[seatOf(call) - 1]
    const iteration = { exposition: 1, examination: 2 }[phase as string]
    if (iteration !== undefined && before !== undefined)
      await log.seen(`{"iteration":${iteration},"name":"${before}"`)
    return onTides(call, { isInventive: true })
  })
  const request = {
    body: { query: 'Explain how the tides come about.', skip_cache: true },
    accept: 'text/event-stream',
  }
  await (await send(origin, request)).text()
  return [
    '## 6. The events of a run on the edge API',
    fenced(curl(request), 'sh'),
    'The writer makes something up again. Here its text is shown as provisional, with what is objected to and the mended text. Long data is cut:',
    fenced(shownEvents(log.take()), 'text'),
  ].join('\n\n')
}

interface EdgeRequest {
  body: object
  accept?: string
}

async function send(origin: string, { body, accept = '*/*' }: EdgeRequest): Promise<Response> {
  const response = await fetch(`${origin}/consensus-iterative`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response
}

/** The same request as a command. */
function curl({ body, accept }: EdgeRequest): string {
  const headers = ["-H 'content-type: application/json'", ...(accept ? [`-H 'accept: ${accept}'`] : [])]
  return `curl -s${accept ? 'N' : ''} ${USUAL_ORIGIN}/consensus-iterative ${headers.join(' ')} \\\n  -d '${JSON.stringify(body)}'`
}
