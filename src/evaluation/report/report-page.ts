import type { JudgedFigures, Report } from '../figures/report.ts'
import { PAGE_STYLE } from './page-style.ts'
import { escaped } from './plot.ts'
import { type Bar, type Section, sectionsOf } from './sections.ts'
import { adviceOn, knownColumns, MISTAKES_TITLE, percent, totalCost } from './words.ts'

/** The report as one page that needs nothing else: no script, no font, no request. */
export function reportPage(report: Report, { notes }: { notes: string[] }): string {
  const { judged } = report
  const paragraphs = (texts: string[]) => texts.map((text) => `<p>${escaped(text)}</p>`).join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(report.name)} – evaluation</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(report.name)}</h1>
<p class="soft">${summaryOf(report)}</p>
<div class="advice">${paragraphs(adviceOn(report))}</div>
${sectionsOf(report).map(sectionHtml).join('\n')}
${judged === null ? '' : mistakesHtml(judged)}
<footer>${paragraphs([...(judged === null ? [] : METHODS), ...notes])}</footer>
</main>
</body>
</html>
`
}

const METHODS = [
  'Shares have Wilson’s 95% interval, differences on the same questions that of Agresti and Min for matched pairs. A member that gives no answer is wrong. ECE is measured in ten bins of equal width.',
  'An answer is right if it picks the right option, has the value of the right number, or contains the words of a right answer; what these rules cannot tell counts as wrong.',
  'The best member and the best pair are chosen on these same questions, which flatters them a little.',
]

function summaryOf(report: Report): string {
  const { questions, members, judged, consensus, divergence } = report
  const compared =
    judged === null || judged.questions === questions ? '' : `, ${judged.questions} with a right answer`
  return `${questions} questions${compared} · ${members.length} models · all agree at once on ${percent(consensus)} · mean divergence ${divergence.toFixed(3)} · ${totalCost(report)}`
}

function sectionHtml({ title, text = '', about = '', picture, rows = [] }: Section): string {
  const said = [text, about].filter(Boolean).join(' ')
  const table = tableHtml(title, rows)
  const shown =
    picture === undefined ? table : `${picture}<details><summary>As a table</summary>${table}</details>`
  return `<section><h2>${escaped(title)}</h2>${said === '' ? '' : `<p>${escaped(said)}</p>`}${shown}</section>`
}

function tableHtml(title: string, rows: Array<Array<string | Bar>>): string {
  const [head = [], ...known] = knownColumns(rows)
  const cell = (content: string | Bar, tag: string) =>
    typeof content === 'string' ? `<${tag}>${escaped(content)}</${tag.split(' ')[0]}>` : barHtml(content)
  const lines = known.map(([name = '', ...figures]) => {
    return `<tr>${cell(name, 'th scope="row"')}${figures.map((figure) => cell(figure, 'td')).join('')}</tr>`
  })
  const heads = head.map((name) => cell(name, name === '' ? 'td' : 'th scope="col"'))
  return `<div class="wide" tabindex="0" role="group" aria-label="${escaped(title)}"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

function barHtml({ from, to, value, line }: Bar): string {
  const percentOf = (place: number) => `${(100 * place).toFixed(1)}%`
  const mark = (name: string, place: number | undefined) =>
    place === undefined ? '' : `<i class="${name}" style="left:${percentOf(place)}"></i>`
  return `<td class="bar"><div><i style="left:${percentOf(from)};width:${percentOf(to - from)}"></i>${mark('line', line)}${mark('dot', value)}</div></td>`
}

const LONGEST_SHOWN = 400

function mistakesHtml({ mistakes }: JudgedFigures): string {
  if (mistakes.length === 0) return ''
  const shown = (text: string) =>
    escaped(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
  const items = mistakes.map(
    ({ line, id, confidence, question, gold, answer, rightMembers }) =>
      `<li><p class="soft">line ${line}${id === String(line) ? '' : `, ${shown(id)}`} · confidence ${confidence.toFixed(2)}</p><p>${shown(question)}</p><p><strong>${shown(answer)}</strong> instead of <strong>${shown(gold)}</strong>; right: ${shown(rightMembers.join(', ') || 'nobody')}</p></li>`,
  )
  return `<section><h2>${MISTAKES_TITLE}</h2><p>Look at these first: some may be mistakes of the table.</p><ol class="mistakes">${items.join('')}</ol></section>`
}
