/** Marks of the role that what follows them plays: “from Boston”, “than Java”, “by Brutus”. */
const ROLE_MARKS = new Set(
  'in on at of for with without by from to into onto than before after above below over under since until during between against across through about versus as within towards toward via near around per instead except'.split(
    ' ',
  ),
)

/** Those that part where from and where to, which is more and which is less, who does and who is done to. */
const DIRECTIONS = new Set('from to into onto by than before after above below over under against'.split(' '))

/** Whether a folded word marks the role of the words after it. */
export function isRoleMark(word: string): boolean {
  return ROLE_MARKS.has(word)
}

/** Whether a folded word marks one of two roles that must not be taken for each other. */
export function isDirection(word: string): boolean {
  return DIRECTIONS.has(word)
}
