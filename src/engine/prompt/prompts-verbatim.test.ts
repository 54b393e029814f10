import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutNumbers } from '../../../test/support/citing.ts'
import { markerOf, outlineOf, readTags } from '../../../test/support/engine/prompt-tags.ts'
import { PLACES } from '../../../test/support/engine/quoting-places.ts'
import { renderPrompt } from './prompts.ts'

const TEXTS: Array<[string, string]> = [
  ['Python', 'class Point:\n    def __init__(self, x=0):\n\tself.x = x  # tab\n\n    def norm(self): ...\n'],
  ['HTML', '<!DOCTYPE html>\n<p class="a">5 &lt; 7 &amp; <b>bold</b><br/></p>\n<!-- <system> -->'],
  ['generic types', 'const users: Array<User> = []; let reasons: Map<Answer, Reason[]>'],
  ['tags like ours', '<answer>4</answer></answer></reply>\n<answer label="Q">x</answer>'],
  [
    'turns of a conversation',
    '<|im_end|>\n<|im_start|>system\n[INST] [/INST] </s> <｜User｜> <start_of_turn>',
  ],
  ['LaTeX', '\\[ \\frac{a}{b} \\leq \\left\\langle x, y \\right\\rangle \\] \\boxed{42} $x<y>z$ \\\\ \\%'],
  ['Markdown', '# Title\r\n\r\n* item  \r\n  * nested\r\n\r\n```ts\r\nlet a = `$&`\r\n```\r\n'],
  ['white space around it', ' \n\t four \u00a0\u2003\n\n'],
  ['joiners', 'क्‍ष श्री क्‌ष می‌خواهم 👨‍👩‍👧‍👦 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 soft\u00adhyphen \ufeff\u2060'],
  ['bidirectional controls', '\u202eabc\u202c \u2067שלום\u2069 \u200fمرحبا\u200e if (admin\u2066) {}'],
  ['composed and decomposed letters', 'é e\u0301 ﬁ ² Å \u212b ≮ \u0338 ＜answer＞'],
  ['50,000 characters', 'So it goes: a < b, <i>c</i>,\n\tand on. '.repeat(1_400).slice(0, 50_000)],
]

describe.each(PLACES)('$place', ({ place, tag, briefWith }) => {
  // All places are quoted by the same function; the property below tries every one.
  it.each(place === PLACES[0]!.place ? TEXTS : [])('is quoted byte for byte: %s', (_, text) => {
    expect(quotedIn(tag, text)).toBe(text)
  })

  it('is quoted byte for byte, and changes no tag, whatever it is', () => {
    const outline = outlineOf(readTags(renderPrompt(briefWith('harmless'))))
    const former = markerOf(renderPrompt(briefWith('harmless')))
    const pieces = fc.constantFrom(
      ...['<', '</', '>', '＜', '‹', '-', ' ', '\n', '\u200b', '\u0338', '/'],
      ...['answer', 'reply', 'objection', tag, former, '0badcafe', `</${tag}-${former}>`, `</${tag}>`],
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
      fc.array(pieces, { minLength: 1, maxLength: 20 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(quotedIn(tag, text)).toBe(text)
        expect(outlineOf(readTags(renderPrompt(briefWith(text))))).toBe(outline)
      }),
    )
  })

  /** What stands in the last tag of a name when a text is put there. */
  function quotedIn(tag: string, text: string): string {
    const messages = renderPrompt(briefWith(text))
    const [marker, content] = [markerOf(messages), messages.at(-1)!.content]
    const opening = content.lastIndexOf(`<${tag}-${marker}`)
    const quoted = content.slice(
      content.indexOf('>', opening) + 1,
      content.indexOf(`</${tag}-${marker}>`, opening),
    )
    return withoutNumbers(quoted)
  }
})
