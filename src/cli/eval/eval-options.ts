import type { Connection } from '../open-client.ts'

/** What `stretto eval` was asked for. */
export interface EvalOptions extends Connection {
  /** The table of questions. */
  file?: string | undefined
  /** A file of recorded replies, instead of asking. */
  from?: string | undefined
  models?: string[] | undefined
  /** The name of a panel of the service. */
  panel?: string | undefined
  iterations?: number | undefined
  limit?: number | undefined
  budget?: number | undefined
  concurrency?: number | undefined
  /** Where the answers are kept, and where an evaluation goes on. */
  output?: string | undefined
  /** Where reports are written: a path to which the endings are added. */
  report?: string | undefined
  /** The members that are asked first. */
  first?: string[] | undefined
  /** A file of prices for recorded replies. */
  prices?: string | undefined
  /** The panel that is calibrated with the right answers. */
  calibrate?: string | undefined
  /** Whether a calibration is stored even if it is not better. */
  force?: boolean | undefined
}
