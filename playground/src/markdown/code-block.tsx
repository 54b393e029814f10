import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CopyButton } from '../page/copy-button.tsx'
import type { CodePart } from './highlight.ts'

/** Code with its colours, which come a moment later: what colours it is loaded when there is code. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const [name = ''] = language.split(/[\s,{]/)
  const [parts, setParts] = useState<CodePart[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    setParts(null)
    import('./highlight.ts').then(
      ({ highlight }) => isCurrent && setParts(highlight(code, name)),
      // Without colours it can be read as well.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [code, name])
  return (
    <figure class="code">
      <figcaption>
        <span>{name || 'code'}</span>
        <CopyButton text={() => code} label="Copy" what="this code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard too */}
      <pre tabIndex={0} dir="ltr">
        <code>{parts === null ? code : parts.map(coloured)}</code>
      </pre>
    </figure>
  )
}

function coloured(part: CodePart, index: number): ComponentChildren {
  if (typeof part === 'string') return part
  return (
    <span key={index} class={part.kind}>
      {part.parts.map(coloured)}
    </span>
  )
}
