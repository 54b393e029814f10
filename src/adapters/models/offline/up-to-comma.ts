import { parseQuantity } from '../../../language/quantity/index.ts'

const SHORT = 6

/** Leaves off a subordinate clause when what stands before it is an answer by itself. */
export function upToComma(predicate: string): string {
  const [head = predicate] = predicate.split(/[,;:] /)
  const isAnswer =
    parseQuantity(head) !== null || (head.split(' ').length <= SHORT && !predicate.includes(' and '))
  // A list in brackets is one thing.
  return isAnswer && !/[[({'"][^\])}'"]*$/.test(head) ? head : predicate
}
