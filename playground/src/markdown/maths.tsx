import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Formula, formulaAt, nextFormula } from '../../../src/utils/read-maths.ts'

/** A formula, which stands as it is written until what typesets it is loaded, and where that cannot read it. */
export function Maths({ raw, tex, isDisplayed }: Formula) {
  const [element, setElement] = useState<Element | null>(null)
  useEffect(() => {
    let isCurrent = true
    setElement(null)
    import('./mathml.ts').then(
      ({ mathml }) => isCurrent && setElement(mathml(tex, isDisplayed)),
      // As it is written it can be read as well.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [tex, isDisplayed])
  const name = isDisplayed ? 'maths displayed' : 'maths'
  if (element === null)
    return (
      <span key="written" class={name} dir="ltr">
        {raw}
      </span>
    )
  return <span key="typeset" class={name} dir="ltr" ref={(place) => place?.replaceChildren(element)} />
}

/** A plain text with its formulas. */
export function WithMaths({ text }: { text: string }) {
  const parts: ComponentChildren[] = []
  let plain = ''
  for (let rest = text; rest !== ''; ) {
    const formula = formulaAt(rest)
    if (formula !== null) parts.push(plain, <Maths key={parts.length} {...formula} />)
    const next = nextFormula(rest.slice(1))
    const end = formula?.raw.length ?? (next < 0 ? rest.length : next + 1)
    plain = formula === null ? plain + rest.slice(0, end) : ''
    rest = rest.slice(end)
  }
  return (
    <>
      {parts}
      {plain}
    </>
  )
}
