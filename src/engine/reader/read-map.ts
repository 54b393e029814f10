import { type ClaimType, FindingProblem, type TextFinding } from '../../contract/claims.ts'
import { sentencesIn } from '../../language/sentences.ts'
import { MOST_POINTS, type Point, type Stance } from '../measure/points.ts'
import type { ShownText } from '../panel/brief.ts'
import { passageAt, quoteOf } from '../reading/citations.ts'
import { labelIn, listIn, listsIn, objectsIn, property, textAt, textOf } from '../reading/reply-fields.ts'
import { cutText } from '../reading/reply-text.ts'

/** How many points that no text makes are put to a panel besides. */
const MOST_GAPS = 2
const LONGEST_POINT = 500
/** The rest of a longer list is not read. */
const MOST_LISTED = 100

/** What a text says of a point, by the label of the text. */
type MappedStance = Omit<Stance, 'seat'> & { label: string }

export interface MappedPoint extends Pick<Point, 'text' | 'type' | 'isCentral' | 'isGap'> {
  stances: MappedStance[]
}

export interface TextMap {
  points: MappedPoint[]
  /** Which texts give the same answer, the largest group first; empty where the reader does not say so of all. */
  groups: AnswerGroup[]
  /** How many sentences the reader cites, and how many of them do not exist. */
  citations: { given: number; missing: number }
}

/** The points of texts, as a reader lists them; null if the reading is unreadable, or cites no sentence that exists. */
export function readMap(text: string, texts: ShownText[]): TextMap | null {
  for (const fields of objectsIn(text)) {
    const listed = fields.get('points')
    if (!Array.isArray(listed)) continue
    const citations = { given: 0, missing: 0 }
    const find = passagesOf(texts)
    const read = listed.slice(0, MOST_LISTED).flatMap((item) => pointIn(item, find, citations))
    const points = distinct(read).filter(({ stances }) => stances.length > 0)
    if (points.length === 0) continue
    const groups = answersIn(fields.get('answers'), texts)
    const answered = withAnswers(points, groups).slice(0, MOST_POINTS)
    return { points: [...answered, ...gapsIn(fields.get('gaps'))], groups, citations }
  }
  return null
}

/** Finds the words that a citation names, and the label of their text; null where there is no such sentence. */
function passagesOf(texts: ShownText[]): (citation: string) => { label: string; quote: string } | null {
  const sentences = new Map(texts.map(({ label, text }) => [label, sentencesIn(text)]))
  const wordsOf = new Map(texts.map(({ label, text }) => [label, text]))
  return (citation) => {
    const cited = passageAt(citation, sentences)
    return cited && { label: cited.label, quote: quoteOf(wordsOf.get(cited.label)!, cited) }
  }
}

function pointIn(
  item: unknown,
  find: ReturnType<typeof passagesOf>,
  citations: TextMap['citations'],
): MappedPoint[] {
  const text = cutText(textAt(item, 'text'), LONGEST_POINT)
  if (text === '') return []
  const stances: MappedStance[] = []
  for (const says of [true, false])
    for (const citation of listIn(property(item, says ? 'says' : 'denies')).slice(0, MOST_LISTED)) {
      const found = find(textOf(citation))
      citations.given++
      if (found === null) citations.missing++
      else if (!stances.some(({ label }) => label === found.label)) stances.push({ ...found, says })
    }
  const isCentral = textAt(item, 'type').endsWith('!')
  return [{ text, type: typeIn(item), isCentral, isGap: false, stances }]
}

function typeIn(item: unknown): ClaimType {
  const type = textAt(item, 'type').toLowerCase().replace('!', '').trim()
  return type === 'judgement' || type === 'advice' ? type : 'fact'
}

/** Points that are word for word the same once. */
function distinct(points: MappedPoint[]): MappedPoint[] {
  return points.filter(
    ({ text }, place) => points.findIndex((one) => one.text.toLowerCase() === text.toLowerCase()) === place,
  )
}

/** What the user needs and no text says; it is examined like any other point. */
function gapsIn(listed: unknown): MappedPoint[] {
  return listIn(listed)
    .map((item): MappedPoint => {
      const said = typeof item === 'string' ? item : property(item, 'text')
      const text = cutText(textOf(said), LONGEST_POINT)
      return { text, type: typeIn(item), isCentral: false, isGap: true, stances: [] }
    })
    .filter(({ text }) => text !== '')
    .slice(0, MOST_GAPS)
}

export interface AnswerGroup {
  answer: string
  labels: string[]
}

/** The main answers, each with the texts that give it; the largest group first. Empty where the reader does not say so of all. */
function answersIn(listed: unknown, texts: ShownText[]): AnswerGroup[] {
  const labels = texts.map(({ label }) => label)
  const groups = listIn(listed).map((item): AnswerGroup => {
    const named = listIn(property(item, 'replies')).map(textOf)
    return {
      answer: cutText(textAt(item, 'answer'), LONGEST_POINT),
      labels: named.flatMap((name) => labelIn(name, labels) ?? []),
    }
  })
  const named = groups.flatMap((group) => group.labels)
  const isWhole = named.length === labels.length && new Set(named).size === labels.length
  if (!isWhole) return []
  return groups
    .filter((group) => group.labels.length > 0)
    .sort((one, other) => other.labels.length - one.labels.length)
}

/**
 * Where the one-line answers differ, that is itself a central point: one that texts deny; else one that only texts of one
 * group make, which the others deny; else the answer of the largest group becomes one.
 */
function withAnswers(points: MappedPoint[], [largest, ...others]: AnswerGroup[]): MappedPoint[] {
  if (largest === undefined || others.length === 0 || largest.answer === '') return points
  const groups = [largest, ...others]
  const isDivided = ({ isCentral, stances }: MappedPoint) => isCentral && stances.some(({ says }) => !says)
  if (points.some(isDivided)) return points
  const parting = points.find(({ isCentral, stances }) => isCentral && groupOf(stances, groups) !== undefined)
  if (parting !== undefined) {
    const own = groupOf(parting.stances, groups)!
    const denying = groups.filter((group) => group !== own).flatMap(({ labels }) => labels)
    const denied = [...parting.stances, ...denying.map(stanceOf(false))]
    return points.map((point) => (point === parting ? { ...point, stances: denied } : point))
  }
  const answer: MappedPoint = {
    text: largest.answer,
    type: 'judgement',
    isCentral: true,
    isGap: false,
    stances: [
      ...largest.labels.map(stanceOf(true)),
      ...others.flatMap(({ labels }) => labels.map(stanceOf(false))),
    ],
  }
  return [answer, ...points]
}

/** The stance of a text of which only its one-line answer tells. */
function stanceOf(says: boolean): (label: string) => MappedStance {
  return (label) => ({ label, says, quote: null })
}

/** The group to which all texts with a stance belong; undefined for none. */
function groupOf(stances: MappedStance[], groups: AnswerGroup[]): AnswerGroup | undefined {
  return groups.find(({ labels }) => stances.every(({ label }) => labels.includes(label)))
}

const MOST_FINDINGS = 16
const LONGEST_WHY = 500

/** What a checker objects to in a text, in the sentences that exist; null if its reply is unreadable. */
export function readFindings(reply: string, text: string): TextFinding[] | null {
  const [listed] = listsIn(reply, 'findings')
  if (listed === undefined) return null
  const sentences = new Map([['', sentencesIn(text)]])
  return listed.slice(0, MOST_FINDINGS).flatMap((item): TextFinding[] => {
    const passage = passageAt(textAt(item, 'sentence'), sentences)
    const named = textAt(item, 'problem').toLowerCase()
    const problem = FindingProblem.options.find((one) => one === named)
    if (passage === null || problem === undefined) return []
    const quote = text.slice(passage.start, passage.end)
    return [{ quote, problem, why: cutText(textAt(item, 'why'), LONGEST_WHY) }]
  })
}
