import type { QuestionKind } from '../../../../contract/question-kind.ts'
import { readSentence } from './kind-of-sentence.ts'
import { lastTurn } from './last-turn.ts'
import { partsOf, type RequestParts, type RequestSentence } from './request-parts.ts'
import { isQuestion, mayReferBack } from './sentence-reading.ts'

const LONGEST_END = 4_000

/**
 * Recognises the kind of a question from its wording. Closed needs evidence; in doubt a question is open, because reading a
 * text as a closed answer destroys it. A short one may refer to the turn before it in its conversation.
 */
export function kindByWording(query: string, turnBefore: string | null = null): QuestionKind {
  const pasted = lastTurn(shortened(query))
  const { text } = pasted
  const before = pasted.before ?? turnBefore
  const parts = partsOf(text)
  const own = kindOfTurn(parts)
  if (before === null) return own ?? 'open'
  const { sentences } = parts
  const isElliptic =
    mayReferBack(parts.text) &&
    sentences.every((sentence) => readSentence(sentence, parts, { alone: true, given: false }).isElliptic)
  if (!isElliptic) return own ?? 'open'
  // “And the first woman?” asks for the same as the question before it; “thanks!” asks for nothing.
  const earlier = kindOfTurn(partsOf(shortened(before)))
  return earlier === null || (earlier === 'closed' && !/[?？؟]/.test(text)) ? 'open' : earlier
}

/** What is asked for stands at the beginning or the end of a long query. */
function shortened(query: string): string {
  return query.length <= 2 * LONGEST_END
    ? query
    : `${query.slice(0, LONGEST_END)}\n\n${query.slice(-LONGEST_END)}`
}

function kindOfTurn(parts: RequestParts): QuestionKind | null {
  if (parts.isUnfinishedCode) return 'draft'
  const { sentences } = parts
  const kinds: Array<QuestionKind | null> = []
  const askings = sentences.map((sentence, place) => {
    const given =
      place > 0 && /[:：]$/.test(sentences[place - 1]!.text) && kinds.some((kind) => kind !== null)
    const asking = readSentence(sentence, parts, { alone: sentences.length === 1, given })
    kinds.push(asking.kind)
    return asking
  })
  const asksNothing = askings.every(({ kind, isShort }) => kind === null && !isShort)
  if (asksNothing && sentences.length > 1 && !parts.hasOptions && !parts.hasError)
    kinds[0] = keywordsOf(sentences[0]!, parts)
  const asked = decisive(kinds, parts)
  if (asked.includes('draft') || askings.some(({ isProduct }) => isProduct)) return 'draft'
  const isReasoned = askings.some((asking) => asking.isReasoned)
  if (askings.some(({ isShort }) => isShort)) return isReasoned ? 'open' : 'closed'
  const isExplanation = isReasoned || askings.some((asking) => asking.isExplanation)
  if (parts.hasBlank && asked.includes('closed')) return 'closed'
  if ((parts.hasOptions || parts.hasBlank) && !isExplanation && !parts.isPersonal) return 'closed'
  if (asked.includes('open') || isReasoned || (parts.hasError && parts.isLong)) return 'open'
  // A long story about oneself is told to get advice.
  if (parts.isLong && parts.isPersonal && !parts.isSum) return 'open'
  return asked.includes('closed') ? 'closed' : null
}

/** Where nothing is asked, the beginning may name the text that is wanted: “SQL: all customers without an order.” */
function keywordsOf(sentence: RequestSentence, parts: RequestParts): QuestionKind | null {
  const { kind } = readSentence(sentence, parts, { alone: true, given: false })
  return kind === 'closed' ? null : kind
}

/** What the sentences ask for that decide: in a long text the first, if it is an instruction, and the last. */
function decisive(kinds: Array<QuestionKind | null>, { isLong, sentences }: RequestParts): QuestionKind[] {
  const asking = kinds.flatMap((kind, place) => (kind === null ? [] : [{ kind, place }]))
  if (!isLong || asking.length < 2) return asking.map(({ kind }) => kind)
  const instruction = asking.filter(
    ({ place }) => place === 0 || (place <= 1 && !isQuestion(sentences[place]!.text)),
  )
  return [...instruction.slice(0, 1), ...asking.slice(-1)].map(({ kind }) => kind)
}
