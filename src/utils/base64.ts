/** Bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  let characters = ''
  for (const byte of bytes) characters += String.fromCharCode(byte)
  return btoa(characters)
}

/** A text in the alphabet of base64 that addresses and ids may have. */
export function textToBase64Url(text: string): string {
  const encoded = toBase64(new TextEncoder().encode(text))
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The text that was written so; throws for anything else. */
export function textFromBase64Url(encoded: string): string {
  const characters = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}
