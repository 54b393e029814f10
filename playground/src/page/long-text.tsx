import { Markdown } from '../markdown/markdown.tsx'
import { WithMaths } from '../markdown/maths.tsx'

const SHORT = 160

/** A text of a model: in place if it is short, behind a click if it is long. */
export function LongText({ text, label }: { text: string; label: string }) {
  if (text.length <= SHORT && !text.includes('\n'))
    return (
      <p class="said" dir="auto">
        <WithMaths text={text} />
      </p>
    )
  return (
    <details class="long-text">
      <summary>{label}</summary>
      <Markdown text={text} />
    </details>
  )
}
