import type { Claim, ClaimAnalysis } from '../../contract/claims.ts'
import type { IterationEntry } from '../../contract/deliberation.ts'
import type { DraftReview } from '../../contract/draft-review.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import type { Deliberation } from '../../engine/index.ts'

/** A model as the request named it; on the edge API by its identifier alone. */
export interface RequestedSeat {
  model: string
  name?: string
}

/** The place of a name in the request, after all others if it is not there; with the model, of its own name only. */
type PlaceOf = (name: string, model?: string) => number

/**
 * An iteration with its models in the order of the request. The engine seats them in an order drawn from the query,
 * so that the request decides no tie; to a caller that order looks arbitrary.
 */
export function entryInOrder(entry: IterationEntry, seats: RequestedSeat[]): IterationEntry {
  const placeOf = placesIn(seats)
  return {
    ...entry,
    responses: sortedBy(entry.responses, ({ name, model }) => placeOf(name, model)).map((response) =>
      response.reviews === undefined
        ? response
        : { ...response, reviews: response.reviews.map((review) => withAuthors(review, placeOf)) },
    ),
    clusters: entry.clusters.map((cluster) => ({
      ...cluster,
      models: sortedBy(cluster.models, placeOf),
    })),
  }
}

/** A result with its models in the order of the request, wherever they are listed. */
export function resultInOrder<Result extends Deliberation>(result: Result, seats: RequestedSeat[]): Result {
  return {
    ...result,
    entries: result.entries.map((entry) => entryInOrder(entry, seats)),
    ...listsInOrder(result, placesIn(seats)),
  }
}

/** A response made for another order of the same models, in that of this request. */
export function responseInOrder(response: EdgeConsensusResponse, models: string[]): EdgeConsensusResponse {
  // Those that were not asked are not listed.
  const asked = models.filter((model) => response.models.includes(model))
  if (asked.every((model, place) => model === response.models[place])) return response
  const seats = asked.map((model) => ({ model }))
  return { ...response, models: asked, ...listsInOrder(response, placesIn(seats)) }
}

/** Claims with the names of models in the order of the request. */
export function claimsInOrder(claims: Claim[], seats: RequestedSeat[]): Claim[] {
  const placeOf = placesIn(seats)
  return claims.map((claim) => claimInOrder(claim, placeOf))
}

/** Finds models by the names that a run gives them; that of a stand-in ends with whom it stands in for. */
function placesIn(seats: RequestedSeat[]): PlaceOf {
  return (name, id) => {
    const place = seats.findIndex(
      ({ model, name: given = model }) =>
        (id === undefined || id === model) && (given === name || name.endsWith(`(for ${given})`)),
    )
    return place === -1 ? seats.length : place
  }
}

type Lists = Pick<Deliberation, 'dissent' | 'votes' | 'reviews' | 'claims' | 'analysis'>

/** The lists of a result that name models. */
function listsInOrder({ dissent, votes, reviews, claims, analysis }: Lists, placeOf: PlaceOf): Lists {
  const byName = <Item extends { name: string }>(items: Item[]) =>
    sortedBy(items, ({ name }) => placeOf(name))
  return {
    dissent: byName(dissent),
    ...(votes && { votes: byName(votes) }),
    ...(reviews && { reviews: reviewsInOrder(reviews, placeOf) }),
    ...(claims && { claims: claims.map((claim) => claimInOrder(claim, placeOf)) }),
    ...(analysis && { analysis: analysisInOrder(analysis, placeOf) }),
  }
}

function claimInOrder(claim: Claim, placeOf: PlaceOf): Claim {
  return {
    ...claim,
    for: sortedBy(claim.for, placeOf),
    against: sortedBy(claim.against, placeOf),
    unsure: sortedBy(claim.unsure, placeOf),
  }
}

function analysisInOrder(analysis: ClaimAnalysis, placeOf: PlaceOf): ClaimAnalysis {
  const byPlace = (claims: Array<{ text: string; names: string[] }>) =>
    claims.map(({ text, names }) => ({ text, names: sortedBy(names, placeOf) }))
  const contradictions = analysis.contradictions.map((contradiction) => ({
    ...contradiction,
    claims: byPlace(contradiction.claims),
  }))
  const { partial, unique, gaps } = analysis
  return {
    ...analysis,
    contradictions,
    partial: byPlace(partial),
    unique: byPlace(unique),
    gaps: byPlace(gaps),
  }
}

/** Reviews of the drafts come before those of the revised draft. */
function reviewsInOrder(reviews: DraftReview[], placeOf: PlaceOf): DraftReview[] {
  const byReviewer = sortedBy(reviews, ({ name }) => placeOf(name))
  return sortedBy(byReviewer, ({ revised }) => Number(revised)).map((review) => withAuthors(review, placeOf))
}

function withAuthors<Review extends { authors: string[] }>(review: Review, placeOf: PlaceOf): Review {
  return { ...review, authors: sortedBy(review.authors, placeOf) }
}

function sortedBy<Item>(items: Item[], placeOf: (item: Item) => number): Item[] {
  return [...items].sort((left, right) => placeOf(left) - placeOf(right))
}
