import { join } from 'node:path'
import { relationOn } from '../../src/engine/reading/relate.ts'
import type { RecordedReply } from '../../src/evaluation/recorded/recording.ts'
import { wordsOf } from '../../src/language/words.ts'
import { readJsonLines } from '../json-lines.ts'
import { share } from '../share.ts'
import { type Recording, readRecordings } from './recordings.ts'

/** The sets of newer models whose answers can be compared. The shipped curve is not fitted on them. */
export function readModernSets(folder: string): Recording[][] {
  return [
    readRecordings(join(folder, 'panels2/generalization.jsonl.gz'), withLetters),
    readRecordings(join(folder, 'panels2/facts.jsonl.gz')).map(grouped),
  ]
}

interface Scored {
  options: Record<string, string>
  /** The letter that each model scores highest; null where several share that score. */
  reference_extraction: Record<string, string | null>
}

/** A row in which the letter that a model scores highest is its reply. */
function withLetters({ reference_extraction, options, ...row }: Scored) {
  const letters = Object.entries(reference_extraction).map(([model, letter]) => [model, letter ?? 'none'])
  return { ...row, options: Object.values(options), answers: Object.fromEntries(letters) }
}

const NOT_KNOWN =
  /\b(?:don|can|couldn|isn)['’]t\b|\b(?:do not|cannot|could not|unable|unknown)\b|\bno (?:\w+ly )?(?:reliable|verified|available|public|specific|known)\b/i

/** The short answer of a reply that emphasises it: the first emphasised words most of which the question does not contain. */
export function emphasised(reply: string, question: string): string | null {
  const asked = new Set(wordsOf(question))
  const spans = [...reply.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, span]) => span!.trim())
  const isNew = (span: string) => {
    const words = wordsOf(span)
    return (
      !span.endsWith(':') && words.filter((word) => !asked.has(word)).length * 2 >= Math.max(1, words.length)
    )
  }
  return spans.find(isNew)?.replace(/[.,;]+$/, '') ?? null
}

/** Whether two short answers have the same numbers, and one has all words of the other, beside what is in parentheses. */
export function areAlike(one: string, other: string): boolean {
  const [left, right] = [one, other].map((answer) => wordsOf(answer.replace(/\([^)]*\)/g, ' '))) as [
    string[],
    string[],
  ]
  const numbersIn = (words: string[]) => words.filter((word) => /\d/.test(word)).join(' ')
  const [fewer, more] = left.length <= right.length ? [left, right] : [right, left]
  return (
    fewer.length > 0 && numbersIn(left) === numbersIn(right) && fewer.every((word) => more.includes(word))
  )
}

/** A recording of free answers, grouped without a language model: by the engine's certain relations and by their words. */
function grouped({ replies, ...recording }: Recording): Recording {
  const relate = relationOn(recording.query)
  const read = [...replies].map(([model, reply]): [string, RecordedReply] => {
    const short = emphasised(reply.text ?? '', recording.query)
    const declines = short === null && NOT_KNOWN.test(reply.text ?? '')
    return [model, { ...reply, answer: declines ? null : (short ?? reply.answer) }]
  })
  const groups: Array<Array<[string, string]>> = []
  for (const [model, { answer }] of read) {
    if (answer === null) continue
    const isSame = ([, other]: [string, string]) => {
      const relation = relate(answer, other)
      return relation === 'same' || (relation === 'unknown' && areAlike(answer, other))
    }
    const group = groups.find((members) => members.every(isSame))
    if (group) group.push([model, answer])
    else groups.push([[model, answer]])
  }
  const labels = { groups: groups.map((group) => group.map(([model]) => model)), compatible: [] }
  return { ...recording, replies: new Map(read), labels }
}

interface Judged {
  correct: Record<string, boolean>
  correct2: Record<string, boolean>
}

export type Verdicts = ReturnType<typeof verdictsOn>

/** What verdicts alone tell, also on dialogues, whose texts cannot be compared: they have no vote and no consensus. */
export function verdictsOn(folder: string, set: 'facts' | 'multichallenge') {
  const rows = readJsonLines<Judged>(join(folder, `panels2/${set}.jsonl.gz`))
  const models = Object.keys(rows[0]!.correct)
  const accuracies = models.map((model) => share(rows, ({ correct }) => correct[model]!))
  const twice = rows.flatMap(({ correct, correct2 }) =>
    Object.keys(correct2).map((model) => correct[model] === correct2[model]),
  )
  return {
    set,
    questions: rows.length,
    models: models.length,
    bestSingle: Math.max(...accuracies),
    randomMember: accuracies.reduce((sum, accuracy) => sum + accuracy, 0) / models.length,
    someRight: share(rows, ({ correct }) => Object.values(correct).some(Boolean)),
    /** How often two runs of one model have the same verdict. */
    runsAgree: share(twice, Boolean),
  }
}
