import type { Anchor } from '../../contract/axiom.ts'
import type { ShownReply } from '../panel/brief.ts'
import type { Relate } from '../reading/relate.ts'
import {
  labelIn,
  listIn,
  listsIn,
  objectsIn,
  property,
  type ReplyFields,
  textAt,
  textOf,
} from '../reading/reply-fields.ts'
import { standsIn } from './stands-in.ts'

/** Replies as a reader groups them, by their places. */
export interface Grouping {
  /** The answer of each reply: its own, else as the reader quotes it; null for a reply that gives none. */
  answers: Array<string | null>
  groups: number[][]
  /** Pairs of groups, by their places, that can both be right. */
  compatible: Array<[number, number]>
  /** The ids of axioms with the replies that they contradict, by their places. */
  contradicted: Array<{ id: string; replies: number[] }>
}

/**
 * Reads how a reader groups replies; null if it is unreadable or impossible: a label that is missing or stands twice, or
 * answers in one group that are certainly different.
 */
export function readGroups(text: string, replies: ShownReply[], relate: Relate): Grouping | null {
  for (const fields of objectsIn(text)) {
    const grouping = Array.isArray(fields.get('groups')) ? groupingIn(fields, replies, relate) : null
    if (grouping !== null) return grouping
  }
  return null
}

function groupingIn(fields: ReplyFields, replies: ShownReply[], relate: Relate): Grouping | null {
  const labels = replies.map(({ label }) => label)
  const placeOf = (value: unknown) => labels.indexOf(labelIn(textOf(value), labels) ?? '')
  const read = listIn(fields.get('groups')).map((group) => listIn(group).map(placeOf))
  const placed = read.flat()
  if (placed.includes(-1) || new Set(placed).size < placed.length) return null

  const quoted = new Map(
    listIn(fields.get('answers')).map((item) => [placeOf(property(item, 'label')), textAt(item, 'answer')]),
  )
  const answers = replies.map(({ answer, text }, place) => {
    if (answer !== null) return answer
    const quotation = quoted.get(place) ?? ''
    // A quotation that does not stand in the reply does not count; what the reply says is then its answer.
    return placed.includes(place) ? (standsIn(quotation, text) ? quotation : text) : null
  })
  // Only a reply that gives no short answer itself can be read as giving none.
  if (answers.some((answer, place) => answer !== null && !placed.includes(place))) return null

  const groups = joinCertain(
    read.filter((group) => group.length > 0),
    (one, other) => relate(answers[one]!, answers[other]!) === 'same',
  )
  const isImpossible = ({ places }: JoinedGroup) =>
    pairsOf(places).some(([one, other]) => relate(answers[one]!, answers[other]!) === 'different')
  if (groups.some(isImpossible)) return null
  return {
    answers,
    groups: groups.map(({ places }) => places),
    compatible: compatibleIn(listIn(fields.get('compatible')), groups),
    contradicted: listIn(fields.get('contradicted')).map((item) => ({
      id: textAt(item, 'id'),
      replies: listIn(property(item, 'replies')).map(placeOf),
    })),
  }
}

/** A group, and the places in the reading of the groups that were joined in it. */
interface JoinedGroup {
  places: number[]
  from: number[]
}

/** Groups that have the same answer for certain are one. */
function joinCertain(groups: number[][], isSame: (one: number, other: number) => boolean): JoinedGroup[] {
  const joined: JoinedGroup[] = []
  groups.forEach((places, from) => {
    const known = joined.filter((group) =>
      group.places.some((one) => places.some((other) => isSame(one, other))),
    )
    const merged = {
      places: [...known.flatMap((group) => group.places), ...places],
      from: [...known.flatMap((group) => group.from), from],
    }
    for (const group of known) joined.splice(joined.indexOf(group), 1)
    joined.push(merged)
  })
  return joined
}

/** The replies grouped by what is certain alone: those with the same answer; a reply without an answer is left as a group. */
export function certainGroups(answers: Array<string | null>, relate: Relate): number[][] {
  const given = answers.flatMap((answer, place) => (answer === null ? [] : [[place]]))
  const isSame = (one: number, other: number) => relate(answers[one]!, answers[other]!) === 'same'
  return joinCertain(given, isSame).map(({ places }) => places)
}

function compatibleIn(pairs: unknown[], groups: JoinedGroup[]): Array<[number, number]> {
  const groupOf = (value: unknown) =>
    groups.findIndex(({ from }) => typeof value === 'number' && from.includes(value - 1))
  // Some readers list more than two groups at once: all of them go together.
  return pairs.flatMap((several) => {
    const places = new Set(listIn(several).map(groupOf))
    return pairsOf([...places].filter((place) => place !== -1))
  })
}

function pairsOf(places: number[]): Array<[number, number]> {
  return places.flatMap((one, index) =>
    places.slice(index + 1).map((other): [number, number] => [one, other]),
  )
}

const RELATIONS = new Set(['contradicts', 'supports', 'unrelated'])

/** The axioms that contradict an answer, as a reader compares them; null if the reading is unreadable or leaves one out. */
export function readContrary(text: string, anchors: Anchor[]): Anchor[] | null {
  for (const listed of listsIn(text, 'relations')) {
    const relations = new Map(
      listed.map((item) => [textAt(item, 'id'), textAt(item, 'relation').toLowerCase()]),
    )
    if (anchors.every(({ id }) => RELATIONS.has(relations.get(id) ?? '')))
      return anchors.filter(({ id }) => relations.get(id) === 'contradicts')
  }
  return null
}
