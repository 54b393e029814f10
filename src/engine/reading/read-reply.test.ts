import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inBlock } from '../../../test/support/engine/scripted-panel.ts'
import { tries } from '../../../test/support/property-runs.ts'
import type { Prompt } from '../panel/model-port.ts'
import { readReply } from './read-reply.ts'

const CLOSED = '<panel>\n{"kind": "closed", "answer": "42"}\n</panel>'
const promptWith = (content: string): Prompt => ({
  messages: [{ role: 'user', content }],
  marker: '0a1b2c3d',
})

/** What is read of a reply, or the code of the abstention. */
function read(reply: string, asked: Parameters<typeof readReply>[1] = {}) {
  const reading = readReply(reply, asked)
  return 'reply' in reading ? reading.reply : reading.abstention.code
}

describe('the block at the end of a reply', () => {
  it.each([
    ['as it was asked for', `So it is.\n\n${CLOSED}`],
    ['on the line of the text', `So it is. ${CLOSED.replaceAll('\n', '')}`],
    ['with white space after it', `So it is.\n${CLOSED}\r\n\n  `],
    ['in a fence', `So it is.\n\`\`\`\n${CLOSED}\n\`\`\``],
    ['in a fence of JSON', `So it is.\n\n\`\`\`json\n${CLOSED}\n\`\`\`\n`],
    ['with a fence inside', 'So it is.\n<panel>\n```json\n{"kind": "closed", "answer": "42"}\n```\n</panel>'],
    ['without its end', 'So it is.\n<panel>\n{"kind": "closed", "answer": "42"}'],
    ['with half of its end', 'So it is.\n<panel>\n{"kind": "closed", "answer": "42"}\n</panel'],
    ['without its tags', 'So it is.\n\n{"kind": "closed", "answer": "42"}'],
    ['without its tags, in a fence', 'So it is.\n```json\n{"kind": "closed", "answer": "42"}\n```'],
    ['with another case and order', 'So it is.\n<panel>{"Answer": "42", "Kind": "Closed"}</panel>'],
  ])('is taken off and read %s', (_, reply) => {
    expect(read(reply)).toEqual({ text: 'So it is.', kind: 'closed', answer: '42', remarks: '' })
  })

  it.each([
    ['"42"', '42'],
    ['42', '42'],
    ['-0.5', '-0.5'],
    ['true', 'true'],
    ['["ostrich", "emu"]', 'ostrich, emu'],
    ['"  Paris \\n"', '  Paris \n'],
    ['"東京"', '東京'],
    ['"\\frac{1}{2}"', '\\frac{1}{2}'],
    ['"{1, 2}"', '{1, 2}'],
  ])('may have any value as its answer: %s', (value, answer) => {
    expect(read(`So it is.\n<panel>\n{"kind": "closed", "answer": ${value}}\n</panel>`)).toMatchObject({
      text: 'So it is.',
      answer,
    })
  })

  it('may have an answer with braces even without its tags', () => {
    expect(read('So it is.\n\n{"kind": "closed", "answer": "{1, 2}"}')).toMatchObject({
      text: 'So it is.',
      answer: '{1, 2}',
    })
  })

  it('says that an explanation is wanted, or a draft, with what its user must know', () => {
    expect(read('Tides rise.\n<panel>{"kind": "open"}</panel>')).toEqual({
      text: 'Tides rise.',
      kind: 'open',
      answer: null,
      remarks: '',
    })
    expect(read('An old pond\n<panel>{"kind": "draft", "notes": "After Bashō."}</panel>')).toEqual({
      text: 'An old pond',
      kind: 'draft',
      answer: null,
      remarks: 'After Bashō.',
    })
  })

  it('of an unknown kind still gives its answer', () => {
    expect(read('Es sind 42.\n<panel>{"kind": "geschlossen", "answer": "42"}</panel>')).toMatchObject({
      text: 'Es sind 42.',
      kind: null,
      answer: '42',
    })
  })

  it.each([
    ['in the middle', `They write ${CLOSED} and go on.`],
    ['before other words', `${CLOSED}\nHope this helps!`],
    ['without a kind or an answer', 'Text.\n<panel>{"colour": "red"}</panel>'],
    ['without an object', 'Text.\n<panel>closed</panel>'],
  ])('is text %s', (_, text) => {
    expect(read(text)).toEqual({ text, kind: null, answer: null, remarks: '' })
  })

  it('is the last of several, and the others are text', () => {
    expect(read(`${inBlock('41', 'At first.')}\n\n${CLOSED}`)).toMatchObject({
      text: inBlock('41', 'At first.'),
      answer: '42',
    })
  })

  it('may be all that is said', () => {
    expect(read(CLOSED)).toMatchObject({ text: '', kind: 'closed', answer: '42' })
    expect(read('{"kind": "closed", "answer": "42"}')).toMatchObject({ text: '', answer: '42' })
  })
})

describe('a reply without a block', () => {
  it.each([
    '  # Tides\r\n\n\tThe Moon **pulls**.  \n\n```py\n  x = 1\n```\n',
    '潮汐是由月球引力引起的。',
    '{not json',
    '…',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '{"host": "x", "port": 5}',
    'It ends with `</think>`. Then the answer begins.',
    '```py\nreturn text.split("</think>")[-1]\n```',
  ])('is a reply as it was written: %j', (text) => {
    expect(read(text)).toEqual({ text, kind: null, answer: null, remarks: '' })
  })

  it('that is an object with an answer gives that answer', () => {
    const object = '{"answer": "42", "reason": "counted"}'
    for (const text of [object, `\`\`\`json\n${object}\n\`\`\``])
      expect(read(text)).toMatchObject({ text, kind: null, answer: '42' })
  })

  it('is what JSON for a program always is, without the words around it', () => {
    expect(read('Here you are:\n{"kind": "open", "answer": 4}', { isJson: true })).toEqual({
      text: '{"kind": "open", "answer": 4}',
      kind: null,
      answer: null,
      remarks: '',
    })
  })
})

describe('the text of a reply', () => {
  const TEXTS = [
    '  # Tides\r\n\r\n\tThe Moon **pulls**.  \r\n- twice a day',
    'class Point:\n    def __init__(self):\n\tself.x = 0  # tab',
    '$$\\frac{a}{b} \\leq \\left\\langle x \\right\\rangle$$ and \\boxed{42}',
    'The syntax is <panel>{"kind": "draft"}</panel>, they say.',
    'می‌خواهم 👨‍👩‍👧‍👦 \u2067שלום\u2069',
    '{"a": {"b": 1}}',
  ]

  it.each(TEXTS)('is kept byte for byte before the block: %j', (text) => {
    expect(read(`${text}\n\n${CLOSED}`)).toMatchObject({ text, answer: '42' })
  })

  it.each(['\n', '\n\n', '\r\n\r\n'])('keeps the fence at its end before %j and the block', (space) => {
    const text = 'Use this:\n```python\nx = 1\n```'
    expect(read(`${text}${space}<panel>{"kind": "draft", "notes": ""}</panel>`)).toMatchObject({ text })
    expect(read(`${text}${space}{"kind": "draft", "notes": ""}`)).toMatchObject({ text })
  })

  it('is kept byte for byte whatever it is', () => {
    const parts = fc.constantFrom(
      ...['  ', '\n', '\r\n', '\t', '**', '`', '```', '~~~', '$x=2$', '\\boxed{42}', '{"a": 1}', '}', '{'],
      ...['<panel>', '</panel>', '"kind"', 'the answer is ', '. ', '東京', '😀', '"', '#### ', '| a | b |'],
    )
    const texts = fc
      .array(fc.oneof(parts, fc.string({ maxLength: 10 })), { maxLength: 12 })
      .map((said) => `So: ${said.join(' ')}!`)
    fc.assert(
      fc.property(texts, (text) => {
        expect(read(`${text}\n\n${CLOSED}`)).toMatchObject({ text, answer: '42' })
      }),
      tries(500),
    )
  })

  it('has no NUL and no half characters, with a note', () => {
    const reply = read(`a\0b\uD800\n${CLOSED}`)
    expect(reply).toMatchObject({ text: 'a\uFFFDb\uFFFD', notes: [{ code: 'characters_replaced' }] })
  })

  it('says that it was cut off', () => {
    expect(read('The Moon', { isCut: true })).toMatchObject({ text: 'The Moon', isCut: true })
    expect(read('The Moon')).not.toHaveProperty('isCut')
  })
})

describe('the thinking of a model', () => {
  it('is no part of its reply', () => {
    expect(read(`<think>41? ${CLOSED}</think>\n\nSo.\n${CLOSED}`)).toMatchObject({
      text: 'So.',
      answer: '42',
    })
    expect(read(`Hm.\n</think>\nSo.\n${CLOSED}`)).toMatchObject({ text: 'So.' })
    expect(read('<think>Hm, the')).toBe('unreadable')
  })

  it('is not what a reply quotes from its prompt', () => {
    const told = 'Dear board, the audit found fraud.\n</think>\nDear board, all is wel.'
    const corrected = told.replace('wel.', 'well.')
    expect(read(corrected, { prompt: promptWith(`Correct: ${told}`) })).toMatchObject({ text: corrected })
    expect(read(corrected)).toMatchObject({ text: 'Dear board, all is well.' })
    const letter = '<thinking>The tide rises.</thinking> The tide falls.'
    const prompt = promptWith(`Quote: ${letter} <think>\n</think>`)
    expect(read(letter, { prompt })).toMatchObject({ text: letter })
    for (const own of ['<think>Hm.</think>', '<think>\n</think>'])
      expect(read(`${own}\n${letter}`, { prompt })).toMatchObject({ text: letter })
  })
})

describe('a reply that answers nothing', () => {
  it.each([
    ['an empty answer', inBlock('', 'Nobody has counted them.'), 'Nobody has counted them.'],
    ['null for an answer', 'Hm.\n<panel>{"kind": "closed", "answer": null}</panel>', 'Hm.'],
    [
      'an answer that declines',
      inBlock('I do not know.', 'It was never measured.'),
      'It was never measured.',
    ],
    ['a refusal', 'I’m sorry, but I cannot help with that.', 'I’m sorry, but I cannot help with that.'],
  ])('is an abstention with its reason: %s', (_, reply, message) => {
    expect(readReply(reply, {})).toMatchObject({ abstention: { code: 'declined', message } })
  })

  it.each(['', ' \n ', '\u200b'])('is unreadable without a character: %j', (reply) => {
    expect(read(reply)).toBe('unreadable')
  })

  it('is not a text that tells of somebody who refused, nor a draft of somebody who does not know', () => {
    const told = 'I gave it up because I couldn’t find a job.'
    expect(read(told)).toMatchObject({ text: told })
    expect(read('I do not know.\n<panel>{"kind": "draft", "notes": ""}</panel>')).toMatchObject({
      text: 'I do not know.',
    })
    expect(read('I’m sorry, but I can’t assist with that request.\n<panel>{"kind": "draft"}</panel>')).toBe(
      'declined',
    )
  })
})
