import type { Token } from 'marked'
import { useMemo } from 'preact/hooks'
import { readMarkdown as readTokens } from '../../../src/utils/read-markdown.ts'
import { Block, ShowMark, type ShowMarked } from './elements.tsx'
import { type MarkedTokens, placeMarks } from './place-marks.ts'

/** A text of a model, formatted. It may be hostile: it becomes elements of a fixed list, and never markup. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => readMarkdown(text)?.tokens ?? null, [text])
  return <Formatted text={text} tokens={tokens} />
}

interface FormattedProps {
  text: string
  /** Null for a text that is shown as it is. */
  tokens: Token[] | null
  showMark?: ShowMarked
}

/** A text that was read, formatted. */
export function Formatted({ text, tokens, showMark }: FormattedProps) {
  return (
    <div class="markdown" dir="auto">
      <ShowMark.Provider value={showMark ?? null}>
        {tokens === null ? (
          <pre class="plain">{text}</pre>
        ) : (
          tokens.map((token, index) => <Block key={index} token={token} depth={0} />)
        )}
      </ShowMark.Provider>
    </div>
  )
}

/** A line that ends, ends: models write verses and addresses without the spaces that Markdown wants. */
const read = (text: string) => readTokens(text, { breaks: true })

/** Reads a text, with marks after these characters; null for a text that is shown as it is. */
export function readMarkdown(text: string, marks: number[] = []): MarkedTokens | null {
  return placeMarks(text, marks, read)
}
