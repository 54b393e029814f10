/** The JSON in a text, without a fence or words around it; the text itself where there is none. */
export function jsonText(text: string): string {
  const trimmed = text.trim()
  const fence = /^```[^\n]*\n([\s\S]*?)\n?```/m.exec(trimmed)?.[1] ?? ''
  const [opening] = /[{[]/.exec(trimmed) ?? []
  const end = trimmed.lastIndexOf(opening === '[' ? ']' : '}')
  const inside = opening === undefined ? '' : trimmed.slice(trimmed.indexOf(opening), end + 1)
  return [trimmed, fence.trim(), inside].find(isJson) ?? trimmed
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
