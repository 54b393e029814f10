import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import type { ClaimStatus } from '../../src/contract/claims.ts'
import { deliberate } from '../../src/engine/deliberate.ts'
import type { Deliberation, DeliberationPorts } from '../../src/engine/deliberation.ts'
import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import type { ClaimSupport } from '../../src/engine/measure/claims/claim-support.ts'
import { statusesOf } from '../../src/engine/measure/claims/dispute.ts'
import type { Ledger } from '../../src/engine/measure/claims/ledger.ts'
import { sentencesOf } from '../../src/language/sentences.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import type { ClaimPanel, JudgedSeat } from './claim-sets.ts'
import { type Examiner, simulatedReply } from './simulated-examiner.ts'

/** An entry of the ledger of a simulated panel after its last iteration. */
export interface JudgedEntry {
  isTrue: boolean
  status: ClaimStatus
  support: number
}

/** What became of a recorded panel whose members judge the claims of all. */
export interface SimulatedRun {
  examiner: string
  panel: ClaimPanel
  result: Deliberation
  entries: JudgedEntry[]
}

const SEATS = 5
/** A text makes at most so many claims. */
const MADE = 12
const never = new AbortController().signal

/** Up to five members of a recorded panel, drawn by its question, each with the claims it makes. */
export function drawnPanel(panel: ClaimPanel): ClaimPanel {
  const judged = panel.seats.flatMap((seat): JudgedSeat[] => {
    const claims = seat.claims.filter(({ isTrue, text }) => isTrue !== null && text.trim() !== '')
    return claims.length === 0 ? [] : [{ ...seat, claims: claims.slice(0, MADE) }]
  })
  return { ...panel, seats: stableShuffle(judged, ({ model }) => model, panel.query).slice(0, SEATS) }
}

interface SimulationParts extends Pick<DeliberationPorts, 'embed' | 'readSupport'> {
  /** The fit of support for a panel, which should not have seen its question. */
  supportFor: (panel: ClaimPanel) => ClaimSupport
}

/** Runs a panel through the whole engine, once with members that judge claims as each examiner does. */
export function openSimulation({ embed, readSupport, supportFor }: SimulationParts) {
  const fitted = readMeasures()
  const runOnce = async (panel: ClaimPanel, examiner: Examiner, read: ReadSupport): Promise<SimulatedRun> => {
    const { query, seats } = panel
    const truthOf = truthsIn(seats)
    let ledger: Ledger | undefined
    const result = await deliberate(
      {
        ...fitted,
        claimSupport: supportFor(panel),
        ...{ query, kind: 'open', criteria: null, writer: null, structure: 'fugue', maxIterations: 7 },
        ...{ reader: null, uncalibrated: null, votes: null, checkpoint: null },
        ...{ signal: never, deadline: never },
        models: seats.map(({ model }) => ({ provider: 'openrouter', name: model, model, temperature: 0 })),
      },
      {
        embed,
        readSupport: read,
        async askModel({ seat, ...call }) {
          const own = seats.find(({ model }) => model === seat.model)!
          const text = simulatedReply({ query, seat: own, truthOf, examiner }, call)
          return { text, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
        },
        findAnchors: async () => [],
        now: () => 0,
        pause: async () => {},
        onEvent() {},
        onCheckpoint(spiral) {
          ledger = spiral.ledger ?? ledger
        },
      },
    )
    return {
      examiner: examiner.name,
      panel,
      result,
      entries: ledger === undefined ? [] : entriesOf(ledger, truthOf),
    }
  }
  return async (panel: ClaimPanel, examiners: Examiner[]): Promise<SimulatedRun[]> => {
    // The texts are the same whoever examines them, so they are read once.
    const read = remembering(readSupport)
    const runs: SimulatedRun[] = []
    for (const examiner of examiners) runs.push(await runOnce(panel, examiner, read))
    return runs
  }
}

/** What is known of the claims of a panel; a claim that is several sentences is true if all of them are. */
function truthsIn(seats: JudgedSeat[]): (claim: string) => boolean | undefined {
  const plain = (text: string) => text.trim().replace(/[.!?]$/, '')
  const truths = new Map(
    seats.flatMap(({ claims }) => claims.map(({ text, isTrue }) => [plain(text), isTrue] as const)).reverse(),
  )
  return (claim) => {
    const whole = truths.get(plain(claim))
    if (whole != null) return whole
    const parts = sentencesOf(claim).map((sentence) => truths.get(plain(sentence)))
    return parts.length < 2 || parts.some((part) => part == null) ? undefined : parts.every(Boolean)
  }
}

function remembering(read: ReadSupport): ReadSupport {
  const known = new Map<string, ReturnType<ReadSupport>>()
  return (claims, texts) => {
    const key = JSON.stringify([claims, texts])
    const found = known.get(key) ?? read(claims, texts)
    known.set(key, found)
    return found
  }
}

function entriesOf(ledger: Ledger, truthOf: (claim: string) => boolean | undefined): JudgedEntry[] {
  const seats = [...new Set(ledger.entries.flatMap(({ estimates }) => Object.keys(estimates)))]
  const statuses = statusesOf(ledger, seats)
  return ledger.entries.flatMap(({ text, support }, place) => {
    const isTrue = truthOf(text)
    return isTrue === undefined ? [] : [{ isTrue, status: statuses[place]!, support }]
  })
}
