import { describe, expect, it } from 'vitest'
import { areSynonyms } from './synonyms.ts'

describe('synonyms', () => {
  it('ask for the same', () => expect(areSynonyms('buy', 'purchas')).toBe(true))
  it('do not hang together by way of a third', () => expect(areSynonyms('creat', 'earn')).toBe(false))
})
