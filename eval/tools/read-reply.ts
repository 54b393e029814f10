import type { ParsedCall } from '../../src/engine/hearing/read-step.ts'

/** Marks before a call in the texts of models whose calls are part of a text. */
const MARKS = ['<tool_call>', '<function_call>']
const ENDS = ['</tool_call>', '<|im_end|>', '<|endoftext|>']

/** The calls of a recorded reply; none for a text, null for calls that cannot be read. */
export function readReply(result: unknown): ParsedCall[] | null {
  // Some replies have texts beside their calls, or nothing else.
  if (Array.isArray(result))
    return allOrNull(result.filter((entry) => typeof entry !== 'string').map(readEntry))
  if (typeof result !== 'string') return null
  const mark = MARKS.find((one) => result.includes(one))
  if (mark !== undefined) return readMarked(result, mark)
  const text = result.trim()
  if (text.startsWith('{"tool_calls"') || text.startsWith('[')) return readJsonReply(parsed(text))
  return readNamed(text)
}

/** `{"name": arguments}`, the arguments as an object or as its text. */
function readEntry(entry: unknown): ParsedCall | null {
  const calls = Object.entries(entry ?? {})
  if (calls.length !== 1) return null
  const [name, given] = calls[0]!
  return callOf(name, typeof given === 'string' ? parsed(given) : given)
}

/** `<tool_call> {"name": …, "arguments": …}`, as often as there are calls; a call of no_function is none. */
function readMarked(text: string, mark: string): ParsedCall[] | null {
  const pieces = text.split(mark).slice(1)
  const calls = allOrNull(
    pieces.map(withoutEnd).map((piece) => readObject(parsed(piece) ?? parsed(fromPython(piece)))),
  )
  return calls?.filter(({ name }) => name !== 'no_function') ?? null
}

function withoutEnd(piece: string): string {
  const ends = ENDS.map((end) => piece.indexOf(end)).filter((place) => place >= 0)
  return piece.slice(0, Math.min(piece.length, ...ends)).trim()
}

/** `{"tool_calls": [{"name": …, "arguments": …}]}` or a list of these. */
function readJsonReply(reply: unknown): ParsedCall[] | null {
  const calls =
    typeof reply === 'object' && reply !== null && 'tool_calls' in reply ? reply.tool_calls : reply
  return Array.isArray(calls) ? allOrNull(calls.map(readObject)) : null
}

/** The name of a tool on a line of its own, then its arguments; none for other texts. */
function readNamed(text: string): ParsedCall[] | null {
  const end = text.indexOf('\n')
  const name = text.slice(0, Math.max(0, end))
  if (name === '' || /[^\w.-]/.test(name) || text.charAt(end + 1) !== '{') return []
  return allOrNull([callOf(name, parsed(text.slice(end)))])
}

function readObject(given: unknown): ParsedCall | null {
  if (typeof given !== 'object' || given === null || !('name' in given)) return null
  return callOf(given.name, 'arguments' in given ? given.arguments : {})
}

function callOf(name: unknown, given: unknown): ParsedCall | null {
  if (typeof name !== 'string' || typeof given !== 'object' || given === null) return null
  return { name: plainName(name), arguments: given }
}

/** Many interfaces allow no dots in names, so that they were replaced. */
export function plainName(name: string): string {
  return name.replaceAll('.', '_')
}

/** A text of Python values as JSON. */
function fromPython(text: string): string {
  return text.replace(
    /"(?:[^"\\]|\\.)*"|'((?:[^'\\]|\\.)*)'|\b(?:True|False|None)\b/g,
    (word, quoted: string | undefined) =>
      quoted === undefined
        ? (CONSTANTS[word] ?? word)
        : `"${quoted.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`,
  )
}

const CONSTANTS: Record<string, string> = { True: 'true', False: 'false', None: 'null' }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function allOrNull<Item>(items: Array<Item | null>): Item[] | null {
  return items.includes(null) ? null : (items as Item[])
}
