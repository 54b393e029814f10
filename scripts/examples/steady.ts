/** Stands for every id. */
const ID = '3f2b8c1e-9d47-4a60-8e15-7c0a94d2b6f1'
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
/** The same without hyphens, in the ids of responses and their items. */
const ITEM_ID = /(?<=^(?:resp|msg|fc|rs)_)[0-9a-f]{32}/

/** What differs from run to run, by the name of its field. */
const STEADY: Record<string, unknown> = {
  timestamp: '2026-11-16T12:00:00.000Z',
  created: 1794830400,
  created_at: 1794830400000,
  updated_at: 1794830400250,
  started_at: 1794830400000,
  ended_at: 1794830400250,
  latency_ms: 3,
  duration_ms: 40,
  age_seconds: 12,
  rate_limits: '100 requests a minute and 10 a second per address, 1000 an hour per key',
  system_fingerprint: 'stretto-1a2b3c4d',
}

const DIGITS = 4

/** A value whose times and ids are always the same, with numbers rounded: processors differ in the last digits. */
export function steadyValue(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .replace(UUID, ID)
      .replace(ITEM_ID, ID.replaceAll('-', ''))
      .replace('{id of createResponse}', `resp_${ID.replaceAll('-', '')}`)
      .replace(/^\{id of \w+\}$/, ID)
  if (typeof value === 'number') return Number(value.toFixed(DIGITS))
  if (Array.isArray(value)) return value.map(steadyValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isInSeconds(name, inner) ? STEADY.created : (STEADY[name] ?? steadyValue(inner)),
    ]),
  )
}

/** A task and a response have the time in a field of the same name, in milliseconds and in seconds. */
function isInSeconds(name: string, value: unknown): boolean {
  return name === 'created_at' && Number(value) < 1e11
}

/** The same for a text: server-sent events carry JSON, and which answer arrives first is left to chance. */
export function steadyText(text: string): string {
  const events = text
    .split('\n\n')
    .map((event) =>
      event.replace(/^data: (\{.*)$/m, (_, data) => `data: ${JSON.stringify(steadyValue(JSON.parse(data)))}`),
    )
  return inOrder(events).join('\n\n').replace(UUID, ID)
}

/** Neighbouring answers in the order of the alphabet, keeping the numbers of the places. */
function inOrder(events: string[]): string[] {
  const sorted = [...events]
  const isAnswer = (event: string | undefined) => event?.includes('event: answer-received') === true
  const withoutId = (event: string) => event.replace(/^id: .*$/m, '')
  for (let start = 0; start < sorted.length; start++) {
    if (!isAnswer(sorted[start])) continue
    let end = start
    while (isAnswer(sorted[end])) end++
    const ids = sorted.slice(start, end).map((event) => /^id: .*$/m.exec(event)?.[0] ?? '')
    const answers = sorted.slice(start, end).sort((a, b) => (withoutId(a) < withoutId(b) ? -1 : 1))
    sorted.splice(
      start,
      answers.length,
      ...answers.map((event, index) => event.replace(/^id: .*$/m, ids[index]!)),
    )
    start = end
  }
  return sorted
}
