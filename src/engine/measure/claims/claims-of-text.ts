import { sentencesOf } from '../../../language/sentences.ts'
import { contentWords, wordsOf } from '../../../language/words.ts'
import { isCourtesy } from '../../reading/prose/boilerplate.ts'
import { MOST_CLAIMS } from '../../reading/reply/reply-fields.ts'
import { isCode } from '../../reading/text/is-code.ts'
import { plainProse } from '../../reading/text/plain-prose.ts'

const FENCED = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1.*$|(?![\s\S]))/gm
/** A heading, a line of a table, or a rule. */
const NO_SENTENCE = /^(?:#{1,6}\s|\||[-=_*\s]+$)/
const LIST_MARK = /^\s*(?:[-*+•>]|\d{1,2}[.)])\s+/
/** A question, or the announcement of what follows. */
const NO_CLAIM = /[?？:：]["'”’)\]]{0,2}$/u
const WIDE_END = /(?<=[。！？])/u
const END = /[.!。！…]["'”’)\]]{0,2}$/u
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const SUMMARY =
  /^(?:in (?:summary|conclusion|short|brief|essence)|to (?:sum up|summari[sz]e|conclude)|overall)\b/i
const PRONOUNS = new Set('it its this that these those they their he his she her such'.split(' '))
const FEWEST_WORDS = 2
const FEWEST_WITHOUT_END = 4
const LONGEST_CLAIM = 500

/**
 * The claims that a text makes, from its sentences and in its words: at most 12, those that say most, in the order of
 * the text. A sentence that opens with a pronoun keeps the one that says what is meant.
 */
export function claimsOfText(text: string): string[] {
  const sentences = sentencesIn(text)
  const statements = sentences.filter(isStatement)
  // A text may be as short as a title.
  const claims = withWhatIsMeant(statements.length > 0 ? statements : sentences)
  const kept = new Set([...claims].sort((left, right) => right.says - left.says).slice(0, MOST_CLAIMS))
  return claims.filter((claim) => kept.has(claim)).map((claim) => claim.text)
}

function withWhatIsMeant(sentences: string[]): Array<{ text: string; says: number }> {
  const claims = new Map<string, number>()
  let meant: string | null = null
  for (const sentence of sentences) {
    const isMeant = !PRONOUNS.has(wordsOf(sentence)[0] ?? '')
    if (isMeant) meant = sentence
    else if (meant === null) continue
    const text = isMeant ? sentence : `${meant} ${sentence}`
    if (text.length <= LONGEST_CLAIM) claims.set(text, amountSaid(sentence))
  }
  return [...claims].map(([text, says]) => ({ text, says }))
}

/** The sentences of a text, without headings, questions, code and greetings. */
function sentencesIn(text: string): string[] {
  return text
    .replace(FENCED, '\n')
    .split('\n')
    .filter((line) => !NO_SENTENCE.test(line.trim()))
    .flatMap((line) => sentencesOf(plainProse(line.replace(LIST_MARK, ''))))
    .flatMap((sentence) => sentence.split(WIDE_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => !NO_CLAIM.test(sentence) && !isCode(sentence) && !isCourtesy(sentence))
}

/** Whether a sentence is whole and adds something; an item of a list often has no full stop, and neither has a title. */
function isStatement(sentence: string): boolean {
  if (SUMMARY.test(sentence)) return false
  return amountSaid(sentence) >= (END.test(sentence) ? FEWEST_WORDS : FEWEST_WITHOUT_END)
}

/** How many different words with a meaning of their own a sentence has; characters, where words are not separated. */
function amountSaid(sentence: string): number {
  return WIDE.test(sentence) ? sentence.length : new Set(contentWords(sentence)).size
}
