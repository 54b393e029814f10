/** A part of a comparison: in both texts, only in the first, or only in the second. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** More steps would block the page for long. */
const MOST_CELLS = 4_000_000

/** What changed from one text to another, word by word; line by line for long texts, and null for longer ones. */
export function diffOf(before: string, after: string): DiffPart[] | null {
  for (const unit of [/(\s+)/, /(?<=\n)/]) {
    const [one, other] = [before.split(unit), after.split(unit)]
    const head = commonLength(one, other)
    const tail = commonLength(one.slice(head).reverse(), other.slice(head).reverse())
    const [changed, into] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)]
    if ((changed.length + 1) * (into.length + 1) > MOST_CELLS) continue
    const same = (part: string[]): DiffPart[] => part.map((text) => ({ kind: 'same', text }))
    return joined([
      ...same(one.slice(0, head)),
      ...compare(changed, into),
      ...same(one.slice(one.length - tail)),
    ])
  }
  return null
}

/** How many entries two lists have in common at their beginning. */
function commonLength(one: string[], other: string[]): number {
  const first = one.findIndex((entry, place) => entry !== other[place])
  return first === -1 ? one.length : first
}

/** Walks along the longest common subsequence of two lists. */
function compare(one: string[], other: string[]): DiffPart[] {
  const width = other.length + 1
  const common = new Uint16Array((one.length + 1) * width)
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      common[i * width + j] =
        one[i] === other[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    if (i < one.length && one[i] === other[j]) {
      parts.push({ kind: 'same', text: one[i]! })
      i += 1
      j += 1
    } else if (
      j === other.length ||
      (i < one.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      parts.push({ kind: 'removed', text: one[i]! })
      i += 1
    } else {
      parts.push({ kind: 'added', text: other[j]! })
      j += 1
    }
  }
  return parts
}

/** Neighbours of one kind as one part. */
function joined(parts: DiffPart[]): DiffPart[] {
  const all: DiffPart[] = []
  for (const { kind, text } of parts) {
    const last = all.at(-1)
    if (last?.kind === kind) last.text += text
    else all.push({ kind, text })
  }
  return all
}
