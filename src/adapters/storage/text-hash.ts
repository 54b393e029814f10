import { hash } from 'node:crypto'

/** A hash that stands for a text in an index: texts may be longer than an index takes. */
export function textHash(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
