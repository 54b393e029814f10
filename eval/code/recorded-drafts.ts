import { join } from 'node:path'
import { z } from 'zod'
import { readJsonLines } from '../json-lines.ts'

const Row = z.object({
  question: z.string(),
  entry_point: z.string().optional(),
  starter_code: z.string().nullish(),
  answers: z.record(z.string(), z.string().nullable()),
  correct: z.record(z.string(), z.boolean().nullable()),
})

/** A question with the recorded drafts of models, and which of them pass the hidden tests. */
export interface RecordedDrafts {
  question: string
  models: string[]
  texts: string[]
  right: boolean[]
}

/** The recorded sets of drafts, and how they are read. */
export const SETS: Record<string, string> = {
  humaneval30: 'long/humaneval30.jsonl.gz',
  humaneval4: 'long/humaneval4.jsonl.gz',
  odex4: 'long/odex4.jsonl.gz',
  lcb: 'panels2/lcb.jsonl.gz',
}

/** Reads the recorded drafts of a set. */
export function readDrafts(folder: string, set: string): RecordedDrafts[] {
  return readJsonLines(join(folder, SETS[set]!)).map((content) => {
    const row = Row.parse(content)
    const question = row.starter_code ? `${row.question}\n\n${row.starter_code}` : row.question
    const models = Object.keys(row.correct).filter((model) => (row.answers[model] ?? '').trim() !== '')
    return {
      question,
      models,
      texts: models.map((model) => fenced(row.answers[model]!, row)),
      right: models.map((model) => row.correct[model] === true),
    }
  })
}

/** The recorded texts are bare Python, judged together with the question where that is a program; some go on where it ends. */
function fenced(text: string, { question, entry_point: name }: z.infer<typeof Row>): string {
  if (text.includes('```')) return text
  if (name === undefined) return `\`\`\`python\n${text}\n\`\`\``
  const isWhole = new RegExp(`^def ${name}\\b`, 'm').test(text)
  const own = isWhole ? `\n\n${text}` : `\n    ${text.replace(/^ {4}/, '')}`
  return `\`\`\`python\n${question.includes('def ') ? question.trimEnd() : ''}${own}\n\`\`\``
}
