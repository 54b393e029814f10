import type { IterationEntry } from '../../../contract/deliberation.ts'
import { type Holder, namesOf, type Standing } from '../divergence.ts'
import { type ChoicePorts, chooseText } from '../texts/choose-text.ts'
import { type Draft, draftKey } from './draft.ts'

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

/**
 * How far each draft is from the others on average before anybody has reviewed them, by the key of its author; 1 for the
 * only one.
 */
export function draftDistances(drafts: Draft[]): Map<string, number> {
  const distances = drafts.flatMap(({ authors, similarity }) =>
    authors.map((author): [string, number] => {
      const others = Object.keys(similarity).filter((key) => key !== author)
      const alike = others.reduce((sum, key) => sum + similarity[key]!, 0) / others.length
      return [author, others.length === 0 ? 1 : 1 - alike]
    }),
  )
  return new Map(distances)
}

/** The drafts with those who wrote the same one, the best choice by its text first. */
export function draftClusters(drafts: Draft[], standings: Standing[]): IterationEntry['clusters'] {
  return [...drafts]
    .sort((left, right) => right.score - left.score)
    .map(({ text, authors }) => ({
      answer: text,
      models: namesOf(authors, standings),
      weight: authors.length,
    }))
}
