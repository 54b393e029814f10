import { backingOf, type FirstAnswer } from '../../src/engine/conclude/answer-backing.ts'
import { answerKind } from '../../src/engine/conclude/answer-kind.ts'
import type { AnswerKind, Supports } from '../../src/engine/conclude/confidence.ts'
import { type ComparisonParts, comparisonOn } from '../../src/engine/measure/agreement/compare-answers.ts'
import { surveyLandscape } from '../../src/engine/measure/landscape.ts'
import { seatPanel } from '../../src/engine/panel/panel.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { type Member, panelOf, readMembers } from './read-panel.ts'
import { foldOf, type Recording } from './recordings.ts'

/** What a panel would have answered in the first round, the support for it, and whether it was right. */
export interface Observation {
  set: string
  query: string
  fold: number
  size: number
  kind: AnswerKind
  supports: Supports
  right: boolean
}

/** Panels are drawn from this many of the strongest models, as users would choose them. */
const STRONG = 5

/**
 * Every recording, answered by panels of two to all models: up to five are drawn from the strongest five for every
 * question and size; from six on, the strongest are used.
 */
export async function observePanels(
  recordings: Recording[],
  ranked: string[],
  { folds, partsFor }: { folds: number[]; partsFor: (fold: number) => ComparisonParts },
): Promise<Observation[]> {
  const observed: Observation[] = []
  for (const recording of recordings) {
    const fold = foldOf(recording)
    if (!folds.includes(fold)) continue
    const comparison = comparisonOn(recording.query, partsFor(fold))
    const members = readMembers(recording, ranked)
    for (let size = 2; size <= members.length; size++) {
      const panel =
        size <= STRONG ? drawn(members.slice(0, STRONG), size, recording.query) : members.slice(0, size)
      const models = panelOf(panel.map(({ model }) => model))
      const standings = seatPanel(models, recording.query).map((seat) => {
        const { answer, reason } = panel.find(({ model }) => model === seat.model)!
        return { seat, residual: null, position: answer === null ? null : { answer, reason, claims: [] } }
      })
      const { camps } = await surveyLandscape(standings, comparison)
      const [winner] = camps
      if (winner === undefined) continue
      const behind = new Set(winner.members.map(({ seat }) => seat.key))
      const first = standings.map(({ seat, position }): FirstAnswer => {
        return { answer: position?.answer ?? null, stands: behind.has(seat.key) ? 'behind' : 'beside' }
      })
      const { judged, supports } = await backingOf(winner.central.position.answer, first, comparison)
      const { kind, unlike } = answerKind(judged, recording.query)
      if (unlike !== null) continue
      observed.push({
        set: recording.set,
        query: recording.query,
        fold,
        size,
        kind,
        supports,
        right: panel.find(({ model }) => model === winner.central.seat.model)?.right ?? false,
      })
    }
  }
  return observed
}

function drawn(members: Member[], size: number, query: string): Member[] {
  return stableShuffle(members, ({ model }) => model, `${query}|${size}`).slice(0, size)
}
