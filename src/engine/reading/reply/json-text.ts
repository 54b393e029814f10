/** The JSON in a text, without a fence or words around it; the text itself where there is none. */
export function jsonText(text: string): string {
  const trimmed = text.trim()
  const [opening = '{'] = /[{[]/.exec(trimmed) ?? []
  const end = trimmed.lastIndexOf(opening === '[' ? ']' : '}')
  const inside = trimmed.slice(Math.max(0, trimmed.indexOf(opening)), end + 1)
  return [trimmed, inFence(trimmed), inside].find(isJson) ?? trimmed
}

/** What stands in the first fenced block; empty where there is none. */
function inFence(text: string): string {
  const fence = text.indexOf('```')
  const start = fence === -1 ? -1 : text.indexOf('\n', fence)
  const end = start === -1 ? -1 : text.indexOf('```', start)
  return end === -1 ? '' : text.slice(start, end).trim()
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
