import type { Claim, ClaimAnalysis } from '../../contract/claims.ts'
import type { IterationEntry, SeatResponse } from '../../contract/deliberation.ts'
import type { DraftReview } from '../../contract/draft-review.ts'
import type { EdgeConsensusResponse } from '../../contract/edge-consensus.ts'
import type { Deliberation } from '../../engine/index.ts'

/** A model as the request named it; on the edge API by its identifier alone. */
export interface RequestedSeat {
  model: string
  name?: string
  provider?: string
}

type PlaceOf = (name: string) => number

/** An iteration with its models in the order of the request, instead of that which the engine drew from the query. */
export function entryInOrder(entry: IterationEntry, seats: RequestedSeat[]): IterationEntry {
  const placeOf = placesIn(seats)
  return {
    ...entry,
    responses: sortedBy(entry.responses, (response) => seatOf(response, seats)).map((response) =>
      response.reviews === undefined
        ? response
        : { ...response, reviews: response.reviews.map((review) => withAuthors(review, placeOf)) },
    ),
    clusters: entry.clusters.map((cluster) => ({ ...cluster, models: sortedBy(cluster.models, placeOf) })),
  }
}

/** A response made for another order of the same models, in that of this request. */
export function responseInOrder(response: EdgeConsensusResponse, models: string[]): EdgeConsensusResponse {
  // Those that were not asked are not listed.
  const asked = models.filter((model) => response.models.includes(model))
  if (asked.every((model, place) => model === response.models[place])) return response
  const seats = asked.map((model) => ({ model }))
  return { ...response, models: asked, ...listsInOrder(response, seats) }
}

/** Claims with the names of models in the order of the request. */
export function claimsInOrder(claims: Claim[], seats: RequestedSeat[]): Claim[] {
  return claims.map((claim) => claimInOrder(claim, placesIn(seats)))
}

/** Where models stand in the request, by their names. */
function placesIn(seats: RequestedSeat[]): PlaceOf {
  return (name) => placeAmong(seats, (seat) => hasName(seat, name))
}

type Lists = Pick<Deliberation, 'dissent' | 'unheard' | 'votes' | 'reviews' | 'claims' | 'analysis'>

/** What a result lists of its models, in the order of the request. */
export function listsInOrder(lists: Lists, seats: RequestedSeat[]): Lists {
  const { dissent, unheard, votes, reviews, claims, analysis } = lists
  const placeOf = placesIn(seats)
  const byName = <Item extends { name: string }>(items: Item[]) =>
    sortedBy(items, ({ name }) => placeOf(name))
  return {
    dissent: byName(dissent),
    ...(unheard && { unheard: sortedBy(unheard, placeOf) }),
    ...(votes && { votes: byName(votes) }),
    ...(reviews && { reviews: reviewsInOrder(reviews, placeOf) }),
    ...(claims && { claims: claimsInOrder(claims, seats) }),
    ...(analysis && { analysis: analysisInOrder(analysis, placeOf) }),
  }
}

function seatOf({ provider, model, name }: SeatResponse, seats: RequestedSeat[]): number {
  const fits = (seat: RequestedSeat) =>
    seat.model === model && (seat.provider === undefined || seat.provider === provider)
  const named = seats.findIndex((seat) => fits(seat) && hasName(seat, name))
  return named === -1 ? placeAmong(seats, fits) : named
}

/** Whether a run calls this model so; a stand-in has a name that ends with the one it stands in for. */
function hasName({ model, name: given = model }: RequestedSeat, name: string): boolean {
  return given === name || name.endsWith(`(for ${given})`)
}

/** The place of the first model that fits; after all others if none does. */
function placeAmong(seats: RequestedSeat[], fits: (seat: RequestedSeat) => boolean): number {
  const place = seats.findIndex(fits)
  return place === -1 ? seats.length : place
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
  return {
    ...analysis,
    contradictions: analysis.contradictions.map((one) => ({ ...one, claims: byPlace(one.claims) })),
    partial: byPlace(analysis.partial),
    unique: byPlace(analysis.unique),
    gaps: byPlace(analysis.gaps),
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
