import { NO, YES } from '../../../language/language-words.ts'
import { type Language, recogniseLanguage } from '../../../language/recognise-language.ts'
import { foldText } from '../../../language/words.ts'
import type { Asked } from '../question/asked.ts'

/** Yes or no, and whether it has a condition. */
export interface Truth {
  value: boolean
  isQualified: boolean
}

const ENGLISH = /^(yes|no|true|false|correct|incorrect)(?=$|[.,;:!–—(]| [–—(-])(?!\. ?\d)/i
// “No more than 5” is a bound and “no one” is a person, whatever was asked.
const OPENS_WITH_TRUTH =
  /^(yes|no|true|false|correct|incorrect) (?!(?:more|fewer|less|greater|higher|lower|later|earlier|sooner|longer|one|body|thing|doubt|country|man|other|\d+)\b)/i
/** “Botanically, yes”, “In short: no”: the introduction is short. */
const LED_UP_TO = /^(?:[\p{L}’']+[,:]? ){1,4}?(yes|no)(?=$|[.,;:!–—]| [–—-])/iu
const FOREIGN = /^[¡¿]?([\p{L}\p{M}]+)(?=$|[\s.,;:!。、，！؛،–—])/u
const FOREIGN_ALONE = /^[.,;:!。、，！؛،–—]|^$/u
/** Words that restrict a yes or no to some cases. */
const CONDITION =
  /\b(?:if|unless|but|except|only|however|though|although|provided|depend(?:s|ing)?|sometimes|usually|partly|partially|mostly|in (?:some|certain|most) cases|as long as|not always|when|while|until|after|before|with(?:out)?)\b/i

/** Yes or no, if that is what an answer says; null for any other answer, and if the question asks for more. */
export function readTruth(text: string, asked: Asked): Truth | null {
  const read = englishTruth(text, asked) ?? foreignTruth(text, asked)
  if (read === null) return null
  const rest = text.slice(read.end)
  const isBare = !/[\p{L}\p{N}]/u.test(rest)
  if (!isBare && asked.severalThings) return null
  return { value: read.value, isQualified: !isBare && isQualified(rest, read.language) }
}

function englishTruth(text: string, { yesOrNo }: Asked) {
  const match = ENGLISH.exec(text) ?? (yesOrNo ? (OPENS_WITH_TRUTH.exec(text) ?? LED_UP_TO.exec(text)) : null)
  if (match === null) return null
  const end = match[0].length
  // A “no” at the start of a text may not answer the question: “Who won, Bob?” – “No, Alice.”
  if (!yesOrNo && /[\p{L}\p{N}]/u.test(text.slice(end))) return null
  return { value: /^(?:yes|true|correct)$/i.test(match[1]!), end, language: 'en' as Language | null }
}

function foreignTruth(text: string, asked: Asked) {
  const match = FOREIGN.exec(text)
  const word = foldText(match?.[1] ?? '')
  const value = FOLDED_YES.has(word) ? true : FOLDED_NO.has(word) ? false : null
  const end = match?.[0].length ?? 0
  if (value === null || !FOREIGN_ALONE.test(text.slice(end).trimStart())) return null
  const language = recogniseLanguage(text) ?? asked.language
  return language === 'en' ? null : { value, end, language }
}

const FOLDED_YES = new Set([...YES].map(foldText))
const FOLDED_NO = new Set([...NO].map(foldText))

/** Whether the following text states a condition. In a language whose conditions are not known, any text may be one. */
function isQualified(rest: string, language: Language | null): boolean {
  if (BOTH.test(rest)) return true
  if (language === 'en' || language === null) return CONDITION.test(rest)
  return FOREIGN_CONDITION.test(foldText(rest)) || OTHER_CONDITION.test(rest)
}

const FOREIGN_CONDITION =
  /(?<!\p{L})(?:aber|wenn|nur|sofern|ausser|falls|manchmal|mais|si|seulement|sauf|parfois|pero|solo|salvo|excepto|a veces|mas|se|apenas|exceto|ma|tranne|maar|als|alleen|tenzij|soms|но|если|только|ale|jesli|tylko|ama|sadece|men|om|bara|mutta|jos|vain)(?!\p{L})/u
const OTHER_CONDITION = /但|如果|只|除非|が、|けど|ただし|場合|하지만|경우|لكن|إذا/u
/** “Yes and no” */
const BOTH = /^ ?(?:and|or) (?:yes|no)\b/i
