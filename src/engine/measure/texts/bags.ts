/** A multiset of things, such as words or pairs of words: their hashes in ascending order, repeated as often as they occur. */
export type Bag = Uint32Array

/** The hashes of runs of `length` neighbours as a bag. */
export function bagOfRuns(hashes: ArrayLike<number>, length: number): Bag {
  const runs = new Uint32Array(Math.max(0, hashes.length - length + 1))
  for (let start = 0; start < runs.length; start++) {
    let hash = 0
    for (let place = 0; place < length; place++) hash = mix(hash, hashes[start + place]!)
    runs[start] = hash
  }
  return runs.sort()
}

/** A bag of hashes without their order. */
export function bagOf(hashes: Iterable<number>): Bag {
  return Uint32Array.from(hashes).sort()
}

/** The number of things that two bags have in common. */
export function sharedBy(left: Bag, right: Bag): number {
  let shared = 0
  let [one, other] = [0, 0]
  while (one < left.length && other < right.length) {
    const difference = left[one]! - right[other]!
    if (difference === 0) shared++
    if (difference <= 0) one++
    if (difference >= 0) other++
  }
  return shared
}

/** A bag with every thing once. */
export function distinctOf(bag: Bag): Bag {
  return bag.filter((hash, place) => place === 0 || hash !== bag[place - 1])
}

function mix(hash: number, next: number): number {
  const mixed = Math.imul(hash ^ next, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
