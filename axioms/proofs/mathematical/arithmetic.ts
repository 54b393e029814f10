import { figure, greatestCommonDivisor, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { count, evaluate, grid, isSame, numberWord, span } from './formula.ts'

/** The figures after the point of a fraction, and from which of them they repeat (-1 where they end). */
function decimals(numerator: number, denominator: number): { digits: string; repeatsFrom: number } {
  const seen: number[] = []
  let digits = ''
  let rest = numerator % denominator
  while (rest !== 0 && !seen.includes(rest)) {
    seen.push(rest)
    digits += Math.floor((rest * 10) / denominator)
    rest = (rest * 10) % denominator
  }
  return { digits, repeatsFrom: rest === 0 ? -1 : seen.indexOf(rest) }
}

const digitSum = (digits: number[]) => digits.reduce((sum, digit) => sum + digit, 0)
const alternatingSum = (digits: number[]) =>
  digits.reduce((sum, digit, place) => sum + (place % 2 === 0 ? digit : -digit), 0)
const lastTwo = (digits: number[]) => Number(digits.slice(-2).join(''))
const DIGIT_TESTS: Record<string, (digits: number[]) => number> = {
  'sum of its decimal digits': digitSum,
  'alternating sum of its decimal digits': alternatingSum,
  'number formed by its last two decimal digits': lastTwo,
}

function roundHalfToEven(value: number): number {
  const below = Math.floor(value)
  if (value - below !== 0.5) return Math.round(value)
  return below % 2 === 0 ? below : below + 1
}

export const arithmeticProofs: Proof[] = [
  prove(
    ['math-0025', 'math-0026', 'math-0027', 'math-0028'],
    /^The value of (?:the power tower )?([-\d+*/^() ]+?)(?: under|, with) .+ is (-?\d+)\.$/,
    (formula, value) => evaluate(formula!) === Number(value),
  ),
  prove(
    'math-0029',
    /^The product of two negative real numbers is (positive|negative), for example (.+) = (-?\d+)\.$/,
    (sign, example, value) =>
      evaluate(example!) === Number(value) &&
      grid(['x', 'y'], [-7, -2.5, -1, -0.01]).every(
        ({ x, y }) => x! * y! > 0 === (sign === 'positive') && x! * y! !== 0,
      ),
  ),
  prove(
    'math-0030',
    /^The sum of the fractions (\d+)\/(\d+) and (\d+)\/(\d+) is (\d+)\/(\d+)\.$/,
    (...figures) => {
      const [a, b, c, d, top, bottom] = figures.map(BigInt) as [
        bigint,
        bigint,
        bigint,
        bigint,
        bigint,
        bigint,
      ]
      return (a * d + c * b) * bottom === top * b * d && greatestCommonDivisor(top, bottom) === 1n
    },
  ),
  prove('math-0031', /^The result of dividing (\d+) by (\S+) is (\d+)\.$/, (number, divisor, result) =>
    isClose(figure(number!), figure(divisor!) * figure(result!)),
  ),
  prove(
    ['math-0032', 'math-0033'],
    /^The (?:fraction|decimal number) (\S+) is (greater|less) than the (?:fraction|decimal number) (\S+)\.$/,
    (left, relation, right) =>
      relation === 'greater' ? figure(left!) > figure(right!) : figure(left!) < figure(right!),
  ),
  prove(
    'math-0034',
    /^A price that rises by (\d+) percent and then falls by (\d+) percent ends at (\d+) percent of the starting price\.$/,
    (rise, fall, end) => isClose((1 + Number(rise) / 100) * (1 - Number(fall) / 100), Number(end) / 100),
  ),
  prove(
    'math-0035',
    /^A quantity that increases by (\d+) percent becomes (\d+) times as large as before\.$/,
    (increase, times) => 100 + Number(increase) === 100 * Number(times),
  ),
  prove(
    'math-0036',
    /^For all real numbers x and y, (\w) percent of (\w) is equal to (\w) percent of (\w)\.$/,
    (share, whole, otherShare, otherWhole) =>
      grid(['x', 'y'], [-40, 0, 3.5, 8, 25, 120]).every((values) =>
        isSame(
          evaluate(`${share}/100*${whole}`, values),
          evaluate(`${otherShare}/100*${otherWhole}`, values),
        ),
      ),
  ),
  prove(
    'math-0037',
    /^A rise of an interest rate from (\d+) percent to (\d+) percent is an increase of (\d+) percentage point and a relative increase of (\d+) percent\.$/,
    (...figures) => {
      const [from, to, points, relative] = figures.map(Number) as [number, number, number, number]
      return to - from === points && isClose(to / from - 1, relative / 100)
    },
  ),
  prove(
    'math-0038',
    /^After a loss of (\d+) percent, the gain needed to return to the starting value is (\d+) percent\.$/,
    (loss, gain) => isClose((1 - Number(loss) / 100) * (1 + Number(gain) / 100), 1),
  ),
  prove(
    ['math-0039', 'math-0040', 'math-0041'],
    /^An integer is divisible by (\d+) exactly when the (.+) is divisible by (\d+)\.$/,
    (divisor, what, testDivisor) =>
      span(-1500, 1500).every((number) => {
        const digits = [...String(Math.abs(number))].map(Number)
        const tested = DIGIT_TESTS[what!]!(digits)
        return (number % Number(divisor) === 0) === (tested % Number(testDivisor) === 0)
      }),
  ),
  prove('math-0042', /^Zero is an (even|odd) number\.$/, (parity) => {
    const isTwiceAnInteger = span(-9, 9).some((integer) => 2 * integer === 0)
    return isTwiceAnInteger === (parity === 'even')
  }),
  prove(
    'math-0043',
    /^The value of one (million|billion|trillion) is 10\^(\d+) in the short scale and 10\^(\d+) in the long scale\.$/,
    (name, short, long) => {
      const step = ['million', 'billion', 'trillion'].indexOf(name!) + 1
      return 1000 * 1000 ** step === 10 ** Number(short) && 1_000_000 ** step === 10 ** Number(long)
    },
  ),
  prove(
    'math-0044',
    /^The decimal expansion of (\d+)\/(\d+) repeats the block of (\w+) digits (\d+) forever\.$/,
    (numerator, denominator, length, block) => {
      const { digits, repeatsFrom } = decimals(Number(numerator), Number(denominator))
      return digits === block && repeatsFrom === 0 && block.length === numberWord(length!)
    },
  ),
  prove(
    'math-0045',
    /^A fraction in lowest terms has a terminating decimal expansion exactly when the denominator has no prime factors other than (\d) and (\d)\.$/,
    (...primes) =>
      span(1, 150).every((denominator) => {
        let rest = denominator
        for (const prime of primes.map(Number)) while (rest % prime === 0) rest /= prime
        const coprime = span(1, denominator).filter(
          (numerator) => greatestCommonDivisor(BigInt(numerator), BigInt(denominator)) === 1n,
        )
        return coprime
          .slice(0, 8)
          .every((numerator) => (decimals(numerator, denominator).repeatsFrom === -1) === (rest === 1))
      }),
  ),
  prove('math-0046', /^The value of (\S+) for every nonzero real number x is (\S+)\.$/, (formula, value) =>
    // x^m / x^m stands for what the exponent 0 has to mean.
    [-3, -0.5, 0.2, 7].every(
      (x) => isSame(evaluate(formula!, { x }), Number(value)) && isSame(x ** 3 / x ** 3, Number(value)),
    ),
  ),
  prove(
    'math-0048',
    /^Rounding (\S+) to a whole number gives (\d+) under round-half-up and (\d+) under round-half-to-even\.$/,
    (value, up, even) =>
      Math.floor(Number(value) + 0.5) === Number(up) && roundHalfToEven(Number(value)) === Number(even),
  ),
  prove(
    'math-0049',
    /^The remainder of (-\d+) divided by (\d+) under floored or Euclidean division is (\d+)\.$/,
    (number, divisor, remainder) =>
      Number(number) - Number(divisor) * Math.floor(Number(number) / Number(divisor)) === Number(remainder),
  ),
  prove(
    'math-0050',
    /^The average speed of a journey over two equal distances, the first at (\d+) km\/h and the second at (\d+) km\/h, is (\d+) km\/h\.$/,
    (first, second, average) => isClose(2 / (1 / Number(first) + 1 / Number(second)), Number(average)),
  ),
  prove(
    'math-0051',
    /^The price of the ball, when a bat and a ball cost (\S+) dollars together and the bat costs (\S+) dollar more than the ball, is (\S+) dollars\.$/,
    (together, more, ball) => isClose(Number(ball) + (Number(ball) + Number(more)), Number(together)),
  ),
  prove(
    'math-0052',
    /^A patch of lily pads that doubles in area every day and covers a lake after exactly (\d+) days covers half of the lake after (\d+) days\.$/,
    (whole, half) => {
      let [share, day] = [1, Number(whole)]
      while (share > 0.5) [share, day] = [share / 2, day - 1]
      return share === 0.5 && day === Number(half)
    },
  ),
  prove(
    'math-0053',
    /^The time in which money doubles at (\d+) percent yearly compound interest is approximately (\S+) years\.$/,
    (rate, years) => isRounded(Math.log(2) / Math.log(1 + Number(rate) / 100), years!),
  ),
  prove(
    'math-0054',
    /^The number of posts of a straight fence (\d+) metres long, with a post every (\d+) metres and one at each end, is (\d+)\.$/,
    (length, gap, posts) =>
      count(Number(length) + 1).filter((metre) => metre % Number(gap) === 0).length === Number(posts),
  ),
  prove(
    'math-0055',
    /^The smaller angle between the hour hand and the minute hand of a clock at (\d+):(\d+) is (\S+) degrees\.$/,
    (hour, minute, angle) => {
      const turn = Math.abs(((Number(hour) + Number(minute) / 60) / 12) * 360 - (Number(minute) / 60) * 360)
      return isClose(Math.min(turn, 360 - turn), Number(angle))
    },
  ),
  prove('math-0234', /^The fraction (\d+\/\d+) exceeds pi by approximately (\S+)\.$/, (fraction, excess) =>
    isRounded(figure(fraction!) - Math.PI, excess!),
  ),
  prove(
    'math-0235',
    /^The value of (\S+) is (greater|less) than the value of (\S+)\.$/,
    (left, relation, right) => evaluate(left!) > evaluate(right!) === (relation === 'greater'),
  ),
  prove('math-0236', /^The value of a googol is 10\^(\d+)\.$/, (exponent) => {
    const writtenOut = `1${'0'.repeat(100)}`
    return 10n ** BigInt(exponent!) === BigInt(writtenOut)
  }),
]
