import { parseQuantity } from '../../../language/quantity/index.ts'

const SHORT = 6

/** Drops a subordinate clause if the part before it is an answer by itself. */
export function upToComma(predicate: string): string {
  const [head = predicate] = predicate.split(/[,;:] /)
  const isAnswer =
    parseQuantity(head) !== null || (head.split(' ').length <= SHORT && !predicate.includes(' and '))
  // A list in brackets is one unit.
  return isAnswer && !/[[({'"][^\])}'"]*$/.test(head) ? head : predicate
}
