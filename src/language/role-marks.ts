/** Words that mark the role of the words after them: “from Boston”, “than Java”, “by Brutus”. */
const ROLE_MARKS = new Set(
  'in on at of for with without by from to into onto than before after above below over under since until during between against across through about versus as within towards toward via near around per instead except'.split(
    ' ',
  ),
)

/** Role marks that distinguish origin from destination, more from less, or the agent from the object. */
const DIRECTIONS = new Set('from to into onto by than before after above below over under against'.split(' '))

/** Whether a folded word marks the role of the words after it. */
export function isRoleMark(word: string): boolean {
  return ROLE_MARKS.has(word)
}

/** Whether a folded word marks one of two opposite roles that must not be confused. */
export function isDirection(word: string): boolean {
  return DIRECTIONS.has(word)
}
