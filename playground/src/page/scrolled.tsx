import type { ComponentChildren } from 'preact'

interface ScrolledProps {
  label: string
  class: string
  children: ComponentChildren
}

/** Something larger than its place. It can have the focus, so that it is scrolled with the keyboard too. */
export function Scrolled({ label, class: name, children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be a landmark
    <div class={name} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  )
}
