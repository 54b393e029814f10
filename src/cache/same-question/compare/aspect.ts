import type { Question } from '../reading/read-question.ts'

/** Endings that ask something about a thing other than what it is. */
const ENDINGS: Array<[aspect: string, ending: RegExp]> = [
  ['use', / (?:use|used|good|useful) for $/],
  ['doing', /^(?:what|which) .*(?:do|does|did) .* do $/],
  ['like', / (?:is|are|was|were|look|looks|feel|feels|taste|tastes|sound|sounds|be) .*like $/],
]
/** Only the beginning and the end are examined. */
const MOST_WORDS = 30

/**
 * What is asked about the thing if an ending of function words says so: “What is nitrogen used for?”; otherwise empty.
 */
export function aspectOf({ words, form }: Question): string {
  if (form.kind !== 'what' || words.length > MOST_WORDS) return ''
  const text = `${words
    .slice(form.start)
    .map(({ folded }) => folded)
    .join(' ')} `
  return ENDINGS.find(([, ending]) => ending.test(text))?.[0] ?? ''
}
