import type { Anchor } from '../../../contract/axiom.ts'
import { contentWords } from '../../../language/words.ts'
import type { ShownText } from '../../panel/brief.ts'

/** The share of a claim's words that a paraphrase must contain to refer to it. */
const NAMED = 0.6

/** The label of the claim, reason or document, or the id of the axiom, that the words refer to, among those given; null for none. */
export function refutationNamed(
  words: string | null,
  reasons: ShownText[],
  anchors: Anchor[],
): string | null {
  if (words === null) return null
  const nameable = [...reasons, ...anchors.map(({ id, axiom }) => ({ label: id, text: axiom }))]
  const labelled = nameable.find(({ label }) => new RegExp(`(?<![\\w-])${label}(?![\\w-])`, 'i').test(words))
  if (labelled !== undefined) return labelled.label
  const said = new Set(contentWords(words))
  const paraphrased = nameable.find(({ text }) => {
    const content = [...new Set(contentWords(text))]
    return content.length > 1 && content.filter((word) => said.has(word)).length / content.length >= NAMED
  })
  return paraphrased?.label ?? null
}
