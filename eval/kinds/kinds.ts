import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { QuestionKind } from '../../src/contract/question-kind.ts'
import { questionKind } from '../../src/engine/reading/question/question-kind.ts'
import { readJsonLines } from '../json-lines.ts'

/** A question with the kind that people gave it. */
export interface LabelledQuestion {
  question: string
  kind: QuestionKind
  language: string
  note?: string
}

/** How well the kinds of a set of questions are recognised. */
export interface KindFigures {
  set: string
  questions: number
  accuracy: number
  /** Open or draft questions that were taken for closed: reading a text as a closed answer destroys it. */
  destroyed: number
  /** For each kind, how many of its questions were recognised as which kind. */
  confusion: Record<QuestionKind, Record<QuestionKind, number>>
  /** For each language, how many of how many questions were right. */
  languages: Record<string, { right: number; questions: number }>
  misses: Array<LabelledQuestion & { recognised: QuestionKind }>
}

interface KindsFlags {
  /** Files to measure instead of the committed sets. */
  files: string[]
  json: boolean
  misses: boolean
}

const SETS = ['questions.jsonl', 'development.jsonl']

/** Path of a committed set of labelled questions. */
export function kindsFile(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Measures how well the kinds of questions are recognised, and prints the figures. */
export async function evaluateKinds({ files, json, misses }: KindsFlags): Promise<void> {
  const paths = files.length > 0 ? files : SETS.map(kindsFile)
  const all = paths.map((path) => kindFigures(basename(path), readJsonLines<LabelledQuestion>(path)))
  if (json) console.log(JSON.stringify(all, null, 2))
  else for (const figures of all) printKinds(figures, misses)
}

/** Recognises the kind of every question and counts what is right. */
export function kindFigures(set: string, rows: LabelledQuestion[]): KindFigures {
  const none = () => ({ closed: 0, open: 0, draft: 0 })
  const figures: KindFigures = {
    set,
    questions: rows.length,
    accuracy: 0,
    destroyed: 0,
    confusion: { closed: none(), open: none(), draft: none() },
    languages: {},
    misses: [],
  }
  for (const row of rows) {
    const kind = QuestionKind.parse(row.kind)
    const recognised = questionKind(row.question)
    figures.confusion[kind][recognised]++
    figures.languages[row.language] ??= { right: 0, questions: 0 }
    const language = figures.languages[row.language]!
    language.questions++
    if (recognised === kind) language.right++
    else figures.misses.push({ ...row, recognised })
    if (recognised === 'closed' && kind !== 'closed') figures.destroyed++
  }
  figures.accuracy = 1 - figures.misses.length / Math.max(1, rows.length)
  return figures
}

function printKinds(figures: KindFigures, showMisses: boolean): void {
  const { set, questions, accuracy, destroyed, confusion, languages, misses } = figures
  console.log(`${set}: ${questions} questions, ${accuracy.toFixed(3)} right, ${destroyed} destroyed`)
  console.table(confusion)
  const shares = Object.entries(languages).sort(([, one], [, other]) => other.questions - one.questions)
  console.log(shares.map(([language, { right, questions: all }]) => `${language} ${right}/${all}`).join('  '))
  if (showMisses)
    for (const { language, kind, recognised, question } of misses)
      console.log(`${language} ${kind} → ${recognised}: ${JSON.stringify(question)}`)
}
