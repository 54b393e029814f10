import temml from 'temml'
import 'temml/dist/Temml-Local.css'

/** More than any formula of a text takes; without it a macro could grow without end. */
const LIMITS = { maxExpand: 300, maxSize: [25, 25] as [number, number] }

/** What defines: a short formula with definitions can stand for millions of characters. */
const DEFINES =
  /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand|newenvironment|global|long)(?![a-zA-Z])/

/** A formula as elements of MathML; null for what is none. It may be hostile: it can name no address, style or script. */
export function mathml(tex: string, isDisplayed: boolean): Element | null {
  if (DEFINES.test(tex)) return null
  const around = document.createElement('span')
  try {
    temml.render(tex, around, { ...LIMITS, displayMode: isDisplayed, throwOnError: true, trust: false })
  } catch {
    return null
  }
  return around.firstElementChild
}
