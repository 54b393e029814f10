import type { EdgeClient } from '../client/index.ts'

/** What the tools need of a client of the edge API. */
export type PanelEdge = Pick<
  EdgeClient,
  'stream' | 'dryRun' | 'searchAxioms' | 'result' | 'check' | 'compare'
>
