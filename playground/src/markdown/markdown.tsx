import { Marked, type Token } from 'marked'
import { useMemo } from 'preact/hooks'
import { Block, ShowMark, type ShowMarked } from './elements.tsx'
import { type MarkedTokens, placeMarks } from './place-marks.ts'

/** A line that ends, ends: models write verses and addresses without the spaces that Markdown wants. */
const reader = new Marked({ gfm: true, breaks: true })

/** Longer texts are shown as they are: reading them would block the page. */
const MOST_CHARACTERS = 200_000

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

/** Reads a text, with marks after these characters; null where it cannot be read, for instance because it is nested without end. */
export function readMarkdown(text: string, marks: number[] = []): MarkedTokens | null {
  if (text.length > MOST_CHARACTERS) return null
  try {
    return placeMarks(text, marks, (source) => reader.lexer(source))
  } catch {
    return null
  }
}
