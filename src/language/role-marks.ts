/** Words that mark the role of the words after them: “from Boston”, “than Java”, “by Brutus”. */
const ROLE_MARKS = new Set(
  'in on at of for with without by from to into onto than before after above below over under since until during between against across through about versus as within towards toward via near around per instead except'.split(
    ' ',
  ),
)

/** Whether a folded word marks the role of the words after it. */
export function isRoleMark(word: string): boolean {
  return ROLE_MARKS.has(word)
}
