import { diffOf } from './text-diff.ts'

/** What was changed from one draft to another. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const parts = diffOf(before, after)
  if (parts === null) return <p class="hint">These texts are too long to be compared here.</p>
  return (
    <>
      <p class="hint diff-key">
        <del>Struck out</del> is only in this draft, <ins>shaded</ins> only in the answer.
      </p>
      <p class="diff" dir="auto">
        {parts.map(({ kind, text }, index) => {
          if (kind === 'same') return text
          if (kind === 'added') return <ins key={index}>{text}</ins>
          const isReplaced = parts[index + 1]?.kind === 'added'
          return [<del key={index}>{text}</del>, isReplaced ? ' ' : '']
        })}
      </p>
    </>
  )
}
