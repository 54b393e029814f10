/** What one member of a panel said at first, on its own. */
export interface MemberReply {
  /** The short answer, or the text where there is none; null if it gave none. */
  answer: string | null
  /** Null where nobody says what is right. */
  right: boolean | null
  /** Null when unknown. */
  costUsd: number | null
  latencyMs: number | null
}

/** What a panel made of a question. */
export interface PanelAnswer {
  answer: string
  right: boolean | null
  confidence: number
  kind: string
  outcome: string
  /** How far the first answers diverged. */
  divergence: number
  costUsd: number | null
  latencyMs: number | null
}

/** A question that a panel has answered. */
export interface Answered {
  id: string
  line: number
  question: string
  gold: string | null
  offersOptions: boolean
  members: Record<string, MemberReply>
  /** Who gave the same answer at first; whoever gave none is in no group. Empty where answers were not compared. */
  groups: string[][]
  panel: PanelAnswer
  /** The other columns of the table. */
  others: Record<string, unknown>
}
