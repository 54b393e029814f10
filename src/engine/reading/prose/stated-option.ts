/** A place where a text names an option by its letter. */
export interface OptionMention {
  letter: string
  start: number
  end: number
}

// “option B”, “(B)”, or only B, but not B12, B's, A/C or °C.
const LETTER =
  /(?<![\p{L}\p{N}°/])(?:[Oo]ption |[Ss]tatement )?(?:[([{<]([A-P])[)\]}>]|\(?([A-P])(?![\p{L}\p{N}_'’^-]|\/[\p{L}\d]))/gu
// What may follow a letter on its own: “A because …” means the option, “A dog” means a dog.
const ALONE = /^\s*(?:$|[.,;:!?)\]}$"”<\\*|–—\n]|- | \(|(?:and|or|is|are|because|seems)\b)/
/** What precedes the letter of a stated option: “the answer is”, “the option closest to it would be:”, “\boxed{”. */
const STATES =
  /^(.*)(?:\b(?:answer|(?:correct|right|best|closest|nearest|appropriate|likely|accurate|suitable|matching|remaining)(?: \w+)? (?:options?|choice|statement|one))\b(?:(?:(?!\b(?:not|cannot|never|none)\b|n['’]t\b|[.!?]\s|\n\n).)*?\b(?:is|are|was|be)\b|\W{0,4}[:=])|\\boxed\{|(?:^|\n)#{2,4} )(?:[\s:*"“…$>.]|\b(?:most|likely|closest|therefore|the|by|to)\b)*$/is
const SUPPOSED = /\b(?:if|whether|assuming)\b[^.\n]*$/i
const LONGEST_CLAUSE = 160
/** Of a reply that repeats itself endlessly, only the beginning and the end are read. */
const MOST_MENTIONS = 200
const LIST_GOES_ON = /^[^\n]{0,300}\n\s*\(?([A-P])[).:]\s/
/** How many words of new reasoning make a later statement a change of mind rather than a wrong repetition. */
const NEW_REASONING = 40
const FEWEST_REASONS = 5
const LISTED = /^[ \t]*\(?[A-P][).:]\s.*$/gm
const TAKES_BACK = /\b(?:wait|however|but|incorrect|wrong|error|instead|not correct|no,)/i

/** The places where a text names one of the options by its letter, in order. */
export function optionMentions(text: string, options: Map<string, string>): OptionMention[] {
  return [...text.matchAll(LETTER)].flatMap(({ 0: mark, 1: enclosed, 2: bare, index: start }) => {
    const letter = enclosed ?? bare ?? ''
    const end = start + mark.length
    const isMeant =
      options.has(letter) && (mark.length > 2 || ALONE.test(text.slice(end, end + LONGEST_CLAUSE)))
    return isMeant ? [{ letter, start, end }] : []
  })
}

/**
 * The letter of the option that a reply states. Of two statements, the later one counts if there is reasoning or a
 * retraction between them; one that only follows a reasoned answer (“The answer is (J). Final Answer: (F).”) does not.
 */
export function statedOption(prose: string, options: Map<string, string>): string | null {
  const mentions = optionMentions(prose, options)
  const [first, ...others] = mentions
    .filter((_, index) => index < MOST_MENTIONS || index >= mentions.length - MOST_MENTIONS)
    .flatMap((mention) => statementOf(prose, mention))
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
  return standing.letter
}

/** A mention with the words that state it; none if the option is not stated but denied, assumed or listed. */
function statementOf(prose: string, { letter, start, end }: OptionMention): OptionMention[] {
  const before = prose.slice(Math.max(0, start - LONGEST_CLAUSE), start)
  const [statement, lead] = STATES.exec(before) ?? []
  if (statement === undefined || lead === undefined || SUPPOSED.test(lead)) return []
  // A letter that is followed by the next letter on a line of its own begins a list of the options.
  const next = LIST_GOES_ON.exec(prose.slice(end, end + 400))?.[1]
  const isListed = next?.charCodeAt(0) === letter.charCodeAt(0) + 1
  return isListed ? [] : [{ letter, start: start - before.length + lead.length, end }]
}

/** The words of a text without lists of options: repeating the options is not reasoning. */
function countWords(text: string): number {
  return text.replace(LISTED, '').match(/\S+/g)?.length ?? 0
}
