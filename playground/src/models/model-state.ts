import type { RunState } from '../run/run-state.ts'
import type { Voice } from '../run/voices.ts'

/** What a model is doing, or did, in a word or two. */
export interface ModelState {
  label: string
  /** Whether its reply is awaited. */
  isWaiting: boolean
  /** The class that colours it. */
  tone: '' | 'good' | 'doubtful'
}

/** What a model is doing now, or where it stands in the end. */
export function stateOf({ seat, turns, reply, isAwaited, isSpared }: Voice, state: RunState): ModelState {
  const { result, kind, arriving } = state
  const error = reply?.error ?? turns[0]?.response.error ?? null
  if (isSpared) return { label: 'not asked', isWaiting: false, tone: '' }
  if (isAwaited) {
    const isWriting = arriving[seat.name] !== undefined
    return { label: isWriting ? 'writing …' : 'thinking …', isWaiting: true, tone: '' }
  }
  if (error !== null) return { label: 'did not answer', isWaiting: false, tone: 'doubtful' }
  if (result?.dissent.some(({ name }) => name === seat.name))
    return {
      label: kind === 'closed' ? 'disagrees' : 'disagrees in part',
      isWaiting: false,
      tone: 'doubtful',
    }
  if (kind === 'closed' && turns.some(({ gaveUp }) => gaveUp !== null))
    return { label: 'changed its answer', isWaiting: false, tone: '' }
  return result === null
    ? { label: 'answered', isWaiting: false, tone: '' }
    : { label: kind === 'closed' ? 'agrees' : '', isWaiting: false, tone: 'good' }
}
