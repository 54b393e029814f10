import { matchAt } from '../../../language/quantity/index.ts'
import { foldText } from '../../../language/words.ts'
import { type LetterMark, letterAt, opensWith } from './option-letter.ts'

/** A place where a reply says outright which option is its answer. */
export interface OptionStatement {
  letter: string
  start: number
  end: number
}

const CUE =
  /\b(?:answer|(?<!\b(?:each|every|these|this|following|given|per) )choice|respuesta|réponse|antwort|risposta|resposta|antwoord)\b|ответ|答案|\\boxed\{|(?:^|\n)#{2,4} (?=\S{0,2}[A-P]\b)|<answer>/gi
const OPTION_CUE =
  /\b(?:correct|right|best|closest|nearest|appropriate|likely|accurate|suitable|matching|remaining)(?: \w+)? (?:options?|statement|one)\b/gi
const DIRECT = /[{> ]$/
const COPULA =
  /\b(?:is|was|be|are|es|est|ist)\b|[èé是为]|^[^\p{L}\n]{0,4}[:=：]|^ ?\([^()\n]{0,40}\) ?[:=]/giu
const FILLER =
  /(?:[\s:*"“…$>]+|\.{2,}|\b(?:most|closest|likely|probably|therefore|thus|indeed|clearly|simply|definitely|actually|the|letter|given|as|by|to|be|in|that|of|(?:option|choice|statement)(?!:? ?\(?[A-P]\b))\b){0,12}/iy
const NAMED_AT_ONCE = /^ \([A-P]\)\s*(?:$|[.,;\n])/
const DENIED = /\b(?:not|cannot|never|none)\b|n['’]t\b/i
const SUPPOSED = /\b(?:if|whether|suppose|assuming|unless|had)\b[^.\n]*$/i
const MOST_CUES = 50
const LONGEST_OPTION = 400
const LONGEST_CLAUSE = 100
const END_OF_CLAUSE = /[.!?]\s|\n\n/
const LIST_GOES_ON = /^[^\n]{0,300}\n\s*\(?([A-P])[).:]\s/

/** Every place where a reply states its option by letter, in order. */
export function optionStatements(prose: string, options: Map<string, string>): OptionStatement[] {
  const statements = openingStatement(prose, options)
  for (const cue of cuesIn(prose)) {
    if (cue.start < (statements.at(-1)?.end ?? 0)) continue
    const mark = letterAfter(prose, cue, options)
    if (mark && !opensList(prose, mark))
      statements.push({ letter: wordedLetter(prose, mark, options), start: cue.start, end: mark.end })
  }
  return statements
}

/** A reply may open with its letter, alone on the line or with the words of the option. */
function openingStatement(prose: string, options: Map<string, string>): OptionStatement[] {
  const [line = ''] = prose.trimStart().split('\n', 1)
  const mark = letterAt(line, 0, options)
  if (!mark) return []
  const rest = line.slice(mark.end).replace(/^[.):,\s–—-]+/, '')
  if (rest !== '' && !opensWith(rest, options.get(mark.letter) ?? '')) return []
  const start = prose.length - prose.trimStart().length
  return opensList(prose, { letter: mark.letter, end: start + mark.end })
    ? []
    : [{ ...mark, start, end: start + mark.end }]
}

interface Cue {
  start: number
  end: number
}

function cuesIn(prose: string): Cue[] {
  const cues = [...prose.matchAll(CUE), ...prose.matchAll(OPTION_CUE)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .sort((left, right) => left.start - right.start)
  // A reply that repeats itself without end is judged by how it begins and ends.
  return cues.length > 2 * MOST_CUES ? [...cues.slice(0, MOST_CUES), ...cues.slice(-MOST_CUES)] : cues
}

function letterAfter(prose: string, cue: Cue, options: Map<string, string>): LetterMark | null {
  if (SUPPOSED.test(prose.slice(Math.max(0, cue.start - LONGEST_CLAUSE), cue.start))) return null
  if (DIRECT.test(prose.slice(cue.start, cue.end))) return letterAfterFiller(prose, cue.end, options)
  const clause = prose.slice(cue.end, cue.end + LONGEST_CLAUSE)
  // “… which gives the answer (H).”
  if (NAMED_AT_ONCE.test(clause)) return letterAt(prose, cue.end + 1, options)
  for (const { 0: copula, index } of clause.matchAll(COPULA)) {
    const between = clause.slice(0, index)
    if (DENIED.test(between) || END_OF_CLAUSE.test(between)) return null
    const mark = letterAfterFiller(prose, cue.end + index + copula.length, options)
    if (mark) return mark
  }
  return null
}

function letterAfterFiller(prose: string, position: number, options: Map<string, string>): LetterMark | null {
  const filler = matchAt(FILLER, prose, position)?.[0].length ?? 0
  return letterAt(prose, position + filler, options)
}

/** The letter that is meant: where the words behind it are wholly those of another option, the letter was a slip. */
function wordedLetter(prose: string, { letter, end }: LetterMark, options: Map<string, string>): string {
  const behind = prose.slice(end, end + LONGEST_OPTION).replace(/^[).:,\s–—-]+/, '')
  const words = foldText(behind.split(/\n|[.;] |\.$/, 1)[0] ?? '').trim()
  if (words === '' || options.get(letter)?.startsWith(words)) return letter
  return [...options].find(([, option]) => option.length > 1 && option === words)?.[0] ?? letter
}

/** Whether the letter heads a list of options that goes on with the next one. */
function opensList(prose: string, { letter, end }: LetterMark): boolean {
  const next = LIST_GOES_ON.exec(prose.slice(end, end + 400))?.[1]
  return next !== undefined && next.charCodeAt(0) === letter.charCodeAt(0) + 1
}
