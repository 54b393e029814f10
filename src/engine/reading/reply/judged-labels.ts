import type { Abstention } from '../../../contract/deliberation.ts'
import { givesUp, refusesTask } from '../prose/declining.ts'
import { cutText } from '../text/cut-text.ts'
import { type Fields, objectsIn } from './json-in-reply.ts'
import { textOf } from './reply-fields.ts'

/** What was read in a reply, or why nothing was. */
export type Reading<Reply> = { reply: Reply } | { abstention: Abstention }

/**
 * What stands before an object in the middle of a sentence, which mentions it: “I will not say {…}”. “My review of the
 * others:” introduces no quotation, as it would before an answer.
 */
const MENTIONS = /\S[ \t]+[^\n]*[^\s:：–—>*`|-][ \t]*$/

/** The objects of a reply that gives verdicts; none where the words before them refuse the task, or those after them give up. */
export function* verdictObjects(text: string): Generator<Fields> {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1]
  const [before, after] = [text.slice(0, Math.max(0, start)), end === 0 ? '' : text.slice(end)]
  if (refusesTask(before) || givesUp(after)) return
  yield* objectsIn(text, MENTIONS)
}

/** The label that some words name, whatever case it is in and with or without a noun before it; null for none. */
export function labelIn(name: string, labels: string[]): string | null {
  const bare = name
    .replace(/^[\W_]*(?:draft|version|claim|choice|answer|reply|option)?[\W_]*/i, '')
    .replace(/(?<!\W)\W+$/, '')
  return labels.find((label) => label.toLowerCase() === bare.toLowerCase()) ?? null
}

/** A property of a value, if it is an object that has it. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** The texts of a list, or a text on its own, without empty ones. */
export function textsIn(value: unknown, { most, longest }: { most: number; longest: number }): string[] {
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items
    .map((item) => cutText(textOf(item), longest))
    .filter((item) => item !== '')
    .slice(0, most)
}

/** Words for nothing, which models write instead of leaving a field empty. */
const NOTHING = new Set(['', 'none', 'no', 'nothing', 'n/a', 'null', 'empty'])

/** Whether a field says that there is nothing to say. */
export function isNothing(text: string): boolean {
  return NOTHING.has(text.toLowerCase().replace(/[.\s]/g, ''))
}

/** The abstention of a model whose reply cannot be read. */
export function unreadable<Reply>(message: string, text: string): Reading<Reply> {
  return { abstention: { code: 'unreadable', message: `${message} It ends: ${text.slice(-200)}` } }
}
