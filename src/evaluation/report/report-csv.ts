import type { AnsweredRow } from '../answered.ts'

/** One row for each question: what every member and the panel answered, and whether that was right. */
export function reportCsv(answered: AnsweredRow[]): string {
  const members = [...new Set(answered.flatMap((one) => Object.keys(one.members)))]
  const others = [...new Set(answered.flatMap((one) => Object.keys(one.others)))]
  const header = [
    ...['line', 'id', 'question', 'answer', 'panel_answer', 'panel_right', 'confidence', 'outcome', 'D'],
    ...['cost_usd', 'latency_ms'],
    ...members.flatMap((member) => [member, `${member} right`]),
    ...others,
  ]
  const rows = answered.map(({ line, id, question, gold, panel, members: replies, others: kept }) => [
    ...[line, id, question, gold, panel.answer, panel.right, panel.confidence, panel.outcome],
    ...[panel.divergence, panel.costUsd, panel.latencyMs],
    ...members.flatMap((member) => [replies[member]?.answer ?? null, replies[member]?.right ?? null]),
    ...others.map((name) => kept[name] ?? null),
  ])
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

const FORMULA = /^\s*[=+@-]|^[\t\r\n]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** A field; a text that a spreadsheet would take for a formula gets an apostrophe before it. */
function field(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
