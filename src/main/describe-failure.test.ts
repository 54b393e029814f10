import { describe, expect, it } from 'vitest'
import { StartError } from '../contract/start-error.ts'
import { describeFailure } from './describe-failure.ts'

describe('a failed start', () => {
  it('is told in its own words and without a stack where the operator can mend it', () => {
    expect(describeFailure(new StartError('Set it.', { cause: new Error('inner') }))).toBe('Set it.')
  })

  it('is shown with its stack when it is a fault of ours, whatever caused it', () => {
    const fault = new Error('broken', { cause: new Error('inner') })
    expect(describeFailure(fault)).toBe(fault.stack)
    expect(describeFailure('thrown text')).toBe('thrown text')
  })
})
