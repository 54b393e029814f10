/** A temporary claim on a run: it expires when its holder dies and stops renewing it. */
export interface FlightClaim {
  /** Identifies the run without revealing the request. */
  flight: string
  /** The holder; a new name for every attempt. */
  holder: string
  /** How long the claim lasts from now, unless it is renewed; measured by the store. */
  leaseMs: number
}

/** Which process executes which run, shared by all processes that use the store. */
export interface FlightClaims {
  /** Claims a run unless another holder has it; returns the current holder. */
  claim(claim: FlightClaim): Promise<string>
  /** Extends a claim; false when another holder has it. */
  renew(claim: FlightClaim): Promise<boolean>
  /** Releases a claim; that of another holder stays. */
  release(flight: string, holder: string): Promise<void>
}
