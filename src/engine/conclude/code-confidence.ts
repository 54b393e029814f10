import type { CodeRun } from '../../contract/draft-review.ts'
import { inputOf, isSame, passedBy } from '../measure/behaviour.ts'
import type { DraftState } from '../measure/drafts.ts'
import { alikeTo, deliveredOutcomes } from '../measure/weigh-drafts.ts'
import { modelsAmong, namesOf, type Standing } from '../panel/panel.ts'
import { cutText } from '../reading/reply-text.ts'
import {
  type CodeCurve,
  type Confidence,
  capitalised,
  codeProbability,
  counted,
  roundToThousandths,
} from './confidence.ts'

/** The confidence in the delivered program, by what the drafts did. */
export function codeConfidence(
  codeRun: CodeRun,
  { state, standings, curve }: { state: DraftState; standings: Standing[]; curve: CodeCurve },
): Confidence {
  const { behaviours, inputs, not_run } = codeRun
  const alike = modelsAmong(alikeTo(state), standings)
  const authors = state.drafts.flatMap((draft) => draft.authors)
  const answering = modelsAmong(authors, standings)
  const { passed } = behaviours[0]!
  const stated = inputs.filter(({ expected }) => expected !== null).length
  const together = answering === 1 ? 'The only draft was run' : 'No other draft does the same'
  const who = alike < 2 ? together : `${capitalised(shareOf(alike, answering))} drafts do the same`
  const given = passed === 0 ? 'no' : shareOf(passed, stated)
  const results = `it gives ${given} ${given === 'no' || stated === 1 ? 'result' : 'results'}`
  const examples = stated === 0 ? 'the question states no result' : `${results} that the question states`
  const [difference] = [...differencesIn(codeRun).values()]
  const differs = behaviours.length < 2 ? '' : ` Another differs on ${difference}`
  const broken = not_run.length === 0 ? '' : ` ${capitalised(counted(not_run.length))} could not be run.`
  return {
    confidence: roundToThousandths(codeProbability({ alike, answering, passed, stated }, curve)),
    basis: `${who} on ${inputs.length} ${inputs.length === 1 ? 'input' : 'inputs'}; ${examples}.${differs}${broken}`,
  }
}

/** The shortest input on which programs do not do what the delivered one does, with what they do, by their authors. */
export function differencesIn({ behaviours, inputs, not_run }: CodeRun): Map<string, string> {
  const shortestFirst = inputs.toSorted((one, other) => one.input.length - other.input.length)
  const found = behaviours.flatMap(({ models }, place) => {
    const first = shortestFirst.find(({ outcomes }) => outcomes[place] !== outcomes[0])
    if (first === undefined) return []
    const [wanted, got] = [first.outcomes[0]!, first.outcomes[place]!].map(inOneLine)
    return models.map((name) => [name, `${inOneLine(first.input)}: ${got} instead of ${wanted}.`] as const)
  })
  return new Map([...found, ...not_run.map((name) => [name, 'The draft could not be run.'] as const)])
}

function shareOf(some: number, all: number): string {
  if (some < all) return `${counted(some)} of ${counted(all)}`
  return all === 1 ? 'the only' : all === 2 ? 'both' : `all ${counted(all)}`
}

function inOneLine(text: string): string {
  return cutText(text.trim().replace(/\s+/g, ' '), 60) || 'nothing'
}

const LONGEST_SHOWN = 500
const FORMS = { call: 'call', stdin: 'stdin', query: 'rows' } as const

/** What the drafts did, as callers see it, with names in the order of the standings; null where they were not run. */
export function codeRunIn(state: DraftState, standings: Standing[]): CodeRun | null {
  const { code, drafts } = state
  const delivered = deliveredOutcomes(state)
  if (code === undefined || delivered === null) return null
  const groups = [{ outcomes: delivered, keys: [] as string[] }]
  for (const [place, outcomes] of code.outcomes.entries()) {
    if (outcomes === null) continue
    const same = groups.find((group) => isSame(group.outcomes, outcomes))
    if (same === undefined) groups.push({ outcomes, keys: drafts[place]!.authors })
    else same.keys = [...same.keys, ...drafts[place]!.authors]
  }
  const broken = drafts.filter((_, place) => code.outcomes[place] === null).flatMap(({ authors }) => authors)
  const shown = (text: string) => cutText(text, LONGEST_SHOWN)
  return {
    language: code.language,
    form: FORMS[code.inputs[0]?.trial.kind ?? 'call'],
    behaviours: groups.map(({ outcomes, keys }) => ({
      models: namesOf(keys, standings),
      passed: passedBy(outcomes, code.inputs),
    })),
    not_run: namesOf(broken, standings),
    inputs: code.inputs.map(({ trial, expected }, input) => ({
      input: shown(inputOf(trial)),
      expected: expected && shown(expected),
      outcomes: groups.map(({ outcomes }) => shown(outcomes[input]!)),
    })),
  }
}
