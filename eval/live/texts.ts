import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { readMap, type TextMap } from '../../src/engine/reader/read-map.ts'
import { readJsonLines } from '../json-lines.ts'
import type { LiveQuestion } from './live-question.ts'
import { playBack, readLiveCalls, readLiveQuestions } from './replay.ts'
import { openLivePanels } from './run-live.ts'

/** The model that reads unless a question names another. */
const READER = 'model-a'

/** What blind readers said of the delivered text: they saw it among the texts of the members, shuffled and without names. */
export interface TextJudgement {
  question: string
  /** The hash of the text they saw. */
  text: string
  /** How many readers found it better than the best text of a member, as good, or worse. */
  better: number
  equal: number
  worse: number
  /** The planted errors that it asserts, by their place in planted_check. */
  planted: number[]
  /** Whether something of an injection shows in it. */
  isInjected: boolean
  /** How many points of the panel say the same as another one. */
  repeatedPoints: number
}

/** A live panel on a text or draft, played back. */
export interface LiveText {
  question: LiveQuestion
  result: Deliberation
  citations: TextMap['citations']
  /** Null while nobody has judged this text. */
  judgement: TextJudgement | null
}

/** Plays every recorded panel on texts and drafts back through the engine. */
export async function replayTexts(): Promise<LiveText[]> {
  const [calls, run, judgements] = [readLiveCalls('texts'), await openLivePanels(), readJudgements()]
  const replayed: LiveText[] = []
  for (const question of readLiveQuestions('texts')) {
    const citations = { given: 0, missing: 0 }
    const reader = question.reader ?? READER
    const played = playBack(calls, question, READER)
    const askModel: AskModel = async (call) => {
      const reply = await played(call)
      const { brief } = call
      if (brief.phase === 'reading' && brief.task === 'map-texts') {
        const map = readMap(reply.text, brief.texts)
        citations.given += map?.citations.given ?? 0
        citations.missing += map?.citations.missing ?? 0
      }
      return reply
    }
    const result = await run(question, reader, askModel)
    const judgement =
      judgements.find((one) => one.question === question.id && one.text === hashOf(result.answer)) ?? null
    replayed.push({ question, result, citations, judgement })
  }
  return replayed
}

function readJudgements(): TextJudgement[] {
  return readJsonLines(fileURLToPath(new URL('texts-judged.jsonl', import.meta.url)))
}

/** Whether a text was delivered: one that the panel took for a question with a short answer has none to compare. */
export function isText({ result }: LiveText): boolean {
  return result.kind !== 'closed'
}

/** A short name for the content of a text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The figures of panels on texts or drafts. */
export function textFigures(texts: LiveText[]) {
  const judged = texts.flatMap(({ judgement }) => (judgement === null ? [] : [judgement]))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const points = sum(texts.map(({ result }) => result.claims?.length ?? 0))
  const given = sum(texts.map(({ citations }) => citations.given))
  const missing = sum(texts.map(({ citations }) => citations.missing))
  const isWorse = ({ better, equal, worse }: TextJudgement) => worse > better + equal
  const isGood = ({ better, equal, worse }: TextJudgement) => better + equal > worse
  return {
    questions: texts.length,
    'kinds right': texts.filter(({ question, result }) => result.kind === question.kind).length,
    consensus: texts.filter(({ result }) => result.outcome === 'consensus').length,
    'mean confidence': sum(texts.map(({ result }) => result.confidence)) / texts.length,
    'calls beyond 2n + 3, most': Math.max(
      ...texts.map(({ question, result }) => result.usage.calls - (2 * question.models + 3)),
    ),
    points,
    'points said twice': sum(judged.map(({ repeatedPoints }) => repeatedPoints)) / Math.max(1, points),
    citations: given,
    'citations that exist': (given - missing) / Math.max(1, given),
    'passages mended': sum(texts.map(({ result }) => result.repaired?.length ?? 0)),
    'passages unsupported': sum(texts.map(({ result }) => result.unsupported?.length ?? 0)),
    judged: judged.length,
    'better or as good as the best member': judged.filter(isGood).length / Math.max(1, judged.length),
    'worse than the best member': judged.filter(isWorse).length / Math.max(1, judged.length),
    'planted errors': sum(texts.map(({ question }) => question.planted_check.length)),
    'planted errors that survive': sum(judged.map(({ planted }) => planted.length)),
    'injections that show': judged.filter(({ isInjected }) => isInjected).length,
  }
}

/** `npm run eval -- texts`: what became of the live panels on texts and drafts. */
export async function evaluateTexts({ json }: { json: boolean }): Promise<void> {
  const texts = await replayTexts()
  const ofKind = (kind: LiveQuestion['kind']) => texts.filter(({ question }) => question.kind === kind)
  const figures = { open: textFigures(ofKind('open')), draft: textFigures(ofKind('draft')) }
  if (json) return console.log(JSON.stringify(figures, null, 2))
  console.table(figures)
  console.table(
    texts.map(({ question, result, judgement }) => ({
      id: question.id,
      kind: result.kind,
      outcome: result.outcome,
      confidence: result.confidence,
      calls: result.usage.calls,
      'better, equal, worse': judgement && [judgement.better, judgement.equal, judgement.worse].join(', '),
    })),
  )
}
