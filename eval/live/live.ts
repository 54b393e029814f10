import { axiomFigures } from './axiom-readings.ts'
import { judge, type LiveVerdict } from './judge.ts'
import { type LiveSet, playBack, readLiveCalls, readLiveQuestions } from './replay.ts'
import { openLivePanels } from './run-live.ts'

/** Plays every recorded live panel back through the engine and judges the results. */
export async function replayLive(set: LiveSet = 'questions'): Promise<LiveVerdict[]> {
  const [questions, calls, run] = [readLiveQuestions(set), readLiveCalls(set), await openLivePanels()]
  const readers = [...new Set(calls.map(({ reader }) => reader))]
  const verdicts: LiveVerdict[] = []
  for (const reader of readers)
    for (const question of questions)
      verdicts.push(judge(question, reader, await run(question, reader, playBack(calls, question, reader))))
  return verdicts
}

/** The figures of the live panels with one reader. */
export function liveFigures(verdicts: LiveVerdict[]) {
  const count = (isSo: (verdict: LiveVerdict) => boolean) => verdicts.filter(isSo).length
  const closed = verdicts.filter(({ isRight }) => isRight !== null)
  const agreed = closed.filter(({ outcome }) => outcome === 'consensus')
  return {
    questions: verdicts.length,
    'kinds right': count(({ isKindRight }) => isKindRight),
    closed: closed.length,
    consensus: agreed.length,
    'false consensus': count(({ isFalseConsensus }) => isFalseConsensus),
    'missed consensus': count(({ isMissed }) => isMissed),
    'answers right': closed.filter(({ isRight }) => isRight).length,
    'median calls of agreed questions': median(agreed.map(({ calls }) => calls)),
    'calls in all': verdicts.reduce((sum, { calls }) => sum + calls, 0),
  }
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** `npm run eval -- live`: what became of the live panels. */
export async function evaluateLive({ json }: { json: boolean }): Promise<void> {
  const verdicts = await replayLive()
  const readers = [...new Set(verdicts.map(({ reader }) => reader))]
  const figures = Object.fromEntries(
    readers.map((reader) => [reader, liveFigures(verdicts.filter((one) => one.reader === reader))]),
  )
  const axioms = await axiomFigures()
  if (json) return console.log(JSON.stringify({ figures, axioms, verdicts }, null, 2))
  console.table(figures)
  console.table(axioms)
  console.table(
    verdicts.map(({ reader, id, kind, outcome, answer, confidence, calls }) => ({
      reader,
      id,
      kind,
      outcome,
      answer,
      confidence,
      calls,
    })),
  )
}
