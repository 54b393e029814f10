/** One label for each seat of the largest panel. */
const LETTERS = 'ABCDEFGHIJKLMNOP'
/** Not the letters that options have. */
const ANSWER_LETTERS = 'PQRSTUVWXYZ'

/** The label of a text or draft at a place. */
export function textLabel(place: number): string {
  return LETTERS[place]!
}

/** The label of a reply at a place, as it is shown to a reader. */
export function replyLabel(place: number): string {
  return `R${place + 1}`
}

/** The label of an answer on the table: a letter, with a number once the letters are used up. */
export function answerLabel(place: number): string {
  const letter = ANSWER_LETTERS[place % ANSWER_LETTERS.length]!
  const times = Math.floor(place / ANSWER_LETTERS.length)
  return times === 0 ? letter : `${letter}${times + 1}`
}

/** The label of a point at a place, as it is put to a seat. */
export function pointLabel(place: number): string {
  return `C${place + 1}`
}
