import { sentencesOf } from '../../../language/sentences.ts'

const CITATION =
  /\s?(?:\[\^\d{1,3}\^\]|【[^【】]{1,20}】|(?<=\p{L}{3}|[.!?"”)])\[\d{1,2}\](?=[\s.,;!?[]|$))/gu
/** Polite phrases and disclaimers before an answer. */
const OPENS = new RegExp(
  [
    "(?:i(?:'m| am) (?:very |so )?sorry|sorry|apologies|i apologi[sz]e|unfortunately)\\b[^.]{0,30}$",
    "(?:i(?:'m| am) (?:very |so )?sorry,? (?:but )?)?(?:as|i(?:'m| am)) an? (?:ai|artificial intelligence|(?:large )?language model)\\b[^.]*(?:\\b(?:not|cannot|no|unable)\\b|n't\\b)",
    "i (?:do not|don't) have (?:access to|personal|real-time)",
    '(?:hello|hi|hey)\\b[^.]{0,40}$',
    "(?:sure|certainly|of course|absolutely|(?:great|good) question|okay|ok)\\b(?:[!,.: ]|$)(?:here(?:'s| is| are)\\b[^.]{0,60}|[^.]{0,20})?$",
    "i(?: can| could|'d be happy to) (?:provide|help|assist|answer|give|try)\\b[^.]{0,50}$",
  ]
    .map((courtesy) => `^${courtesy}`)
    .join('|'),
  'i',
)
/** Offers and polite phrases after an answer. */
const CLOSES =
  /^(?:is there anything else|(?:i )?hope (?:this|that|it)|(?:please )?let me know|(?:please )?feel free|would you like|do you (?:want|have any|need)|if you (?:have|need|want|would like)|thank you for)\b/i
const CONTRAST = /^(?:however|but)[, ]+/i
const BUT = /,? but[, ]+/i
const MOST_SENTENCES = 4
const LONGEST_LOOK = 1_000

/** Whether a clause only introduces an answer, or only follows one. */
export function isCourtesy(clause: string): boolean {
  return OPENS.test(clause) || CLOSES.test(clause)
}

/** Prose without greeting, disclaimers, citation marks and closing offers; unchanged if nothing would remain. */
export function withoutBoilerplate(text: string): string {
  const prose = text.includes('[') || text.includes('【') ? text.replace(CITATION, '') : text
  const opened = withoutOpening(prose)
  const closed = withoutClosing(opened)
  return /[\p{L}\p{N}]/u.test(closed) ? closed : prose
}

function withoutOpening(text: string): string {
  let rest = text
  for (let round = 0; round < MOST_SENTENCES; round++) {
    const [sentence = ''] = sentencesOf(rest.slice(0, LONGEST_LOOK))
    const plain = sentence.replaceAll('’', "'")
    const [first = '', ...others] = plain.split(BUT)
    if (sentence === '' || !OPENS.test(first.trim().replace(/(?<![.!:])[.!:]+$/, ''))) break
    const end = rest.indexOf(sentence) + (others.length > 0 ? plain.search(BUT) : sentence.length)
    rest = rest
      .slice(end)
      .replace(/^[\s,.!:]+/, '')
      .replace(CONTRAST, '')
  }
  return rest === text ? text : rest.charAt(0).toUpperCase() + rest.slice(1)
}

function withoutClosing(text: string): string {
  let rest = text.trimEnd()
  for (const sentence of sentencesOf(text.slice(-LONGEST_LOOK)).slice(-MOST_SENTENCES).reverse()) {
    if (!CLOSES.test(sentence.replaceAll('’', "'"))) break
    const start = rest.lastIndexOf(sentence)
    if (start <= 0) break
    rest = rest.slice(0, start).trimEnd()
  }
  return rest
}
