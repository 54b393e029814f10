/** A temporary claim on a lock: it expires when its holder dies and stops renewing it. */
export interface LockClaim {
  /** Names what is locked without revealing any request. */
  lock: string
  /** The holder; a new name for every attempt. */
  holder: string
  /** How long the claim lasts from now, unless it is renewed; measured by the store. */
  leaseMs: number
}

/** Which process does what only one should do at a time, shared by all processes that use the store. */
export interface Locks {
  /** Claims a lock unless another holder has it; returns the current holder. */
  claim(claim: LockClaim): Promise<string>
  /** Extends a claim; false when it was lost. */
  renew(claim: LockClaim): Promise<boolean>
  /** Releases a claim; that of another holder stays. */
  release(lock: string, holder: string): Promise<void>
}
