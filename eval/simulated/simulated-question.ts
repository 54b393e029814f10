import type { Anchor } from '../../src/contract/axiom.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { chance, pick } from './chance.ts'

/** One answer in several wordings, with the claim that supports it. */
export interface SimulatedAnswer {
  forms: string[]
  claim: string
}

/** A question whose answer the simulation knows. */
export interface SimulatedQuestion {
  query: string
  /** The truth first, then the popular mistake, then mistakes that nobody shares. */
  answers: SimulatedAnswer[]
  /** An axiom that supports the truth, found at its level; null if there is none. */
  axiom: Anchor | null
}

export const TRUTH = 0
export const POPULAR_MISTAKE = 1

const ANSWERS = 6
const PLACES = ['Arlen', 'Brede', 'Corvin', 'Dunmore', 'Elst', 'Farrow', 'Gale', 'Hartwick']
const GIVEN_NAMES = ['Ada', 'Bruno', 'Clara', 'Dmitri', 'Elsa', 'Fritz', 'Greta', 'Hugo']
const FAMILY_NAMES = ['Abbott', 'Brook', 'Castle', 'Draper', 'Ellery', 'Foster', 'Garner', 'Holm']
const HIDING_PLACES = [
  'under the floor of the mill',
  'behind the altar of the chapel',
  'inside a barrel of salted herring',
  'beneath the roots of an oak',
  'among the rafters of the barn',
  'below the third step of the well',
]

const KINDS: Array<(seed: string) => Pick<SimulatedQuestion, 'query'> & { forms: string[][] }> = [
  (seed) => ({
    query: `How many lanterns hang in the hall of ${pick(PLACES, seed, 'place')}?`,
    forms: shuffled(
      Array.from({ length: ANSWERS }, (_, place) => 20 + place * 7 + Math.floor(chance(seed, place) * 6)),
      seed,
    ).map((count) => [`${count}`, `There are ${count} of them`]),
  }),
  (seed) => {
    const families = shuffled(FAMILY_NAMES, seed)
    return {
      query: `Who built the clock tower of ${pick(PLACES, seed, 'place')}?`,
      forms: shuffled(GIVEN_NAMES, seed)
        .slice(0, ANSWERS)
        .map((given, place) => `${given} ${families[place]}`)
        .map((name) => [name, `It was built by ${name} in the end`]),
    }
  },
  (seed) => ({
    query: `Where was the ledger of ${pick(PLACES, seed, 'place')} found?`,
    forms: shuffled(HIDING_PLACES, seed).map((place) => [place, `It was found ${place}`]),
  }),
]

/** The question for a seed: it asks for a number, a name or a place; in the given share, an axiom supports the truth. */
export function simulatedQuestion(seed: string, axiomShare: number): SimulatedQuestion {
  const { query, forms } = pick(KINDS, seed, 'kind')(seed)
  const answers = forms.map((wordings, place) => ({
    forms: wordings,
    claim: `${place === TRUTH ? 'A ledger' : `Hearsay ${place}`} kept in archive ${place + 1} tells of it`,
  }))
  const level = 2 + Math.floor(chance(seed, 'level') * 3)
  const axiom = { id: 'simu-0001', axiom: `A law of archives speaks for it`, level, relevance: 0.9 }
  return { query, answers, axiom: chance(seed, 'axiom') < axiomShare ? axiom : null }
}

/** The index of the answer that a text gives; -1 for none. */
export function answerGiven({ answers }: SimulatedQuestion, text: string): number {
  return answers.findIndex(({ forms }) => forms.includes(text))
}

function shuffled<Item extends number | string>(items: readonly Item[], seed: string): Item[] {
  return stableShuffle([...items], String, seed)
}
