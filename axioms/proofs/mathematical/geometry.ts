import { integral, isClose, isPrime, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { count, evaluate, grid, isSame, numberWord, rows, span, total } from './formula.ts'

type Point = [number, number]

const SIZES = [0.5, 1, 2.4, 7]
/** A right, an acute and an obtuse triangle. */
export const TRIANGLES: [Point, Point, Point][] = [
  [
    [0, 0],
    [4, 0],
    [0, 3],
  ],
  [
    [-1, 2],
    [5, 1],
    [2.5, 6],
  ],
  [
    [0, 0],
    [10, 0.5],
    [-3, 2],
  ],
]

const distance = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1])
const direction = (from: Point, to: Point) => Math.atan2(to[1] - from[1], to[0] - from[0])

/** The area of a polygon by the shoelace formula, positive where the corners go round counterclockwise. */
const area = (corners: Point[]) =>
  total(
    corners.map(([x, y], place) => {
      const [nextX, nextY] = corners[(place + 1) % corners.length]!
      return (x * nextY - nextX * y) / 2
    }),
  )

/** The inner angles of a polygon with corners counterclockwise, in degrees. */
const innerAngles = (corners: Point[]) =>
  corners.map((corner, place) => {
    const next = corners[(place + 1) % corners.length]!
    const before = corners.at(place - 1)!
    const turn = ((direction(corner, before) - direction(corner, next)) * 180) / Math.PI
    return (turn + 720) % 360
  })

/** The sides and the angle opposite each, in radians. */
export const measures = (triangle: [Point, Point, Point]) => {
  const angles = innerAngles(triangle).map((angle) => (angle * Math.PI) / 180)
  const sides = [1, 2, 0].map((place) => distance(triangle[place]!, triangle[(place + 1) % 3]!))
  return { angles, sides } as { angles: [number, number, number]; sides: [number, number, number] }
}

/** An eighth of the way round the circle of radius 1 without knowing pi: x = (1-t^2)/(1+t^2), y = 2t/(1+t^2). */
export const eighthOfArc = () => integral((t) => 2 / (1 + t * t), 0, Math.SQRT2 - 1)

/** Corners, edges and faces of a surface given by its faces, each a round of corner names. */
function eulerSum(faces: string[][]): { V: number; E: number; F: number } {
  const edges = faces.flatMap((face) =>
    face.map((corner, place) => [corner, face[(place + 1) % face.length]!].sort().join('|')),
  )
  return { V: new Set(faces.flat()).size, E: new Set(edges).size, F: faces.length }
}

const prism = (n: number) => [
  count(n).map((k) => `a${k}`),
  count(n).map((k) => `b${k}`),
  ...count(n).map((k) => [`a${k}`, `a${(k + 1) % n}`, `b${(k + 1) % n}`, `b${k}`]),
]
const pyramid = (n: number) => [
  count(n).map((k) => `a${k}`),
  ...count(n).map((k) => [`a${k}`, `a${(k + 1) % n}`, 'top']),
]
const torus = (m: number, n: number) =>
  count(m).flatMap((i) =>
    count(n).map((j) => {
      const [right, up] = [(i + 1) % m, (j + 1) % n]
      return [`${i},${j}`, `${right},${j}`, `${right},${up}`, `${i},${up}`]
    }),
  )

/** The parts of the border and the number of sides of a strip of squares whose ends are glued with or without a twist. */
function strip(isTwisted: boolean): { borders: number; sides: number } {
  const length = 7
  const next = ([place, edge]: [number, number]): [number, number] =>
    place + 1 < length ? [place + 1, edge] : [0, isTwisted ? 1 - edge : edge]
  // Walking on along the border, or on along one face of the paper: a twist leads to the other one.
  const walk = (from: [number, number]) => {
    const seen: string[] = []
    for (let at = from; !seen.includes(at.join()); at = next(at)) seen.push(at.join())
    return seen.sort().join(' ')
  }
  const parts = new Set([walk([0, 0]), walk([0, 1])]).size
  return { borders: parts, sides: parts }
}

/** The angle of a spherical triangle at a corner, between the great circles to two others. */
function sphericalAngle(at: number[], one: number[], other: number[]): number {
  const dot = (left: number[], right: number[]) => total(left.map((entry, place) => entry * right[place]!))
  const tangent = (to: number[]) => to.map((entry, place) => entry - dot(at, to) * at[place]!)
  const [left, right] = [tangent(one), tangent(other)]
  const cosine = dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right))
  return (Math.acos(cosine) * 180) / Math.PI
}

/** Whether compass and straightedge construct a regular polygon, by the theorem of Gauss and Wantzel. */
function isConstructible(sides: number): boolean {
  let rest = sides
  while (rest % 2 === 0) rest /= 2
  for (const fermat of [0, 1, 2, 3].map((k) => 2 ** (2 ** k) + 1)) {
    if (isPrime(fermat) && rest % fermat === 0) rest /= fermat
  }
  return rest === 1
}

/** Whether a formula in r (and h, a, b) is what integration gives. */
const agrees = (formula: string, names: string[], value: (...sizes: number[]) => number) =>
  grid(names, SIZES).every((values) =>
    isSame(evaluate(formula, values), value(...names.map((name) => values[name]!))),
  )

export const geometryProofs: Proof[] = [
  prove(
    'math-0002',
    /^The ratio of a circle's circumference to its diameter in the Euclidean plane is (\w+)\.$/,
    (ratio) => isSame((8 * eighthOfArc()) / 2, evaluate(ratio!)),
  ),
  prove(
    'math-0009',
    /^The square of the hypotenuse of a right triangle in the Euclidean plane is equal to the (sum|difference) of the squares of the two legs\.$/,
    (operation) =>
      // The legs of a right triangle of hypotenuse 1 are the sine and the cosine of an angle.
      span(1, 80).every((degree) => {
        const [leg, other] = [Math.sin(degree / 57), Math.cos(degree / 57)]
        return isSame(operation === 'sum' ? leg ** 2 + other ** 2 : leg ** 2 - other ** 2, 1)
      }),
  ),
  prove(
    'math-0010',
    /^The sum of the interior angles of a triangle in the Euclidean plane is (\d+) degrees\.$/,
    (sum) => TRIANGLES.every((triangle) => isSame(total(innerAngles(triangle)), Number(sum))),
  ),
  prove('math-0011', /^The area of a circle of radius r in the Euclidean plane is (\S+)\.$/, (formula) =>
    agrees(formula!, ['r'], (r) => 8 * (r! ** 2 / 2) * eighthOfArc()),
  ),
  prove('math-0012', /^The number of Platonic solids is (\w+)\.$/, (number) => {
    // q polygons of p sides at a corner must leave a gap: less than 360 degrees in all.
    const fitting = grid(['p', 'q'], span(3, 40)).filter(({ p, q }) => q! * (180 - 360 / p!) < 360 - 1e-9)
    return fitting.length === numberWord(number!)
  }),
  prove(
    'math-0096',
    /^The sum of the interior angles of a simple polygon with n sides in the Euclidean plane is (.+) degrees\.$/,
    (formula) =>
      span(3, 12).every((n) => {
        // Corners near and far in turn, so that most of the polygons are not convex.
        const corners = count(n).map((k): Point => {
          const [radius, angle] = [k % 2 === 0 ? 3 : 1.2, (2 * Math.PI * k) / n]
          return [radius * Math.cos(angle), radius * Math.sin(angle)]
        })
        return isSame(total(innerAngles(corners)), evaluate(formula!, { n }))
      }),
  ),
  prove(
    'math-0097',
    /^The area of a triangle with base b and height h in the Euclidean plane is (\S+)\.$/,
    (formula) =>
      [-2, 0.3, 9].every((top) =>
        agrees(formula!, ['b', 'h'], (b, h) =>
          area([
            [0, 0],
            [b!, 0],
            [top, h!],
          ]),
        ),
      ),
  ),
  prove(
    'math-0098',
    /^The area of a triangle with sides a, b, c and s = (.+) in the Euclidean plane is (.+)\.$/,
    (half, formula) =>
      TRIANGLES.every((triangle) => {
        const [a, b, c] = measures(triangle).sides
        return isSame(evaluate(formula!, { a, b, c, s: evaluate(half!, { a, b, c }) }), area(triangle))
      }),
  ),
  prove('math-0099', /^The volume of a sphere \(ball\) of radius r is (\S+)\.$/, (formula) =>
    agrees(formula!, ['r'], (r) => integral((x) => Math.PI * (r! ** 2 - x ** 2), -r!, r!)),
  ),
  prove('math-0100', /^The surface area of a sphere of radius r is (\S+)\.$/, (formula) =>
    agrees(formula!, ['r'], (r) => integral((angle) => 2 * Math.PI * r! * Math.sin(angle) * r!, 0, Math.PI)),
  ),
  prove('math-0101', /^The volume of a cone with base radius r and height h is (\S+)\.$/, (formula) =>
    agrees(formula!, ['r', 'h'], (r, h) => integral((x) => Math.PI * ((r! * x) / h!) ** 2, 0, h!)),
  ),
  prove('math-0102', /^The area of an ellipse with semi-axes a and b is (\S+)\.$/, (formula) =>
    agrees(formula!, ['a', 'b'], (a, b) =>
      integral((angle) => 4 * b! * Math.cos(angle) * a! * Math.cos(angle), 0, Math.PI / 2),
    ),
  ),
  prove(
    'math-0103',
    /^Doubling every edge of a cube multiplies the surface area by (\d+) and the volume by (\d+)\.$/,
    (surface, volume) =>
      SIZES.every(
        (edge) =>
          isClose((6 * (2 * edge) ** 2) / (6 * edge ** 2), Number(surface)) &&
          isClose((2 * edge) ** 3 / edge ** 3, Number(volume)),
      ),
  ),
  prove(
    'math-0104',
    /^The area of one round pizza (\d+) inches in diameter is greater than the combined area of two round pizzas (\d+) inches in diameter\.$/,
    (large, small) => Math.PI * (Number(large) / 2) ** 2 > 2 * Math.PI * (Number(small) / 2) ** 2,
  ),
  prove(
    'math-0105',
    /^A rope (\d+) metre longer than the equator of a sphere, laid round the equator as a concentric circle, runs approximately (\S+) centimetres above the surface\.$/,
    (longer, gap) =>
      [0.11, 50, 6_378_137].every((radius) => {
        const around = 2 * Math.PI * radius + Number(longer)
        return isRounded((around / (2 * Math.PI) - radius) * 100, gap!)
      }),
  ),
  prove(
    'math-0106',
    /^Every angle inscribed in a semicircle in the Euclidean plane is a right angle, that is, (\d+) degrees\.$/,
    (angle) =>
      span(1, 60).every((step) => {
        const top: Point = [Math.cos(step / 20), Math.sin(step / 20)]
        return isSame(innerAngles([[-1, 0], [1, 0], top])[2]!, Number(angle))
      }),
  ),
  prove(
    'math-0107',
    /^The diagonal of a square of side s is (\S+), and the space diagonal of a cube of edge s is (\S+)\.$/,
    (flat, spatial) =>
      agrees(flat!, ['s'], (s) => Math.hypot(s!, s!)) &&
      agrees(spatial!, ['s'], (s) => Math.hypot(s!, s!, s!)),
  ),
  prove(
    'math-0108',
    /^The regular polygons that tile the Euclidean plane with equal copies of a single regular polygon have (\d+), (\d+) or (\d+) sides\.$/,
    (...sides) => {
      // Round a corner the angles fill 360 degrees, or 180 where the corner lies on a side.
      const fitting = span(3, 500).filter((n) => (360 * n) % ((n - 2) * 180) === 0)
      return fitting.join() === sides.join()
    },
  ),
  prove(
    'math-0109',
    /^The smallest number of sides of a regular polygon that cannot be constructed with compass and straightedge is (\d+)\.$/,
    (smallest) => span(3, 30).find((sides) => !isConstructible(sides)) === Number(smallest),
  ),
  prove(
    'math-0110',
    /^The numbers of vertices V, edges E and faces F of every convex polyhedron satisfy (.+) = (\d+)\.$/,
    (formula, value) =>
      span(3, 12)
        .flatMap((n) => [prism(n), pyramid(n)])
        .every((faces) => evaluate(formula!, eulerSum(faces)) === Number(value)),
  ),
  prove(
    'math-0111',
    /^The distance between the points \(x1, y1\) and \(x2, y2\) in the Euclidean plane is (.+)\.$/,
    (formula) =>
      grid(['x1', 'y1', 'angle', 'length'], [-2, 0.5, 3]).every(({ x1, y1, angle, length }) => {
        const [x2, y2] = [x1! + length! * Math.cos(angle!), y1! + length! * Math.sin(angle!)]
        return isSame(evaluate(formula!, { x1: x1!, y1: y1!, x2, y2 }), Math.abs(length!))
      }),
  ),
  prove(
    'math-0112',
    /^The product of the slopes of two perpendicular lines in the Euclidean plane, neither line being vertical, is (\S+)\.$/,
    (product) =>
      [0.2, 0.9, 2, 2.8].every((angle) =>
        isSame(Math.tan(angle) * Math.tan(angle + Math.PI / 2), Number(product)),
      ),
  ),
  prove(
    'math-0113',
    /^Three positive lengths are the sides of a triangle with nonzero area in the Euclidean plane exactly when each length is (less|greater) than the sum of the other two\.$/,
    (relation) =>
      rows(span(1, 7), 3).every(([a, b, c]) => {
        // The third corner lies where the circles about the ends of the side c meet, at height sqrt(b^2 - x^2).
        const x = (b! ** 2 + c! ** 2 - a! ** 2) / (2 * c!)
        const isEach = (holds: (side: number, others: number) => boolean) =>
          holds(a!, b! + c!) && holds(b!, a! + c!) && holds(c!, a! + b!)
        const isTriangle = b! ** 2 - x ** 2 > 1e-9
        return isTriangle === isEach((side, others) => (relation === 'less' ? side < others : side > others))
      }),
  ),
  prove(
    'math-0115',
    /^The sum of the angles of the spherical triangle with vertices at the North Pole and at two points of the equator (\d+) degrees of longitude apart is (\d+) degrees\.$/,
    (apart, sum) => {
      const longitude = (Number(apart) * Math.PI) / 180
      const [pole, one, other] = [
        [0, 0, 1],
        [1, 0, 0],
        [Math.cos(longitude), Math.sin(longitude), 0],
      ]
      const angles = [
        sphericalAngle(pole!, one!, other!),
        sphericalAngle(one!, pole!, other!),
        sphericalAngle(other!, pole!, one!),
      ]
      return isSame(total(angles), Number(sum))
    },
  ),
  prove(
    'math-0120',
    /^The greatest density with which equal spheres can be packed in three-dimensional Euclidean space is (\S+), approximately (\S+)\.$/,
    (formula, value) => {
      // The face-centred cubic packing: four spheres to a cube, touching along the diagonal of a face.
      const reached = 4 * (4 / 3) * Math.PI * (Math.SQRT2 / 4) ** 3
      return isSame(evaluate(formula!), reached) && isRounded(reached, value!)
    },
  ),
  prove(
    'math-0121',
    /^The fractal \(similarity\) dimension of the Koch curve is (\S+), approximately (\S+)\.$/,
    (formula, value) => {
      // The curve consists of four copies of itself, each a third as long.
      const dimension = evaluate(formula!)
      return isSame(3 ** dimension, 4) && isRounded(dimension, value!)
    },
  ),
  prove('math-0246', /^A Möbius strip has only (\w+) side and (\w+) boundary edge\.$/, (sides, borders) => {
    const [twisted, plain] = [strip(true), strip(false)]
    return (
      twisted.sides === numberWord(sides!) && twisted.borders === numberWord(borders!) && plain.borders === 2
    )
  }),
  prove(
    'math-0248',
    /^The Euler characteristic (.+) of every subdivision of a torus surface into polygonal disc faces is (\d+)\.$/,
    (formula, value) =>
      grid(['m', 'n'], span(3, 6)).every(({ m, n }) => {
        const squares = torus(m!, n!)
        const triangles = squares.flatMap(([a, b, c, d]) => [
          [a!, b!, c!],
          [a!, c!, d!],
        ])
        return [squares, triangles].every((faces) => evaluate(formula!, eulerSum(faces)) === Number(value))
      }),
  ),
  prove(
    'math-0254',
    /^The smallest number of colours that suffices for every map of connected countries on a torus is (\d+)\.$/,
    (colours) => {
      // Heawood's bound for the Euler characteristic of the torus.
      const { V, E, F } = eulerSum(torus(3, 3))
      return Math.floor((7 + Math.sqrt(49 - 24 * (V - E + F))) / 2) === Number(colours)
    },
  ),
]
