import { PHI } from '../run/divergence.ts'
import type { Point } from './scales.ts'

const QUARTER = Math.PI / 2
const STEPS_PER_TURN = 16
/** The first iteration points up. */
const START = -QUARTER

/**
 * The place of an iteration: its radius is D, and each iteration is a quarter of a turn. A golden spiral shrinks by φ with
 * every quarter, as the ideal D does with every iteration, so a run that follows the target moves along it.
 */
export function spiralPoint(iteration: number, radius: number): Point {
  const angle = START + (iteration - 1) * QUARTER
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
}

/** The golden spiral from the first D on, for so many iterations. */
export function goldenSpiral(firstRadius: number, iterations: number): Point[] {
  return sampled(iterations).map((iteration) => spiralPoint(iteration, firstRadius / PHI ** (iteration - 1)))
}

/** The way through the radii of a run, turning evenly from one to the next. */
export function spiralThrough(radii: number[]): Point[] {
  return sampled(radii.length).map((iteration) => {
    const before = Math.floor(iteration) - 1
    const share = iteration - Math.floor(iteration)
    const [from, to] = [radii[before] ?? 0, radii[before + 1] ?? radii[before] ?? 0]
    return spiralPoint(iteration, from + (to - from) * share)
  })
}

/** Iterations from 1 to the last, with steps between them. */
function sampled(last: number): number[] {
  const steps = Math.max(0, last - 1) * STEPS_PER_TURN
  return Array.from({ length: steps + 1 }, (_, step) => 1 + step / STEPS_PER_TURN)
}
