import { count } from '../page/figures.ts'
import type { RunState } from '../run/run-state.ts'
import type { Voice } from '../run/voices.ts'

/** What a model is doing, or did, in a few words. */
export interface ModelState {
  label: string
  /** Whether its reply is awaited. */
  isWaiting: boolean
  /** How it stands to the answer; empty while there is none. */
  tone: '' | 'good' | 'doubtful' | 'silent'
}

/** What a model is doing now, or where it stands in the end. */
export function stateOf(voice: Voice, state: RunState): ModelState {
  const { seat, turns, reply, isAwaited, isSpared } = voice
  const error = reply?.error ?? turns[0]?.response.error ?? null
  if (isSpared) return { label: 'not asked', isWaiting: false, tone: 'silent' }
  if (isAwaited) return { label: workOf(voice, state), isWaiting: true, tone: '' }
  if (error !== null) return { label: 'did not answer', isWaiting: false, tone: 'silent' }
  if (state.result === null && voice.position === null && reply === null)
    return { label: 'no answer', isWaiting: false, tone: 'silent' }
  if (state.result === null) return { label: 'answered', isWaiting: false, tone: '' }
  const isDissenting =
    state.result.dissent.some(({ name }) => name === seat.name) || disputesOf(voice, state) > 0
  if (state.kind === 'draft') {
    const isChosen = voice.position === state.result.final_answer
    return { label: isChosen ? 'chosen' : 'not chosen', isWaiting: false, tone: isChosen ? 'good' : '' }
  }
  // Without points, nothing was compared: nobody is said to agree.
  if (state.kind === 'open' && state.claims.length === 0)
    return { label: 'answered', isWaiting: false, tone: '' }
  return {
    label: standingOf(voice, state, isDissenting),
    isWaiting: false,
    tone: isDissenting ? 'doubtful' : 'good',
  }
}

/** How many of the disputed points it calls false. */
function disputesOf({ seat }: Voice, { claims }: RunState): number {
  return claims.filter(({ status, against }) => status === 'disputed' && against.includes(seat.name)).length
}

function workOf({ seat, turns }: Voice, { arriving }: RunState): string {
  if (turns.length > 0) return 'judging the others …'
  return arriving[seat.name] === undefined ? 'thinking …' : 'writing …'
}

function standingOf(voice: Voice, state: RunState, isDissenting: boolean): string {
  const { turns } = voice
  const { kind } = state
  if (kind === 'open') {
    const disputed = disputesOf(voice, state)
    if (disputed > 0) return `disputes ${count(disputed, 'point')}`
    const changed = turns
      .flatMap(({ changes }) => changes)
      .filter((one) => one.opinion === one.counted_opinion)
    if (changed.length > 0) return `changed its mind on ${count(changed.length, 'point')}`
  }
  if (isDissenting) return kind === 'closed' ? 'disagrees' : 'disagrees in part'
  return turns.some(({ gaveUp }) => gaveUp !== null) && kind === 'closed' ? 'changed its answer' : 'agrees'
}
