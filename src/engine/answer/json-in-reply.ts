/** The fields of a JSON object, by name in lower case with underscores. */
export type Fields = ReadonlyMap<string, unknown>

/** How often a text may be gone through in search of objects, so that a text full of braces costs no more. */
const MOST_PASSES = 8
const OBJECT_START = /\{\s*"/y

/**
 * The objects of a reply, the likeliest to be the reply first: the whole of it, those in fenced blocks, those
 * amid other text; of several the last comes first.
 */
export function* objectsIn(text: string): Generator<Fields> {
  const whole = parseObject(text)
  if (whole !== null) {
    yield whole
    return
  }
  const fenced = text.split('```').filter((_, index) => index % 2 === 1)
  for (const block of fenced.reverse()) yield* objectsFromLast(block)
  yield* objectsFromLast(text)
}

function* objectsFromLast(text: string): Generator<Fields> {
  for (const piece of balancedPieces(text).reverse()) {
    const fields = parseObject(piece)
    if (fields !== null) yield fields
  }
}

/** The outermost pieces of a text that open like an object and close again, braces within strings aside. */
function balancedPieces(text: string): string[] {
  const pieces: string[] = []
  let left = MOST_PASSES * text.length
  for (let start = text.indexOf('{'); start !== -1 && left > 0; start = text.indexOf('{', start)) {
    OBJECT_START.lastIndex = start
    const end = OBJECT_START.test(text) ? closingBrace(text, start) : null
    // A brace that never closes is gone through to the end of the text.
    if (end === -1) left -= text.length - start
    if (end === null || end === -1) start++
    else {
      pieces.push(text.slice(start, end + 1))
      start = end + 1
    }
  }
  return pieces
}

function closingBrace(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (inString && character === '\\') index++
    else if (character === '"') inString = !inString
    else if (!inString && character === '{') depth++
    else if (!inString && character === '}' && --depth === 0) return index
  }
  return -1
}

function parseObject(text: string): Fields | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = new Map<string, unknown>()
  for (const [key, field] of Object.entries(value)) {
    const name = key.trim().toLowerCase().replace(/[ -]/g, '_')
    if (!fields.has(name)) fields.set(name, field)
  }
  return fields
}

/** Parses JSON, also when it holds single backslashes, as models write them in LaTeX. */
function parseJson(text: string): unknown {
  for (const candidate of [text, text.replace(/\\(?!["\\/bfnrtu])/g, '\\\\')]) {
    try {
      return JSON.parse(candidate)
    } catch {
      // Not JSON in this reading.
    }
  }
  return null
}
