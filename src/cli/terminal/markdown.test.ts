import { describe, expect, it } from 'vitest'
import { HOSTILE_TEXT } from '../../../test/support/hostile-markdown.ts'
import { widthOf } from './columns.ts'
import { markdownLines } from './markdown.ts'
import { createStyle } from './page.ts'

const plain = (text: string, columns = 80) => markdownLines(text, { columns, style: createStyle(false) })
const styled = (text: string, columns = 80) => markdownLines(text, { columns, style: createStyle(true) })

const TABLE =
  '| year | height | note |\n|---|---:|---|\n| 1958 | 332.9 | opened to the public |\n| 2011 | 315 | shorter |'

describe('a text of Markdown on a terminal', () => {
  it('has an empty line between blocks, and wraps paragraphs', () => {
    expect(plain('one two three\n\nfour', 8)).toEqual(['one two', 'three', '', 'four'])
  })

  it('keeps the marks where there are no colours, and styles where there are', () => {
    const text = '## Title\n\n**bold** *soft* ~~gone~~ `code`'
    expect(plain(text)).toEqual(['## Title', '', '**bold** *soft* ~~gone~~ `code`'])
    expect(styled(text).join('\n')).toBe(
      '\u001b[1mTitle\u001b[22m\n\n\u001b[1mbold\u001b[22m \u001b[3msoft\u001b[23m \u001b[9mgone\u001b[29m \u001b[36mcode\u001b[39m',
    )
  })

  it('indents lists below their marks', () => {
    expect(plain('- one two three\n  - nested\n- [x] done\n\n9. nine\n10. ten', 12)).toEqual([
      '• one two',
      '  three',
      '  • nested',
      '• [x] done',
      '',
      '9.  nine',
      '10. ten',
    ])
  })

  it('shows code as it is, however long', () => {
    const line = `const text = '${'x'.repeat(60)}'`
    expect(plain(`\`\`\`js\n${line}\n\n\tindented\n\`\`\``, 20)).toEqual([
      `  ${line}`,
      '  ',
      '      indented',
    ])
  })

  it('shows where links lead', () => {
    expect(
      plain('[the page](https://example.com/a), <https://example.com>, ![map](http://a.example/m.png)'),
    ).toEqual(['the page (https://example.com/a), https://example.com, map', '(http://a.example/m.png)'])
  })

  it('aligns tables, wraps their cells, and lists rows where even that is too narrow', () => {
    expect(plain(TABLE, 60)).toEqual([
      'year │ height │ note',
      '─────┼────────┼─────────────────────',
      '1958 │  332.9 │ opened to the public',
      '2011 │    315 │ shorter',
    ])
    expect(plain(TABLE, 28)).toEqual([
      'year │ height │ note',
      '─────┼────────┼─────────────',
      '1958 │  332.9 │ opened to',
      '     │        │ the public',
      '2011 │    315 │ shorter',
    ])
    expect(plain(TABLE, 20)).toEqual([
      ...['year: 1958', '  height: 332.9', '  note: opened to', '  the public', ''],
      ...['year: 2011', '  height: 315', '  note: shorter'],
    ])
  })

  it('marks quotations, and draws rules', () => {
    expect(plain('> said so\n\n---', 20)).toEqual(['│ said so', '', '─'.repeat(20)])
  })

  it('never lets a text command the terminal, not even by entities', () => {
    const shown = plain('&#27;[31mred \u001b[2Jx &#x9b;1m &#8238;y\n\n    \u001b]0;t\u0007code')
    expect(shown.join('\n')).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
    expect(plain('&amp; &lt;b&gt;')).toEqual(['& <b>'])
  })

  it.each([40, 80])('fits into %i columns, wide letters included', (columns) => {
    const text = `${'東京タワーは高い。'.repeat(20)}\n\n- ${'word '.repeat(50)}\n\n> ${'🗼 '.repeat(60)}\n\n${TABLE}`
    for (const line of styled(text, columns)) expect(widthOf(line)).toBeLessThanOrEqual(columns)
  })

  it.each([
    ['of everything', HOSTILE_TEXT],
    ['of quotations in quotations', `${'> '.repeat(2_000)}deep`],
    ['of lists in lists', Array.from({ length: 100 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')],
    ['of brackets', '['.repeat(2_000)],
    ['of stars', `${'**a '.repeat(2_000)}`],
  ])('survives texts %s', (_, text) => {
    const shown = plain(text, 40).join('\n')
    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
  })
})
