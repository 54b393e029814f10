import { readFileSync } from 'node:fs'
import { describe, it } from 'vitest'

/** Whether “the service” of the tests is the worker. */
export const IS_IN_WORKERD = process.env.TARGET === 'workerd'

const TABLE = new URL('../../../deploy/cloudflare/differences.md', import.meta.url)

/** The rows of the table of differences. */
export function readRows(): string[] {
  return [...readFileSync(TABLE, 'utf8').matchAll(/^\| ([^|]+?) \|/gm)].map(([, row]) => row!)
}

/** A test that is asked of Node alone, for the reason in this row of the table of differences. */
export function onNode(row: string): typeof it {
  return (isAsked(row) ? it : it.skip) as typeof it
}

/** The same for tests that are prepared together. */
export function describeOnNode(row: string): typeof describe {
  return (isAsked(row) ? describe : describe.skip) as typeof describe
}

function isAsked(row: string): boolean {
  if (!readRows().includes(row)) throw new Error(`${TABLE.pathname} has no row “${row}”.`)
  return !IS_IN_WORKERD
}
