import { amountSaid } from '../../../language/amount-said.ts'
import { cutLong, sentencesInAnyScript } from '../../../language/sentences.ts'
import { contentWords, wordsOf } from '../../../language/words.ts'
import { isCourtesy } from '../../reading/prose/courtesy.ts'
import { isCode } from '../../reading/text/is-code.ts'
import { plainProse } from '../../reading/text/plain-prose.ts'

/** A sentence of a text. */
interface Sentence {
  text: string
  says: number
  /** Whether it ends as a sentence does. */
  isWhole: boolean
}

const FENCED = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1.*$|(?![\s\S]))/gm
/** A heading, a line of a table, or a rule. */
const NO_SENTENCE = /^(?:#{1,6}\s|\||[-=_*\s]+$)/
const LIST_MARK = /^\s*(?:[-*+•>]|\d{1,2}[.)])\s+/
/** A question, or the announcement of what follows. */
const NO_CLAIM = /[?？؟:：]["'”’)\]]{0,2}$/u
const END = /[.!。！…।॥။។۔]["'”’)\]]{0,2}$/u
const SUMMARY =
  /^(?:in (?:summary|conclusion|short|brief|essence)|to (?:sum up|summari[sz]e|conclude)|overall)\b/i
const PRONOUNS = new Set('it its this that these those they their he his she her such'.split(' '))
/** “It is false that …” speaks of nothing before it; “It is a valve that …” does. */
const IMPERSONAL =
  /^it(?:['’]s| is| was| has been| seems| appears)(?: (?!(?:an?|the|one)\b)[^\s.]+){0,2} (?:that|whether|how|why)\b/i
const FEWEST_WORDS = 2
const FEWEST_WITHOUT_END = 4
/** A sentence with fewer words is a claim only if the rest of the text speaks of one of them. */
const FEWEST_ALONE = 3
const LONGEST_CLAIM = 500
const MOST_CLAIMS = 12

/**
 * The claims that a text makes, from its sentences and in its words: at most 12, those that say most, in the order of
 * the text. A sentence that opens with a pronoun keeps the one that says what is meant; a sentence that is too long for a
 * claim is cut into clauses, and one that was cut off is left out.
 */
export function claimsOfText(text: string): string[] {
  const sentences = sentencesIn(text)
  const statements = sentences.filter(isStatement)
  // A text may be as short as a title.
  const claims = withWhatIsMeant(statements.length > 0 ? withoutFiller(statements) : sentences)
  const kept = new Set([...claims].sort((left, right) => right.says - left.says).slice(0, MOST_CLAIMS))
  return claims.filter((claim) => kept.has(claim)).map((claim) => claim.text)
}

function withWhatIsMeant(sentences: Sentence[]): Array<{ text: string; says: number }> {
  const claims = new Map<string, number>()
  let meant: string | null = null
  for (const { text: sentence, says } of sentences) {
    const isMeant = !speaksOfAnother(sentence)
    if (isMeant) meant = sentence
    else if (meant === null) continue
    const text = isMeant ? sentence : `${meant} ${sentence}`
    if (text.length <= LONGEST_CLAIM) claims.set(text, says)
  }
  return [...claims].map(([text, says]) => ({ text, says }))
}

/** Whether a sentence opens with a pronoun that stands for something in one before it. */
function speaksOfAnother(sentence: string): boolean {
  return PRONOUNS.has(wordsOf(sentence.slice(0, LONGEST_PRONOUN))[0] ?? '') && !IMPERSONAL.test(sentence)
}

const LONGEST_PRONOUN = 12

/** The sentences of a text, without headings, questions, code, greetings, and what was cut off at its end. */
function sentencesIn(text: string): Sentence[] {
  const lines = text
    .replace(FENCED, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '' && !NO_SENTENCE.test(line.trim()))
  const sentences = lines
    .flatMap((line) => sentencesInAnyScript(plainProse(line.replace(LIST_MARK, ''))))
    .flatMap((sentence) => cutLong(sentence))
    .map(readSentence)
  const last = sentences.at(-1)
  const isItem = LIST_MARK.test(lines.at(-1) ?? '')
  const isCutOff = last !== undefined && !last.isWhole && !isItem && sentences.at(-2)?.isWhole === true
  return sentences
    .slice(0, isCutOff ? -1 : undefined)
    .filter(
      (sentence) => !NO_CLAIM.test(sentence.text) && !isCode(sentence.text) && !isCourtesy(sentence.text),
    )
}

function readSentence(text: string): Sentence {
  return { text, says: amountSaid(text), isWhole: END.test(text) }
}

/** Whether a sentence is whole and adds something; an item of a list often has no full stop, and neither has a title. */
function isStatement({ text, says, isWhole }: Sentence): boolean {
  return says >= (isWhole ? FEWEST_WORDS : FEWEST_WITHOUT_END) && !SUMMARY.test(text)
}

/** Sentences without the short ones that speak of nothing else in the text: “There are many factors to consider.” */
function withoutFiller(sentences: Sentence[]): Sentence[] {
  const isShort = ({ text, says }: Sentence) => says < FEWEST_ALONE && !speaksOfAnother(text)
  if (!sentences.some(isShort)) return sentences
  const words = new Map(sentences.map((sentence) => [sentence, new Set(contentWords(sentence.text))]))
  const counts = new Map<string, number>()
  for (const said of words.values()) for (const word of said) counts.set(word, (counts.get(word) ?? 0) + 1)
  const kept = sentences.filter(
    (sentence) => !isShort(sentence) || [...words.get(sentence)!].some((word) => counts.get(word)! > 1),
  )
  return kept.length > 0 ? kept : sentences
}
