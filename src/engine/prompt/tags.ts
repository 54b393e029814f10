/** Parts on lines of their own. */
export function lines(parts: string[]): string {
  return `\n${parts.join('\n')}\n`
}

/** Puts a text into a tag, unchanged. */
export type Tagged = (tag: string, text: string, attribute?: string) => string

/** Tags that carry a marker. */
export function tagsWith(marker: string): Tagged {
  return (tag, text, attribute = '') => `<${tag}-${marker}${attribute}>${text}</${tag}-${marker}>`
}
