import type { Anchor } from '../../contract/axiom.ts'
import { LIMITS } from '../../contract/limits.ts'
import { stableShuffle } from '../../utils/stable-hash.ts'
import type { FindAnchors, Run } from '../deliberation.ts'
import { countPoints } from '../measure/dispute.ts'
import { lastRulings, type Point, type PointList } from '../measure/points.ts'
import type { Asked, Background, ChatMessage, ToolCall, ToolStep, Turn } from '../panel/asked.ts'
import type { RuledPoint, RulingReason, ShownDraft, ShownStep, ShownText } from '../panel/brief.ts'
import { cutText } from '../reading/reply-text.ts'

/** The most characters of texts that one prompt holds. */
export const MOST_CHARACTERS = 200_000

/** What was asked, without whatever else stands beside it. */
export function askedOf({ query, criteria, background }: Asked): Asked {
  return background === undefined ? { query, criteria } : { query, criteria, background }
}

/** Texts without their authors, in an order that depends on the seed alone, with a label each. */
export function showTexts(texts: string[], seed: string): ShownText[] {
  return stableShuffle(texts, (text) => text, seed).map((text, place) => ({ label: textLabel(place), text }))
}

/** Drafts with the notes of their authors but not their names, in an order that depends on the seed alone. */
export function showDrafts(drafts: Array<{ text: string; notes: string }>, seed: string): ShownDraft[] {
  const shuffled = stableShuffle(drafts, ({ text }) => text, seed)
  return shuffled.map(({ text, notes }, place) => ({ label: textLabel(place), text, notes }))
}

/** One label for each seat of the largest panel. */
const LETTERS = 'ABCDEFGHIJKLMNOP'
/** Not the letters that options have. */
const ANSWER_LETTERS = 'PQRSTUVWXYZ'

/** The label of a text or draft at a place. */
export function textLabel(place: number): string {
  return LETTERS[place]!
}

/** The label of a reply at a place, as it is shown to a reader. */
export function replyLabel(place: number): string {
  return `R${place + 1}`
}

/** The label of an answer on the table: a letter, with a number once the letters are used up. */
export function answerLabel(place: number): string {
  const letter = ANSWER_LETTERS[place % ANSWER_LETTERS.length]!
  const times = Math.floor(place / ANSWER_LETTERS.length)
  return times === 0 ? letter : `${letter}${times + 1}`
}

/** The label of a point at a place, as it is put to a seat. */
export function pointLabel(place: number): string {
  return `C${place + 1}`
}

/** The label of a document by its place; claims and reasons have labels of one letter, such as D1. */
export function documentLabel(place: number): string {
  return `DOC${place + 1}`
}

const CUT_TEXTS =
  'The replies were too long for one prompt; those who read them saw only the beginning of the longest.'

/**
 * The texts for a prompt that also holds some other characters; where all together are too long, the longest texts are
 * cut.
 */
export function textsWithin(whole: string[], others = 0): { texts: string[]; warnings: string[] } {
  const room = Math.max(MOST_CHARACTERS / 2, MOST_CHARACTERS - others)
  const texts = [...whole]
  const longestFirst = texts
    .map((_, place) => place)
    .sort((one, other) => texts[other]!.length - texts[one]!.length)
  let isCut = false
  for (const place of longestFirst) {
    const total = texts.reduce((sum, text) => sum + text.length, 0)
    if (total <= room) break
    texts[place] = cutText(texts[place]!, Math.max(1, Math.floor(room / texts.length)))
    isCut = true
  }
  return { texts, warnings: isCut ? [CUT_TEXTS] : [] }
}

/** The points of a panel as a writer is shown them: by number, with where the panel stands and why. */
export function ruledPoints(pointList: PointList, seats: string[]): RuledPoint[] {
  return countPoints(pointList, seats).map(({ point, tally, status }, place) => ({
    number: place + 1,
    text: point.text,
    status,
    isGap: point.isGap,
    for: tally.true,
    against: tally.false,
    reasons: reasonsOn(point),
  }))
}

/** What seats last said against a point, and on what it depends according to them. */
export function reasonsOn(point: Point): RulingReason[] {
  return lastRulings(point).flatMap(({ opinion, reason }): RulingReason[] => {
    const isGiven = (opinion === 'false' || opinion === 'depends') && reason !== ''
    return isGiven ? [{ verdict: opinion, text: reason }] : []
  })
}

/** How many axioms a prompt has at most, and how relevant each is at least: others only cost sentences. */
const MOST_ANCHORS = 3
const LEAST_RELEVANCE = 0.85
const DISPUTED_CLAIMS = 8
/** A shorter question may refer to what was said before it. */
const MAY_REFER_BACK = 80

/** The axioms up to a level that are relevant to the question or to a disputed claim. */
export async function gatherAnchors(
  { asked, level, disputed }: { asked: Asked; level: number; disputed: string[] },
  findAnchors: FindAnchors,
): Promise<Anchor[]> {
  const found = await findAnchors({
    levels: Array.from({ length: level }, (_, index) => index + 1),
    texts: [textToAnchor(asked), ...disputed.slice(0, DISPUTED_CLAIMS)],
    limit: MOST_ANCHORS,
  })
  return found.filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
}

/** Axioms with others added that are not among them. */
export function withAnchors(known: Anchor[], found: Anchor[]): Anchor[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...found.filter(({ id }) => !ids.has(id))]
}

/** What axioms are searched for by: “And in total?” finds by itself whatever else has a total. */
function textToAnchor({ query, background }: Asked): string {
  const before = background?.history.findLast(({ role }) => role === 'user')?.text
  if (before === undefined || query.length >= MAY_REFER_BACK) return query
  return `${cutText(before, LIMITS.queryCharacters)}\n${query}`
}

/** What those who judge the steps of a panel must know: what was done since the question, and which tools are called. */
export function shownStep({ request, spiral }: Pick<Run, 'request' | 'spiral'>): ShownStep {
  const { messages, offered } = request.step!
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const called = new Set(
    spiral.standings.flatMap(({ position }) => (position?.calls ?? []).map(({ name }) => name)),
  )
  return {
    turns: turnsOf(messages.slice(asked + 1)),
    tools: offered.tools.filter(({ name }) => called.has(name)),
  }
}

/** What came before the question of a step, for those who rule on it. */
export function stepBackground({ messages }: ToolStep): Background {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const instructions = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  return {
    instructions: instructions.length === 0 ? null : instructions.join('\n\n'),
    history: turnsOf(messages.slice(0, asked)),
    documents: [],
    ...(messages[asked]?.attachments && { attachments: messages[asked].attachments }),
  }
}

/** Calls as they are shown to others: as they were written, without what a schema adds to them. */
export function writtenCalls(calls: ToolCall[]): string {
  return calls.map(({ name, arguments: input }) => `${name}(${input})`).join('\n')
}

/** Messages as they are quoted: what was said, and which tools were called. */
function turnsOf(messages: ChatMessage[]): Turn[] {
  return messages.flatMap(({ role, content, toolCalls = [], attachments }) => {
    if (role === 'system') return []
    const text = [content, writtenCalls(toolCalls)].filter((part) => part !== '').join('\n')
    return [{ role, text, ...(attachments && { attachments }) }]
  })
}
