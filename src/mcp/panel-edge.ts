import type { z } from 'zod'
import type { CallOptions, EdgeClient } from '../client/index.ts'
import type { CheckedClaim, Comparison } from './schemas/outputs.ts'

/** A statement that a panel is asked about. */
export interface ClaimToCheck {
  claim: string
  context?: Array<{ title: string; text: string }>
  models?: string[]
  panel?: string
  max_cost_usd?: number
  max_calls?: number
  timeout_seconds?: number
}

/** Texts that are compared. */
export interface TextsToCompare {
  question?: string
  answers: Array<{ name?: string; text: string }>
  models?: string[]
}

/** What the tools need of a client of the edge API. */
export interface PanelEdge extends Pick<EdgeClient, 'stream' | 'dryRun' | 'searchAxioms' | 'result'> {
  check(request: ClaimToCheck, options?: CallOptions): Promise<z.input<typeof CheckedClaim>>
  compare(request: TextsToCompare, options?: CallOptions): Promise<z.input<typeof Comparison>>
}
