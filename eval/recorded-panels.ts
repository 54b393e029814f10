import { join } from 'node:path'
import { parseReply } from '../src/engine/answer/parse-reply.ts'
import { equals, findQuantities, fromDecimal } from '../src/engine/quantity/index.ts'
import { readJsonLines } from './json-lines.ts'

/** A question with what several real models answered and whether each was right. */
export interface RecordedPanel {
  set: string
  query: string
  answers: Array<{ model: string; answer: string; right: boolean }>
}

interface Row {
  question: string
  options?: string[]
  gold: string
  answers: Record<string, string | null>
  correct?: Record<string, boolean>
}

/** The recorded sets in a folder, every answer read by the engine's own parser; unreadable ones are left out. */
export function readPanels(folder: string): RecordedPanel[] {
  return ['evouna-nq', 'mmlu-pro', 'svamp'].flatMap((set) =>
    readJsonLines<Row>(join(folder, `${set}.jsonl.gz`)).map((row) => {
      const query = row.options ? `${row.question}\n${row.options.map(optionLine).join('\n')}` : row.question
      const answers = Object.entries(row.answers).flatMap(([model, text]) => {
        const reading = parseReply(text ?? '')
        if (!('reply' in reading)) return []
        const { answer } = reading.reply
        return [{ model, answer, right: isRight(row, model, answer) }]
      })
      return { set, query, answers }
    }),
  )
}

function optionLine(option: string, index: number): string {
  return `${String.fromCharCode(65 + index)}. ${option}`
}

function isRight(row: Row, model: string, answer: string): boolean {
  if (row.correct) return row.correct[model] ?? false
  if (row.options) return new RegExp(`^\\(?${row.gold}(?![A-Za-z])`).test(answer)
  const gold = fromDecimal(row.gold)
  return gold !== null && findQuantities(answer).some(({ value }) => equals(value, gold))
}
