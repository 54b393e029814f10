import {
  factorial,
  figure,
  greatestCommonDivisor,
  isClose,
  isPrime,
  isRounded,
  whole,
} from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { count, evaluate, grid, numberWord, span, total } from './formula.ts'

const divisors = (number: number) => span(1, number).filter((divisor) => number % divisor === 0)
const primesBelow = (bound: number): number[] => {
  const composite = new Uint8Array(bound)
  const primes: number[] = []
  for (let number = 2; number < bound; number++) {
    if (composite[number] === 1) continue
    primes.push(number)
    for (let multiple = number * number; multiple < bound; multiple += number) composite[multiple] = 1
  }
  return primes
}
const isSquare = (number: number) => Number.isInteger(Math.sqrt(number))

/** In how many ways each number below a bound is a product of primes, whatever their order. */
function factorisations(bound: number): number[] {
  const ways = count(bound).map((number) => (number === 1 ? 1 : 0))
  for (const prime of primesBelow(bound)) {
    for (let number = prime; number < bound; number += prime) ways[number]! += ways[number / prime]!
  }
  return ways
}

/** How many squares each number below a bound is the sum of, at the fewest. */
function fewestSquares(bound: number): number[] {
  const fewest = [0]
  for (let number = 1; number < bound; number++) {
    const roots = span(1, Math.floor(Math.sqrt(number)))
    fewest.push(1 + Math.min(...roots.map((root) => fewest[number - root * root]!)))
  }
  return fewest
}

/** The powers with exponent and base above 1 up to a bound, in order. */
function perfectPowers(bound: number): number[] {
  const powers = new Set<number>()
  for (let base = 2; base * base <= bound; base++) {
    for (let power = base * base; power <= bound; power *= base) powers.add(power)
  }
  return [...powers].sort((left, right) => left - right)
}

export const numberTheoryProofs: Proof[] = [
  prove('math-0001', /^The value of pi rounded to ten decimal places is (\S+)\.$/, (value) =>
    // Machin's formula.
    isRounded(16 * Math.atan(1 / 5) - 4 * Math.atan(1 / 239), value!),
  ),
  prove('math-0003', /^The value of Euler's number e rounded to ten decimal places is (\S+)\.$/, (value) =>
    isRounded(total(count(25).map((n) => 1 / Number(factorial(n)))), value!),
  ),
  prove('math-0004', /^The smallest prime number is (\d+)\.$/, (smallest) => {
    return isPrime(Number(smallest)) && !count(Number(smallest)).some(isPrime)
  }),
  prove('math-0006', /^The number of primes less than (\d+) is (\d+)\.$/, (bound, primes) => {
    return count(Number(bound)).filter(isPrime).length === figure(primes!)
  }),
  prove(
    'math-0007',
    /^The prime factorisation of every integer greater than (\d) is unique up to the order of the factors\.$/,
    (least) =>
      factorisations(3000)
        .slice(Number(least) + 1)
        .every((ways) => ways === 1),
  ),
  prove('math-0008', /^The square root of (\d+) is an irrational number\.$/, (number) => {
    // A root of a whole number is rational only if whole.
    const root = Math.floor(Math.sqrt(Number(number)))
    return root ** 2 < Number(number) && (root + 1) ** 2 > Number(number)
  }),
  prove('math-0056', /^The number (\d+) is neither a prime number nor a composite number\.$/, (number) => {
    return divisors(Number(number)).length === 1
  }),
  prove(
    'math-0057',
    /^The largest known prime number as of January 2025 is 2\^(\d+) - 1, which has ([\d ]+) decimal digits\.$/,
    (exponent, digits) =>
      // Only a prime exponent can give a Mersenne prime.
      isPrime(BigInt(exponent!)) &&
      Math.floor(Number(exponent) * Math.log10(2)) + 1 === Number(whole(digits!)),
  ),
  prove(
    'math-0058',
    /^The smallest perfect number, equal to the sum of its positive divisors other than itself, is (\d+)\.$/,
    (perfect) => {
      const isPerfect = (number: number) => total(divisors(number).slice(0, -1)) === number
      return span(1, 100).find(isPerfect) === Number(perfect)
    },
  ),
  prove(
    'math-0059',
    /^The number of primes up to x is asymptotic to (\S+) as x grows without bound\.$/,
    (formula) => {
      const primes = primesBelow(300_000)
      const errors = [1e3, 1e4, 1e5, 3e5].map((x) => {
        const counted = primes.filter((prime) => prime <= x).length
        return Math.abs(counted / evaluate(formula!, { x }) - 1)
      })
      return errors.every((error, place) => error < 0.2 && error < (errors[place - 1] ?? 1))
    },
  ),
  prove('math-0060', /^For every prime p and every integer a, a\^p - a is divisible by p\.$/, () =>
    primesBelow(60).every((p) =>
      span(-20, 20).every((a) => (BigInt(a) ** BigInt(p) - BigInt(a)) % BigInt(p) === 0n),
    ),
  ),
  prove(
    'math-0061',
    /^Every prime greater than (\d+) is one more or one less than a multiple of (\d+)\.$/,
    (least, modulus) =>
      primesBelow(20_000)
        .filter((prime) => prime > Number(least))
        .every((prime) => [1, Number(modulus) - 1].includes(prime % Number(modulus))),
  ),
  prove(
    'math-0062',
    /^The only prime p for which p \+ (\d+) and p \+ (\d+) are also prime is (\d+)\.$/,
    (first, second, only) => {
      const primes = new Set(primesBelow(20_000))
      const found = [...primes].filter((p) => primes.has(p + Number(first)) && primes.has(p + Number(second)))
      return found.join() === only
    },
  ),
  prove(
    'math-0063',
    /^An odd prime is a sum of two squares exactly when the prime leaves remainder (\d+) on division by (\d+)\.$/,
    (remainder, divisor) =>
      primesBelow(5000)
        .slice(1)
        .every((prime) => {
          const isSum = span(1, Math.floor(Math.sqrt(prime))).some((root) => isSquare(prime - root * root))
          return isSum === (prime % Number(divisor) === Number(remainder))
        }),
  ),
  prove('math-0064', /^Every non-negative integer is a sum of (\w+) integer squares\.$/, (squares) =>
    fewestSquares(1500).every((fewest) => fewest <= numberWord(squares!)),
  ),
  prove(
    'math-0065',
    /^The product of two positive integers is equal to the product of their greatest common divisor and their least common multiple\.$/,
    () =>
      grid(['a', 'b'], span(1, 40)).every(({ a, b }) => {
        const multiple = span(1, b!).find((factor) => (a! * factor) % b! === 0)! * a!
        return Number(greatestCommonDivisor(BigInt(a!), BigInt(b!))) * multiple === a! * b!
      }),
  ),
  prove(
    'math-0066',
    /^The smallest positive integer that is a sum of two positive cubes in two different ways is (\d+)\.$/,
    (smallest) => {
      const sums = span(1, 20).flatMap((a) => span(a, 20).map((b) => a ** 3 + b ** 3))
      const twice = sums.filter((sum, place) => sums.indexOf(sum) !== place)
      return Math.min(...twice) === Number(smallest) && Number(smallest) < 20 ** 3
    },
  ),
  prove(
    'math-0067',
    /^The value of (.+) is prime for every integer n from (\d+) to (\d+) and composite for n = (\d+)\.$/,
    (formula, from, to, composite) =>
      span(Number(from), Number(to)).every((n) => isPrime(evaluate(formula!, { n }))) &&
      !isPrime(evaluate(formula!, { n: Number(composite) })),
  ),
  prove(
    'math-0068',
    /^The Fermat number 2\^(\d+) \+ 1 is divisible by (\d+) and therefore not prime\.$/,
    (exponent, divisor) => {
      const isPowerOfTwo = Number.isInteger(Math.log2(Number(exponent)))
      return isPowerOfTwo && (2n ** BigInt(exponent!) + 1n) % BigInt(divisor!) === 0n
    },
  ),
  prove(
    'math-0069',
    /^The number 2\^(\d+) - 1 = (\d+) is equal to (\d+) \* (\d+), so a prime exponent p does not guarantee that 2\^p - 1 is prime\.$/,
    (exponent, value, left, right) =>
      isPrime(Number(exponent)) &&
      2 ** Number(exponent) - 1 === Number(value) &&
      Number(left) * Number(right) === Number(value),
  ),
  prove('math-0070', /^The number of positive divisors of (\d+) is (\d+)\.$/, (number, amount) => {
    return divisors(Number(number)).length === Number(amount)
  }),
  prove(
    'math-0071',
    /^The number of trailing zeros of (\d+) factorial \(\1!\) in decimal notation is (\d+)\.$/,
    (number, zeros) => /0*$/.exec(String(factorial(Number(number))))![0].length === Number(zeros),
  ),
  prove(
    'math-0219',
    /^No positive integers a, b and c satisfy a\^n \+ b\^n = c\^n for any integer n greater than (\d)\.$/,
    (greatest) => {
      const solutions = (n: number) => {
        const powers = span(1, 60).map((base) => BigInt(base) ** BigInt(n))
        const known = new Set(powers)
        return powers.filter((a) => powers.some((b) => known.has(a + b))).length
      }
      const first = Number(greatest) + 1
      return solutions(first - 1) > 0 && span(first, first + 4).every((n) => solutions(n) === 0)
    },
  ),
  prove(
    'math-0224',
    /^The number of steps of the Collatz sequence from the starting value (\d+) down to 1 is (\d+)\.$/,
    (start, steps) => {
      let [number, taken] = [Number(start), 0]
      while (number !== 1) [number, taken] = [number % 2 === 0 ? number / 2 : 3 * number + 1, taken + 1]
      return taken === Number(steps)
    },
  ),
  prove(
    'math-0227',
    /^The only two consecutive positive integers that are both perfect powers with exponents greater than 1 and bases greater than 1 are (\d+) and (\d+)\.$/,
    (left, right) => {
      const powers = perfectPowers(4_000_000)
      const pairs = powers.flatMap((power, place) => (powers[place + 1] === power + 1 ? [power] : []))
      return pairs.join() === left && Number(right) === Number(left) + 1
    },
  ),
  prove(
    'math-0228',
    /^The equation (.+) = (\d+)\^(\d+) refutes Euler's conjecture that, for n greater than 2, no nth power of a positive integer is a sum of at least two but fewer than n such powers\.$/,
    (left, base, exponent) => {
      const powers = left!.split(' + ').map((power) => power.split('^').map(BigInt) as [bigint, bigint])
      const sum = powers.reduce((partial, [one, other]) => partial + one ** other, 0n)
      const allOfOneExponent = powers.every((power) => power[1] === BigInt(exponent!))
      return (
        allOfOneExponent &&
        powers.length >= 2 &&
        powers.length < Number(exponent) &&
        sum === BigInt(base!) ** BigInt(exponent!)
      )
    },
  ),
  prove('math-0230', /^The golden ratio is (.+), approximately (\S+)\.$/, (formula, value) => {
    let [before, last] = [1, 1]
    for (let step = 0; step < 60; step++) [before, last] = [last, before + last]
    return isClose(evaluate(formula!), last / before) && isRounded(last / before, value!)
  }),
  prove(
    'math-0231',
    /^The value of the square root of (\d+) rounded to ten decimal places is (\S+)\.$/,
    (number, value) => isRounded(Math.sqrt(Number(number)), value!),
  ),
  prove('math-0232', /^The natural logarithm of (\d+) is approximately (\S+)\.$/, (number, value) =>
    isRounded(Math.log(Number(number)), value!),
  ),
  prove('math-0233', /^The Euler-Mascheroni constant is approximately (\S+)\.$/, (value) => {
    const n = 10_000
    const harmonic = total(span(1, n).map((k) => 1 / k))
    return isRounded(harmonic - Math.log(n) - 1 / (2 * n) + 1 / (12 * n * n), value!)
  }),
]
