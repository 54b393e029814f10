import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { validationError } from './validation-error.ts'

describe('a failed validation', () => {
  const schema = z.object({ query: z.string(), models: z.array(z.object({ model: z.string() })) })
  const errorOf = (value: unknown, target = 'json') =>
    validationError(schema.safeParse(value).error as z.ZodError, target)

  it('lists each problem with the path of its field', () => {
    const error = errorOf({ query: 1, models: [{ model: 'a' }, { model: 2 }] })
    expect(error.code).toBe('bad_request')
    expect(error.details?.map(({ path }) => path)).toEqual(['query', 'models.1.model'])
    expect(error.message).toMatch(/^query: .+ \(and 1 more\)\.$/)
  })

  it('names the whole body, or the query, if the problem has no path', () => {
    expect(errorOf([]).details?.[0]?.path).toBe('body')
    expect(errorOf([], 'query').details?.[0]?.path).toBe('query')
    expect(errorOf([]).message).toBe('body must be an object.')
  })

  it('names one problem for each field, because the others follow from it', () => {
    const list = z.object({ models: z.array(z.string(), 'models must be an array').min(2, 'too few') })
    const { error } = list.safeParse({ models: 'a' })
    expect(validationError(error as z.ZodError, 'json').message).toBe('models must be an array.')
  })

  it('is that of the form which a value begins with, where the contract has words for it', () => {
    const part = z.object({ type: z.literal('text', 'type must be text'), text: z.string() })
    const content = z.object({ content: z.union([z.string(), z.array(part)], 'content must be …') })
    const said = (value: unknown) =>
      validationError(content.safeParse({ content: value }).error as z.ZodError, 'json').details
    expect(said([{ type: 'audio' }])).toEqual([{ path: 'content.0.type', problem: 'type must be text' }])
    expect(said([{ type: 'text' }])).toEqual([{ path: 'content', problem: 'content must be …' }])
    expect(said(5)).toEqual([{ path: 'content', problem: 'content must be …' }])
  })
})
