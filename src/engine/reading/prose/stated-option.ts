import { type OptionStatement, optionStatements } from './option-statements.ts'

/** How many words of new reasoning make a later statement a change of mind rather than an echo gone wrong. */
const NEW_REASONING = 40
const FEWEST_REASONS = 5
const LISTED = /^[ \t]*\(?[A-P][).:]\s.*$/gm
const TAKES_BACK =
  /\b(?:wait|however|but|incorrect|wrong|actually|mistaken?|error|correction|instead|reconsider|recheck|apologi[sz]e|not correct|on second thought)\b|\bno,/i

/**
 * The option a reply states. Of two statements the later one counts when something was thought or taken back
 * between them; what merely follows a reasoned answer (“The answer is (J). Final Answer: (F).”) does not undo it.
 */
export function statedOption(prose: string, options: Map<string, string>): OptionStatement | null {
  const [first, ...others] = optionStatements(prose, options)
  if (first === undefined) return null
  let standing = first
  let before = first
  let reasons = countWords(prose.slice(0, first.start))
  for (const statement of others) {
    const between = prose.slice(before.end, statement.start)
    const added = countWords(between)
    if (reasons < FEWEST_REASONS || added >= NEW_REASONING || TAKES_BACK.test(between)) standing = statement
    reasons += added
    before = statement
  }
  return standing
}

/** The words of a text, lists of options aside: to repeat them is not to reason. */
function countWords(text: string): number {
  return text.replace(LISTED, '').match(/\S+/g)?.length ?? 0
}
