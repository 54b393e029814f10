import type { RunProgress } from '../client/run-progress.ts'
import type { RunEvent } from '../contract/events.ts'
import { inOneLine, progressInWords } from '../contract/progress-in-words.ts'
import { pagesInWords, percent } from '../contract/trust-in-words.ts'
import type { AskPanelResult, CheckClaimResult, SoFar } from './schemas.ts'

/** The answer of a panel: the text, how far to trust it, who disagrees, and what it cost. */
export function answerInMarkdown(answer: AskPanelResult): string {
  return sections([
    answer.final_answer,
    answer.alternatives?.length
      ? `**Also right:** ${answer.alternatives.map((one) => one.answer).join('; ')}`
      : '',
    list(
      'Pages',
      pagesInWords(answer.search).map((page) => inOneLine(page, Number.POSITIVE_INFINITY)),
    ),
    list('Trust', [...answer.trust, answer.confidence_basis]),
    list('Warnings', answer.warnings),
    `**Cost:** ${costInWords(answer.usage)}${answer.cache_hit ? ', answered from the cache' : ''}. Result id: ${answer.result_id}`,
  ])
}

const VERDICTS: Record<CheckClaimResult['verdict'], string> = {
  true: 'True',
  false: 'False',
  depends: 'It depends',
  disputed: 'Disputed',
  unsure: 'The panel cannot tell',
}

/** What a panel says of a statement. */
export function checkInMarkdown({ claim, verdict, support, rulings, warnings, usage }: CheckClaimResult) {
  return sections([
    `**${VERDICTS[verdict]}:** ${claim}`,
    `**Support:** ${percent(support)}`,
    list(
      'Who says what',
      rulings.map(
        ({ name, opinion, reason }) => `${name}: ${opinion}${reason ? ` – ${inOneLine(reason)}` : ''}`,
      ),
    ),
    list('Warnings', warnings),
    `**Cost:** ${costInWords(usage)}.`,
  ])
}

/** An event of a run in one line; null for what needs no words. */
export function inWords(event: RunEvent): string | null {
  if (event.type === 'iteration-end') return `Round ${event.data.iteration}: D = ${shown(event.data.D)}.`
  return progressInWords({ type: event.type, ...event.data } as Parameters<typeof progressInWords>[0])
}

/** What a caller is told of a run that goes on. */
export function soFarOf({ doing, progress }: { doing: string; progress: RunProgress }): SoFar {
  const { seats, firstReplies, iterations } = progress
  return {
    doing,
    voices: seats.map(({ name, state }) => {
      const first = firstReplies.find((reply) => reply.name === name && reply.error === null)
      return {
        name,
        answered: state === 'answered' || first !== undefined,
        answer: first?.answer == null ? null : inOneLine(first.answer),
      }
    }),
    D: iterations.at(-1)?.D ?? null,
  }
}

function shown(divergence: number): string {
  return String(Math.round(divergence * 100) / 100)
}

/** What is known of a run that goes on, and how to get its result. */
export function soFarInMarkdown(id: string, { doing, voices, D }: SoFar): string {
  return sections([
    `The run goes on. Call get_result with the id ${id} for its result; with cancel: true, it ends.`,
    `**Now:** ${doing}${D === null ? '' : ` D = ${shown(D)}.`}`,
    list(
      'So far',
      voices.map(
        ({ name, answered, answer }) => `${name}: ${answer ?? (answered ? 'replied' : 'nothing yet')}`,
      ),
    ),
  ])
}

function sections(parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

function list(title: string, items: string[]): string {
  return items.length === 0 ? '' : `**${title}:**\n${items.map((item) => `- ${item}`).join('\n')}`
}

function costInWords({ calls, cost_usd: cost, duration_ms: duration }: AskPanelResult['usage']): string {
  return [
    `${calls} ${calls === 1 ? 'call' : 'calls'}`,
    dollars(cost),
    ...(duration === undefined ? [] : [`${(duration / 1000).toFixed(1)} s`]),
  ].join(', ')
}

/** An amount of money; small ones with their first two digits. */
export function dollars(amount: number | null): string {
  if (amount === null) return 'unknown cost'
  return `$${amount >= 0.1 || amount === 0 ? amount.toFixed(2) : Number(amount.toPrecision(2))}`
}
