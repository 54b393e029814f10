import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/deployment/files.ts'
import { readRows } from '../support/in-workerd/differences.ts'
import { NODE_ONLY } from '../support/in-workerd/node-only.ts'

it.each(Object.entries(NODE_ONLY))('%s is asked of Node alone for a reason in the table', (file, row) => {
  expect(existsSync(join(ROOT, file))).toBe(true)
  expect(readRows()).toContain(row)
})
