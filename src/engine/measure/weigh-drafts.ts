import type { DraftVerdict } from '../../contract/draft-review.ts'
import { CONVERGED, meanOf, modelsAmong, type Standing } from '../panel/panel.ts'
import { alikeIn, isSame, passedBy, statedIn } from './behaviour.ts'
import { type DraftState, deliveredDraft, type Judgement, type ReviewVerdict } from './drafts.ts'

/** The residual of a seat that says this of a draft. */
const RESIDUALS: Record<DraftVerdict, number> = { accept: 0, amend: 0.5, reject: 1 }
/** The residual of a seat that wrote another draft and said nothing of this one. */
const UNSURE = 0.5

/** How far reviewers are from a text, by seat key. */
function residualsFrom(said: ReviewVerdict[]): Map<string, number> {
  return new Map(said.map(({ reviewer, counted }) => [reviewer, RESIDUALS[counted]]))
}

/**
 * How far the other seats are from a draft, by seat key. Its authors do not count: that they like it proves nothing. Whoever
 * wrote a program that does the same agrees with it, until a review says otherwise.
 */
function residualsOn(place: number, { drafts, judgements, code }: DraftState): Map<string, number> {
  const own = code?.outcomes[place] ?? null
  const before = drafts.flatMap(({ authors }, index) => {
    const other = code?.outcomes[index] ?? null
    const residual =
      own === null || other === null ? UNSURE : RESIDUALS[isSame(own, other) ? 'accept' : 'reject']
    return index === place ? [] : authors.map((key) => [key, residual] as const)
  })
  const said = judgements.filter(({ draft }) => draft === place)
  return new Map([...before, ...residualsFrom(said)])
}

/** What the delivered draft did when it was run; null where it was not. */
export function deliveredOutcomes({ code, revision, leading }: DraftState): string[] | null {
  return (revision?.isAdopted ? code?.revised : code?.outcomes[leading]) ?? null
}

/** The seats whose own programs do what the delivered one does, those of its authors among them. */
export function alikeTo(state: DraftState): string[] {
  const delivered = deliveredOutcomes(state)
  const { drafts, code } = state
  if (delivered === null) return []
  return drafts.flatMap(({ authors }, place) => (isSame(delivered, code!.outcomes[place]!) ? authors : []))
}

/** How many results that the question states the delivered draft gives, of how many; of none where it was not run. */
export function examplesOf(state: DraftState): { passed: number; stated: number } {
  const delivered = deliveredOutcomes(state)
  if (delivered === null) return { passed: 0, stated: 0 }
  return { passed: passedBy(delivered, state.code!.inputs), stated: statedIn(state.code!) }
}

/** Whether most models wrote programs that do the same and give every result that the question states. */
export function settles(state: DraftState, standings: Standing[]): boolean {
  const { passed, stated } = examplesOf(state)
  const all = state.drafts.flatMap(({ authors }) => authors)
  const isMost = modelsAmong(alikeTo(state), standings) * 2 > modelsAmong(all, standings)
  return stated > 0 && passed === stated && isMost
}

/** The mean of residuals; one half if there is none. */
export function meanResidual(residuals: ReadonlyMap<string, number>): number {
  return meanOf([...residuals.values()], UNSURE)
}

/** By past runs, the odds of one author are so many times those of the others before this counts. */
const CLEARLY_BETTER = Math.log(3)

/**
 * How far past runs put the author of a program ahead of the others who wrote one that does the same, in log odds; 0 unless
 * clearly. A few inputs do not show every mistake, so that of programs that are alike on them some are wrong.
 */
function aheadBy(place: number, { drafts, code, passOdds }: DraftState): number {
  const own = code?.outcomes[place] ?? null
  if (own === null || passOdds === undefined) return 0
  const logOdds = (authors: string[]) => authors.map((key) => Math.log(passOdds[key]!))
  const others = drafts.filter((_, other) => other !== place && isSame(own, code!.outcomes[other]!))
  const theirs = logOdds(others.flatMap(({ authors }) => authors))
  const best = Math.max(...logOdds(drafts[place]!.authors))
  const ahead = best - meanOf(theirs, best)
  return ahead > CLEARLY_BETTER ? ahead : 0
}

/**
 * The place of the leading draft: of programs that which gives most of the results that the question states; then the
 * lowest mean residual, then the fewest who reject it, also where that does not stand, then the best mean rank, then the
 * program that is most like the others in what it does, then, of programs that do the same, that of a model which does
 * clearly better by past runs, then the best choice by its text. A draft that is cut off or unfit leads only where there is
 * no other.
 */
export function leadingDraft(state: DraftState): number {
  const { code } = state
  const seats = state.drafts.map(({ authors }) => authors.length)
  const weighed = state.drafts.map((draft, index) => {
    const outcomes = code?.outcomes[index] ?? null
    const passed = outcomes && passedBy(outcomes, code!.inputs)
    const alike = outcomes && alikeIn(outcomes, code!.outcomes, seats)
    const said = state.judgements.filter((judgement) => judgement.draft === index)
    const ranks = said.map(({ rank }) => rank).filter((rank) => rank !== null)
    const rejects = said.filter(({ verdict }) => verdict === 'reject').length
    const residual = meanResidual(residualsOn(index, state))
    return {
      index,
      draft,
      residual,
      rejects,
      rank: meanOf(ranks, 0.5),
      passed: passed ?? 0,
      alike: alike ?? 0,
      ahead: aheadBy(index, state),
    }
  })
  const [leading] = weighed.sort(
    (left, right) =>
      Number(left.draft.isCut ?? false) - Number(right.draft.isCut ?? false) ||
      Number(left.draft.isUnfit ?? false) - Number(right.draft.isUnfit ?? false) ||
      right.passed - left.passed ||
      left.residual - right.residual ||
      left.rejects - right.rejects ||
      left.rank - right.rank ||
      right.alike - left.alike ||
      right.ahead - left.ahead ||
      right.draft.score - left.draft.score ||
      left.index - right.index,
  )
  return leading?.index ?? 0
}

/** How many seats must ask for changes before the author is asked to make them. */
const ASKING_FOR_CHANGES = 2

/** The judgements about the leading draft, in its first version. */
export function aboutLeading({ judgements, leading }: DraftState): Judgement[] {
  return judgements.filter(({ draft }) => draft === leading)
}

/** The verdicts of those who saw the text that is delivered. */
export function aboutDelivered(state: DraftState): ReviewVerdict[] {
  return state.revision?.isAdopted ? state.revision.judgements : aboutLeading(state)
}

/** What each reviewer last said of the draft that is delivered, in whichever version, by seat key. */
export function lastVerdicts(state: DraftState): Map<string, ReviewVerdict> {
  // Those who were not asked about the revised version keep what they said of the first.
  const { authors } = deliveredDraft(state)
  const said = [...aboutLeading(state), ...aboutDelivered(state)]
  const others = said.filter(({ reviewer }) => !authors.includes(reviewer))
  return new Map(others.map((one) => [one.reviewer, one]))
}

/** How far each seat is from the draft that is delivered, by seat key; from a revised one, those who compared it. */
export function residualsOf(state: DraftState): Map<string, number> {
  const { revision, leading } = state
  return revision?.isAdopted ? residualsFrom(revision.judgements) : residualsOn(leading, state)
}

/** The seats that stand behind the draft that is delivered: its authors, and those who reviewed and do not reject it. */
export function supportersOf(state: DraftState): string[] {
  const verdicts = lastVerdicts(state)
  const behind = [...deliveredDraft(state).authors, ...alikeTo(state), ...verdicts.keys()]
  return [...new Set(behind)].filter((key) => verdicts.get(key)?.verdict !== 'reject')
}

/** Whether two seats ask for changes to the leading draft, or a reject of it stands. */
export function wantsRevision(state: DraftState): boolean {
  const asking = aboutLeading(state).filter(({ counted }) => counted !== 'accept')
  return asking.length >= ASKING_FOR_CHANGES || asking.some(({ counted }) => counted === 'reject')
}

/** Whether a reject of the draft that is delivered stands. */
export function isRejected(state: DraftState): boolean {
  return [...lastVerdicts(state).values()].some(({ counted }) => counted === 'reject')
}

/**
 * Whether the panel agrees on the draft that is delivered: it is whole, D is low, no reject stands, and it misses no result
 * that the question states.
 */
export function agreesOnDraft(state: DraftState): boolean {
  return meanResidual(residualsOf(state)) <= CONVERGED && !isRejected(state) && isSound(state)
}

/** Whether the draft that is delivered is whole and gives every result that the question states. */
export function isSound(state: DraftState): boolean {
  const { passed, stated } = examplesOf(state)
  return !deliveredDraft(state).isCut && passed === stated
}

/** Fewer reviewers agree or disagree by chance. */
const FEWEST_REVIEWERS = 4

/** The ranks one reviewer gave, by the place of the draft. */
export type DraftRanks = ReadonlyMap<number, number>

/**
 * How far reviewers prefer the same drafts: Kendall's W, from 0 to 1; null with fewer than four. Nobody ranks their own
 * draft, so W is computed from the mean correlation r of all pairs of reviewers over the drafts that both ranked: with m
 * reviewers, W = (r (m − 1) + 1) / m, which for complete rankings is the usual definition.
 */
export function concordanceOf(rankings: DraftRanks[]): number | null {
  const given = rankings.filter((ranking) => ranking.size > 1)
  if (given.length < FEWEST_REVIEWERS) return null
  const correlations = given.flatMap((left, index) =>
    given.slice(index + 1).flatMap((right) => {
      const common = [...left.keys()].filter((draft) => right.has(draft))
      const value = correlation(
        common.map((draft) => left.get(draft)!),
        common.map((draft) => right.get(draft)!),
      )
      return value === null ? [] : [value]
    }),
  )
  if (correlations.length === 0) return null
  const mean = meanOf(correlations, 0)
  return Math.min(1, Math.max(0, (mean * (given.length - 1) + 1) / given.length))
}

/** The correlation of two lists of ranks; null where one of them prefers nothing. */
function correlation(left: number[], right: number[]): number | null {
  const [from, to] = [centred(left), centred(right)]
  const scale = Math.hypot(...from) * Math.hypot(...to)
  if (left.length < 2 || scale === 0) return null
  return from.reduce((sum, value, index) => sum + value * to[index]!, 0) / scale
}

/** Ranks within the list, ties sharing their mean rank, less their mean. */
function centred(values: number[]): number[] {
  const ranks = values.map(
    (value) =>
      values.filter((other) => other < value).length +
      (values.filter((other) => other === value).length - 1) / 2,
  )
  const mean = (values.length - 1) / 2
  return ranks.map((rank) => rank - mean)
}
