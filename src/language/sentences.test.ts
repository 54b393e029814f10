import { describe, expect, it } from 'vitest'
import { sentencesIn } from './sentences.ts'

const split = (text: string) => sentencesIn(text).map(({ start, end }) => text.slice(start, end))

describe('the sentences of a text', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['One\n\n  Two\r\nThree', ['One', 'Two', 'Three']],
    ['He said “no.” She left.', ['He said “no.”', 'She left.']],
    ['“Why?” he asked. **Because.** So.', ['“Why?” he asked.', '**Because.**', 'So.']],
    ['It is 3.5 km. Go to a.b.com/c. Now.', ['It is 3.5 km.', 'Go to a.b.com/c.', 'Now.']],
    ['Wait… and see. Run `a. B` now. Done', ['Wait… and see.', 'Run `a. B` now.', 'Done']],
    ['--\n**\n***\nYes.', ['Yes.']],
    ['', []],
  ])('end at full stops and line breaks: %j', (text, sentences) => {
    expect(split(text)).toEqual(sentences)
  })

  it.each([
    'Some, e.g. Dogs, i.e. Dr. Who, cf. Fig. 3 and No. 5, bark at 3 p.m. daily.',
    'Das gilt z. B. am 3. Mai bzw. ab dem 1. April für ca. 5 Personen.',
    'J. R. R. Tolkien and J.K. Rowling wrote it.',
    'Mme. Curie, M. Curie et al. Hevesy',
    'Von der 4. Klasse an, vgl. Abs. 2, gilt es.',
  ])('do not end at an abbreviation, an initial or an ordinal: %j', (text) => {
    expect(split(text)).toEqual([text])
  })

  it('are the items of lists and the headings, without their signs', () => {
    expect(split('## Both\n- [ ] Drink. Rest.\n  * Sleep\n1. Call\n2) Wait\n> Quoted')).toEqual([
      'Both',
      'Drink.',
      'Rest.',
      'Sleep',
      'Call',
      'Wait',
      'Quoted',
    ])
  })

  it('are the rows of a table, each whole, and not the line below its head', () => {
    expect(split('| Method | Time |\n|---|:-:|\n| Moka. Pot | 5 min. Or 6 |')).toEqual([
      '| Method | Time |',
      '| Moka. Pot | 5 min. Or 6 |',
    ])
  })

  it('are blocks of code and formulas on lines of their own, each whole', () => {
    const code = '```python\nx = 1. \n\n# Two. Three.\n```'
    const formula = '$$\na = b. \nc\n$$'
    expect(split(`Run this:\n${code}\nThen. Done.\n${formula}\nEnd\n\\[ x \\]\n`)).toEqual([
      'Run this:',
      code,
      'Then.',
      'Done.',
      formula,
      'End',
      '\\[ x \\]',
    ])
    expect(split('~~~\nnever closed. Here'), 'to the end').toEqual(['~~~\nnever closed. Here'])
    expect(split('$$ a\n\nAfter. Then'), 'not beyond a blank line').toEqual(['$$ a', 'After.', 'Then'])
  })

  it.each([
    [
      '空は青い。夕方は赤い!なぜ?「光だ。」と言う。',
      ['空は青い。', '夕方は赤い!', 'なぜ?', '「光だ。」', 'と言う。'],
    ],
    ['中文没有空格。第二句', ['中文没有空格。', '第二句']],
    ['यह है। वह था।', ['यह है।', 'वह था।']],
    ['ما هذا؟ لا أعلم.', ['ما هذا؟', 'لا أعلم.']],
    ['ไม่มีช่องว่าง', ['ไม่มีช่องว่าง']],
  ])('end where a language without spaces or with other signs ends them: %j', (text, sentences) => {
    expect(split(text)).toEqual(sentences)
  })

  it('are found in fifty thousand characters of anything in a moment', () => {
    for (const piece of [
      '.',
      '!',
      '."',
      '. ',
      'a. ',
      '`',
      '*"',
      '- ',
      '| ',
      '```\n',
      '$$\n',
      '。',
      '1. ',
      '> ',
      '\n',
    ])
      expect(() => sentencesIn(piece.repeat(50_000 / piece.length))).not.toThrow()
  }, 5_000)
})
