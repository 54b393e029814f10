import type { AxiomRecord } from '../../../contract/axiom.ts'
import {
  type AskModel,
  type BriefNamed,
  type ModelCall,
  ModelFailure,
  NEVER_MADE,
  relationOn,
  type ShownAnswer,
} from '../../../engine/index.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import { calculate, type OperatorGrouping } from './calculate.ts'
import { createRecall, type Recall, type Recollection, type SearchAxioms, sidesOf } from './recall.ts'

/** The stand-in for language models: four voices with axioms and arithmetic, which differ in how they reason and err. */
export function createOfflineModels({ search, now }: { search: SearchAxioms; now: () => number }): AskModel {
  const voices = createVoices(createRecall(search, now))

  return async ({ seat, brief, signal }) => {
    signal.throwIfAborted()
    const startedAt = now()
    const text = await replyTo(brief, voices[voiceOf(seat.model)], seat.model)
    return { text, latencyMs: now() - startedAt, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}

const CLOSED_ONLY =
  'The offline voices answer closed questions only, such as a number, a date, a name, yes or no. Set a provider key to get a text from language models, or leave out “kind” and “response_format” to ask for a short answer.'

async function replyTo(brief: ModelCall['brief'], voice: Voice, model: string): Promise<string> {
  if (brief.phase === 'writing') return brief.answer
  if (brief.phase === 'revision') return JSON.stringify(await revise(voice, brief))
  if (brief.phase === 'exposition' && !brief.isJson && (brief.kind ?? 'closed') === 'closed') {
    const { text, answer } = await answerTo(voice, brief.query, model)
    return `${text}\n<panel>\n${JSON.stringify({ kind: 'closed', answer })}\n</panel>`
  }
  throw new ModelFailure('declined', CLOSED_ONLY, NEVER_MADE)
}

const VOICES = ['lexical', 'semantic', 'calculating', 'contrarian'] as const
type VoiceName = (typeof VOICES)[number]

/** The voice that stands in for a model; always the same one. */
export function voiceOf(model: string): VoiceName {
  return VOICES[stableHash(model) % VOICES.length]!
}

function createVoices(recall: Recall): Record<VoiceName, Voice> {
  const usual = { recall, grouping: 'usual', contrary: false } as const
  const byMeaning = { ...usual, fit: ({ relevance }: Recollection) => relevance }
  const byWords = { ...usual, fit: ({ likeness }: Recollection) => likeness }
  return {
    lexical: { ...byWords, grouping: 'left to right' },
    semantic: byMeaning,
    calculating: byMeaning,
    contrarian: { ...byWords, contrary: true },
  }
}

/** A small deterministic reasoner: how it calculates, how it ranks axioms, and whether it errs on purpose. */
interface Voice {
  grouping: OperatorGrouping
  recall: Recall
  /** How well an axiom fits a question for this voice, from 0 to 1. */
  fit: (recollection: Recollection) => number
  contrary: boolean
}

const IGNORANCE = {
  text: 'Nothing among the axioms answers this, and it is not a calculation. The offline voices know nothing else; set a provider key to ask language models.',
  answer: '',
}

/** How much better another answer must be founded before a voice gives up its own. */
const MARGIN = 0.05

/** What a voice replies to a question: its words, and the short answer; empty where it knows none. */
async function answerTo(
  voice: Voice,
  query: string,
  model: string,
): Promise<{ text: string; answer: string }> {
  const slipping = voice.contrary && slipsOn(model, query)
  const sum = calculate(query, voice.grouping)
  if (sum !== null) {
    if (!slipping) return { text: `${sum.steps.join('; ')}.`, answer: sum.answer }
    const wrong = garble(sum.answer)
    const claim = /^.* [=≈] /.exec(sum.steps.at(-1)!)?.[0] ?? 'The answer is '
    return { text: `${[...sum.steps.slice(0, -1), claim + wrong].join('; ')}.`, answer: wrong }
  }
  const { answering, nearby } = await voice.recall(query)
  const [best] = answering.toSorted((left, right) => voice.fit(right) - voice.fit(left))
  if (best === undefined) return IGNORANCE
  const { answer, statement } = best
  const wrong = slipping ? mistakenFor(best, nearby) : null
  if (wrong === null) return { text: statement, answer }
  const altered = statement.replace(answer, wrong)
  return { text: altered === statement ? `The answer is ${wrong}.` : altered, answer: wrong }
}

/** What a voice says of the answers on the table: it checks what each is founded on and yields only to a better one. */
async function revise(voice: Voice, brief: BriefNamed<'revision'>): Promise<Record<string, unknown>> {
  const { query, answers, own } = brief
  const credit = await credibilityIn(voice, query)
  const relate = relationOn(query)
  const held = answers.find(({ label }) => label === own)
  const ownCredit = held === undefined ? 0 : credit(held)
  const [best] = answers.toSorted((left, right) => credit(right) - credit(left))
  const isBetter = best !== undefined && credit(best) > (held === undefined ? 0 : ownCredit + MARGIN)
  const stands = isBetter ? best : held
  const rulingOn = (answer: ShownAnswer) => {
    if (answer === stands || (stands && relate(answer.answer, stands.answer) === 'same'))
      return { label: answer.label, verdict: 'right', why: '' }
    return credit(answer) >= (stands ? credit(stands) : 0) && credit(answer) > 0
      ? { label: answer.label, verdict: 'unsure', why: 'It is as well founded as my own.' }
      : { label: answer.label, verdict: 'wrong', why: 'Nothing that I can check supports it.' }
  }
  return {
    reasoning:
      stands === undefined ? IGNORANCE.text : `What supports “${stands.answer}” stands up when checked.`,
    rulings: stands === undefined ? [] : answers.map(rulingOn),
    answer: stands?.label ?? '',
    new_answer: '',
    changed_because:
      isBetter && held !== undefined ? `“${best.text}” holds when checked, and mine does not.` : '',
  }
}

/** How credible an answer is: an equation is recomputed, a statement is compared with the axioms. */
async function credibilityIn(voice: Voice, query: string): Promise<(answer: ShownAnswer) => number> {
  const sum = calculate(query)
  if (sum !== null) return ({ text }) => (sum.steps.every((step) => saysIt(text, step)) ? 1 : 0)
  const { answering } = await voice.recall(query)
  return ({ text }) => {
    const known = answering.find(({ statement }) => saysIt(text, statement))
    return known === undefined ? 0 : voice.fit(known)
  }
}

function saysIt(text: string, statement: string): boolean {
  const plain = (words: string) => words.replace(/\s+/g, ' ').replace(/\.$/, '').trim().toLowerCase()
  return plain(text).includes(plain(statement))
}

export const SLIP_RATE = 0.8

/** Whether a contrarian of this name errs on this question; always the same. */
export function slipsOn(model: string, question: string): boolean {
  return stableHash(`${question}|${model}`) / 2 ** 32 < SLIP_RATE
}

/** A plausible mistake for an answer: a slip in its figure, or the value of another thing; null if none would pass. */
function mistakenFor({ answer, statement }: Recollection, nearby: AxiomRecord[]): string | null {
  const garbled = garble(answer)
  if (garbled !== answer) return garbled
  const kind = kindIn(statement)
  const similar = kind === null ? [] : nearby.filter(({ axiom }) => kindIn(axiom) === kind)
  const values = similar.flatMap(({ axiom }) => sidesOf(axiom)?.value ?? [])
  return answer === sidesOf(statement)?.value ? (values.find((value) => value !== answer) ?? null) : null
}

/** What kind of thing a statement is about, such as the formula in “The chemical formula of water is H2O.” */
function kindIn(statement: string): string | null {
  return /^The (?:\p{Ll}+ )*?(\p{Ll}+) of /u.exec(statement)?.[1] ?? null
}

/** A typical human error: a forgotten carry, a lost power of ten, yes for no. */
export function garble(answer: string): string {
  if (/^yes$/i.test(answer)) return 'no'
  if (/^no$/i.test(answer)) return 'yes'
  if (/\^-?\d+/.test(answer))
    return answer.replace(/\^(-?)(\d+)/, (_, sign, power) => `^${sign}${Number(power) + 1}`)
  // The 2 of H2O is part of a name.
  const number = /(?<![\p{L}\d])(?:\d[\d ,.]*\d|\d)(?![\p{L}\d])(?=\D*$)/u.exec(answer)
  if (number === null) return answer
  const [digits] = number
  return answer.slice(0, number.index) + forgetCarry(digits) + answer.slice(number.index + digits.length)
}

/** Subtracts one from the second-to-last digit, like a forgotten carry; from a single digit, one. */
function forgetCarry(number: string): string {
  const places = [...number.matchAll(/\d/g)].map(({ index }) => index)
  const place = places.at(-2) ?? places[0] ?? 0
  const digit = Number(number[place])
  const isLeading = place === 0 && digit === 1 && places.length > 1
  return `${number.slice(0, place)}${isLeading ? 2 : (digit + 9) % 10}${number.slice(place + 1)}`
}
