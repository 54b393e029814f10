import { describe, expect, it } from 'vitest'
import { createWordPieces } from './word-pieces.ts'

const BUCKETS = 4
const PIECES = ['light', 'speed', '##s', 'a', 'b', '##a', '##b', 'ab', 'creme', '?', '😀', 'fi', '##re', '2']
const wordPieces = createWordPieces({ pieces: PIECES, buckets: BUCKETS })
const encode = (text: string) => [...wordPieces.encode(text)]
const rows = (...pieces: string[]) => pieces.map((piece) => BUCKETS + PIECES.indexOf(piece))

describe('word pieces', () => {
  it('are whole words if the vocabulary has them, regardless of case', () => {
    expect(encode('Speed LIGHT')).toEqual(rows('speed', 'light'))
  })

  it('are the longest pieces from the left otherwise', () => {
    expect(encode('lights')).toEqual(rows('light', '##s'))
    expect(encode('aba')).toEqual(rows('ab', '##a'))
  })

  it('ignore accents and compatibility forms', () => {
    expect(encode('Crème')).toEqual(rows('creme'))
    expect(encode('Cre\u0300me')).toEqual(rows('creme'))
    expect(encode('ﬁre')).toEqual(rows('fi', '##re'))
    expect(encode('²')).toEqual(rows('2'))
  })

  it('are separate for each punctuation mark, without white space, control characters and joiners', () => {
    expect(encode('light?\u0000\u200d\n?')).toEqual(rows('light', '?', '?'))
    expect(encode('a😀b')).toEqual(rows('a', '😀', 'b'))
  })

  it('map a character outside the alphabet to a row by its code point', () => {
    expect(encode('я')).toEqual(['я'.codePointAt(0)! % BUCKETS])
    expect(encode('😁')).toEqual(['😁'.codePointAt(0)! % BUCKETS])
    expect(encode('𐐨a')).toEqual(['𐐨'.codePointAt(0)! % BUCKETS, ...rows('##a')])
  })

  it('are never empty', () => {
    expect(encode('')).toEqual([0])
    expect(encode(' \t\n')).toEqual([0])
    expect(encode('\ud800')).toEqual([0])
  })

  it('come one by one, however long the word', () => {
    const pieces = wordPieces.encode('b'.repeat(32_000))
    expect(pieces.next().value).toBe(rows('b')[0])
    expect(pieces.next().value).toBe(rows('##b')[0])
  })

  it('stop where folding makes a text too long', () => {
    expect(encode('ﷺ'.repeat(32_000)).length).toBeLessThanOrEqual(100_000)
  })

  it('of a word of 32,000 letters are all there', () => {
    expect(encode('b'.repeat(32_000))).toEqual([
      ...rows('b'),
      ...Array.from({ length: 31_999 }, () => rows('##b')[0]),
    ])
  })

  it('are the same the second time', () => {
    expect(encode('abab lights')).toEqual(encode('abab lights'))
  })
})
