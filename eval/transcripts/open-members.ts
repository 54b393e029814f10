import type { ClaimOpinion } from '../../src/contract/claims.ts'
import type { ReadPrompt } from './read-prompt.ts'
import { mapOf, textBy } from './read-texts.ts'
import type { MemberName, Task, TaskPoint } from './task.ts'

/** The points of the texts that a reader is shown. */
export function mappedBy({ name, members }: Task, { shown, cite }: ReadPrompt) {
  const { answers, agree, points, gaps } = mapOf(name)
  const labelOf = (member: MemberName) => shown.find(({ text }) => textBy(member, name) === text)?.label
  const cited = (quotes: TaskPoint['says'] = {}) =>
    members.flatMap((member) => {
      const quote = quotes[member]
      return quote === undefined ? [] : [cite(quote, labelOf(member))]
    })
  return {
    answers: agree.map((group) => ({ answer: answers[group[0]!], replies: group.map(labelOf) })),
    points: points.map(({ text, type, central = false, says, denies }) => ({
      text,
      type: central ? `${type}!` : type,
      says: cited(says),
      denies: cited(denies),
    })),
    gaps: gaps.map(({ text, type }) => ({ text, type })),
  }
}

/** What a member says of the points of all. */
export function examinedBy(member: MemberName, task: Task, { points }: ReadPrompt) {
  return {
    rulings: points.map(({ label, text }) => ({ label, ...opinionOf(member, pointWith(task, text)) })),
  }
}

/** What a member says of disputed points, once it has read the reasons of the other side. */
export function arguedBy(member: MemberName, task: Task, { points }: ReadPrompt) {
  return {
    rulings: points.map(({ label, text, own }) => {
      const point = pointWith(task, text)
      const gaveUp = point.changes?.[member]
      if (gaveUp !== undefined) return { label, why: gaveUp, verdict: own === 'true' ? 'false' : 'true' }
      const why = point.keeps?.[member] ?? opinionOf(member, point).why
      return { label, why: why || 'The reasons of the others do not refute it.', verdict: own }
    }),
  }
}

/** What is wrong with a text. */
export function checkedBy(task: Task, { text, cite }: ReadPrompt) {
  const found = mapOf(task.name).findings.filter(({ quote }) => text?.includes(quote))
  return { findings: found.map(({ quote, problem, why }) => ({ sentence: cite(quote), problem, why })) }
}

/** The text of the writer, with the passages mended that it agrees to mend. */
export function mendedBy(task: Task, { text, objections }: ReadPrompt): string {
  return mapOf(task.name)
    .findings.filter(({ quote }) => objections.some((passage) => passage.includes(quote)))
    .reduce((mended, { quote, mended: better = quote }) => mended.replace(quote, better), text ?? '')
}

function pointWith({ name }: Task, text: string): TaskPoint {
  const { points, gaps } = mapOf(name)
  const found = [...points, ...gaps].find((point) => point.text === text)
  if (found === undefined) throw new Error(`${name} has no point “${text}”`)
  return found
}

function opinionOf(member: MemberName, point: TaskPoint): { verdict: ClaimOpinion; why: string } {
  for (const verdict of ['false', 'depends'] as const) {
    const said = point[verdict]?.find(({ by }) => by.includes(member))
    if (said !== undefined) return { verdict, why: said.why }
  }
  return point.unsure?.includes(member)
    ? { verdict: 'unsure', why: 'I cannot judge this.' }
    : { verdict: 'true', why: '' }
}
