import { type Holder, holdsPosition, type Landscape, meanDistances, type Standing } from '../landscape.ts'
import { type ChoicePorts, chooseText } from '../texts/choose-text.ts'
import type { Draft } from './draft.ts'
import { draftKey } from './draft-key.ts'

/** The distinct drafts of a panel, those that are the same merged, with how central each is. */
export async function gatherDrafts(query: string, holders: Holder[], ports: ChoicePorts): Promise<Draft[]> {
  const texts = holders.map(({ position }) => position.answer)
  const { scores, similarity } = await chooseText(query, texts, ports)
  const keys = texts.map(draftKey)
  const drafts = new Map<string, Draft>()
  holders.forEach(({ seat, position }, index) => {
    const same = drafts.get(keys[index]!)
    if (same !== undefined) {
      same.authors.push(seat.key)
      // A text that another seat wrote to its end is whole.
      if (!position.isCut) delete same.isCut
    } else
      drafts.set(keys[index]!, {
        text: position.answer,
        notes: position.reason,
        authors: [seat.key],
        score: scores[index]!,
        similarity: Object.fromEntries(
          holders.map((other, place) => [
            other.seat.key,
            keys[place] === keys[index] ? 1 : similarity[index]![place]!,
          ]),
        ),
        ...(position.isCut ? { isCut: true } : {}),
      })
  })
  return [...drafts.values()]
}

/** How the drafts relate before anybody has reviewed them: those who wrote the same form a camp. */
export function draftLandscape(drafts: Draft[], standings: Standing[]): Landscape {
  const holders = standings.filter(holdsPosition)
  const byKey = (key: string) => holders.find(({ seat }) => seat.key === key)!
  const disagreement = meanDistances(holders, (mine, other) => {
    const { similarity } = drafts.find(({ authors }) => authors.includes(mine.seat.key))!
    return similarity[other.seat.key]!
  })
  const camps = [...drafts]
    .sort((left, right) => right.score - left.score)
    .map(({ authors }) => ({
      members: authors.map(byKey),
      central: byKey(authors[0]!),
      weight: authors.length,
    }))
  return { camps, disagreement }
}
