/** Work that can be interrupted wherever it yields. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Does all steps without interruption. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Does one step per turn, so that long work does not keep everything else waiting. */
export async function inTurns<Result>(
  steps: Steps<Result>,
  takeTurn: () => Promise<unknown>,
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await takeTurn()
  }
}
