import { describe, expect, it } from 'vitest'
import { sampleSpiral } from '../../test/support/samples.ts'
import { NewerCheckpoint, readCheckpoint, storedCheckpoint } from './checkpoint.ts'

describe('a stored checkpoint', () => {
  it('is read as it was written', () => {
    const stored = JSON.parse(JSON.stringify(storedCheckpoint(sampleSpiral)))
    expect(readCheckpoint(stored)).toEqual(sampleSpiral)
  })

  it('of a newer version is refused, and says what to do', () => {
    const stored = { version: 1_000, spiral: sampleSpiral }
    expect(() => readCheckpoint(stored)).toThrow(NewerCheckpoint)
    expect(() => readCheckpoint(stored)).toThrow('Update Stretto to continue the task')
  })

  it.each([
    ['nothing', null],
    ['a text', 'spiral'],
    ['a version that is no number', { version: '5', spiral: sampleSpiral }],
    ['a version that never was', { version: 1, spiral: sampleSpiral }],
    ['no state', { version: 6, spiral: {} }],
  ])('is none if it holds %s', (_, stored) => {
    expect(readCheckpoint(stored)).toBeNull()
  })
})
