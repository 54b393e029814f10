import type { Finding } from '../main/check-up.ts'
import { EXIT } from './exit-codes.ts'
import { wrap } from './terminal/columns.ts'
import { harmless } from './terminal/harmless.ts'
import { pageOn, print } from './terminal/page.ts'

const SIGNS: Record<Finding['state'], [sign: string, colour: 'green' | 'yellow' | 'red']> = {
  good: ['✓ ', 'green'],
  note: ['! ', 'yellow'],
  bad: ['✗ ', 'red'],
}

/** Prints what was found; returns the exit code. */
export function printFindings(findings: Finding[]): number {
  const { columns, style } = pageOn(process.stdout)
  const lines = findings.flatMap(({ state, text }) => {
    const [sign, colour] = SIGNS[state]
    const [first = '', ...rest] = wrap(harmless(text), columns - sign.length)
    return [`${style(colour, sign)}${first}`, ...rest.map((line) => `  ${line}`)]
  })
  print(lines)
  return findings.some(({ state }) => state === 'bad') ? EXIT.failed : EXIT.consensus
}
