import type { ReceivedCall } from '../../test/support/scripted-provider.ts'
import { CLAIM_TASKS } from './claim-tasks.ts'
import { improvementsTo, judgeText } from './judge-text.ts'
import { type ReadPrompt, readPrompt } from './read-prompt.ts'
import { revisionOf, textBy, writtenFrom } from './read-texts.ts'
import type { MemberName, Task } from './task.ts'
import { TASKS } from './tasks.ts'

/** Answers a call as the member would whose name the model identifier ends in. */
export function replyOfMember(call: ReceivedCall): string {
  const member = call.model.split('/').at(-1) as MemberName
  const prompt = readPrompt(call)
  const task = [...TASKS, ...CLAIM_TASKS].find(({ query }) => query === prompt.question)
  if (task === undefined) throw new Error(`No task asks “${prompt.question}”`)
  switch (prompt.phase) {
    case 'exposition':
      return `${textBy(member, task.name)}\n\n${blockOf(member, task)}`
    case 'synthesis':
      return writtenFrom(task.name, [...prompt.shown.map(({ text }) => text), ...prompt.outcomes])
    case 'rework':
      return reworked(task, prompt.draft ?? '')
    case 'examination':
      return inItsWay(member, examinedBy(member, task, prompt))
    case 'dispute':
      return inItsWay(member, arguedBy(member, task, prompt))
    case 'review':
      return inItsWay(member, reviewBy(member, task, prompt))
    case 'comparison':
      return inItsWay(member, comparisonBy(member, task, prompt))
    default:
      throw new Error(`A scripted member has nothing to say to ${prompt.phase}.`)
  }
}

/** The block at the end of a reply: the kind of the question and, for a draft, what its user must know. */
function blockOf(member: MemberName, { kind, notes }: Task): string {
  const fields = kind === 'draft' ? { kind, notes: notes?.[member] ?? '' } : { kind }
  return `<panel>\n${JSON.stringify(fields)}\n</panel>`
}

/** The revision of a draft, by whoever is asked for it; the draft itself where its author would change nothing. */
function reworked({ name, members }: Task, draft: string): string {
  const author = members.find((member) => textBy(member, name).includes(draft.trim()))
  return (author && revisionOf(author, name)) ?? draft
}

function reviewBy(member: MemberName, task: Task, { shown }: ReadPrompt) {
  const judged = shown.map(({ label, text }) => ({ label, text, ...judgeText(member, task, text) }))
  const order = [...new Set(judged.map(({ badness }) => badness))].sort((one, other) => one - other)
  const preference = order.map((badness) =>
    judged.filter((one) => one.badness === badness).map(({ label }) => label),
  )
  const best = judged.find(({ badness }) => badness === order[0])
  return {
    reviews: judged.map(({ label, verdict, defect }) => ({ draft: label, verdict, defect })),
    preference,
    improvements: best === undefined ? [] : improvementsTo(member, task, best.text),
  }
}

/** A claim with a defect that a member calls a rejection is false to it; one with a minor defect leaves it unsure. */
const OPINIONS = { accept: 'true', amend: 'unsure', reject: 'false' } as const

function examinedBy(member: MemberName, task: Task, { claims }: ReadPrompt) {
  const judged = claims.map(({ label, texts }) => {
    const [first, second] = texts.map((text) => judgeText(member, task, text))
    return { label, first: first!, second }
  })
  const single = judged.filter(({ second }) => second === undefined)
  const said = (opinion: string) => single.filter(({ first }) => OPINIONS[first.verdict] === opinion)
  return {
    true: said('true').map(({ label }) => label),
    false: said('false').map(({ label, first }) => ({ claim: label, why: first.defect })),
    unsure: said('unsure').map(({ label }) => label),
    choices: judged.flatMap(({ label, first, second }) => {
      if (second === undefined) return []
      const [better, worse] = first.badness < second.badness ? ['first', second] : ['second', first]
      const isEven = first.badness === second.badness
      return [{ claim: label, choice: isEven ? 'unsure' : better, why: isEven ? '' : worse.defect }]
    }),
    missing: task.missing?.[member] ?? [],
  }
}

/**
 * The hasty member gives in to the first reason, as do those of whom the task says so, but nobody is talked back into an
 * opinion that it gave up. The others say what they believe.
 */
function arguedBy(member: MemberName, task: Task, { claims }: ReadPrompt) {
  return {
    rulings: claims.map(({ label, texts, own, ...reasons }) => {
      const { verdict, defect } = judgeText(member, task, texts[0]!)
      const belief = OPINIONS[verdict]
      const opposing = own !== belief ? [] : own === 'true' ? reasons.against : reasons.for
      const givesIn = (member === 'hasty' || task.withdrawing?.includes(member)) && belief !== 'unsure'
      const refutedBy = givesIn ? (opposing[0] ?? null) : null
      if (refutedBy !== null) {
        const opinion = belief === 'true' ? 'false' : 'true'
        return { claim: label, opinion, why: 'I was wrong.', refuted_by: refutedBy }
      }
      const opinion = givesIn && own !== null && own !== 'unsure' ? own : belief
      const why = defect || convictionOn(task, texts[0]!)
      return { claim: label, opinion, why, refuted_by: null }
    }),
  }
}

function convictionOn({ convictions = {} }: Task, claim: string): string {
  const [, why] = Object.entries(convictions).find(([words]) => claim.includes(words)) ?? []
  return why ?? 'This is how it works.'
}

function comparisonBy(member: MemberName, task: Task, { shown }: ReadPrompt) {
  const judged = shown
    .map(({ label, text }) => ({ label, ...judgeText(member, task, text) }))
    .sort((one, other) => one.badness - other.badness)
  const [better, worse] = judged
  return {
    better: better!.badness === worse!.badness ? 'equal' : better!.label,
    verdict: better!.verdict,
    defect: better!.defect,
  }
}

/** The chatty member puts words around an object too. */
function inItsWay(member: MemberName, fields: object): string {
  const json = JSON.stringify(fields, null, 2)
  return member === 'chatty'
    ? `What wonderful drafts! Here is my review:\n\n\`\`\`json\n${json}\n\`\`\`\n\nHope this helps!`
    : json
}
