import type { JudgedFigures, Report } from '../figures/report.ts'
import { type Section, sectionsOf } from './sections.ts'
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
  'The best member is chosen on these same questions, which flatters it a little.',
]

function summaryOf(report: Report): string {
  const { questions, members, judged, consensus, divergence } = report
  const compared =
    judged === null || judged.questions === questions ? '' : `, ${judged.questions} with a right answer`
  return `${questions} questions${compared} · ${members.length} models · all agree at once on ${percent(consensus)} · mean divergence ${divergence.toFixed(3)} · ${totalCost(report)}`
}

function sectionHtml({ title, text = '', about = '', rows = [] }: Section): string {
  const paragraph = [text, about].filter(Boolean).join(' ')
  return `<section><h2>${escaped(title)}</h2>${paragraph === '' ? '' : `<p>${escaped(paragraph)}</p>`}${tableHtml(title, rows)}</section>`
}

function tableHtml(title: string, rows: string[][]): string {
  const [head = [], ...body] = knownColumns(rows)
  const cell = (content: string, tag: string) => `<${tag}>${escaped(content)}</${tag.split(' ')[0]}>`
  const lines = body.map(([name = '', ...figures]) => {
    return `<tr>${cell(name, 'th scope="row"')}${figures.map((figure) => cell(figure, 'td')).join('')}</tr>`
  })
  const heads = head.map((name) => cell(name, name === '' ? 'td' : 'th scope="col"'))
  return `<div class="wide" tabindex="0" role="group" aria-label="${escaped(title)}"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
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

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The style of the page: calm, in light and dark, and readable on paper. */
const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#f3f0e9;--ink:#1c1b22;--soft:#5d584e;--line:#ddd8cd;--main:#1f4f8f;--warm:#96590f}
@media(prefers-color-scheme:dark){:root{--paper:#16151a;--card:#201e25;--ink:#e9e6df;--soft:#b3ada1;--line:#3a3741;--main:#8fb8ee;--warm:#e0a56b}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 ui-sans-serif,system-ui,sans-serif}
main{max-width:52rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:3rem 0 .5rem}
p{margin:.5rem 0;max-width:44rem}
.soft{color:var(--soft)}
.advice{background:var(--card);border-radius:.6rem;padding:1rem 1.25rem;margin:1.5rem 0}
.advice p{margin:.4rem 0}
.advice p:first-child{font-size:1.1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;width:100%}
th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{text-align:left}
thead th{font-weight:600;color:var(--soft)}
tbody th{font-weight:500;min-width:5.5rem;overflow-wrap:anywhere}
td{white-space:nowrap}
@media(max-width:40rem){table{font-size:.78rem}th,td{padding:.35rem .15rem}td{white-space:normal}}
.mistakes{padding-left:1.5rem}.mistakes li{margin:1rem 0;padding-bottom:1rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}.mistakes p{margin:.2rem 0}
footer{margin-top:4rem;font-size:.85rem;color:var(--soft);border-top:1px solid var(--line);padding-top:1rem}
@media print{main{padding:0}}
`
