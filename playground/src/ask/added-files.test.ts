import { describe, expect, it } from 'vitest'
import { EdgeConsensusRequest } from '../../../src/contract/edge-consensus.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { type AddedFile, fitted, named, outlineOf, withFiles } from './added-files.ts'

const file = (name: string, kind: AddedFile['kind'], content: string): AddedFile => ({
  name,
  size: content.length,
  kind,
  content,
  note: '',
})
const picture = (name: string, characters = 30) =>
  file(name, 'picture', `data:image/png;base64,${'A'.repeat(characters - 22)}`)
const question = { query: 'Why?' }
const kinds = (files: AddedFile[]) => files.map(({ kind }) => kind)

describe('the names of files', () => {
  it('are one line each, short enough to be cited, and never the same', () => {
    const given = [
      { name: 'a\nb.txt' },
      { name: 'a b.txt' },
      { name: 'c'.repeat(300) },
      { name: '' },
    ] as File[]
    const names = named(given, [file('File', 'text', 'x')]).map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['a b.txt', 'a b.txt (2)'])
    expect(names[2]!.length).toBeLessThanOrEqual(LIMITS.documentTitleCharacters)
    expect(names[3]).toBe('File (2)')
  })
})

describe('a request with files', () => {
  it('has texts as documents and pictures before the question, as the API accepts it', () => {
    const before = { ...question, context: [{ title: 'First', text: 'One.' }] }
    const request = withFiles(before, [
      file('a.txt', 'text', 'Two.'),
      picture('b.png'),
      file('c.bin', 'refused', ''),
    ])
    expect(request.context).toEqual([
      { title: 'First', text: 'One.' },
      { title: 'a.txt', text: 'Two.' },
    ])
    expect(request.messages).toMatchObject([
      {
        role: 'user',
        content: [
          { text: 'Pictures for the question, in this order: b.png' },
          { image_url: { url: picture('b.png').content } },
        ],
      },
    ])
    expect(EdgeConsensusRequest.strict().safeParse(request).success).toBe(true)
  })

  it('is estimated by an outline of the same length that tells nothing of what is in them', () => {
    const request = withFiles(question, [file('secret.txt', 'text', 'A secret.'), picture('secret.png', 999)])
    const outline = outlineOf(request)
    expect(JSON.stringify(outline)).not.toMatch(/secret|AAAAA/)
    expect(outline.context?.[0]?.text.length).toBe(9)
    expect(EdgeConsensusRequest.strict().safeParse(outline).success).toBe(true)
  })
})

describe('files that do not fit together', () => {
  it('are refused once the documents are too long, and taken again when another is removed', () => {
    const half = (name: string) => file(name, 'text', 'x'.repeat(LIMITS.contextCharacters / 2 - 10))
    const files = [half('a'), half('b'), half('c'), file('d', 'text', 'short')]
    expect(kinds(fitted(files, question))).toEqual(['text', 'text', 'refused', 'text'])
    expect(fitted(files, question)[2]!.note).toContain('200,000 characters')
    expect(kinds(fitted(files.slice(1), question))).toEqual(['text', 'text', 'text'])
  })

  it('are refused beyond the number of documents and pictures, those of the request among them', () => {
    const context = Array.from({ length: LIMITS.contextDocuments - 1 }, () => ({ title: 't', text: 'x' }))
    const texts = [file('a', 'text', 'x'), file('b', 'text', 'x')]
    expect(kinds(fitted(texts, { ...question, context }))).toEqual(['text', 'refused'])
    const pictures = Array.from({ length: LIMITS.attachments + 1 }, (_, index) => picture(String(index)))
    expect(kinds(fitted(pictures, question)).indexOf('refused')).toBe(LIMITS.attachments)
  })

  it('are refused where the body would be larger than the service reads', () => {
    const files = [
      picture('a', 1_000_000),
      picture('b', 1_000_000),
      picture('c', 200_000),
      picture('d', 1000),
    ]
    const taken = fitted(files, question)
    expect(kinds(taken)).toEqual(['picture', 'picture', 'refused', 'picture'])
    expect(taken[2]!.note).toContain('2.1 MB')
    const body = JSON.stringify(withFiles(question, taken))
    expect(body.length).toBeLessThanOrEqual(LIMITS.bodyBytes)
  })
})
