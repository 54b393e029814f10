/** A claim without the labels at its end, and the places of the documents that it cites. */
export interface CitedClaim {
  text: string
  documents: number[]
}

const LABEL = /(?<![\p{L}\p{N}])DOC(\d{1,2})(?!\p{N})/giu
/** “… is 4 km long [DOC1].”, “… is 4 km long. (DOC1, DOC2)” */
const AT_END = /[ \t]{0,3}(?:[[(]DOC\d{1,2}(?:[ ,;]{1,3}DOC\d{1,2}){0,19}[\])] ?){1,20}(?=[.!?。！？]?$)/iu

/** Reads which of so many documents a claim cites. */
export function citedDocuments(claim: string, documents: number): CitedClaim {
  if (documents === 0) return { text: claim, documents: [] }
  const cited = [...claim.matchAll(LABEL)].map(([, number]) => Number(number) - 1)
  const known = [...new Set(cited)].filter((place) => place >= 0 && place < documents)
  const text = claim.trimEnd().replace(AT_END, '')
  // A claim that is nothing but a label says nothing else.
  return { text: /\p{L}/u.test(text) ? text : claim, documents: known.sort((one, other) => one - other) }
}
