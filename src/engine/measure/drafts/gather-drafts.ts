import { type Holder, holdsPosition, type Landscape, meanDistances, type Standing } from '../landscape.ts'
import { type ChoicePorts, chooseText } from '../texts/choose-text.ts'
import { type Draft, jsonLayout, layoutOf } from './draft.ts'

interface GatheringPorts extends ChoicePorts {
  /** Whether the drafts are JSON. */
  isJson: boolean
}

/** The distinct drafts of a panel, those that are equal apart from their layout merged, with how central each is. */
export async function gatherDrafts(
  query: string,
  holders: Holder[],
  { isJson, ...ports }: GatheringPorts,
): Promise<Draft[]> {
  const texts = holders.map(({ position }) => position.answer)
  const { scores, similarity } = await chooseText(query, texts, ports)
  const layouts = texts.map(isJson ? jsonLayout : layoutOf)
  const drafts = new Map<string, Draft>()
  holders.forEach(({ seat, position }, index) => {
    const layout = layouts[index]!
    const same = drafts.get(layout)
    if (same !== undefined) {
      same.authors.push(seat.key)
      // A text that another seat wrote to its end is whole.
      if (!position.isCut) delete same.isCut
    } else
      drafts.set(layout, {
        text: position.answer,
        explanation: position.reason,
        authors: [seat.key],
        score: scores[index]!,
        similarity: Object.fromEntries(
          holders.map((other, place) => [
            other.seat.key,
            layouts[place] === layout ? 1 : similarity[index]![place]!,
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
