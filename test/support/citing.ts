import { withNumbers } from '../../src/engine/reading/citations.ts'

const NUMBER = /\[\w+:([\w.]+)\] /g

/** The number of the sentence in which some words stand, of a text as a reader is shown it; undefined where they do not. */
export function citationIn(shown: string, words: string): string | undefined {
  const place = shown.indexOf(words)
  if (place === -1) return undefined
  const numbers = [...shown.slice(0, place).matchAll(NUMBER)]
  return (numbers.at(-1) ?? NUMBER_AT_START.exec(shown))?.[1]
}

const NUMBER_AT_START = /\[\w+:([\w.]+)\] /

/** The same of a text before it is numbered; without a label where it is read alone. */
export function citationOf(
  { text, label = '' }: { text: string; label?: string },
  words: string,
): string | undefined {
  return citationIn(withNumbers(text, '0b', label), words)
}

/** A text as it was before its sentences were numbered. */
export function withoutNumbers(shown: string): string {
  return shown.replace(NUMBER, '')
}
