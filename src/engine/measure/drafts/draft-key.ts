import { isCode } from '../../reading/text/normal-form.ts'

/**
 * What is equal for drafts that are the same: JSON by its value, code apart from white space at the end of its lines,
 * other texts as they are. A fence around the whole draft does not matter.
 */
export function draftKey(text: string): string {
  const bare = withoutFence(text)
  return jsonValue(bare) ?? (isCode(text) ? withoutTrailingSpace(bare) : bare)
}

/** The text inside a fence that encloses all of it. */
function withoutFence(text: string): string {
  const [opening, ...lines] = text.trim().split('\n')
  const fence = /^(?:`{3,}|~{3,})/.exec(opening!)?.[0]
  const closing = lines.pop()
  const isEnclosed = fence !== undefined && closing?.trim() === fence
  return isEnclosed && !lines.some((line) => line.trimStart().startsWith(fence)) ? lines.join('\n') : text
}

/** The value of a JSON object or list, whatever the order of its keys; null for any other text. */
function jsonValue(text: string): string | null {
  // Numbers with more digits than are read exactly are compared as they are written.
  if (!/^\s*[[{]/.test(text) || /\d{16}/.test(text)) return null
  try {
    return JSON.stringify(JSON.parse(text), withSortedKeys)
  } catch {
    return null
  }
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}

function withoutTrailingSpace(code: string): string {
  const lines = code.split('\n').map((line) => line.trimEnd())
  return lines.join('\n').trimEnd()
}
