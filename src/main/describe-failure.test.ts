import { describe, expect, it } from 'vitest'
import { StartError } from '../contract/start-error.ts'
import { describeFailure } from './describe-failure.ts'

describe('a failed start', () => {
  it('is reported with its message and without a stack trace if the operator can fix it', () => {
    expect(describeFailure(new StartError('Set it.', { cause: new Error('inner') }))).toBe('Set it.')
  })

  it('is reported with its stack trace if it is a bug, whatever caused it', () => {
    const fault = new Error('broken', { cause: new Error('inner') })
    expect(describeFailure(fault)).toBe(fault.stack)
    expect(describeFailure('thrown text')).toBe('thrown text')
  })
})
