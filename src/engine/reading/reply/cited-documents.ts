/** A claim without the labels at its end, and the places of the documents that it cites. */
export interface CitedClaim {
  text: string
  documents: number[]
}

const LABEL = /(?<![\p{L}\p{N}])DOC(\d{1,2})(?!\p{N})/giu
const LABELS = /^DOC\d{1,2}(?:[ ,;]{1,3}DOC\d{1,2})*$/i
const ENDING = /[.!?。！？]$/u

/** Reads which of so many documents a claim cites. */
export function citedDocuments(claim: string, documents: number): CitedClaim {
  if (documents === 0) return { text: claim, documents: [] }
  const cited = [...claim.matchAll(LABEL)].map(([, number]) => Number(number) - 1)
  const known = [...new Set(cited)].filter((place) => place >= 0 && place < documents)
  const text = withoutLabels(claim.trimEnd())
  // A claim that is nothing but a label says nothing else.
  return { text: /\p{L}/u.test(text) ? text : claim, documents: known.sort((one, other) => one - other) }
}

/** “… is 4 km long [DOC1].” and “… is 4 km long. (DOC1, DOC2)” without what stands in brackets. */
function withoutLabels(claim: string): string {
  const ending = ENDING.exec(claim)?.[0] ?? ''
  let text = claim.slice(0, claim.length - ending.length)
  for (;;) {
    const opening = Math.max(text.lastIndexOf('['), text.lastIndexOf('('))
    if (opening === -1 || !/[\])]$/.test(text) || !LABELS.test(text.slice(opening + 1, -1))) break
    text = text.slice(0, opening).trimEnd()
  }
  return ENDING.test(text) ? text : text + ending
}
