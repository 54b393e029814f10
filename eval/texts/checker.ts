import { fileURLToPath } from 'node:url'
import type { FindingProblem } from '../../src/contract/claims.ts'
import { readJsonLines } from '../json-lines.ts'
import { type CheckedText, readCheckedTexts } from './checked-texts.ts'

/** Where the findings of checkers are recorded. */
export const CHECKER_FILE = new URL('checker.jsonl', import.meta.url)

/** What a model found in a recorded text: where, and what is wrong with it; null if its reply was unreadable. */
export interface RecordedCheck {
  id: string
  model: string
  findings: Array<{ problem: FindingProblem; start: number; end: number }> | null
}

/** Where a quotation stands in a text; by its longest run of words if it was not copied exactly. */
export function placeOf(quote: string, text: string): { start: number; end: number } | null {
  const words = quote.split(/\s+/)
  for (let length = words.length; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const run = words.slice(from, from + length).join(' ')
      const start = text.replace(/\s/g, ' ').indexOf(run)
      if (start !== -1) return { start, end: start + run.length }
    }
  return null
}

/** How well checkers find what people marked as unfounded: in texts as a whole, and passage by passage. */
export function checkerFigures(texts: CheckedText[], checks: RecordedCheck[]) {
  const pairs = checks.map((check) => ({
    spans: texts.find(({ id }) => id === check.id)!.spans,
    findings: (check.findings ?? []).filter(({ problem }) => problem !== 'form'),
  }))
  const meets = (one: { start: number; end: number }, other: { start: number; end: number }) =>
    one.start < other.end && other.start < one.end
  const flagged = pairs.filter(({ findings }) => findings.length > 0)
  const marked = pairs.filter(({ spans }) => spans.length > 0)
  const both = marked.filter(({ findings }) => findings.length > 0).length
  const findings = pairs.flatMap(({ spans, findings }) =>
    findings.map((one) => spans.some((span) => meets(one, span))),
  )
  const spans = pairs.flatMap(({ spans, findings }) =>
    spans.map((span) => findings.some((one) => meets(one, span))),
  )
  const share = (hits: boolean[]) => hits.filter(Boolean).length / Math.max(1, hits.length)
  return {
    texts: pairs.length,
    unreadable: checks.filter((check) => check.findings === null).length,
    'texts: precision': both / Math.max(1, flagged.length),
    'texts: recall': both / Math.max(1, marked.length),
    findings: findings.length,
    'passages: precision': share(findings),
    'passages: recall': share(spans),
  }
}

/** `npm run eval -- checker`: what a language model that checks texts finds, against what people marked. */
export function evaluateChecker({ folder, json }: { folder: string; json: boolean }): void {
  const checks = readJsonLines<RecordedCheck>(fileURLToPath(CHECKER_FILE))
  const texts = readCheckedTexts(folder)
  const models = [...new Set(checks.map(({ model }) => model))]
  const figures = Object.fromEntries(
    models.map((model) => [
      model,
      checkerFigures(
        texts,
        checks.filter((one) => one.model === model),
      ),
    ]),
  )
  if (json) console.log(JSON.stringify(figures, null, 2))
  else console.table(figures)
}
