/** A tagged part of a prompt with the parts in it. */
export interface TaggedPart {
  tag: string
  /** What stands in it outside of its own parts. */
  text: string
  parts: TaggedPart[]
}

const TAG =
  /<\s*(\/?)\s*(question|axioms?|positions?|claim|theme|own_answer|own_reason|answer|reason)\b[^<>]*>/gi

/**
 * Reads a prompt as a careless reader does, to whom letters and signs that look alike are the same and what cannot be
 * seen is not there; the root holds what stands outside of all tags. Throws where tags do not match.
 */
export function readTags(prompt: string): TaggedPart {
  const text = prompt
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(/[‹⟨〈]/g, '<')
    .replace(/[›⟩〉]/g, '>')
  const root: TaggedPart = { tag: 'prompt', text: '', parts: [] }
  const open = [root]
  let place = 0
  for (const match of text.matchAll(TAG)) {
    open.at(-1)!.text += text.slice(place, match.index)
    place = match.index + match[0].length
    const tag = match[2]!.toLowerCase()
    if (match[1] === '') {
      const part: TaggedPart = { tag, text: '', parts: [] }
      open.at(-1)!.parts.push(part)
      open.push(part)
    } else if (open.pop()!.tag !== tag) throw new Error(`</${tag}> closes what it did not open`)
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)!.tag}> is never closed`)
  root.text += text.slice(place)
  return root
}

/** The tags of a prompt without what stands in them. */
export function outlineOf({ tag, parts }: TaggedPart): string {
  return parts.length === 0 ? tag : `${tag}(${parts.map(outlineOf).join(' ')})`
}
