import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'

interface SectionProps {
  title: string
  class?: string
  children: ComponentChildren
}

/** A part of the page with its title. */
export function Section({ title, class: name, children }: SectionProps) {
  const id = useId()
  return (
    <section class={name} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface FoldedProps {
  title: ComponentChildren
  class?: string
  children: () => ComponentChildren
}

/** Something that is shown when somebody wants to see it, and not made before. */
export function Folded({ title, class: name = '', children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class={`folded ${name}`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div class="unfolded">{children()}</div>}
    </details>
  )
}
