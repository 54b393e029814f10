import type { Run } from '../../deliberation.ts'
import type { Table } from '../../measure/table/table.ts'
import { askedOf } from '../../panel/asked.ts'
import type { ShownReply } from '../../panel/brief.ts'
import { answerLabel, replyLabel } from '../../prompt/show-texts.ts'
import { askReader } from '../../reader/ask-reader.ts'
import { certainGroups, readGroups } from '../../reader/read-groups.ts'
import type { RulingsReply } from '../../reading/reply/read-rulings.ts'
import { relationOn } from '../../relation/relate.ts'
import type { Hearing } from '../hear-panel.ts'

interface PlacedAnswers {
  /** The table with the new answers on it. */
  table: Table
  /** The label of the answer that a seat gave in its own words, by its key. */
  given: Map<string, string>
}

/** A panel that still brings up new answers when so many are on the table will not agree on one. */
const MOST_ANSWERS = 48

/** Puts the new answers of an iteration on the table, or with an answer that is there: by certainty, else by one reading. */
export async function placeNewAnswers(
  run: Run,
  hearings: Array<Hearing<RulingsReply>>,
): Promise<PlacedAnswers> {
  const table = run.spiral.table!
  const hasRoom = table.answers.length + hearings.length <= MOST_ANSWERS
  const offered = hearings.flatMap(({ seat, reply }) =>
    reply?.newAnswer == null || !hasRoom
      ? []
      : [{ key: seat.key, answer: reply.newAnswer, text: reply.reasoning }],
  )
  if (offered.length === 0) return { table, given: new Map() }
  const all = [...table.answers, ...offered]
  const relate = relationOn(run.request.query)
  const certain = certainGroups(
    all.map(({ answer }) => answer),
    relate,
  )
  const isPlaced = certain.every((group) => group.length > 1 || group[0]! < table.answers.length)
  if (isPlaced) return place(table, offered, certain)

  const replies = all.map(
    ({ answer, text }, index): ShownReply => ({ label: replyLabel(index), answer, text }),
  )
  const brief = { phase: 'reading', task: 'group-answers', ...askedOf(run.request), replies } as const
  const { reading } = await askReader(run, brief, (text) => readGroups(text, replies, relate), {
    iteration: run.spiral.entries.length + 1,
  })
  // Answers that are apart on the table stay apart, whatever a later reading says.
  const isJoining = (group: number[]) => group.filter((index) => index < table.answers.length).length > 1
  const groups = reading === null || reading.groups.some(isJoining) ? certain : reading.groups
  return place(table, offered, groups)
}

function place(
  table: Table,
  offered: Array<{ key: string; answer: string; text: string }>,
  groups: number[][],
): PlacedAnswers {
  const answers = [...table.answers]
  const given = new Map<string, string>()
  for (const group of groups) {
    const own = group
      .filter((index) => index >= table.answers.length)
      .map((index) => offered[index - table.answers.length]!)
    if (own.length === 0) continue
    const known = group.find((index) => index < table.answers.length)
    const label = known === undefined ? answerLabel(answers.length) : table.answers[known]!.label
    if (known === undefined) answers.push({ label, answer: own[0]!.answer, text: own[0]!.text, first: [] })
    for (const { key } of own) given.set(key, label)
  }
  return { table: { ...table, answers }, given }
}
