import type { IterationEntry } from '../../contract/deliberation.ts'
import type { DraftVerdict } from '../../contract/draft-review.ts'
import { parseUnambiguous } from '../../contract/json-text.ts'
import { type Holder, namesOf, type Standing } from '../panel/panel.ts'
import { isCode, withoutFence } from '../reading/reply-text.ts'
import type { CodeRun } from './behaviour.ts'
import { type ChoicePorts, chooseText } from './choose-text.ts'

export interface Draft {
  text: string
  /** What its author says about it; empty for nothing. */
  notes: string
  authors: string[]
  /** How good a choice it is among the drafts of the panel, judged from the texts alone. */
  score: number
  /** Its similarity with the draft of each seat, by seat key. */
  similarity: Record<string, number>
  isCut?: true
  /** Whether it does not satisfy the format that the caller asked for; absent when it does. */
  isUnfit?: true
}

export interface ReviewVerdict {
  /** The key of the seat. */
  reviewer: string
  verdict: DraftVerdict
  /** What is counted: a reject that does not stand is an amend. */
  counted: DraftVerdict
  /** What is wrong with it; empty for nothing. */
  defect: string
  /** Why the author holds that the reviewer is wrong to reject it; absent where it does not say so. */
  rebuttal?: string
}

export interface Judgement extends ReviewVerdict {
  /** The place of the draft in the list of drafts. */
  draft: number
  /** Its place in the preference of the reviewer, from 0 for the best to 1 for the last; null without one. */
  rank: number | null
}

/** What a reviewer says of the better of two versions. */
export interface RevisionJudgement extends ReviewVerdict {
  better: 'revised' | 'first' | 'equal'
}

/** The revised draft, and whether it replaced the first version. */
export interface DraftRevision {
  text: string
  notes: string
  author: string
  judgements: RevisionJudgement[]
  isAdopted: boolean
}

/** The drafts of a run and everything that was said of them; plain data, so that it can be stored. */
export interface DraftState {
  drafts: Draft[]
  judgements: Judgement[]
  improvements: Array<{ reviewer: string; texts: string[] }>
  leading: number
  revision: DraftRevision | null
  /** What the drafts did when they were run; absent where they were not. */
  code?: CodeRun
  /** The odds that a program of each seat gives every stated result, by past runs; absent where too little is known. */
  passOdds?: Record<string, number>
}

/** The leading draft, or its revision where that replaced it. */
export function deliveredDraft({
  drafts,
  leading,
  revision,
}: DraftState): Pick<Draft, 'text' | 'notes' | 'authors' | 'isCut'> {
  return revision?.isAdopted ? { ...revision, authors: [revision.author] } : drafts[leading]!
}

/** What a verdict counts for as long as nothing confirms it: a reject is a request for changes. */
export function countedAlone(verdict: DraftVerdict): DraftVerdict {
  return verdict === 'reject' ? 'amend' : verdict
}

/**
 * What is equal for drafts that are the same: JSON by its value, code apart from white space at the end of its lines,
 * other texts as they are. A fence around the whole draft does not matter.
 */
export function draftKey(text: string): string {
  const bare = withoutFence(text)
  return jsonValue(bare) ?? (isCode(text) ? withoutTrailingSpace(bare) : bare)
}

/** The value of a JSON object or list, whatever the order of its keys; null for any other text. */
function jsonValue(text: string): string | null {
  // What is not read exactly is compared as it is written: the text is delivered, and not its value.
  if (!/^\s*[[{]/.test(text) || /\d{16}|\de\+?\d{3}/i.test(text)) return null
  try {
    return JSON.stringify(parseUnambiguous(text), withSortedKeys)
  } catch {
    return null
  }
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}

function withoutTrailingSpace(code: string): string {
  const lines = code.split('\n').map((line) => line.trimEnd())
  return lines.join('\n').trimEnd()
}

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
      return
    }
    const likeness = holders.map((other, place) => [
      other.seat.key,
      keys[place] === keys[index] ? 1 : similarity[index]![place]!,
    ])
    drafts.set(keys[index]!, {
      text: position.answer,
      notes: position.reason,
      authors: [seat.key],
      score: scores[index]!,
      similarity: Object.fromEntries(likeness),
      ...(position.isCut && { isCut: true }),
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
  const bestFirst = drafts.toSorted((left, right) => right.score - left.score)
  return bestFirst.map(({ text, authors }) => clusterOf(text, authors, standings))
}

/** A text with those who stand behind it, by their keys. */
export function clusterOf(text: string, keys: string[], standings: Standing[]) {
  return { answer: text, models: namesOf(keys, standings), weight: keys.length }
}
