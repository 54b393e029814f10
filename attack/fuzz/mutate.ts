import type { Random } from '../support/random.ts'

/** Values that programs stumble over, as JSON. */
const STRANGE = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e308', '1e999', '9007199254740993', '""', '" "'],
  ...['"\\u0000"', '"\\ud800"', '"\\u202e\\u0301"', '"__proto__"', '"constructor"', '"../../etc/passwd"'],
  ...['[]', '{}', '[[]]', '{"__proto__": {"polluted": true}}', '{"constructor": {"prototype": {"x": 1}}}'],
  ...['{"length": 4294967296}', '{"then": 1}', '{"toString": null}', '"2026-02-30"', '"\ufeff"', '"🙂"'],
]

/** How long a repeated value may become: longer than any body that is accepted. */
const MOST_REPEATED = 2_000_000

/** Changes of the text of a JSON body that no change of its value can make. */
const TEXT_CHANGES: Array<(text: string, random: Random) => string> = [
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text) => text + text,
  (text) => text.replace('{', '{"query": 1, "query": "What is 17 + 25?", '),
  (text, random) => {
    const place = random.below(text.length + 1)
    return text.slice(0, place) + String.fromCharCode(random.below(256)) + text.slice(place)
  },
  (text) => text.replaceAll('"', "'"),
  (text) => `\ufeff${text}`,
  (_, random) => `${'['.repeat(random.between(1, 5_000))}`,
  (_, random) => `${'{"a":'.repeat(random.between(1, 2_000))}1`,
]

/** A JSON body with one to three mistakes in it. */
export function mutatedBody(value: unknown, random: Random): string {
  let text = JSON.stringify(value) ?? 'null'
  for (let count = random.between(1, 3); count > 0; count--) text = mutateOnce(text, random)
  return random.below(8) === 0 ? random.pick(TEXT_CHANGES)(text, random) : text
}

function mutateOnce(text: string, random: Random): string {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    return text
  }
  const places = placesIn(root)
  if (places.length === 0) return random.pick(STRANGE)
  const { parent, key } = random.pick(places)
  // JSON knows numbers that JavaScript does not, so the strange value is put in as text.
  const mark = '\u0001mark\u0001'
  switch (random.below(5)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
      return JSON.stringify(root)
    case 1:
      parent[key] = repeated(parent[key], random)
      return JSON.stringify(root)
    case 2:
      Object.defineProperty(parent, random.pick(['__proto__', 'extra', 'Query', '']), {
        value: parent[key],
        enumerable: true,
        configurable: true,
        writable: true,
      })
      return JSON.stringify(root)
    default:
      parent[key] = mark
      return JSON.stringify(root).replace(JSON.stringify(mark), () => random.pick(STRANGE))
  }
}

function repeated(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return value * random.pick([-1, 1_000, 1e15, 0.1])
  const most = Math.ceil(MOST_REPEATED / (JSON.stringify(value) ?? '').length)
  if (typeof value === 'string') return value.repeat(Math.min(most, random.pick([0, 2, 1_000, 5_000])))
  return Array.from({ length: Math.min(most, random.pick([2, 17, 200])) }, () => value)
}

type Fields = Record<string, unknown>

/** Every place of a value that can be changed. */
function placesIn(value: unknown, found: Array<{ parent: Fields; key: string }> = []) {
  if (typeof value !== 'object' || value === null) return found
  for (const key of Object.keys(value)) {
    found.push({ parent: value as Fields, key })
    placesIn((value as Fields)[key], found)
  }
  return found
}

/** A text for a path, a query or a header that is not what was expected; bytes that HTTP forbids are left out. */
export function mutatedText(valid: unknown, random: Random): string {
  const text = String(valid)
  const change = random.pick([
    () => text,
    () => '',
    () => text.repeat(50),
    () => '-1',
    () => 'NaN',
    () => '1e9',
    () => '%00',
    () => '../..',
    () => '%ff%fe',
    () => 'ö'.repeat(300),
    () => "' OR 1=1 --",
    () => '{"a":1}',
    () => '🙂',
  ])
  return change()
}
