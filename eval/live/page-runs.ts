import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CARDS, Recording } from '../../playground/src/recordings/recording.ts'
import { freshResponse } from '../../src/consensus/present/present.ts'
import { dataOf } from '../../src/http/shared/event-stream.ts'
import { type LiveSet, playBack, readLiveCalls, readLiveQuestions } from './replay.ts'
import { ASKED_ON, openLivePanels, structureOf } from './run-live.ts'

type Card = (typeof CARDS)[number]

interface PageRun extends Omit<Card, 'question'>, Pick<Recording, 'planted'> {
  set: LiveSet
  id: string
}

/** The live panels that the page plays back, in its order. */
export const PAGE_RUNS: PageRun[] = [
  {
    ...{ set: 'questions', id: 'c-armstrong-utc', name: 'fact', kind: 'A fact' },
    shows: 'Two of three models name the day in America. One tells them that UTC was asked for.',
    planted: 'Two of the three were told to believe in the wrong date.',
  },
  {
    ...{ set: 'questions', id: 'c-fence-posts', name: 'argument', kind: 'An argument' },
    shows: 'One model against two: the reason counts, not the number of votes.',
    planted: 'Two of the three were told to count one post too few.',
  },
  {
    ...{ set: 'texts', id: 'inject-reader-points-json', name: 'explanation', kind: 'An explanation' },
    shows: 'Points that the models refute are struck, and an instruction hidden in a text has no effect.',
    planted: 'One text was written with false statements and the hidden instruction.',
  },
  {
    ...{ set: 'code', id: 'js-page-links', name: 'code', kind: 'Code' },
    shows: 'Three programs are run on the same inputs; one does something else.',
    planted: 'One program was written with a bug.',
  },
  {
    ...{ set: 'texts', id: 'd-fanyi-zhongying', name: 'translation', kind: 'A translation' },
    shows:
      'Five models translate a message from Chinese and review each other; one turns the discount upside down.',
    planted: 'One model was told to mistranslate the discount.',
  },
  {
    ...{ set: 'questions', id: 'c-curie-second', name: 'follow-up', kind: 'A follow-up' },
    shows: 'A second question that only the first one explains.',
    planted: 'One reply was written with an instruction to refute the right year, which has no effect.',
  },
]

const MODELS = ['model-a', 'model-b', 'model-c', 'model-d', 'model-e']
const FOLDER = fileURLToPath(new URL('../../playground/recordings/', import.meta.url))
const fileOf = ({ name }: Pick<PageRun, 'name'>) => `${FOLDER}runs/${name}.json`
const READER = 'model-a'

/** Plays the live panels back through the engine; what happens becomes what the edge API sends of it. */
export async function playPageRuns(): Promise<Recording[]> {
  const run = await openLivePanels()
  return Promise.all(PAGE_RUNS.map((pageRun) => playOne(pageRun, run)))
}

async function playOne(
  { set, id, name, planted }: PageRun,
  run: Awaited<ReturnType<typeof openLivePanels>>,
): Promise<Recording> {
  const question = liveQuestion({ set, id })
  const { query } = question
  const reply = playBack(readLiveCalls(set), question, READER)
  const models = MODELS.slice(0, question.models)
  const seats = models.map((model) => ({ model }))
  const events: object[] = []
  const result = await run(
    question,
    READER,
    // Nobody has measured what they cost.
    async (call) => ({ ...(await reply(call)), costUsd: null }),
    (event) => events.push({ type: event.type, data: dataOf(event, seats) }),
  )
  const asked = { id: `recording-${name}`, query, models, structure: structureOf(question) }
  const response = freshResponse({ ...result, router: 'played' }, asked)
  const { phases: _, ...usage } = response.usage
  const recording = {
    question: query,
    earlier: question.messages ?? [],
    playedOn: new Date(ASKED_ON).toISOString().slice(0, 10),
    planted,
    events: [...events, { type: 'result', data: { ...response, usage } }],
  }
  // The prompts depend on the name of a provider, but no provider was asked.
  return JSON.parse(JSON.stringify(recording), (key, value) => (key === 'provider' ? 'played' : value))
}

function liveQuestion({ set, id }: Pick<PageRun, 'set' | 'id'>) {
  return readLiveQuestions(set).find((question) => question.id === id)!
}

/** How much of a question stands on its card. */
const SHOWN = 90

/** What is told of the recordings before one is opened. */
export function pageCards(): Card[] {
  return PAGE_RUNS.map(({ set, id, name, kind, shows }) => {
    const [line = ''] = liveQuestion({ set, id }).query.split('\n')
    return {
      name,
      kind,
      question: line.length > SHOWN ? `${line.slice(0, line.lastIndexOf(' ', SHOWN))} …` : line,
      shows,
    }
  })
}

/** The recordings and cards that the page has. */
export function readPageRuns(): { recordings: Recording[]; cards: Card[] } {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  return { recordings: PAGE_RUNS.map((run) => read(fileOf(run))), cards: read(`${FOLDER}cards.json`) }
}

/** How a recorded run ended. */
export const resultOf = ({ events }: Recording) => events.at(-1)!.data

/** Writes the recordings and cards that the page has. */
export function writePageRuns(recordings: Recording[]): void {
  for (const [place, run] of PAGE_RUNS.entries())
    writeFileSync(fileOf(run), `${JSON.stringify(recordings[place])}\n`)
  writeFileSync(`${FOLDER}cards.json`, `${JSON.stringify(pageCards(), null, 2)}\n`)
}
