import type { Abstention } from '../../../contract/deliberation.ts'
import { cutText } from '../text/cut-text.ts'
import { givesUp, refusesTask } from '../text/declining.ts'
import { type Fields, objectsIn } from './json-in-reply.ts'
import { property, textOf } from './reply-fields.ts'
import { spokenIn } from './thinking.ts'

/** What was read in a reply, or why nothing was. */
export type Reading<Reply> = { reply: Reply } | { abstention: Abstention }

/**
 * What stands before an object in the middle of a sentence, which mentions it: “I will not say {…}”. “My review of the
 * others:” introduces no quotation, as it would before an answer.
 */
const MENTIONS = /\S[ \t]+[^\n]*[^\s:：–—>*`|-][ \t]*$/

/** The objects of a reply that gives verdicts; none where the words before them refuse the task, or those after them give up. */
export function* verdictObjects(reply: string): Generator<Fields> {
  const text = spokenIn(reply)
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

/** Words for nothing, which models write instead of leaving a field empty. */
const NOTHING = new Set(['', 'none', 'no', 'nothing', 'n/a', 'null', 'empty'])

/** Whether a field says that there is nothing to say. */
function isNothing(text: string): boolean {
  return NOTHING.has(text.toLowerCase().replace(/[.\s]/g, ''))
}

/** What a seat says of one of several things: a verdict, and why; empty for no reason. */
export interface Ballot<Verdict extends string> {
  label: string
  verdict: Verdict
  why: string
}

/** The longest reason that is kept. */
export const LONGEST_WHY = 1_000

/** What is said of each of these labels, in a list or by label; of several ballots on one label the first counts. */
export function ballotsIn<Verdict extends string>(
  listed: unknown,
  labels: string[],
  verdictIn: (said: string) => Verdict | null | undefined,
): Array<Ballot<Verdict>> {
  const items: Array<[unknown, unknown]> = Array.isArray(listed)
    ? listed.map((item) => [property(item, 'draft') ?? property(item, 'label'), item])
    : Object.entries(listed ?? {})
  const ballots = new Map<string, Ballot<Verdict>>()
  for (const [name, item] of items) {
    const label = labelIn(textOf(name), labels)
    const verdict = verdictIn(textOf(typeof item === 'string' ? item : property(item, 'verdict')))
    if (label === null || verdict == null || ballots.has(label)) continue
    const why = property(item, 'defect') ?? property(item, 'defects') ?? property(item, 'why')
    ballots.set(label, { label, verdict, why: reasonIn(why) })
  }
  return [...ballots.values()]
}

/** A reason as far as it is kept; empty where it says that there is nothing to say. */
export function reasonIn(value: unknown): string {
  const text = cutText(textOf(value), LONGEST_WHY)
  return isNothing(text) ? '' : text
}

/** The abstention of a model whose reply cannot be read. */
export function unreadable<Reply>(message: string, text: string): Reading<Reply> {
  return abstain('unreadable', `${message} It ends: ${text.slice(-200)}`)
}

export function abstain(code: Abstention['code'], message: string): { abstention: Abstention } {
  return { abstention: { code, message } }
}
