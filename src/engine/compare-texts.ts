import type { ComparedPoint, PointStatus } from '../contract/check.ts'
import type { Usage } from '../contract/deliberation.ts'
import { StrettoError } from '../contract/error-codes.ts'
import type { DeliberationEvent, DeliberationPorts, DeliberationRequest, Run } from './deliberation.ts'
import { mappedTexts } from './hearing/map-texts.ts'
import { problemOf, reasonsOf } from './hearing/quorum.ts'
import type { Standing } from './measure/divergence.ts'
import type { Point } from './measure/points.ts'
import { readersOf } from './reader/ask-reader.ts'
import { beginRun, throwIfCancelled } from './run.ts'

/** A text that the caller has, and who says it. */
export interface GivenText {
  name: string
  text: string
}

/** What some texts have in common, and where they differ. */
export interface ComparedTexts {
  groups: Array<{ answer: string; names: string[] }>
  points: ComparedPoint[]
  usage: Usage
  warnings: string[]
}

/** Lets a model of a panel list the points of texts that others wrote; nobody judges who is right. */
export async function compareTexts(
  request: DeliberationRequest,
  texts: GivenText[],
  ports: DeliberationPorts,
): Promise<ComparedTexts> {
  const failures: Failure[] = []
  const onEvent = (event: DeliberationEvent) => {
    if (event.type === 'reading-received' && event.error !== null) failures.push(event as Failure)
    ports.onEvent(event)
  }
  const run = beginRun(request, { ...ports, onEvent })
  try {
    const readers = readersOf(run)
    run.spiral = { ...run.spiral, standings: texts.map(standingOf) }
    const mapped = await mappedTexts(run, readers)
    throwIfCancelled(run)
    if (mapped === null) throw unread(run, failures)
    const { usage, costWarnings = [], readingWarnings = [] } = run.spiral
    return {
      groups: mapped.groups.map(({ answer, seats }) => ({ answer, names: namesAt(seats, texts) })),
      points: mapped.pointList.points.flatMap((entry) => pointOf(entry, texts)),
      usage,
      warnings: [...costWarnings, ...readingWarnings],
    }
  } finally {
    run.end()
  }
}

/** A text as what a seat stands for that is never asked. */
function standingOf({ name, text }: GivenText, place: number): Standing {
  const seat = { key: String(place), name, provider: 'given', model: name, temperature: 0 }
  return { seat, position: { answer: text, reason: text }, residual: null }
}

function namesAt(keys: string[], texts: GivenText[]): string[] {
  return texts.filter((_, place) => keys.includes(String(place))).map(({ name }) => name)
}

/** A point with the texts in whose words it stands; nothing for one that is only inferred from different answers. */
function pointOf({ text, type, isCentral, isGap, stances }: Point, texts: GivenText[]): ComparedPoint[] {
  const quotes = stances.flatMap(({ seat, says, quote }) => {
    const stance: 'says' | 'denies' = says ? 'says' : 'denies'
    return quote === null ? [] : [{ name: texts[Number(seat)]!.name, stance, quote }]
  })
  if (quotes.length === 0 && !isGap) return []
  const names = texts.map(({ name }) => name)
  const taking = (stance: 'says' | 'denies') =>
    names.filter((name) => quotes.some((quote) => quote.name === name && quote.stance === stance))
  const [says, denies] = [taking('says'), taking('denies')]
  const silent = names.filter((name) => !says.includes(name) && !denies.includes(name))
  const status = isGap ? 'missing' : statusOf(says.length, denies.length, texts.length)
  return [{ text, type, central: isCentral, status, says, denies, silent, quotes }]
}

function statusOf(says: number, denies: number, all: number): PointStatus {
  if (denies > 0) return 'disputed'
  if (says === all) return 'agreed'
  return says > 1 ? 'partial' : 'single'
}

type Failure = Extract<DeliberationEvent, { type: 'reading-received' }> & { error: object }

/** The error where no model could read the texts, with the reasons. */
function unread({ request }: Run, failures: Failure[]): StrettoError {
  const { details, reasons } = reasonsOf(
    failures.map(({ name, error }) => ({ name, problem: problemOf(error) })),
  )
  if (request.deadline.aborted)
    return new StrettoError(
      'deadline_exceeded',
      'The time limit was reached before a model had read the texts.',
      { details },
    )
  const message =
    details.length === 0
      ? 'The budget does not allow a model to read the texts.'
      : `No model could read the texts. ${reasons}`
  return new StrettoError('upstream_error', message, { details })
}
