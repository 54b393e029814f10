/** A claim on a run, good for a while: a holder that dies lets go of it by not renewing. */
export interface FlightClaim {
  /** Which run, in a form that gives nothing of the request away. */
  flight: string
  /** Who runs it; another name for every try. */
  holder: string
  /** When the claim lapses unless it is renewed. */
  until: number
}

/** Who runs what at the moment, seen alike by every process that shares the store. */
export interface FlightClaims {
  /** Takes a run unless another holds it at that time; tells who holds it from now on. */
  claim(claim: FlightClaim, now: number): Promise<string>
  /** Prolongs a claim; false when it has gone to another. */
  renew(claim: FlightClaim): Promise<boolean>
  /** Gives a run back; that of another stays. */
  release(flight: string, holder: string): Promise<void>
}
