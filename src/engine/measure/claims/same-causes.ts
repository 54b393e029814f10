import { contentWords } from '../../../language/words.ts'

/** Cause first: “smoking causes cancer”. Effect first: “cancer is caused by smoking”, “cancer, because of smoking”. */
const CAUSE_FIRST =
  /\b(?:causes?|caused(?! by)|leads? to|led to|result(?:s|ed)? in|produces?|triggers?|drives?|makes?|made(?! by))\b/i
const EFFECT_FIRST =
  /\b(?:because(?: of)?|due to|owing to|(?:caused|produced|triggered|driven|made) by|result(?:s|ed)? from|comes? from)\b/i
const OPENS = /^because(?: of)?\b/i

interface Causation {
  cause: Set<string>
  effect: Set<string>
}

/** Whether two claims do not exchange cause and effect; true where one of them names no cause. */
export function sameCauses(left: string, right: string): boolean {
  const [one, other] = [causationIn(left), causationIn(right)]
  if (one === null || other === null) return true
  return !(isShared(one.cause, other.effect, other.cause) && isShared(one.effect, other.cause, other.effect))
}

/** Whether words of one side are on the opposite side of the other claim, and not on the same. */
function isShared(side: Set<string>, opposite: Set<string>, same: Set<string>): boolean {
  return [...side].some((word) => opposite.has(word) && !same.has(word))
}

function causationIn(text: string): Causation | null {
  const plain = text.trim()
  if (OPENS.test(plain)) {
    const comma = plain.indexOf(',')
    return comma === -1 ? null : sidesOf(plain.slice(0, comma), plain.slice(comma))
  }
  const effectFirst = EFFECT_FIRST.exec(plain)
  if (effectFirst !== null)
    return sidesOf(plain.slice(effectFirst.index + effectFirst[0].length), plain.slice(0, effectFirst.index))
  const causeFirst = CAUSE_FIRST.exec(plain)
  if (causeFirst === null) return null
  return sidesOf(plain.slice(0, causeFirst.index), plain.slice(causeFirst.index + causeFirst[0].length))
}

function sidesOf(cause: string, effect: string): Causation {
  return { cause: new Set(contentWords(cause)), effect: new Set(contentWords(effect)) }
}
