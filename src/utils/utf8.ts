/** The text that bytes are in UTF-8, with or without a byte order mark; null for other encodings and what is no text. */
export function utf8In(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
