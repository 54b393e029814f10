import { stableHash } from '../../../src/utils/stable-hash.ts'
import type { Literal } from './literals.ts'

/** Chooses one of several, always the same for the same seed. */
export type Pick = <Item>(items: readonly Item[]) => Item

/** A choice that only looks random. */
export function picking(seed: string): Pick {
  let drawn = 0
  return (items) => items[stableHash(`${seed}\0${drawn++}`) % items.length]!
}

/** What mutated values keep to: where the question states limits, the numbers seen, and nothing that is empty. */
export interface Limits {
  least: bigint
  most: bigint
  isFree: boolean
}

/** The limits of values like these. */
export function limitsOf(examples: Literal[], isLimited: boolean): Limits {
  const numbers = examples.flatMap(integersIn)
  const most = numbers.reduce((high, one) => (one > high ? one : -one > high ? -one : high), 15n) * 2n
  const least = numbers.reduce((low, one) => (one < low ? one : low), 1n)
  return { least: isLimited ? least : -most, most, isFree: !isLimited }
}

function integersIn(value: Literal): bigint[] {
  if (typeof value === 'bigint') return [value]
  return isCollection(value) ? [...value.items, ...(value.held ?? [])].flatMap(integersIn) : []
}

function isCollection(value: Literal) {
  return value !== null && typeof value === 'object'
}

/** Another value of the same type. */
export function mutated(value: Literal, pick: Pick, limits: Limits): Literal {
  const other = (one: Literal) => mutated(one, pick, limits)
  if (value === null) return value
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number')
    return pick([value + 0.5, -value, 0, value * 2, Math.round(value), value / 3, 1.5, 100.25])
  if (typeof value === 'string') return otherText(value, pick, limits)
  if (typeof value === 'bigint') {
    const one = pick([
      value + 1n,
      value - 1n,
      0n,
      1n,
      -1n,
      2n,
      value * 2n,
      -value,
      7n,
      12n,
      value + pick([3n, 5n, 9n]),
    ])
    return one < limits.least
      ? limits.least
      : one > limits.most
        ? pick([0n, 1n, 5n, 13n]) + limits.least
        : one
  }
  const { items, held } = value
  if (items.length === 0) {
    const filled = pick<Literal[]>([[1n], [3n, 1n, 2n], [5n, 5n], [-4n, 0n]])
    return held === null ? { ...value, items: filled } : { ...value, items: ['a'], held: [1n] }
  }
  const place = pick([...items.keys()])
  const changed = { ...value, items: items.with(place, other(items[place]!)) }
  if (held !== null) {
    const [less, fewer] = [items.toSpliced(place, 1), held.toSpliced(place, 1)]
    return pick([
      changed,
      { ...value, held: held.with(place, other(held[place]!)) },
      { ...value, items: less, held: fewer },
    ])
  }
  if (value.open === '(' && items.length <= 3) return changed
  const ways = [
    () => items.toReversed(),
    () => [...items, ...items],
    () => (limits.isFree ? [] : [...items, items[place]!]),
    () => items.slice(0, 1),
    () => items.slice(0, Math.max(1, items.length - 1)),
    () => items.map(other),
    () => items.slice(items.length > 1 || limits.isFree ? 1 : 0),
    () => items.with(place, items[0]!).with(0, items[place]!),
    () => items.with(place, pick(items)),
    ...[1, 2].map(() => () => changed.items),
  ]
  return { ...value, items: pick(ways)() }
}

function otherText(text: string, pick: Pick, { isFree }: Limits): string {
  if (text === '') return pick(['a', 'abc', 'Hello World', '12', 'Žluť 1'])
  const signs = [...text]
  const place = pick([...signs.keys()])
  const words = text.split(' ')
  return pick([
    signs.toReversed().join(''),
    text + text,
    signs.slice(0, Math.ceil(signs.length / 2)).join(''),
    signs.toSpliced(place, 0, pick(signs)).join(''),
    signs.with(place, pick(signs)).join(''),
    signs.length > 1 ? signs.toSpliced(place, 1).join('') : text + text,
    words.length > 1 ? words.toReversed().join(' ') : signs.toSorted().join(''),
    ...(isFree ? ['', signs[0]!, text.toUpperCase(), text.toLowerCase(), ` ${text} é`] : []),
  ])
}
