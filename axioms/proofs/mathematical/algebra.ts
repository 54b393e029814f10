import { whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { count, evaluate, grid, holdsFor, isSame, orders, rows, span, total } from './formula.ts'

type Matrix = number[][]
type Complex = [number, number]

const ANY = [-2.3, -1, 0, 0.7, 3]
const POSITIVE = [0.3, 1, 1.7, 2, 4]

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c]

/** e to a complex power, by the power series. */
function exponential(power: Complex): Complex {
  let [term, sum]: Complex[] = [
    [1, 0],
    [1, 0],
  ] as [Complex, Complex]
  for (let n = 1; n < 60; n++) {
    term = times(term!, [power[0] / n, power[1] / n])
    sum = [sum![0] + term[0], sum![1] + term[1]]
  }
  return sum!
}

const dot = (left: number[], right: number[]) => total(left.map((entry, place) => entry * right[place]!))
const column = (matrix: Matrix, place: number) => matrix.map((row) => row[place]!)
const multiply = (left: Matrix, right: Matrix): Matrix =>
  left.map((row) => right[0]!.map((_, place) => dot(row, column(right, place))))

/** The determinant by Leibniz's sum over all orders of the columns. */
function determinant(matrix: Matrix): number {
  return total(
    orders(count(matrix.length)).map((columns) => {
      const inversions = total(
        columns.map((value, place) => columns.slice(place).filter((later) => later < value).length),
      )
      const product = columns.reduce((partial, place, row) => partial * matrix[row]![place]!, 1)
      return inversions % 2 === 0 ? product : -product
    }),
  )
}

/** Some square matrices of small whole numbers, always the same ones. */
function matrices(size: number, amount: number): Matrix[] {
  let state = 12345
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % 11
  }
  return count(amount).map(() => count(size).map(() => count(size).map(() => next() - 5)))
}

const isEqual = (left: Matrix, right: Matrix) =>
  left.every((row, y) => row.every((entry, x) => isSame(entry, right[y]![x]!)))
const entries = (rowText: string) => rowText.split(', ')
const matrixOf = (rowTexts: string[], values = {}) =>
  rowTexts.map((row) => entries(row).map((entry) => evaluate(entry, values)))

/** The adjugate of a matrix: the inverse times the determinant. */
function adjugate(matrix: Matrix): Matrix {
  const without = (row: number, place: number) =>
    matrix.filter((_, y) => y !== row).map((line) => line.filter((_, x) => x !== place))
  return matrix.map((line, y) => line.map((_, x) => (-1) ** (x + y) * determinant(without(x, y))))
}

const sumUpTo = (n: number, term: (k: number) => number) => total(span(1, n).map(term))

/** Whether a formula in n is the sum of a term over k from 1 to n. */
const isSumOf = (formula: string, term: (k: number) => number) =>
  span(1, 30).every((n) => evaluate(formula, { n }) === sumUpTo(n, term))

export const algebraProofs: Proof[] = [
  prove(
    'math-0016',
    /^The solutions of (.+) = 0 for a not equal to 0 are x = (.+) and x = (.+)\.$/,
    (polynomial, ...solutions) =>
      grid(['a', 'r', 's'], [-3, -1, 0.5, 2]).every(({ a, r, s }) => {
        const values = { a: a!, b: -a! * (r! + s!), c: a! * r! * s! }
        const found = solutions.map((solution) => evaluate(solution, values))
        const roots = found.every((x) => isSame(evaluate(polynomial!, { ...values, x }), 0))
        return roots && isSame(Math.max(...found), Math.max(r!, s!)) && isSame(total(found), r! + s!)
      }),
  ),
  prove(
    'math-0019',
    /^The sum of the integers from 1 to n, for every positive integer n, is (\S+)\.$/,
    (formula) => isSumOf(formula!, (k) => k),
  ),
  prove(
    ['math-0073', 'math-0074', 'math-0080', 'math-0122', 'math-0123'],
    /^The .*?(?:is|as|identity) ([^=]+ = [^=]+?)(?: holds for every real number x)?\.$/,
    (identity) => holdsFor(identity!, ANY),
  ),
  prove(
    ['math-0075', 'math-0076', 'math-0078'],
    /^The .+? is ([^=]+ = [^=]+)\.$/,
    (identity) => holdsFor(identity!, POSITIVE) && /[a-z]/.test(identity!),
  ),
  prove(
    'math-0077',
    /^The power with a negative exponent is (.+) = (.+) for every nonzero number a and every positive integer n\.$/,
    (left, right) =>
      [-2, -0.5, 0.3, 5].every((a) =>
        span(1, 8).every((n) => {
          const repeated = count(n).reduce((partial) => partial / a, 1)
          return isSame(evaluate(left!, { a, n }), repeated) && isSame(evaluate(right!, { a, n }), repeated)
        }),
      ),
  ),
  prove(
    'math-0079',
    /^The logarithm of a positive number x to a base b, with b positive and not 1, is (\S+)\.$/,
    (formula) =>
      grid(['x', 'b'], [0.2, 0.9, 2, 10]).every(({ x, b }) =>
        isSame(b! ** evaluate(formula!, { x: x!, b: b! }), x!),
      ),
  ),
  prove(
    'math-0081',
    /^The equation (.+) = (.+) for non-negative real numbers a and b holds only when a or b is zero\.$/,
    (left, right) =>
      grid(['a', 'b'], [0, 0.01, 1, 2, 9, 16, 250]).every(
        (values) =>
          isSame(evaluate(left!, values), evaluate(right!, values)) === (values.a! * values.b! === 0),
      ),
  ),
  prove(
    'math-0082',
    /^Multiplying both sides of an inequality between real numbers by the same (negative|positive) number reverses the direction of the inequality\.$/,
    (sign) =>
      grid(['x', 'y', 'k'], ANY).every(
        ({ x, y, k }) =>
          Math.sign(k!) !== (sign === 'negative' ? -1 : 1) || x! < y! === x! * k! > y! * k! || x === y,
      ),
  ),
  prove(
    'math-0083',
    /^The arithmetic mean of two non-negative real numbers a and b is at least the geometric mean, so (.+)\.$/,
    (claim) => holdsFor(claim!, [0, 0.1, 1, 2.5, 8, 100]),
  ),
  prove(
    'math-0084',
    /^The absolute value of a sum of real numbers satisfies the triangle inequality (.+)\.$/,
    (claim) => holdsFor(claim!, ANY),
  ),
  prove(
    'math-0085',
    /^The sum of the two roots of a\*x\^2 \+ b\*x \+ c = 0 with a not equal to 0 is (\S+), and the product of the two roots is (\S+)\.$/,
    (sum, product) =>
      grid(['a', 'r', 's'], [-3, -1, 0.5, 2]).every(({ a, r, s }) => {
        // a*(x - r)*(x - s) multiplied out.
        const values = { a: a!, b: -a! * r! - a! * s!, c: a! * r! * s! }
        return isSame(evaluate(sum!, values), r! + s!) && isSame(evaluate(product!, values), r! * s!)
      }),
  ),
  prove(
    ['math-0087', 'math-0088'],
    /^The sum of (?:squares|cubes) 1\^(\d) \+ 2\^\1 \+ \.\.\. \+ n\^\1 (?:for every positive integer n is|is equal to) (\S+)\.$/,
    (exponent, formula) => isSumOf(formula!, (k) => k ** Number(exponent)),
  ),
  prove('math-0089', /^The sum of the first n odd positive integers is (\S+)\.$/, (formula) =>
    isSumOf(formula!, (k) => 2 * k - 1),
  ),
  prove(
    'math-0090',
    /^The nth term of an arithmetic sequence with first term a and common difference d is (.+)\.$/,
    (formula) =>
      grid(['a', 'd'], ANY).every(({ a, d }) => {
        let term = a!
        return span(1, 20).every((n) => {
          const agrees = isSame(evaluate(formula!, { a: a!, d: d!, n }), term)
          term += d!
          return agrees
        })
      }),
  ),
  prove(
    'math-0091',
    /^The sum of the geometric progression 1 \+ r \+ r\^2 \+ \.\.\. \+ r\^\((.+)\), for r not equal to 1, is (.+)\.$/,
    (last, formula) =>
      [-2, -0.5, 0, 0.3, 3].every((r) =>
        span(1, 12).every((n) => {
          const terms = count(evaluate(last!, { n }) + 1).map((exponent) => r ** exponent)
          return isSame(total(terms), evaluate(formula!, { r, n }))
        }),
      ),
  ),
  prove(
    'math-0092',
    /^The number of grains on a chessboard of (\d+) squares, with one grain on the first square and twice as many on each next square, is ([\d ]+)\.$/,
    (squares, grains) => {
      let [onSquare, inAll] = [1n, 0n]
      for (const _ of count(Number(squares))) [onSquare, inAll] = [onSquare * 2n, inAll + onSquare]
      return inAll === whole(grains!)
    },
  ),
  prove('math-0093', /^The square of the imaginary unit i is (\S+)\.$/, (square) => {
    const [real, imaginary] = times([0, 1], [0, 1])
    return real === Number(square) && imaginary === 0
  }),
  prove('math-0094', /^The value of e\^\(i\*pi\) \+ (\d+) is (\d+)\.$/, (added, value) => {
    const [real, imaginary] = exponential([0, Math.PI])
    return isSame(real + Number(added), Number(value)) && isSame(imaginary, 0)
  }),
  prove(
    'math-0024',
    /^The determinant of the 2 x 2 matrix with rows \((.+)\) and \((.+)\) is (.+)\.$/,
    (first, second, formula) =>
      grid(['a', 'b', 'c', 'd'], [-2, 0, 1, 3]).every((values) =>
        isSame(determinant(matrixOf([first!, second!], values)), evaluate(formula!, values)),
      ),
  ),
  prove(
    'math-0156',
    /the matrix with rows \((.+?)\) and \((.+?)\) and the matrix with rows \((.+?)\) and \((.+?)\) depends on the order\.$/,
    (...rowTexts) => {
      const [left, right] = [matrixOf(rowTexts.slice(0, 2)), matrixOf(rowTexts.slice(2))]
      return !isEqual(multiply(left, right), multiply(right, left))
    },
  ),
  prove(
    'math-0157',
    /^The determinant of a product of two square matrices of the same size is the (product|sum) of the two determinants\.$/,
    (operation) => {
      const some = matrices(3, 40)
      return some.slice(1).every((left, place) => {
        const [one, other] = [determinant(left), determinant(some[place]!)]
        return (
          determinant(multiply(left, some[place]!)) === (operation === 'product' ? one * other : one + other)
        )
      })
    },
  ),
  prove('math-0158', /^The determinant of the n x n matrix k\*A is (\S+)\*det\(A\)\.$/, (factor) =>
    span(1, 4).every((n) =>
      matrices(n, 10).every((matrix) =>
        [-2, 3].every((k) => {
          const scaled = matrix.map((row) => row.map((entry) => k * entry))
          return determinant(scaled) === evaluate(factor!, { k, n }) * determinant(matrix)
        }),
      ),
    ),
  ),
  prove(
    'math-0159',
    /^The inverse of the 2 x 2 matrix with rows \((.+?)\) and \((.+?)\), for (.+) not zero, is (.+) times the matrix with rows \((.+?)\) and \((.+?)\)\.$/,
    (first, second, condition, factor, ...inverse) =>
      grid(['a', 'b', 'c', 'd'], [-2, 0, 1, 3])
        .filter((values) => evaluate(condition!, values) !== 0)
        .every((values) => {
          const matrix = matrixOf([first!, second!], values)
          const scale = evaluate(factor!, values)
          const other = matrixOf(inverse, values).map((row) => row.map((entry) => scale * entry))
          return isEqual(multiply(matrix, other), [
            [1, 0],
            [0, 1],
          ])
        }),
  ),
  prove(
    'math-0160',
    /^The sum of the eigenvalues of a square complex matrix, counted with algebraic multiplicity, is the (trace|determinant), and the product of the eigenvalues is the (trace|determinant)\.$/,
    (...named) =>
      // Matrices with known eigenvalues: a diagonal one seen from another basis.
      matrices(3, 40)
        .filter((basis) => determinant(basis) !== 0)
        .every((basis) => {
          const values = [2, -3, 5]
          const diagonal = values.map((value, y) => values.map((_, x) => (x === y ? value : 0)))
          const scaled = multiply(multiply(basis, diagonal), adjugate(basis))
          const matrix = scaled.map((row) => row.map((entry) => entry / determinant(basis)))
          const computed: Record<string, number> = {
            trace: total(matrix.map((row, place) => row[place]!)),
            determinant: determinant(matrix),
          }
          return isSame(computed[named[0]!]!, total(values)) && isSame(computed[named[1]!]!, 2 * -3 * 5)
        }),
  ),
  prove('math-0161', /^Every eigenvalue of a real symmetric matrix is a real number\.$/, () =>
    // A cubic has only real roots exactly when the discriminant is not negative.
    matrices(3, 60).every((some) => {
      const matrix = some.map((row, y) => row.map((entry, x) => entry + some[x]![y]!))
      const square = multiply(matrix, matrix)
      const trace = total(matrix.map((row, place) => row[place]!))
      const minors = (trace ** 2 - total(square.map((row, place) => row[place]!))) / 2
      const [b, c, d] = [-trace, minors, -determinant(matrix)]
      return 18 * b * c * d - 4 * b ** 3 * d + b ** 2 * c ** 2 - 4 * c ** 3 - 27 * d ** 2 >= 0
    }),
  ),
  prove(
    'math-0162',
    /^The dot product of two nonzero vectors in Euclidean space is (\w+) exactly when the vectors are perpendicular\.$/,
    (value) => {
      const vectors = rows([-2, -1, 0, 1, 3], 3).filter((vector) => vector.some((entry) => entry !== 0))
      const plain = vectors.filter((_, place) => place % 4 === 0)
      return plain.every((left) =>
        vectors.every((right) => {
          // By Pythagoras the angle is right exactly when both diagonals are equally long.
          const diagonal = (sign: number) =>
            total(left.map((entry, place) => (entry + sign * right[place]!) ** 2))
          return (diagonal(1) === diagonal(-1)) === (dot(left, right) === ['zero', 'one'].indexOf(value!))
        }),
      )
    },
  ),
  prove(
    'math-0163',
    /^The cross product of the vectors \((.+?)\) and \((.+?)\) is \((.+)\)\.$/,
    (first, second, formulas) =>
      matrices(3, 60).every(([left, right]) => {
        const names = [...entries(first!), ...entries(second!)]
        const values = Object.fromEntries(names.map((name, place) => [name, [...left!, ...right!][place]!]))
        const cross = entries(formulas!).map((formula) => evaluate(formula, values))
        const area = dot(left!, left!) * dot(right!, right!) - dot(left!, right!) ** 2
        const isUpright = dot(cross, left!) === 0 && dot(cross, right!) === 0
        return isUpright && dot(cross, cross) === area && determinant([left!, right!, cross]) === area
      }),
  ),
  prove(
    'math-0164',
    /^The Cauchy-Schwarz inequality states that the absolute value of the dot product of two vectors is at (most|least) the product of the lengths of the two vectors\.$/,
    (bound) =>
      matrices(4, 60).every(([left, right]) => {
        const room = dot(left!, left!) * dot(right!, right!) - dot(left!, right!) ** 2
        return bound === 'most' ? room >= 0 : room <= 0
      }),
  ),
  prove(
    'math-0165',
    /^The counterclockwise rotation of the plane by the angle t about the origin has the matrix with rows \((.+)\) and \((.+)\)\.$/,
    (...rowTexts) =>
      grid(['t', 'from'], ANY).every(({ t, from }) => {
        const turned = multiply(matrixOf(rowTexts, { t: t! }), [[Math.cos(from!)], [Math.sin(from!)]])
        return isEqual(turned, [[Math.cos(from! + t!)], [Math.sin(from! + t!)]])
      }),
  ),
  prove(
    'math-0167',
    /^The rank of a matrix plus the dimension of its null space is equal to the number of (columns|rows)\.$/,
    (of) =>
      // Over the field of two elements, where spaces can be counted: 2^dimension vectors.
      rows(rows([0, 1], 3), 2).every((matrix) => {
        const images = rows([0, 1], 3).map((vector) => matrix.map((row) => dot(row, vector) % 2).join())
        const nullSpace = images.filter((image) => image === '0,0').length
        return isSame(new Set(images).size * nullSpace, 2 ** (of === 'columns' ? 3 : matrix.length))
      }),
  ),
  prove(
    'math-0168',
    /^The product of an (\w) x (\w) matrix and an (\w) x (\w) matrix is an (\w) x (\w) matrix\.$/,
    (...names) => {
      const [a, b, c, d, height, width] = names.map((name) => ({ m: 2, n: 3, p: 4 })[name]!)
      const blank = (tall: number, wide: number) => count(tall).map(() => count(wide))
      const product = multiply(blank(a!, b!), blank(c!, d!))
      return b === c && product.length === height && product[0]!.length === width
    },
  ),
]
