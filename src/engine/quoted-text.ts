import { foldText } from './words.ts'

/** Signs a tag can begin with, and those that are drawn like one; the bracket is that of [INST]. */
const OPENERS = /[<＜﹤‹⟨〈˂ᐸ[]/g

/** Tags of the prompts, and words that models know as somebody else's turn. */
const NAMES =
  'question|axioms?|positions?|claims?|theme|own_answer|own_reason|answer|reason|system|sys|user|assistant|human|developer|instructions?|start_of_turn|end_of_turn'

/** What follows the opener of such a tag, once folded: also with spaces about it, or as a special token. */
const TAG = new RegExp(
  `^(?:\\s*/\\s*(?:${NAMES}|s)(?![\\p{L}\\p{N}_])|(?:${NAMES})(?![\\p{L}\\p{N}_])|\\s+(?:${NAMES})\\s*>|s>|\\|[^\\s|<>]{1,40}\\|)`,
  'u',
)
const TURN_BRACKET = /^\s*\/?\s*inst\s*\]/

/** Characters of another script that are drawn like a Latin letter. */
const LOOK_ALIKES = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ѕ: 's',
    һ: 'h',
    ո: 'n',
    ս: 'u',
    ο: 'o',
    ν: 'v',
    ι: 'i',
    α: 'a',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    ı: 'i',
    '∕': '/',
    '⁄': '/',
  }),
)

/** Characters that nobody sees but a model reads: a second alphabet, and turns of the writing direction. */
const SMUGGLED = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]/gu
/** Joiners and the like, which some languages need, though never next to plain letters and signs. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu
const PLAIN = /[A-Za-z<>/|_[\]]/

/** A tag is looked for so far behind its opener, and its name so far behind the spaces. */
const REACH = { spaces: 200, name: 32 }

/**
 * Somebody else's text as it may stand in a prompt: it can neither close the tag it stands in nor open another of
 * ours, nor pass for a turn of the conversation. Code and formulas stay as they are, but for what is named like a tag: `Array<User>`.
 */
export function quotedText(text: string): string {
  const seen = visible(text)
  return seen.replace(OPENERS, (sign, place: number) => {
    const follows = whatFollows(seen.slice(place + 1, place + 1 + REACH.spaces))
    if (sign === '[') return TURN_BRACKET.test(follows) ? '(' : sign
    return TAG.test(follows) ? '&lt;' : sign
  })
}

function visible(text: string): string {
  const readable = text.replace(SMUGGLED, '')
  return readable.replace(INVISIBLE, (run, place: number) =>
    PLAIN.test(readable[place - 1] ?? '') || PLAIN.test(readable[place + run.length] ?? '') ? '' : run,
  )
}

/** The beginning of a text with its letters folded and its leading spaces made one. */
function whatFollows(text: string): string {
  const name = text.trimStart()
  const letters = foldText(name.slice(0, REACH.name)).replace(
    /[^\p{ASCII}]/gu,
    (letter) => LOOK_ALIKES.get(letter) ?? letter,
  )
  return name.length < text.length ? ` ${letters}` : letters
}
