/** NUL, which databases refuse, and halves of surrogate pairs, which no encoding has. */
const UNWRITABLE = /[\0\p{Surrogate}]/u

/** Whether a text of a request consists of characters only. */
export function isWritable(text: string): boolean {
  return !UNWRITABLE.test(text)
}

/** What is wrong with a text that does not. */
export const unwritable = (name: string) =>
  `${name} contains a character that is not text (NUL or half of a surrogate pair); remove it`
