import type { Defect, MemberName, Personality, Task } from './task.ts'

/** What a member says of a text. */
export interface Judged {
  verdict: 'accept' | 'amend' | 'reject'
  defect: string
  /** Higher for a text that the member likes less. */
  badness: number
}

/** What a member makes of a defect that is there: null if it does not notice it. */
const EYES: Record<Personality, (defect: Defect) => 'amend' | 'reject' | null> = {
  careful: ({ verdict }) => verdict,
  terse: ({ verdict }) => (verdict === 'reject' ? 'reject' : null),
  chatty: ({ verdict }) => (verdict === 'reject' ? 'amend' : null),
  hasty: () => null,
}

/** How a member puts what it noticed. */
function wordsOf(member: MemberName, noticed: Defect[]): string {
  const said = noticed.map(({ where, what }) => {
    const quoted = member === 'careful' || member === 'hasty'
    return quoted ? `“${where.trim().split('\n')[0]}”: ${what}` : what
  })
  if (said.length === 0) return ''
  return `${member === 'chatty' ? 'A really nice draft! One small thing: ' : ''}${said.join('; ')}.`
}

/** Judges a text by the defects that are in it and that the member notices, whoever wrote it. */
export function judgeText(member: MemberName, { defects = [] }: Task, text: string): Judged {
  const noticed = defects.flatMap((defect) => {
    const { where, seenBy } = defect
    const verdict =
      seenBy === undefined ? EYES[member as Personality](defect) : seenBy.includes(member) && defect.verdict
    return verdict && text.includes(where) ? [{ defect, verdict }] : []
  })
  const verdicts = noticed.map(({ verdict }) => verdict)
  return {
    verdict: verdicts.includes('reject') ? 'reject' : verdicts.includes('amend') ? 'amend' : 'accept',
    defect: wordsOf(
      member,
      noticed.map(({ defect }) => defect),
    ),
    badness: verdicts.reduce((sum, verdict) => sum + (verdict === 'reject' ? 10 : 1), 0),
  }
}

/** What would mend a text, as far as the member notices its defects. */
export function improvementsTo(member: MemberName, task: Task, text: string): string[] {
  return (task.defects ?? []).flatMap((defect) =>
    defect.fix !== undefined && judgeText(member, { ...task, defects: [defect] }, text).verdict !== 'accept'
      ? [defect.fix]
      : [],
  )
}
