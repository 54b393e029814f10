import { type ClaimType, FindingProblem, type TextFinding } from '../../contract/claims.ts'
import type { Point, Stance } from '../measure/points.ts'
import type { ShownText } from '../panel/brief.ts'
import { labelIn, listIn, listsIn, objectsIn, property, textAt, textOf } from '../reading/reply-fields.ts'
import { cutText } from '../reading/reply-text.ts'
import { quotationsFrom } from './quotation.ts'

/** The most points that are put to a panel. */
const MOST_POINTS = 16
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
  /** How many quotations the reader gave, and how many of them do not stand in their text. */
  quotations: { given: number; missing: number }
}

/** The points of texts, as a reader lists them; null if the reading is unreadable, or none of its quotations can be found. */
export function readMap(text: string, texts: ShownText[]): TextMap | null {
  for (const fields of objectsIn(text)) {
    const listed = fields.get('points')
    if (!Array.isArray(listed)) continue
    const quotations = { given: 0, missing: 0 }
    const found = new Map(texts.map((one) => [one.label, quotationsFrom(one.text)]))
    const read = listed.slice(0, MOST_LISTED).flatMap((item) => pointIn(item, found, quotations))
    const points = distinct(read).filter(({ stances }) => stances.length > 0)
    if (points.length === 0) continue
    const gaps = gapsIn(fields.get('gaps'))
    const groups = answersIn(fields.get('answers'), fields.get('agree'), texts)
    const answered = withAnswers(points, groups)
    return { points: [...answered, ...gaps].slice(0, MOST_POINTS), groups, quotations }
  }
  return null
}

function pointIn(
  item: unknown,
  texts: ReadonlyMap<string, ReturnType<typeof quotationsFrom>>,
  quotations: TextMap['quotations'],
): MappedPoint[] {
  const text = cutText(textAt(item, 'text'), LONGEST_POINT)
  if (text === '') return []
  const stances: MappedStance[] = []
  const tried = new Set<string>()
  for (const stance of listIn(property(item, 'stances')).slice(0, MOST_LISTED)) {
    const label = labelIn(textAt(stance, 'label'), [...texts.keys()])
    const says = saysIn(textAt(stance, 'stance'))
    if (label === null || says === null || tried.has(label)) continue
    tried.add(label)
    quotations.given++
    const quote = texts.get(label)!(textAt(stance, 'quote'))
    if (quote === null) quotations.missing++
    else stances.push({ label, says, quote })
  }
  const isCentral = property(item, 'central') === true || textAt(item, 'central') === 'true'
  return [{ text, type: typeIn(item), isCentral, isGap: false, stances }]
}

function saysIn(stance: string): boolean | null {
  if (/^says?$/i.test(stance)) return true
  return /^den(?:y|ies)$/i.test(stance) ? false : null
}

function typeIn(item: unknown): ClaimType {
  const type = textAt(item, 'type').toLowerCase()
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

/** Texts that give the same answer in one line. */
export interface AnswerGroup {
  answer: string
  labels: string[]
}

/** The one-line answers of the texts by which of them agree; the largest group first. Empty where the reader does not say so of all. */
function answersIn(answers: unknown, agree: unknown, texts: ShownText[]): AnswerGroup[] {
  const labels = texts.map(({ label }) => label)
  const lineOf = new Map(
    listIn(answers).map((item) => [
      labelIn(textAt(item, 'label'), labels),
      cutText(textAt(item, 'answer'), LONGEST_POINT),
    ]),
  )
  const groups = listIn(agree).map((group) =>
    listIn(group).flatMap((name) => labelIn(textOf(name), labels) ?? []),
  )
  const named = groups.flat()
  const isWhole = named.length === labels.length && new Set(named).size === labels.length
  if (!isWhole) return []
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({ answer: lineOf.get(group[0]!) ?? '', labels: group }))
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

/** What a checker objects to in a text, as far as its quotations stand there; null if its reply is unreadable. */
export function readFindings(reply: string, text: string): TextFinding[] | null {
  const [listed] = listsIn(reply, 'findings')
  if (listed === undefined) return null
  const find = quotationsFrom(text)
  return listed.slice(0, MOST_FINDINGS).flatMap((item): TextFinding[] => {
    const quote = find(textAt(item, 'quote'))
    const named = textAt(item, 'problem').toLowerCase()
    const problem = FindingProblem.options.find((one) => one === named)
    if (quote === null || problem === undefined) return []
    return [{ quote, problem, why: cutText(textAt(item, 'why'), LONGEST_WHY) }]
  })
}
