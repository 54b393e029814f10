import { collapseSpaces } from '../../../language/words.ts'

const QUOTED = /"([^"]{1,300})"|“([^”]{1,300})”|`([^`]{1,300})`/g

/** The texts in quotes that a question contains, without the quotes. */
export function quotationsIn(text: string): string[] {
  const plain = collapseSpaces(text.normalize('NFKC')).replaceAll('""', '"')
  return [...plain.matchAll(QUOTED)]
    .map(([, straight, curly, ticked]) => straight ?? curly ?? ticked!)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}
