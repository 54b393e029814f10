import { isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, isSame, span } from './formula.ts'
import { eighthOfArc, measures, TRIANGLES } from './geometry.ts'

export const trigonometryProofs: Proof[] = [
  prove(
    'math-0124',
    /^The third side of a triangle with sides a and b enclosing the angle C in the Euclidean plane satisfies c\^2 = (.+)\.$/,
    (formula) =>
      TRIANGLES.every((triangle) => {
        const { angles, sides } = measures(triangle)
        const [a, b, c] = sides
        return isSame(c ** 2, evaluate(formula!, { a, b, C: angles[2] }))
      }),
  ),
  prove(
    'math-0125',
    /^The ratio (\S+) of a side to the sine of the opposite angle is the same for all three sides of a triangle in the Euclidean plane\.$/,
    (formula) =>
      TRIANGLES.every((triangle) => {
        const { angles, sides } = measures(triangle)
        const ratios = sides.map((a, place) => evaluate(formula!, { a, A: angles[place]! }))
        return ratios.every((ratio) => isSame(ratio, ratios[0]!))
      }),
  ),
  prove(
    ['math-0126', 'math-0127'],
    /^The (sine|tangent) of (\d+) degrees is (\S+)\.$/,
    (name, degrees, value) => {
      const angle = (Number(degrees) * Math.PI) / 180
      return isSame(name === 'sine' ? Math.sin(angle) : Math.tan(angle), evaluate(value!))
    },
  ),
  prove(
    'math-0128',
    /^The angle of (\d+) degrees is equal to (\w+) radians, so one radian is approximately (\S+) degrees\.$/,
    (degrees, radians, one) =>
      isSame(Math.cos(evaluate(radians!)), -1) && isRounded(Number(degrees) / (4 * eighthOfArc()), one!),
  ),
  prove(
    'math-0129',
    /^The difference between x and sin\(x\), for x in radians with 0 < x < 1, is positive and less than (\S+)\.$/,
    (bound) =>
      span(1, 99).every((step) => {
        const x = step / 100
        return x - Math.sin(x) > 0 && x - Math.sin(x) < evaluate(bound!, { x })
      }),
  ),
]
