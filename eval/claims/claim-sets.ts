import { basename } from 'node:path'
import { z } from 'zod'
import { sentencesOf } from '../../src/language/sentences.ts'
import { readJsonLines } from '../json-lines.ts'

/** A claim of a recorded text, and whether people or a reference found it true; null where they did not judge it. */
export interface JudgedClaim {
  text: string
  isTrue: boolean | null
  /** Whether the reference says the opposite; a claim can also be wrong because the reference does not say it. */
  isContradicted: boolean
}

/** A member of a recorded panel: its text and its judged claims. */
export interface JudgedSeat {
  model: string
  text: string
  claims: JudgedClaim[]
}

/** A question with the texts of several members and verdicts on what they say. */
export interface ClaimPanel {
  set: string
  query: string
  seats: JudgedSeat[]
}

/** Two texts of which the first entails, contradicts or does not touch the second. */
export interface LabelledPair {
  set: string
  premise: string
  hypothesis: string
  label: 'entail' | 'neutral' | 'contradict'
}

/** Two answers to a question that agree, or of which one has a mechanism wrong. */
export interface EssayPair {
  question: string
  texts: [string, string]
  /** The claims that each writer listed. */
  claims: [string[], string[]]
  agree: boolean
}

/** What a file of any known form contains. */
export interface ClaimData {
  panels: ClaimPanel[]
  pairs: LabelledPair[]
  essays: EssayPair[]
}

const Answers = z.record(z.string(), z.string().nullable())
const Labelled = z.object({ text: z.string(), label: z.string() })
const ClaimRow = z.object({
  question: z.string(),
  setting: z.string().optional(),
  answers: Answers,
  claims: z.record(z.string(), z.array(Labelled).nullable()),
})
const SentenceRow = z.object({
  question: z.string(),
  answers: Answers,
  sentences: z.record(z.string(), z.array(Labelled).nullable()),
})
const SpanRow = z.object({
  question: z.string(),
  answers: Answers,
  spans: z.record(z.string(), z.array(z.object({ start: z.number(), end: z.number() }))),
})
const SampleRow = z.object({
  question: z.string(),
  passage: z.string(),
  sentences: z.array(z.string()),
  labels: z.array(z.string()),
  samples: z.array(z.string()),
})
const PairRow = z.object({
  premise: z.string(),
  hypothesis: z.string(),
  label: z.enum(['entail', 'neutral', 'contradict']),
  set: z.string(),
})
const EssayRow = z.object({
  question: z.string(),
  a: z.string(),
  b: z.string(),
  claims_a: z.array(z.string()),
  claims_b: z.array(z.string()),
  agree: z.boolean(),
})

/** Labels of claims that were judged; others, such as “irrelevant”, say nothing. */
const VERDICTS: Record<string, boolean> = {
  S: true,
  NS: false,
  Entailment: true,
  Neutral: false,
  Contradiction: false,
  yes: true,
  no: false,
}

/** Reads a file of judged claims, sentences or spans, of samples, of labelled pairs or of essays, by the fields of its rows. */
export function readClaimData(file: string): ClaimData {
  const set = basename(file).replace(/\.jsonl(\.gz)?$/, '')
  const data: ClaimData = { panels: [], pairs: [], essays: [] }
  readJsonLines(file).forEach((row, index) => {
    if (!readRow(row, set, data))
      throw new Error(
        `${file}, row ${index + 1} is of no known form: it needs answers with claims, sentences or spans, a passage with samples, premise and hypothesis, or two essays.`,
      )
  })
  return data
}

function readRow(row: unknown, set: string, data: ClaimData): boolean {
  const panel = panelOf(row, set)
  if (panel !== null) {
    data.panels.push(panel)
    return true
  }
  const pair = PairRow.safeParse(row)
  if (pair.success) {
    data.pairs.push(pair.data)
    return true
  }
  const essay = EssayRow.safeParse(row)
  if (!essay.success) return false
  const { question, a, b, claims_a, claims_b, agree } = essay.data
  data.essays.push({ question, texts: [a, b], claims: [claims_a, claims_b], agree })
  return true
}

function panelOf(row: unknown, set: string): ClaimPanel | null {
  const sampled = SampleRow.safeParse(row)
  if (sampled.success) return { set, query: sampled.data.question, seats: sampleSeats(sampled.data) }
  const claimed = ClaimRow.safeParse(row)
  if (claimed.success) {
    const { question, setting, answers, claims } = claimed.data
    // With a context that is not stored, members agree on what it says, which is another task.
    const name = setting === undefined || setting === 'zero_context' ? set : `${set}, with a context`
    return { set: name, query: question, seats: seatsOf(answers, (model) => verdictsOn(claims[model])) }
  }
  const judged = SentenceRow.safeParse(row)
  if (judged.success) {
    const { question, answers, sentences } = judged.data
    return { set, query: question, seats: seatsOf(answers, (model) => verdictsOn(sentences[model])) }
  }
  const marked = SpanRow.safeParse(row)
  if (!marked.success) return null
  const { question, answers, spans } = marked.data
  return {
    set,
    query: question,
    seats: seatsOf(answers, (model, text) => sentencesOutside(text, spans[model] ?? [])),
  }
}

function seatsOf(
  answers: z.infer<typeof Answers>,
  claimsOf: (model: string, text: string) => JudgedClaim[],
): JudgedSeat[] {
  return Object.entries(answers).flatMap(([model, text]) =>
    text === null || text.trim() === '' ? [] : [{ model, text, claims: claimsOf(model, text) }],
  )
}

function verdictsOn(labelled: Array<z.infer<typeof Labelled>> | null | undefined): JudgedClaim[] {
  return (labelled ?? []).map(({ text, label }) => ({
    text,
    isTrue: VERDICTS[label] ?? null,
    isContradicted: label === 'Contradiction',
  }))
}

/** The sentences of a text; one that touches a span that people marked is unfounded. */
function sentencesOutside(text: string, spans: Array<{ start: number; end: number }>): JudgedClaim[] {
  let end = 0
  return sentencesOf(text).map((sentence) => {
    const start = text.indexOf(sentence, end)
    end = start + sentence.length
    const isTouched = spans.some((span) => span.start < end && span.end > start)
    return { text: sentence, isTrue: !isTouched, isContradicted: false }
  })
}

/** A passage with judged sentences, and further samples of the same model as the other members. */
function sampleSeats({ passage, sentences, labels, samples }: z.infer<typeof SampleRow>): JudgedSeat[] {
  const claims = sentences.map((text, index) => ({
    text,
    isTrue: labels[index] === 'accurate',
    isContradicted: false,
  }))
  return [
    { model: 'passage', text: passage, claims },
    ...samples.map((text, index) => ({ model: `sample ${index + 1}`, text, claims: [] })),
  ]
}
