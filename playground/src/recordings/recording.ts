import type { EdgeEvent } from '../../../src/client/index.ts'
import cards from '../../recordings/cards.json'

/** What there is to watch: by which name it is opened, what kind of question it is, and what there is to see. */
export const CARDS: Array<Record<'name' | 'kind' | 'question' | 'shows', string>> = cards

/** A run of played models, as `npm run record-page-runs` writes it. */
export interface Recording {
  question: string
  /** What was said before the question. */
  earlier: Array<{ role: string; content: string }>
  /** The day on which the models were played. */
  playedOn: string
  /** Which mistakes the players were told to make. */
  planted: string
  events: EdgeEvent[]
}

const FILES = import.meta.glob<Recording>('../../recordings/runs/*.json', { import: 'default' })

/** Fetches a recording from where the page came from; rejects a name that none has. */
export async function loadRecording(name: string): Promise<Recording> {
  const load = FILES[`../../recordings/runs/${name}.json`]
  if (load === undefined) throw new Error(`There is no recording “${name}”.`)
  return load()
}
