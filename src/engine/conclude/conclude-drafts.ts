import type { CodeRun, DraftVerdict } from '../../contract/draft-review.ts'
import type { Deliberation, Run, Spiral } from '../deliberation.ts'
import { reviewsIn } from '../hearing/draft-entry.ts'
import { inputOf, isSame, passedBy } from '../measure/behaviour.ts'
import { type DraftState, deliveredDraft } from '../measure/drafts.ts'
import {
  aboutDelivered,
  alikeTo,
  concordanceOf,
  deliveredOutcomes,
  lastVerdicts,
  supportersOf,
} from '../measure/weigh-drafts.ts'
import { modelsAmong, namesOf, type Standing, speakersAmong } from '../panel/panel.ts'
import { cutText } from '../reading/reply-text.ts'
import { conclude, dissentFrom } from './conclude.ts'
import {
  type CodeCurve,
  type Confidence,
  capitalised,
  codeProbability,
  counted,
  counted as inWords,
  roundToThousandths,
} from './confidence.ts'

/** Builds the result of a run on drafts: the winning draft verbatim, and who judged what. */
export function concludeDrafts(run: Run): Deliberation {
  const { standings, drafts } = run.spiral
  const state = drafts!
  const delivered = state.drafts.length === 0 ? null : deliveredDraft(state)
  const supporters = delivered === null ? [] : supportersOf(state)
  const wasReviewed = state.judgements.length > 0
  const codeRun = delivered === null || delivered.isCut ? null : codeRunIn(state, asRequested(run))
  const { code: curve } = run.request.calibration
  const concordance = concordanceOf(rankingsIn(state))
  // Before the reviews, nobody who wrote a draft is against another's.
  const behind = wasReviewed || codeRun ? supporters : state.drafts.flatMap(({ authors }) => authors)
  return {
    ...conclude(run, {
      kind: 'draft',
      answer: delivered?.text ?? null,
      supporters,
      confidence: codeRun
        ? codeConfidence(codeRun, { state, standings, curve })
        : draftConfidence(state, standings),
      ...(codeRun && { confidenceKind: 'right' }),
      dissent: dissentFrom(behind, run.spiral, reasonsIn(run.spiral, codeRun)),
    }),
    explanation: delivered?.notes || null,
    ...(codeRun && { codeRun }),
    ...(wasReviewed && {
      reviews: reviewsIn(state, standings).map(({ review }) => review),
      concordance: concordance && roundToThousandths(concordance),
    }),
  }
}

function asRequested({ request, spiral }: Run): Standing[] {
  const order = request.models.map(({ name }) => name)
  return spiral.standings.toSorted(
    (one, other) => order.indexOf(one.seat.name) - order.indexOf(other.seat.name),
  )
}

/** What each seat finds wrong with the delivered draft, else what its own does or why it said nothing, by its key. */
function reasonsIn({ standings, entries, drafts }: Spiral, codeRun: CodeRun | null): Map<string, string> {
  const differences = codeRun && differencesIn(codeRun)
  const verdicts = drafts!.drafts.length > 0 ? lastVerdicts(drafts!) : new Map()
  const reasons = standings.map(({ seat: { key, name } }, index) => {
    const failure = entries.map(({ responses }) => responses[index]?.error?.message).find(Boolean)
    return [key, verdicts.get(key)?.defect || differences?.get(name) || failure] as const
  })
  return new Map(reasons.filter(([, reason]) => reason !== undefined))
}

function rankingsIn({ judgements }: DraftState) {
  const byReviewer = new Map<string, Map<number, number>>()
  for (const { reviewer, draft, rank } of judgements)
    if (rank !== null) byReviewer.set(reviewer, (byReviewer.get(reviewer) ?? new Map()).set(draft, rank))
  return [...byReviewer.values()]
}

const CUT_OFF = 'This draft was cut off at the token limit, so nobody can use it as it is.'

/**
 * The confidence in a draft: the share of its reviewers who accept it, as if one more had accepted it and one more had
 * not, so that a few reviewers never look certain. Whoever wrote the same draft independently accepts it.
 */
export function draftConfidence(state: DraftState, standings: Standing[]): Confidence {
  if (state.drafts.length === 0) return { confidence: 0, basis: 'No model wrote a draft.' }
  if (deliveredDraft(state).isCut) return { confidence: 0, basis: CUT_OFF }
  const verdicts = aboutDelivered(state).map(({ counted }) => counted)
  const accepting = verdicts.filter((verdict) => verdict === 'accept').length
  const isRevised = state.revision?.isAdopted === true
  const { authors: keys } = deliveredDraft(state)
  const seats = standings.map(({ seat }) => seat).filter(({ key }) => keys.includes(key))
  const authors = isRevised ? 1 : Math.max(1, speakersAmong(seats).size)
  const others = authors - 1
  const draft = isRevised ? 'the revised draft' : others === 0 ? 'this draft' : 'it'
  const written =
    others === 0 ? '' : `${capitalised(inWords(authors))} models wrote this draft independently. `
  return {
    confidence: roundToThousandths((accepting + others + 1) / (verdicts.length + others + 2)),
    basis: `${written}${sentenceOn(draft, verdicts)}.`,
  }
}

function sentenceOn(draft: string, verdicts: DraftVerdict[]): string {
  if (verdicts.length === 0) return `Nobody reviewed ${draft}`
  const times = (verdict: DraftVerdict) => verdicts.filter((one) => one === verdict).length
  const [accepting, amending, rejecting] = [times('accept'), times('amend'), times('reject')]
  const all = verdicts.length === 2 ? 'Both' : `All ${inWords(verdicts.length)}`
  const share = `${capitalised(inWords(accepting))} of ${inWords(verdicts.length)}`
  const some =
    verdicts.length === 1 ? 'The only reviewer' : `${accepting === verdicts.length ? all : share} reviewers`
  return [
    `${accepting === 0 ? 'No reviewer' : some} ${accepting > 1 ? 'accept' : 'accepts'} ${draft} as it is`,
    ...(amending === 0 ? [] : [`${inWords(amending)} ${amending > 1 ? 'ask' : 'asks'} for changes`]),
    ...(rejecting === 0 ? [] : [`${inWords(rejecting)} ${rejecting > 1 ? 'reject' : 'rejects'} it`]),
  ].join('; ')
}

/** The confidence in the delivered program, by what the drafts did. */
function codeConfidence(
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
function differencesIn({ behaviours, inputs, not_run }: CodeRun): Map<string, string> {
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
function codeRunIn(state: DraftState, standings: Standing[]): CodeRun | null {
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
