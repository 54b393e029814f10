const SHORT_REPLY = 200
const IS_COMPLETE = /[.!?…。]["'”’)\]*$}\s]*$/
const LAST_WORDS = 60
const STUCK = 3

/**
 * Whether a reply breaks off in mid-sentence or repeats itself endlessly: what it said until then is not a conclusion.
 */
export function isCutOff(prose: string): boolean {
  return prose.length >= SHORT_REPLY && (!IS_COMPLETE.test(prose) || isStuck(prose))
}

function isStuck(prose: string): boolean {
  const words = prose.trimEnd().slice(-LAST_WORDS)
  let from = 0
  for (let times = 0; times < STUCK; times++) {
    const found = prose.indexOf(words, from)
    if (found === -1) return false
    from = found + words.length
  }
  return true
}
