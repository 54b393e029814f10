import { basename } from 'node:path'
import { readQuestionKinds } from '../../src/adapters/assets/data-files.ts'
import { QuestionKind } from '../../src/contract/question-kind.ts'
import { type KindModel, kindBy, questionKind } from '../../src/engine/reading/question/question-kind.ts'
import { readJsonLines } from '../json-lines.ts'
import { kindsFile, type LabelledQuestion } from './labelled-questions.ts'
import { fitKinds, LEAST_CLOSED, type ReadQuestion, readQuestions } from './learn-kinds.ts'

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

/** The sets of writers who had not seen the recogniser. */
const MEASURED = ['questions', 'strangers']

/** Measures how well the kinds of questions are recognised, and prints the figures. */
export async function evaluateKinds({ files, json, misses }: KindsFlags): Promise<void> {
  const shipped = readQuestionKinds()
  const all =
    files.length > 0
      ? files.map((path) =>
          kindFigures(basename(path), readJsonLines<LabelledQuestion>(path), (row) =>
            questionKind(row.question, shipped, row.before),
          ),
        )
      : [...crossValidated(), followUps(shipped)]
  if (json) console.log(JSON.stringify(all, null, 2))
  else for (const figures of all) printKinds(figures, misses)
}

/** Short questions that refer to the turn before them; no model was fitted on any of them. */
function followUps(model: KindModel): KindFigures {
  return kindFigures(
    'follow-ups.jsonl, after the turn before',
    readJsonLines<LabelledQuestion>(kindsFile('follow-ups.jsonl')),
    ({ question, before }) => questionKind(question, model, before),
  )
}

/** The questions of each writer, recognised by a model that was fitted without them; the 400 count as one writer. */
function crossValidated(): KindFigures[] {
  const questions = readQuestions()
  const writerOf = ({ set, author }: ReadQuestion) => `${set} ${author ?? ''}`
  const recognised = new Map<ReadQuestion, QuestionKind>()
  const measured = questions.filter(({ set }) => MEASURED.includes(set))
  for (const writer of new Set(measured.map(writerOf))) {
    const model = {
      ...fitKinds(questions.filter((row) => writerOf(row) !== writer)),
      leastClosed: LEAST_CLOSED,
    }
    for (const row of measured.filter((one) => writerOf(one) === writer))
      recognised.set(row, kindBy(row.evidence, model))
  }
  return MEASURED.map((set) =>
    kindFigures(
      `${set}.jsonl, fitted without their writer`,
      measured.filter((row) => row.set === set),
      (row) => recognised.get(row)!,
    ),
  )
}

/** Recognises the kind of every question and counts what is right. */
export function kindFigures<Row extends LabelledQuestion>(
  set: string,
  rows: Row[],
  kindOf: (row: Row) => QuestionKind,
): KindFigures {
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
    const recognised = kindOf(row)
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
