import { foldText, wordsOf } from '../../../language/words.ts'
import { type Asked, textsAsked } from '../../panel/asked.ts'

/** A claim without the labels at its end, and the places of the documents that it cites. */
export interface CitedClaim {
  text: string
  documents: number[]
}

const LABELS = /^DOC\d{1,2}(?:[ ,;]{1,3}DOC\d{1,2})*$/i
const ENDING = /[.!?。！？]$/u
/** A label after the end of a sentence: “It is 4 km long. DOC1” */
const ALONE = /(?<=[.!?。！？] ?)DOC\d{1,2}$/iu

/**
 * Creates a reader of which documents claims cite. Only labels at the end of a claim count, and of these only those that
 * the model put there: one that follows the same words in a document, a message or the question was copied with them.
 */
export function createCitationReader(asked: Asked): (claim: string) => CitedClaim {
  const documents = asked.background?.documents.length ?? 0
  let shown: Map<string, Set<string>> | null = null
  return (claim) => {
    if (documents === 0) return { text: claim, documents: [] }
    const { text, labels } = withoutLabels(claim.trimEnd())
    if (labels.length > 0) shown ??= labelsShown(asked)
    const copied = shown?.get(wordsOf(text).slice(-WORDS_BEFORE).join(' '))
    const places = labels
      .filter((label) => !copied?.has(label))
      .map((label) => Number(label.slice('doc'.length)) - 1)
      .filter((place) => place >= 0 && place < documents)
    return {
      // A claim that is nothing but a label says nothing else.
      text: /\p{L}/u.test(text) ? text : claim,
      documents: [...new Set(places)].sort((one, other) => one - other),
    }
  }
}

/**
 * “… is 4 km long [DOC1].”, “… is 4 km long. (DOC1, DOC2)” and “… is 4 km long. DOC1” without their labels, and the
 * labels in small letters.
 */
function withoutLabels(claim: string): { text: string; labels: string[] } {
  const ending = ENDING.exec(claim)?.[0] ?? ''
  const labels: string[] = []
  let text = claim.slice(0, claim.length - ending.length)
  for (;;) {
    const opening = Math.max(text.lastIndexOf('['), text.lastIndexOf('('))
    const inside = text.slice(opening + 1, -1)
    if (opening === -1 || !/[\])]$/.test(text) || !LABELS.test(inside)) break
    labels.push(...wordsOf(inside))
    text = text.slice(0, opening).trimEnd()
  }
  const alone = labels.length === 0 ? ALONE.exec(text) : null
  if (alone !== null) {
    labels.push(...wordsOf(alone[0]))
    text = text.slice(0, alone.index).trimEnd()
  }
  return { text: ENDING.test(text) ? text : text + ending, labels }
}

/** So many words before a label tell whether it was copied with them. */
const WORDS_BEFORE = 3
const isLabel = (word: string) => /^doc\d{1,2}$/.test(word)

/** The labels in what everybody was shown, by the one, two and three words before them. */
function labelsShown(asked: Asked): Map<string, Set<string>> {
  const shown = new Map<string, Set<string>>()
  for (const text of textsAsked(asked)) {
    if (!/doc\d/.test(foldText(text))) continue
    let before: string[] = []
    for (const word of wordsOf(text)) {
      if (isLabel(word)) {
        // “… 500 seats [DOC1, DOC2]”: both follow the same words.
        for (let from = 0; from < before.length; from++) add(before.slice(from), word)
      } else before = [...before, word].slice(-WORDS_BEFORE)
    }
  }
  return shown

  function add(words: string[], label: string): void {
    const key = words.join(' ')
    shown.set(key, (shown.get(key) ?? new Set()).add(label))
  }
}
