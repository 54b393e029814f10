import assert from 'node:assert'
import child from 'node:child_process'
import fs from 'node:fs'
import module from 'node:module'
import os from 'node:os'
import path from 'node:path'
// biome-ignore lint/correctness/noUnusedImports: what is exported uses it
import test from 'node:test'
import vm from 'node:vm'

/** Makes global what the draft defines, whether it exports it or not. */
function _load() {
  const code = fs.readFileSync(new URL('draft.mjs', import.meta.url), 'utf8')
  const require = module.createRequire(import.meta.url)
  Object.assign(globalThis, { require, module: { exports: {} }, exports: {} })
  vm.runInThisContext(code.replace(/^export (?:default )?/gm, ''))
}

/** What the draft prints, without white space at the ends of lines. */
function _output(input) {
  const code = fs.readFileSync(new URL('draft.mjs', import.meta.url), 'utf8')
  const type = /^(?:import|export) /m.test(code) ? 'module' : 'commonjs'
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'draft-')), 'input')
  fs.writeFileSync(file, input)
  const options = { encoding: 'utf8', stdio: [fs.openSync(file), 'pipe', 'inherit'] }
  const ran = child.spawnSync(process.execPath, ['--input-type', type, '-e', code], options)
  assert.equal(ran.status, 0)
  return ran.stdout.replace(/[ \t]+$/gm, '').trimEnd()
}

/** A value as it was compared: floats in it have twelve digits, those with many decimals nine. */
function _rounded(value) {
  const short = (float) => String(Number(Number(float).toPrecision(9)))
  if (typeof value === 'string') return value.replace(/(?<!\d)\d{1,30}\.\d{7,30}(?:e[-+]?\d{1,3})?/g, short)
  if (Number.isSafeInteger(value)) return value + 0
  if (typeof value === 'number') return Number(_rounded(String(Number(value.toPrecision(12)))))
  if (Array.isArray(value)) return Array.from(value, _rounded)
  if (value instanceof Set) return new Set(_rounded([...value]))
  if (value instanceof Map) return new Map(_rounded([...value]))
  if (typeof value === 'object' && value !== null) return Object.fromEntries(_rounded(Object.entries(value)))
  return value
}
