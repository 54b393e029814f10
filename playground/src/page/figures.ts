export { inSentence as inWords, percent } from '../../../src/contract/trust-in-words.ts'

/** D and its kin, with two decimals. */
export function decimal(value: number): string {
  return value.toFixed(2)
}

/** US dollars, with as many decimals as small amounts need; free is said in words. */
export function dollars(amount: number | null): string {
  if (amount === null) return 'cost unknown'
  if (amount === 0) return '$0'
  if (amount < 0.0001) return 'less than $0.0001'
  const decimals = amount < 0.1 ? 4 : 2
  return `$${amount.toFixed(decimals)}`
}

/** A duration as a clock would show it. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (milliseconds >= 50 && milliseconds < 9950 && milliseconds % 1000 !== 0)
    return `${(milliseconds / 1000).toFixed(1)} s`
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

/** A number with the noun it counts. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
