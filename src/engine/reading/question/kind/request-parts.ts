import { foldRequest } from '../../../../language/question/cues/find-cues.ts'
import { plausibleLanguages } from '../../../../language/question/cues/latin-alphabets.ts'
import { sentencesOf } from '../../../../language/sentences.ts'
import { optionsOf } from '../options.ts'
import { withoutCode } from './code-in-request.ts'
import { countWords, maskQuotations, WORDS_OF_TERM, withoutMarks } from './mask-quotations.ts'

/** A folded sentence, with the languages in the Latin alphabet that it may be in. */
export interface RequestSentence {
  text: string
  languages: Set<string>
}

/** A request, apart from the material that it comes with. */
export interface RequestParts {
  /** The sentences and clauses in which something may be asked; quotations are replaced by marks. */
  sentences: RequestSentence[]
  /** All of them, folded. */
  text: string
  hasCode: boolean
  /** It shows an error message. */
  hasError: boolean
  /** There is a gap to fill. */
  hasBlank: boolean
  /** It begins with code that is to be completed. */
  isUnfinishedCode: boolean
  /** There is a text to work on: a quotation, a paragraph, or several words after a colon. */
  hasMaterial: boolean
  /** Options that the request offers under capital letters. */
  letteredOptions: number
  /** It offers options, by letter or by number. */
  hasOptions: boolean
  hasDigits: boolean
  /** It tells about the person who asks. */
  isPersonal: boolean
  /** It contains several numbers to calculate with. */
  isSum: boolean
  /** It is longer than a question usually is. */
  isLong: boolean
  /** How many words or short phrases are quoted. */
  shortQuotations: number
  /** Words in the longest quotation; null if there is none. */
  quotedWords: number | null
  /** Words in the longest quotation, or in what follows a colon; null if there is neither. */
  givenWords: number | null
}

const ITEM_OPTIONS = /(?:^|[\s(])(?:\(?[a-d1-4]\)|[①②③④]|[a-d]\.|[أبجد]\)|[а-г]\))\s*\S/giu
const NUMBERED_LINE = /^\s*[1-6][.)]\s.{1,80}$/
const LEAST_NUMBERED = 3
const OPTION_LINE = /^\s*\(?[A-P][).:]\s/
/** A line of direct speech. */
const SPEECH = /^\s*[–—]\s/
const BLANK = /(?<!\w)_{2,}(?!\w)/
const PARAGRAPH = /\n[ \t]*\n/
const IN_BRACKETS = /^\s*\([^()]*\)\s*$/
const ERROR = /\b(?:[A-Z]\w{0,40})?(?:Error|Exception)\b|\bERROR\b|\bTraceback\b/
const FIRST_PERSON =
  /(?<![\p{L}\p{N}])(?:i|i'm|i've|i'd|my|we|our|ich|mein\p{L}{0,2}|je|j'ai|mon|mes|yo|mis|io|mio|mia|eu|meu|minha|ik|mijn|я|мой|моя|мне|мои|ben|benim|jag|mitt|أنا)(?![\p{L}\p{N}])|나는|저는|我|私|僕/u
const LONG_TEXT = 240
const MOST_SENTENCES = 6
/** A sentence is read at its beginning and its end. */
const LONGEST_BEGINNING = 600
const LONGEST_ENDING = 300
const LONGEST_GIVEN = 2_000

/** Separates what is asked from the code, quotations and texts that it comes with. */
export function partsOf(query: string): RequestParts {
  const { prose, hasCode, isUnfinished } = withoutCode(query)
  const options = optionsOf(query)
  const lines = prose
    .split('\n')
    .filter((line) => !SPEECH.test(line) && (options.size < 2 || !OPTION_LINE.test(line)))
  const { text: plain, quoted } = maskQuotations(lines.join('\n'))
  const read = sentencesIn(plain)
  const isLong = plain.length > LONG_TEXT || read.length > MOST_SENTENCES || PARAGRAPH.test(plain.trim())
  const sentences = read.length > MOST_SENTENCES ? [...read.slice(0, 2), ...read.slice(-2)] : read
  const text = sentences.map((sentence) => sentence.text).join('\n')
  const quotedWords = quoted.length === 0 ? null : Math.max(...quoted)
  const wordsGiven = wordsAfterColon(plain)
  const givenWords = quotedWords ?? wordsGiven
  return {
    sentences,
    text,
    hasCode,
    hasError: ERROR.test(query),
    hasBlank: BLANK.test(prose),
    isUnfinishedCode: isUnfinished,
    hasMaterial: Math.max(quotedWords ?? 0, wordsGiven ?? 0) > WORDS_OF_TERM || hasCode || isLong,
    letteredOptions: options.size,
    hasOptions: options.size >= 2 || areNumbered(lines) || (plain.match(ITEM_OPTIONS)?.length ?? 0) >= 3,
    hasDigits: /\d/.test(plain) || (hasCode && /\d/.test(query)),
    isPersonal: FIRST_PERSON.test(text),
    isSum: (text.match(/\d+/g)?.length ?? 0) >= 2,
    isLong,
    shortQuotations: quoted.filter((words) => words <= WORDS_OF_TERM).length,
    quotedWords,
    givenWords,
  }
}

/** The sentences of a text, and their parts before and after a colon. */
function sentencesIn(text: string): RequestSentence[] {
  const broken = text.replace(/[。！？؟।]/g, '$& \n').replace(/:(?=\s)|：/g, '$&\n')
  return sentencesOf(broken)
    .map((sentence) =>
      sentence.length <= LONGEST_BEGINNING + LONGEST_ENDING
        ? sentence
        : `${sentence.slice(0, LONGEST_BEGINNING)} ${sentence.slice(-LONGEST_ENDING)}`,
    )
    .filter((sentence) => /[\p{L}\d]/u.test(withoutMarks(sentence)) && !IN_BRACKETS.test(sentence))
    .map((sentence) => ({ text: foldRequest(sentence), languages: plausibleLanguages(sentence) }))
}

/** Whether a question ends in a numbered list of short lines. */
function areNumbered(lines: string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '')
  const last = filled.findLastIndex((line) => !NUMBERED_LINE.test(line))
  return last >= 0 && filled.length - 1 - last >= LEAST_NUMBERED && /\?\s?$/.test(filled[last]!)
}

function wordsAfterColon(text: string): number | null {
  const colon = text.search(/[:：]/)
  const given = colon < 0 ? '' : text.slice(colon + 1, colon + LONGEST_GIVEN).trim()
  return given === '' ? null : countWords(given)
}
