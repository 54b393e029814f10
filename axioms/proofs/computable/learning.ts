import { figure, isRounded, slope } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { evaluate, growsAs, mean, near, randomWholes, range, seeded, sum, tuples } from './tools.ts'

function softmax(inputs: number[]): number[] {
  const powers = inputs.map(Math.exp)
  return powers.map((power) => power / sum(powers))
}

/** The area under the ROC curve, by walking the thresholds from strict to lenient and adding trapezia. */
function areaUnderCurve(positives: number[], negatives: number[]): number {
  const thresholds = [...new Set([...positives, ...negatives])].sort((left, right) => right - left)
  const rate = (scores: number[], threshold: number) =>
    scores.filter((score) => score >= threshold).length / scores.length
  let [area, x, y] = [0, 0, 0]
  for (const threshold of thresholds) {
    const [nextX, nextY] = [rate(negatives, threshold), rate(positives, threshold)]
    area += ((nextX - x) * (y + nextY)) / 2
    ;[x, y] = [nextX, nextY]
  }
  return area
}

/** The multiplications that attention takes for all pairs of tokens: scores, then weighted sums. */
function attentionProducts(tokens: number, width: number): number {
  const vectors = range(tokens).map((token) => range(width).map((place) => Math.sin(token + place)))
  let count = 0
  const product = (left: number, right: number) => {
    count++
    return left * right
  }
  for (const query of vectors) {
    const weights = softmax(vectors.map((key) => sum(key.map((value, at) => product(value, query[at]!)))))
    for (const place of range(width)) sum(weights.map((weight, at) => product(weight, vectors[at]![place]!)))
  }
  return count
}

/** Whether some threshold unit of two inputs computes a truth table; small whole weights suffice for two inputs. */
function isPerceptron(table: number[]): boolean {
  const weights = range(9).map((step) => (step - 4) / 2)
  return tuples(weights, 3).some(([first, second, bias]) =>
    table.every((output, at) => Number((at >> 1) * first! + (at & 1) * second! + bias! > 0) === output),
  )
}

function multiply(matrix: number[][], vector: number[]): number[] {
  return matrix.map((row) => sum(row.map((value, at) => value * vector[at]!)))
}

/** Computes again what axioms of level 4 state about machine learning. */
export const learningProofs: Proof[] = [
  prove(
    'comp-0204',
    /^The F1 score of a classifier is the harmonic mean of precision and recall, (.+)\.$/,
    (formula) =>
      tuples([1, 3, 8], 3).every(([hits, alarms, missed]) => {
        const [P, R] = [hits! / (hits! + alarms!), hits! / (hits! + missed!)]
        const harmonic = 1 / mean([1 / P, 1 / R])
        return near(evaluate(formula!, { P, R }), harmonic)
      }),
  ),
  prove(
    'comp-0205',
    /^A classifier that labels everything negative reaches an accuracy of (\d+) % on data with (\d+) % positives, with a recall of (\d+) %\.$/,
    (accuracy, positives, recall) => {
      const labels = range(1000).map((at) => at < 10 * Number(positives))
      const said = labels.map(() => false)
      const right = labels.filter((label, at) => label === said[at]).length / labels.length
      const found = labels.filter((label, at) => label && said[at]).length / labels.filter(Boolean).length
      return near(100 * right, figure(accuracy!)) && near(100 * found, figure(recall!))
    },
  ),
  prove(
    'comp-0206',
    /^The area under the ROC curve \(AUC\) is the probability that a random positive example scores higher than a random negative example, with ties counted as one (half|whole)\.$/,
    (tie) =>
      range(30).every((seed) => {
        const [positives, negatives] = [
          randomWholes(seeded(seed), 9, 7),
          randomWholes(seeded(seed + 99), 12, 6),
        ]
        const worth = tie === 'half' ? 0.5 : 1
        const wins = positives.flatMap((high) =>
          negatives.map((low) => (high > low ? 1 : high === low ? worth : 0)),
        )
        return near(areaUnderCurve(positives, negatives), mean(wins))
      }),
  ),
  prove(
    'comp-0209',
    /^In k-fold cross-validation every example is used for validation exactly once and for training (.+) times\.$/,
    (times) =>
      [2, 5, 10].every((k) => {
        const folds = range(k).map((fold) => range(30).filter((example) => example % k === fold))
        return range(30).every((example) => {
          const validated = folds.filter((fold) => fold.includes(example)).length
          return validated === 1 && folds.length - validated === evaluate(times!, { k })
        })
      }),
  ),
  prove(
    'comp-0210',
    /^The expected squared error of a prediction at a fixed input is the sum of squared bias, variance and irreducible noise, when the noise has mean zero and is independent of the training data\.$/,
    () => {
      // Predict 0.8 times the mean of two noisy sightings of 3; every noise equally likely.
      const noise = [-2, 0, 0, 1, 1]
      const predictions = tuples(noise, 2).map((pair) => 0.8 * mean(pair.map((error) => 3 + error)))
      const errors = predictions.flatMap((prediction) => noise.map((error) => (3 + error - prediction) ** 2))
      const squaredBias = (mean(predictions) - 3) ** 2
      const variance = mean(predictions.map((prediction) => (prediction - mean(predictions)) ** 2))
      return near(mean(errors), squaredBias + variance + mean(noise.map((error) => error ** 2)))
    },
  ),
  prove(
    'comp-0211',
    /^Adding the same constant to all inputs of the softmax function leaves the outputs, which are positive and sum to (\d), unchanged\.$/,
    (total) =>
      range(20).every((seed) => {
        const inputs = randomWholes(seeded(seed), 5, 9)
        const outputs = softmax(inputs)
        const moved = softmax(inputs.map((input) => input + seed - 7))
        return (
          near(sum(outputs), figure(total!)) &&
          outputs.every((output, at) => output > 0 && near(output, moved[at]!))
        )
      }),
  ),
  prove(
    'comp-0212',
    /^The derivative of the logistic sigmoid s\(x\) = (.+) is (.+), with a maximum of (\S+) at x = 0\.$/,
    (sigmoid, derivative, most) => {
      const s = (x: number) => evaluate(sigmoid!, { x })
      const slopes = range(81).map((step) => slope(s, (step - 40) / 10))
      const right = slopes.every((value, step) =>
        near(value, evaluate(derivative!, { s, x: (step - 40) / 10 }), 1e-7),
      )
      return (
        right && near(Math.max(...slopes), figure(most!), 1e-7) && slopes.indexOf(Math.max(...slopes)) === 40
      )
    },
  ),
  prove(
    'comp-0213',
    /^A neural network of several linear layers without non-linear activation functions between the layers computes only a linear \(affine\) function\.$/,
    () => {
      const random = seeded(3)
      const layers = range(3).map(() => ({
        weights: range(4).map(() => range(4).map(() => random() - 0.5)),
        bias: range(4).map(random),
      }))
      const run = (input: number[], activate: (x: number) => number) =>
        layers.reduce(
          (values, { weights, bias }) => multiply(weights, values).map((x, at) => activate(x + bias[at]!)),
          input,
        )
      const [left, right] = [
        [1, -2, 3, 0.5],
        [-4, 1, 0, 2],
      ]
      const middle = left!.map((value, at) => (value + right![at]!) / 2)
      const isAffine = (activate: (x: number) => number) => {
        const ends = [run(left!, activate), run(right!, activate)]
        return run(middle, activate).every((value, at) => near(value, (ends[0]![at]! + ends[1]![at]!) / 2))
      }
      return isAffine((x) => x) && !isAffine((x) => Math.max(0, x))
    },
  ),
  prove(
    'comp-0214',
    /^A single-layer perceptron with a threshold cannot compute the (\w+) of two binary inputs\.$/,
    (name) => {
      const tables: Record<string, number[]> = {
        XOR: [0, 1, 1, 0],
        AND: [0, 0, 0, 1],
        OR: [0, 1, 1, 1],
        NAND: [1, 1, 1, 0],
      }
      return !isPerceptron(tables[name!]!) && tuples([0, 1], 4).filter(isPerceptron).length === 14
    },
  ),
  prove(
    'comp-0215',
    /^Gradient descent with step size s on the function f\(x\) = (.+) with L > 0 converges to the minimum from every starting point exactly when 0 < s < (.+)\.$/,
    (f, limit) =>
      [0.5, 1, 4].every((L) => {
        const converges = (s: number) => {
          let x = 1
          for (let step = 0; step < 400; step++) x -= s * slope((at) => evaluate(f!, { L, x: at }), x)
          return Math.abs(x) < 1e-3
        }
        const most = evaluate(limit!, { L })
        return (
          converges(0.1 * most) &&
          converges(0.95 * most) &&
          !converges(1.05 * most) &&
          !converges(-0.1 * most)
        )
      }),
  ),
  prove(
    'comp-0216',
    /^The number of parameters of a fully connected layer with m inputs and n outputs, biases included, is (.+)\.$/,
    (count) =>
      tuples([1, 4, 9], 2).every(([m, n]) => {
        const layer = range(n!).map(() => ({ weights: range(m!), bias: 0 }))
        return sum(layer.map(({ weights }) => weights.length + 1)) === evaluate(count!, { m, n })
      }),
  ),
  prove(
    'comp-0217',
    /^The output width of a convolution with input width n, kernel width k, padding p on each side and stride s is (.+)\.$/,
    (width) =>
      tuples([1, 2, 3], 3).every(([k, p, s]) =>
        [5, 8, 28].every((n) => {
          const starts = range(n + 2 * p!).filter((start) => start % s! === 0 && start + k! <= n + 2 * p!)
          return starts.length === evaluate(width!, { n, k, p, s })
        }),
      ),
  ),
  prove(
    'comp-0218',
    /^The expected share of distinct training examples in a bootstrap sample of n draws with replacement from n examples is approximately (\S+) % for large n\.$/,
    (share) => {
      const n = 100_000
      let missed = 1
      for (let draw = 0; draw < n; draw++) missed *= 1 - 1 / n
      return isRounded(100 * (1 - missed), share!)
    },
  ),
  prove(
    'comp-0219',
    /^The share of the volume of a (\d+)-dimensional cube that lies inside the inscribed ball is approximately (\S+) %\.$/,
    (dimension, share) => {
      // The volume of the unit ball by its recurrence from dimension to dimension.
      const ball = (n: number): number => (n === 0 ? 1 : n === 1 ? 2 : ((2 * Math.PI) / n) * ball(n - 2))
      return isRounded((100 * ball(Number(dimension))) / 2 ** Number(dimension), share!)
    },
  ),
  prove(
    'comp-0220',
    /^The time complexity of one head of standard self-attention in a transformer, given the queries, keys and values of n tokens in dimension d, is O\((.+)\)\.$/,
    (bound) => {
      const runs = [8, 64].flatMap((n) => [4, 32].map((d) => ({ n, d })))
      return growsAs(bound!, runs, ({ n, d }) => attentionProducts(n!, d!))
    },
  ),
  prove(
    'comp-0221',
    /^The memory for the weights of a model with ([\d ]+) parameters stored in (\d+) bits each is (\d+) gigabytes\.$/,
    (parameters, bits, gigabytes) => (figure(parameters!) * Number(bits)) / 8 === figure(gigabytes!) * 1e9,
  ),
]
