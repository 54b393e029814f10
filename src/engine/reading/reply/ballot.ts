import type { Abstention } from '../../../contract/deliberation.ts'
import { cutText } from '../text/cut-text.ts'
import { type Fields, objectsIn, property, textOf } from './json-in-reply.ts'

/** What was read in a reply, or why nothing was. */
export type Reading<Reply> = { reply: Reply } | { abstention: Abstention }

/** How an object of a reply is read: what it says, null for nothing, and what of that is a vote. */
interface VoteForm<Reply> {
  read(fields: Fields): Reply | null
  voteOf(reply: Reply): unknown
  /** What is missing in a reply in which nothing is said. */
  missing: string
}

/** What a reply says. One with two objects that vote differently, such as one that quotes another's, cannot be read. */
export function readVote<Reply>(text: string, { read, voteOf, missing }: VoteForm<Reply>): Reading<Reply> {
  const said = [...objectsIn(text)].map(read).filter((reply) => reply !== null)
  const [first] = said
  if (first === undefined) return unreadable(missing, text)
  const votes = new Set(said.map((reply) => JSON.stringify(voteOf(reply))))
  return votes.size === 1 ? { reply: first } : unreadable('The reply votes twice, and differently.', text)
}

/** What is voted in ballots, whatever the reasons. */
export function verdictsOf(ballots: Array<Pick<Ballot<string>, 'label' | 'verdict'>>): string[] {
  return ballots.map(({ label, verdict }) => `${label} ${verdict}`).sort()
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
function unreadable<Reply>(message: string, text: string): Reading<Reply> {
  return { abstention: { code: 'unreadable', message: `${message} It ends: ${text.slice(-200)}` } }
}
