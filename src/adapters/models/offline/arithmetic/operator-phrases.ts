import { ORDINALS } from '../../../../language/number-words.ts'
import type { FunctionName, ListFunctionName, Operator } from './syntax-tree.ts'

/** Words and signs for operators; a longer phrase comes before a shorter one that it begins with. */
export const OPERATOR_PHRASES: readonly (readonly [RegExp, Operator])[] = [
  [/\*\*|\^|(?:raised )?to the power(?: of)?(?!\p{L})|raised to(?: the)?(?!\p{L})/iuy, '^'],
  [/\+|plus(?!\p{L})|added to(?!\p{L})/iuy, '+'],
  [/-|(?:minus|take away)(?!\p{L})/iuy, '-'],
  [/[*×·]|(?:times|multiplied by|multiplied with)(?!\p{L})|x(?=[ \d(.])/iuy, '*'],
  [/[/÷]|(?:divided by|over)(?!\p{L})/iuy, '/'],
  [/mod(?:ulo|ulus)?(?!\p{L})/iuy, 'mod'],
  [/of(?!\p{L})/iuy, 'of'],
]

/** Written after what they apply to: 7!, 5 squared. */
export const POSTFIX_PHRASES: readonly (readonly [RegExp, FunctionName])[] = [
  [/!|factorial(?! of)(?!\p{L})/iuy, 'factorial'],
  [/squared(?!\p{L})/iuy, 'square'],
  [/cubed(?!\p{L})/iuy, 'cube'],
]

/** Written before what they apply to. */
export const FUNCTION_PHRASES: readonly (readonly [RegExp, FunctionName])[] = [
  [/√|sqrt(?: of)?(?!\p{L})|square root(?: of)?(?!\p{L})/iuy, 'square-root'],
  [/∛|cbrt(?: of)?(?!\p{L})|cube root(?: of)?(?!\p{L})/iuy, 'cube-root'],
  [/square of(?!\p{L})/iuy, 'square'],
  [/cube of(?!\p{L})/iuy, 'cube'],
  [/factorial of(?!\p{L})/iuy, 'factorial'],
  [/(?:double|twice)(?!\p{L})/iuy, 'double'],
  [/(?:triple|thrice)(?!\p{L})/iuy, 'triple'],
]

/** Applied to a list: "the sum of 3, 4 and 5", gcd(12, 18). */
export const LIST_PHRASES: readonly (readonly [RegExp, ListFunctionName])[] = [
  [listPhrase('sum|total'), 'sum'],
  [listPhrase('product'), 'product'],
  [listPhrase('(?:absolute )?difference'), 'difference'],
  [listPhrase('quotient'), 'quotient'],
  [listPhrase('average|(?:arithmetic )?mean|avg'), 'average'],
  [listPhrase('median'), 'median'],
  [listPhrase('gcd|gcf|hcf|(?:greatest|highest|largest) common (?:divisor|factor)'), 'gcd'],
  [listPhrase('lcm|(?:least|lowest|smallest) common multiple'), 'lcm'],
  [listPhrase('max(?:imum)?|largest|greatest|biggest'), 'maximum'],
  [listPhrase('min(?:imum)?|smallest|least|lowest'), 'minimum'],
]

/** "to the 10th power", "to the fourth". */
export const ORDINAL_POWER = new RegExp(
  `(?:raised )?to the (?:(\\d{1,4})(?:st|nd|rd|th)|(${ORDINALS.slice(2).join('|')}))(?: power)?(?!\\p{L})`,
  'iuy',
)

function listPhrase(names: string): RegExp {
  return new RegExp(`(?:${names})(?: (?:of|between)(?: the numbers)?(?!\\p{L})|(?= ?\\())`, 'iuy')
}
