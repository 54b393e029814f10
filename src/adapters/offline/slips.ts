import { stableHash } from '../../engine/stable-hash.ts'

/** How often the contrarian errs on purpose. */
export const SLIP_RATE = 0.8

/** Whether a contrarian of this name errs on this question; the same each time it is asked. */
export function slipsOn(model: string, question: string): boolean {
  return stableHash(`${question}|${model}`) / 2 ** 32 < SLIP_RATE
}

/** An answer got wrong the way people do: a forgotten carry, a lost power of ten, yes for no. */
export function garble(answer: string): string {
  if (/^yes$/i.test(answer)) return 'no'
  if (/^no$/i.test(answer)) return 'yes'
  if (/\^-?\d+/.test(answer))
    return answer.replace(/\^(-?)(\d+)/, (_, sign, power) => `^${sign}${Number(power) + 1}`)
  const last = /\d(?=\D*$)/.exec(answer)
  if (last === null) return answer
  const end = last.index + 1
  const number = /(?<![\d ,.])[ ,.]*(\d[\d ,.]*)$/.exec(answer.slice(0, end))?.[1] ?? last[0]
  return answer.slice(0, end - number.length) + forgetCarry(number) + answer.slice(end)
}

/** Takes one from the last digit but one, as a forgotten carry does; from a lone digit, one. */
function forgetCarry(number: string): string {
  const places = [...number.matchAll(/\d/g)].map(({ index }) => index)
  const place = places.at(-2) ?? places[0] ?? 0
  const digit = Number(number[place])
  return `${number.slice(0, place)}${(digit + 9) % 10}${number.slice(place + 1)}`
}
