import type { ReceivedCall } from '../../test/support/scripted-provider.ts'
import { CLAIM_TASKS } from './claim-tasks.ts'
import { improvementsTo, judgeText } from './judge-text.ts'
import { arguedBy, checkedBy, examinedBy, mappedBy, mendedBy } from './open-members.ts'
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
  const { phase, shown, ruled, marker } = prompt
  switch (phase) {
    case 'exposition':
      return `${textBy(member, task.name)}\n\n${blockOf(member, task)}`
    case 'map':
      return inItsWay(member, mappedBy(task, prompt))
    case 'examination':
      return inItsWay(member, examinedBy(member, task, prompt))
    case 'dispute':
      return inItsWay(member, arguedBy(member, task, prompt))
    case 'synthesis':
      return writtenFrom(task.name, { texts: shown.map(({ text }) => text), points: ruled, marker })
    case 'check':
      return inItsWay(member, checkedBy(task, prompt))
    case 'amendment':
      return mendedBy(task, prompt)
    case 'review':
      return inItsWay(member, reviewBy(member, task, prompt))
    case 'matching':
      return inItsWay(member, matchedBy(task, prompt))
    case 'inputs':
      // These drafts are reviewed.
      return JSON.stringify({ language: 'other', form: 'call', called: '', inputs: [] })
    case 'rework':
      return reworked(task, prompt.text ?? '')
    case 'comparison':
      return inItsWay(member, comparisonBy(member, task, prompt))
    default:
      throw new Error(`A scripted member has nothing to say to ${phase}.`)
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

/** Reviewers of the same draft who name the same defect; the letter of a label stands for the draft. */
function matchedBy({ defects: known = [] }: Task, { defects }: ReadPrompt) {
  const names = (text: string) => known.filter(({ what }) => text.includes(what))
  const same = defects.flatMap((one, place) =>
    defects
      .slice(place + 1)
      .filter((other) => other.label[0] === one.label[0])
      .filter((other) => names(one.text).some((defect) => names(other.text).includes(defect)))
      .map((other) => [one.label, other.label]),
  )
  return { reasoning: '', same }
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
    ? `What a wonderful question! Here is what I think:\n\n\`\`\`json\n${json}\n\`\`\`\n\nHope this helps!`
    : json
}
