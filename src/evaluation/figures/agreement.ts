import type { Answered } from '../answered.ts'

/** How often two members give the same answer, of the questions that both answer and that were compared; null for none. */
export function agreementMatrix(answered: Answered[], members: string[]): Array<Array<number | null>> {
  const [same, both] = [grid(members.length), grid(members.length)]
  const placeOf = new Map(members.map((member, place) => [member, place]))
  for (const { groups } of answered) {
    const places = groups.map((group) => group.map((member) => placeOf.get(member)!))
    const all = places.flat()
    for (const one of all) for (const other of all) both[one]![other]!++
    for (const group of places) for (const one of group) for (const other of group) same[one]![other]!++
  }
  return same.map((row, one) =>
    row.map((count, other) => (both[one]![other] ? count / both[one]![other]! : null)),
  )
}

function grid(size: number): number[][] {
  return Array.from({ length: size }, () => new Array<number>(size).fill(0))
}
