import type { QuestionKind } from '../../../contract/question-kind.ts'
import { findCues } from '../../../language/question/cues/find-cues.ts'
import { kindOfSentence } from './kind/kind-of-sentence.ts'
import { lastTurn } from './kind/last-turn.ts'
import { partsOf, type RequestParts } from './kind/request-parts.ts'

const LONGEST_END = 4_000

/**
 * Recognises the kind of a question from its wording. Closed needs evidence; in doubt a question is open, because reading a
 * text as a closed answer destroys it.
 */
export function questionKind(query: string): QuestionKind {
  const { text, before } = lastTurn(shortened(query))
  const kind = kindOfTurn(text)
  if (kind !== null) return kind
  // “And the first woman?” asks for the same as the question before it.
  return (before === null ? null : kindOfTurn(before)) ?? 'open'
}

/** What is asked for stands at the beginning or the end of a long query. */
function shortened(query: string): string {
  return query.length <= 2 * LONGEST_END
    ? query
    : `${query.slice(0, LONGEST_END)}\n\n${query.slice(-LONGEST_END)}`
}

function kindOfTurn(text: string): QuestionKind | null {
  const parts = partsOf(text)
  if (parts.isUnfinishedCode) return 'draft'
  const { sentences } = parts
  const kinds: Array<QuestionKind | null> = []
  for (const [place, sentence] of sentences.entries()) {
    // What follows a request and its colon is what the request is about.
    const given = place > 0 && /[:：]$/.test(sentences[place - 1]!) && kinds.some((kind) => kind !== null)
    kinds.push(kindOfSentence(sentence, parts, { alone: sentences.length === 1, given }))
  }
  const cues = findCues(parts.text, parts.languages)
  if (cues.some(({ name }) => name === 'onlyCode')) return 'draft'
  const marker = cues.find(({ name }) => name === 'shortAnswer' || name === 'yesOrNo')
  if (kinds.includes('draft')) return 'draft'
  if (marker !== undefined) return asksForReason(parts, marker.end) ? 'open' : 'closed'
  if (parts.hasOptions && !kinds.includes('open')) return 'closed'
  if (kinds.includes('open')) return 'open'
  return kinds.includes('closed') ? 'closed' : null
}

/** Whether a reason is asked for besides the short answer. */
function asksForReason(parts: RequestParts, after: number): boolean {
  return findCues(parts.text, parts.languages).some(
    ({ name, at }) => at >= after && (name === 'explain' || name === 'why'),
  )
}
