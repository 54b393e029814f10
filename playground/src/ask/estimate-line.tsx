import { callsInWords } from '../../../src/contract/usual-calls.ts'
import { count, duration, inWords } from '../page/figures.ts'
import { GoesOn } from '../problem/goes-on.tsx'
import { voiceLabel } from '../run/voice-label.ts'
import { experienceWith } from './past-runs.ts'
import { aboutDollars, typicalCost } from './typical-cost.ts'
import type { Estimate } from './use-estimate.ts'

const KINDS = { closed: 'a short answer', open: 'an explanation', draft: 'a draft' }

interface EstimateLineProps extends Estimate {
  samples: number | undefined
  again: () => void
}

/** About what asking costs and how long it takes, in a sentence or two. */
export function EstimateLine({ estimate, problem, samples = 1, again }: EstimateLineProps) {
  if (problem?.kind === 'refused' || problem?.kind === 'missing')
    return (
      <p class="estimate caution" role="status">
        {problem.message} {problem.kind === 'refused' && moreIn(problem).join('; ')}
        {/no key for/.test(problem.message) && <a href="#/settings">Connect models</a>}
      </p>
    )
  if (problem?.kind === 'wait' && problem.isRateLimit)
    return (
      <p class="estimate">
        Too many requests for an estimate. <GoesOn key={problem} seconds={problem.seconds} onAgain={again} />
      </p>
    )
  if (estimate === null) return <p class="estimate" role="status" />
  const { router, models } = estimate
  const isAlone = new Set(models).size === 1 && samples > 1
  if (router === 'offline')
    return (
      <p class="estimate" role="status">
        Costs nothing and takes a moment.
      </p>
    )
  const experience = experienceWith(models)
  return (
    <p class="estimate" role="status">
      Asks {namesInShort(isAlone ? models.slice(0, 1) : models)}
      {isAlone && ` ${samples === 2 ? 'twice' : samples === 3 ? 'three times' : `${samples} times`}`}.{' '}
      {experience === null ? (
        <>
          {costInWords(estimate, isAlone ? samples : 1)} {timeInWords(estimate)}
        </>
      ) : (
        <>
          Your last {experience.runs === 1 ? 'question' : count(experience.runs, 'question')} to these models
          took about {duration(Math.ceil(experience.durationMs / 1000) * 1000)}
          {experience.costUsd !== null && ` and cost about ${aboutDollars(experience.costUsd)}`}
          {experience.runs > 1 && ' each'}.
        </>
      )}{' '}
      {callsInWords(estimate)}.
    </p>
  )
}

/** The details that the message does not say as well. */
function moreIn({ message, details }: { message: string; details: string[] }): string[] {
  const said = message.toLowerCase()
  return details.filter((detail) => !said.includes(detail.replace(/^\w+: /, '').toLowerCase()))
}

const MOST_NAMED = 3

function namesInShort(models: string[]): string {
  const titles = models.map((model) => voiceLabel(model).title)
  if (titles.length <= MOST_NAMED) return inWords(titles)
  return `${titles.slice(0, MOST_NAMED - 1).join(', ')} and ${titles.length - MOST_NAMED + 1} more`
}

function costInWords(estimate: NonNullable<Estimate['estimate']>, samples: number): string {
  const { kind, prices } = estimate
  const models = Array.from({ length: samples }, () => estimate.models).flat()
  const kinds = kind === null ? (['closed', 'open'] as const) : [kind]
  const costs = kinds.map((one) => [typicalCost({ prices, models }, one), KINDS[one]] as const)
  if (costs.some(([cost]) => cost === null)) return 'The price of these models is not known: set PRICES.'
  return `About ${costs.map(([cost, what]) => `${aboutDollars(cost!)} for ${what}`).join(', ')}.`
}

/** The service does not know how fast models are; these are the usual times of hosted ones. */
function timeInWords({ kind, prices }: NonNullable<Estimate['estimate']>): string {
  if (prices.some((price) => price.completion_usd_per_million === null))
    return 'It takes as long as the slowest of them.'
  if (kind === 'closed') return 'Usually takes 10 to 40 seconds.'
  return kind === null ? 'Usually takes 10 seconds to 2 minutes.' : 'Usually takes one or two minutes.'
}
