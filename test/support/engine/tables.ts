import type { AnswerVerdict } from '../../../src/contract/deliberation.ts'
import type { AnswerTable, CountedRuling } from '../../../src/engine/measure/answer-table.ts'

/** A table with answers by label, the seats that hold each, and what seats say of them as far as it is told. */
export function tableOf(
  answers: Record<string, { answer?: string; held?: string[] }>,
  said: Record<string, Record<string, AnswerVerdict>> = {},
): AnswerTable {
  const held = Object.entries(answers).flatMap(([label, { held: keys = [] }]) =>
    keys.map((key) => [key, label]),
  )
  const rulingsOf = (verdicts: Record<string, AnswerVerdict>): CountedRuling[] =>
    Object.entries(verdicts).map(([label, verdict]) => ({ label, verdict, counted: verdict, why: '' }))
  return {
    answers: Object.entries(answers).map(([label, { answer = label, held: first = [] }]) => ({
      label,
      answer,
      text: `It is ${answer}.`,
      first,
    })),
    compatible: [],
    held: Object.fromEntries(held),
    rulings: Object.fromEntries(Object.entries(said).map(([key, verdicts]) => [key, rulingsOf(verdicts)])),
  }
}
