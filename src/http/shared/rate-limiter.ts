/** A time window and the number of requests a caller may send in it. */
export interface RateWindow {
  name: 'burst' | 'minute' | 'hour'
  limit: number
  seconds: number
}

/** A caller and a window that its request counts against. */
export interface RateClaim {
  subject: string
  window: RateWindow
}

/** The current state of a window. */
export interface WindowState {
  window: RateWindow
  remaining: number
  /** How long until the window ends. */
  endsInMs: number
  /** How long until the next request is allowed; 0 when it is allowed now. */
  waitMs: number
}

/** Counts requests in sliding windows. */
export interface RateLimiter {
  /** Counts one request in every window, or in none when one of them is exhausted. */
  take(claims: RateClaim[]): Promise<WindowState[]>
  /** Counts additional requests in the windows, beyond their limits if necessary. */
  charge(claims: RateClaim[], requests: number): Promise<void>
  /** The state of the windows, without counting anything. */
  peek(claims: RateClaim[]): Promise<WindowState[]>
}
