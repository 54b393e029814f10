import { diffOf } from './text-diff.ts'

/** What was changed from one draft to another. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const parts = diffOf(before, after)
  if (parts === null) return <p class="hint">These texts are too long to be compared here.</p>
  return (
    <p class="diff" dir="auto">
      {parts.map(({ kind, text }, index) =>
        kind === 'same' ? (
          text
        ) : kind === 'added' ? (
          <ins key={index}>{text}</ins>
        ) : (
          <del key={index}>{text}</del>
        ),
      )}
    </p>
  )
}
