import type { LogEntry } from './door-log.ts'

/** A stream of chunks with what the models did in between, a line for each. */
export function shownChunks(entries: LogEntry[]): string {
  let isFirst = true
  const lines = entries.map(({ by, text }) => {
    if (by === 'models') return `        ${text}`
    if (!text.startsWith('data: {')) return text
    const shown = shownChunk(JSON.parse(text.slice('data: '.length)), isFirst)
    isFirst = false
    return `data: ${shown}`
  })
  return lines.join('\n')
}

/** A chunk without what changes from run to run and, after the first, without what is the same in all. */
function shownChunk(chunk: Record<string, unknown>, isFirst: boolean): string {
  const { id: _, created: __, system_fingerprint: ___, object, model, stretto, ...own } = chunk
  const common = isFirst ? { id: 'chatcmpl-…', object, created: '…', model, system_fingerprint: '…' } : {}
  const json = JSON.stringify({ ...common, ...own, ...(stretto === undefined ? {} : { stretto: '…' }) })
  return (isFirst ? json : json.replace('{', '{…,')).replaceAll('"…"', '…')
}

const LONGEST_DATA = 260

/** A stream of events, with the data of each as far as it fits on a few lines. */
export function shownEvents(entries: LogEntry[]): string {
  return entries
    .filter(({ by }) => by === 'service')
    .map(({ text }) => {
      const [name = '', data = ''] = text.split('\ndata: ')
      return `${name}\ndata: ${shownData(JSON.parse(data))}`
    })
    .join('\n\n')
}

function shownData(data: object): string {
  const kept = (key: string, value: unknown) => (CHANGING.includes(key) ? undefined : value)
  const json = JSON.stringify(data, kept)
  return json.length <= LONGEST_DATA ? json : `${json.slice(0, LONGEST_DATA)} …`
}

/** What changes from run to run. */
const CHANGING = ['id', 'request_id', 'latency_ms', 'duration_ms', 'created_at']
