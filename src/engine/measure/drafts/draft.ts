import type { DraftVerdict } from '../../../contract/draft-review.ts'
import { isCode } from '../../reading/text/is-code.ts'

/** A draft, by one seat or by several that wrote the same. */
export interface Draft {
  text: string
  /** What its author says about it; empty for nothing. */
  explanation: string
  /** The keys of the seats that wrote it. */
  authors: string[]
  /** How good a choice it is among the drafts of the panel, judged from the texts alone. */
  score: number
  /** Its similarity with the draft of each seat, by seat key. */
  similarity: Record<string, number>
  /** Whether it was cut off; absent when it is whole. */
  isCut?: true
  /** Whether it does not satisfy the format that the caller asked for; absent when it does. */
  isUnfit?: true
}

/** What a seat said of a draft. */
export interface Judgement {
  reviewer: string
  /** The place of the draft in the list of drafts. */
  draft: number
  /** The label under which the reviewer saw it. */
  label: string
  verdict: DraftVerdict
  counted: DraftVerdict
  defect: string
  /** Its place in the preference of the reviewer, from 0 for the best to 1 for the last; null without one. */
  rank: number | null
}

/** What a reviewer said of the revised draft. */
export interface RevisionJudgement {
  reviewer: string
  better: 'revised' | 'first' | 'equal'
  /** Of the better version. */
  verdict: DraftVerdict
  counted: DraftVerdict
  defect: string
}

/** The revised draft, and whether it replaced the first version. */
export interface DraftRevision {
  text: string
  explanation: string
  /** The key of the seat that revised it. */
  author: string
  judgements: RevisionJudgement[]
  isAdopted: boolean
}

/** The drafts of a run and everything that was said of them; plain data, so that it can be stored. */
export interface DraftState {
  drafts: Draft[]
  judgements: Judgement[]
  improvements: Array<{ reviewer: string; texts: string[] }>
  /** The place of the leading draft. */
  leading: number
  revision: DraftRevision | null
}

/** The text of the leading draft, revised where the revision replaced it. */
export function deliveredText({ drafts, leading, revision }: DraftState): string {
  return revision?.isAdopted ? revision.text : drafts[leading]!.text
}

/** A reject must name a defect; otherwise it asks for changes that nobody can check. */
export function countVerdict(verdict: DraftVerdict, defect: string): DraftVerdict {
  return verdict === 'reject' && defect === '' ? 'amend' : verdict
}

/** A draft as it is compared with others: equal apart from white space. */
export function layoutOf(text: string): string {
  return isCode(text) ? codeLayout(text) : text.replace(/\s+/g, ' ').trim()
}

/** JSON as it is compared with other JSON: by its value, whatever the order of its keys. */
export function jsonLayout(text: string): string {
  // Numbers with more digits than are read exactly are compared as they are written.
  if (/\d{16}/.test(text)) return layoutOf(text)
  try {
    return JSON.stringify(JSON.parse(text), withSortedKeys)
  } catch {
    return layoutOf(text)
  }
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** In code, a line inside a block differs from the same line outside it; how far it is indented does not matter. */
function codeLayout(text: string): string {
  const depths: number[] = []
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const indent = line.replace(/\t/g, '    ').search(/\S/)
      while (depths.length > 0 && depths.at(-1)! >= indent) depths.pop()
      depths.push(indent)
      return `${depths.length} ${spacedAlike(line.trim())}`
    })
    .join('\n')
}

/** A line of code with single spaces; unchanged where it has a string, in which white space is part of the program. */
function spacedAlike(line: string): string {
  return /["'`]/.test(line) ? line : line.replace(/\s+/g, ' ')
}
