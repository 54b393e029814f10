/** How often an answer was right, by how many of a panel gave it in the first round. */
export interface Calibration {
  version: string
  /** `by_panel[n][k - 1]`: the share of right answers when k of n seats gave the winning answer at first. */
  by_panel: Record<string, number[]>
  /** How many recorded answers each of those shares rests on. */
  answers: Record<string, number[]>
  /** The recorded sets that have panels of a size. */
  sets: Record<string, string>
}

interface Evidence {
  /** Seats in the panel, silent ones included: a model that fails never raises confidence. */
  seats: number
  /** Seats that gave the winning answer in the exposition, before they heard each other. */
  supporters: number
  /** Why the recordings do not speak for this case; null when they do. */
  unlike: string | null
}

export interface Confidence {
  confidence: number
  basis: string
}

/**
 * The probability that an answer is right, as measured. Where the recordings do not speak for the case, half of
 * what it has over even odds is taken off; nothing is ever added.
 */
export function confidenceFrom(
  { seats, supporters, unlike }: Evidence,
  calibration: Calibration,
): Confidence {
  const sizes = Object.keys(calibration.by_panel).map(Number)
  const largest = Math.max(...sizes)
  const size = Math.min(seats, largest)
  // A larger panel than any recorded is read at the same share of support, rounded down.
  const support = seats <= largest ? supporters : Math.floor((supporters / seats) * largest)
  const cell = Math.max(1, support) - 1
  const measured = calibration.by_panel[size]?.[cell] ?? 0
  const exception =
    unlike ??
    (supporters === 0 ? 'an answer nobody gave at first was not recorded' : null) ??
    (seats > largest ? `no panel of ${seats} was recorded` : null)
  const evidence = `${supporters} of ${seats} models gave this answer before hearing each other`
  if (exception === null) {
    const recorded = `${calibration.answers[size]?.[cell] ?? 0} recorded answers (${calibration.sets[size] ?? 'none'})`
    return { confidence: measured, basis: `${evidence}; calibrated on ${recorded}` }
  }
  return {
    confidence: Math.min(measured, 0.5 + (measured - 0.5) / 2),
    basis: `${evidence}; taken with caution: ${exception}`,
  }
}
