import { stableHash } from '../../utils/stable-hash.ts'

/** A short name for some content, the same on every machine. */
export function digestOf(content: unknown): string {
  const text = JSON.stringify(content)
  return [text, `${text}\u0000`, `\u0000${text}`]
    .map((one) => stableHash(one).toString(16).padStart(8, '0'))
    .join('')
    .slice(0, 20)
}
