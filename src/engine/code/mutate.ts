import { stableHash } from '../../utils/stable-hash.ts'
import type { Literal } from './literals.ts'

/** Chooses one of so many, always the same for the same seed. */
export type Pick = (many: number) => number

export function picking(seed: string): Pick {
  let drawn = 0
  return (many) => stableHash(`${seed}\0${drawn++}`) % many
}

/** What mutated values must keep to, where the question states limits. */
export interface Limits {
  least: bigint
  most: bigint
  /** Whether texts and lists may be empty, and texts have other characters. */
  isFree: boolean
}

/** The limits of the values in examples: of the numbers seen, where the question states any, otherwise wide. */
export function limitsOf(examples: Literal[], isLimited: boolean): Limits {
  const numbers = examples.flatMap(integersIn)
  const size = numbers.reduce((most, one) => (one > most ? one : -one > most ? -one : most), 15n)
  const least = numbers.reduce((low, one) => (one < low ? one : low), 1n)
  return { least: isLimited ? least : -2n * size, most: 2n * size, isFree: !isLimited }
}

function integersIn(value: Literal): bigint[] {
  if (value.type === 'int') return [value.value]
  if (value.type === 'dict') return value.entries.flat().flatMap(integersIn)
  return 'items' in value ? value.items.flatMap(integersIn) : []
}

const WORDS = ['a', 'abc', 'Hello World', '12', 'Žluť 1'].map(textOf)
const LISTS = [['1'], ['3', '1', '2'], ['5', '5'], ['-4', '0', '-4']].map((items) =>
  items.map((one) => intOf(BigInt(one))),
)

/** Another value of the same type. */
export function mutated(value: Literal, pick: Pick, limits: Limits): Literal {
  const within = (items: Literal[]) => (items.length === 0 && !limits.isFree ? null : items)
  switch (value.type) {
    case 'none':
      return value
    case 'bool':
      return { type: 'bool', value: !value.value }
    case 'int': {
      const one = value.value
      const others = [
        one + 1n,
        one - 1n,
        0n,
        1n,
        -1n,
        2n,
        one * 2n,
        -one,
        7n,
        12n,
        one + 2n + BigInt(pick(8)),
      ]
      const other = others[pick(others.length)]!
      if (other >= limits.least && other <= limits.most) return intOf(other)
      const span = limits.most - limits.least > 22n ? 22n : limits.most - limits.least
      return intOf((limits.least > -3n ? limits.least : -3n) + BigInt(pick(Number(span) + 1)))
    }
    case 'float': {
      const one = value.value
      const others = [one + 0.5, -one, 0, one * 2, Math.round(one), one / 3, 1.5, 100.25]
      return { type: 'float', value: others[pick(others.length)]! }
    }
    case 'text':
      return textOf(otherText(value.value, pick, limits.isFree))
    case 'dict': {
      const { entries } = value
      if (entries.length === 0) return { type: 'dict', entries: [[textOf('a'), intOf(1n)]] }
      const place = pick(entries.length)
      const [key, held] = entries[place]!
      const other: [Literal, Literal] =
        pick(2) === 0 ? [key, mutated(held, pick, limits)] : [mutated(key, pick, limits), held]
      const kept = [entries.with(place, other), entries.slice(0, -1), limits.isFree ? [] : entries.slice(1)]
      return { type: 'dict', entries: kept[pick(3)]! }
    }
  }
  const { type, items } = value
  const place = items.length === 0 ? 0 : pick(items.length)
  const one = () => items.with(place, mutated(items[place]!, pick, limits))
  if (type === 'tuple' && items.length <= 3) return items.length === 0 ? value : { type, items: one() }
  if (items.length === 0) return { type, items: LISTS[pick(LISTS.length)]! }
  const ways = [
    () => items.toReversed(),
    () => [...items, ...items],
    () => within([]),
    () => items.slice(0, 1),
    () => within(items.slice(0, -1)),
    () => items.map((item) => mutated(item, pick, limits)),
    () => within(items.slice(1)),
    () => items.toSpliced(place, 1).toSpliced(pick(items.length), 0, items[place]!),
    () => items.with(place, items[pick(items.length)]!),
  ]
  return { type, items: ways[pick(ways.length + 3)]?.() ?? one() }
}

function otherText(text: string, pick: Pick, isFree: boolean): string {
  if (text === '') return WORDS[pick(WORDS.length)]!.value
  const signs = [...text]
  const [place, other] = [pick(signs.length), pick(signs.length)]
  const words = text.split(' ')
  const ways = [
    () => signs.toReversed().join(''),
    () => text + text,
    () => signs.slice(0, Math.ceil(signs.length / 2)).join(''),
    () => signs.toSpliced(place, 0, signs[other]!).join(''),
    () => signs.with(place, signs[other]!).join(''),
    () => (signs.length > 1 ? signs.toSpliced(place, 1).join('') : text + text),
    () =>
      words.length > 1
        ? words.toReversed().join(' ')
        : signs.toSpliced(place, 1, signs[other]!, signs[place]!).join(''),
    ...(isFree
      ? [() => '', () => signs[0]!, () => swapCase(text), () => `${text} ${text}`, () => `${text}é`]
      : []),
  ]
  return ways[pick(ways.length)]!()
}

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}

export function textOf(value: string): Extract<Literal, { type: 'text' }> {
  return { type: 'text', value }
}

export function intOf(value: bigint): Literal {
  return { type: 'int', value }
}
