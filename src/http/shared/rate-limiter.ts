/** A stretch of time in which a caller may send so many requests. */
export interface RateWindow {
  name: 'burst' | 'minute' | 'hour'
  limit: number
  seconds: number
}

/** One caller's claim on a window. */
export interface RateClaim {
  subject: string
  window: RateWindow
}

/** How a window stands. */
export interface WindowState {
  window: RateWindow
  remaining: number
  /** When the window ends, in Unix milliseconds. */
  resetAt: number
  /** How long until a request would be let through again; 0 when one would be now. */
  waitMs: number
}

/** Counts requests in sliding windows. */
export interface RateLimiter {
  /** Takes one request from every window, or from none when one of them is spent. */
  take(claims: RateClaim[]): Promise<WindowState[]>
  /** Takes so many more requests from windows, beyond their limits if need be. */
  charge(claims: RateClaim[], requests: number): Promise<void>
  /** How the windows stand, without taking from them. */
  peek(claims: RateClaim[]): Promise<WindowState[]>
}
