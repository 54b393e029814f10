import { Marked, type Token } from 'marked'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { Block } from './elements.tsx'

const reader = new Marked({ gfm: true })

/** Longer texts are shown as they are: reading them would block the page. */
const MOST_CHARACTERS = 200_000

/** A text of a model, formatted. It may be hostile: it becomes elements of a fixed list, and never markup. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => tokensOf(text), [text])
  return (
    <div class="markdown" dir="auto">
      {tokens === null ? <pre class="plain">{text}</pre> : formatted(tokens)}
    </div>
  )
}

function formatted(tokens: Token[]): ComponentChildren {
  return tokens.map((token, index) => <Block key={index} token={token} depth={0} />)
}

/** Null where the text cannot be read as Markdown, for instance because it is nested without end. */
function tokensOf(text: string): Token[] | null {
  if (text.length > MOST_CHARACTERS) return null
  try {
    return reader.lexer(text)
  } catch {
    return null
  }
}
