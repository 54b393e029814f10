import type { JudgedFigures, Report } from '../figures/report.ts'
import { PAGE_STYLE } from './page-style.ts'
import { calibrationPlot, confidencePlot, costPlot, costPoints, intervalPlot, type PlotRow } from './plots.ts'
import { escaped } from './svg.ts'
import {
  adviceOn,
  dollars,
  knownColumns,
  MISTAKES_TITLE,
  percent,
  percentWithin,
  perThousand,
  pointsWithin,
  thresholds,
  totalCost,
} from './words.ts'

/** The report as one page that needs nothing else: no script, no font, no request. */
export function reportPage(report: Report, { notes }: { notes: string[] }): string {
  const { judged } = report
  const sections =
    judged === null
      ? [agreementSection(report), confidenceSection(report)]
      : [
          accuracySection(report, judged),
          costSection(report),
          cheapSection(judged),
          dropSection(judged),
          calibrationSection(judged),
          agreementSection(report),
          confidenceSection(report),
          mistakesSection(judged),
        ]
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
<div class="advice">${adviceOn(report)
    .map((sentence) => `<p>${escaped(sentence)}</p>`)
    .join('')}</div>
${sections.join('\n')}
<footer>${[...methods(judged), ...notes].map((note) => `<p>${escaped(note)}</p>`).join('')}</footer>
</main>
</body>
</html>
`
}

function summaryOf(report: Report): string {
  const { questions, members, judged, consensus, divergence } = report
  const compared =
    judged === null || judged.questions === questions ? '' : `, ${judged.questions} with a right answer`
  return `${questions} questions${compared} · ${members.length} models · all agree at once on ${percent(consensus)} · mean divergence ${divergence.toFixed(3)} · ${totalCost(report)}`
}

function methods(judged: JudgedFigures | null): string[] {
  if (judged === null) return []
  return [
    'Shares have Wilson’s 95% interval, differences on the same questions that of Agresti and Min for matched pairs. A member that gives no answer is wrong. ECE is measured in ten bins of equal width.',
    'An answer is right if it picks the right option, has the value of the right number, or contains the words of a right answer; what these rules cannot tell counts as wrong.',
    'The best member and the best pair are chosen on these same questions, which flatters them a little.',
  ]
}

interface Cell {
  text: string
  style?: string
}

interface TableOptions {
  caption: string
  head: string[]
  rows: Array<Array<string | Cell>>
  className?: string
}

function table({ caption, head, rows, className = '' }: TableOptions): string {
  const [heading = [], ...known] = knownColumns<string | Cell>([head, ...rows])
  const cells = known.map(([first, ...rest]) => {
    const name = `<th scope="row">${escaped(textOf(first!))}</th>`
    const values = rest.map((cell) => {
      const style = typeof cell === 'string' || cell.style === undefined ? '' : ` style="${cell.style}"`
      return `<td${style}>${escaped(textOf(cell))}</td>`
    })
    return `<tr>${name}${values.join('')}</tr>`
  })
  const heads = heading.map((name) => `<th scope="col">${escaped(textOf(name))}</th>`)
  return `<div class="wide" tabindex="0" role="group" aria-label="${escaped(caption)}"><table class="${className}"><caption>${escaped(caption)}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>${cells.join('')}</tbody></table></div>`
}

function textOf(cell: string | Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

function section(title: string, text: string, content: string): string {
  return `<section><h2>${escaped(title)}</h2>${text === '' ? '' : `<p>${escaped(text)}</p>`}${content}</section>`
}

/** A plot with the table behind it. */
function plotted(plot: string, options: TableOptions, legend = ''): string {
  return `<figure>${plot}${legend === '' ? '' : `<figcaption>${legend}</figcaption>`}</figure><details><summary>The figures as a table</summary>${table(options)}</details>`
}

function accuracySection({ members, costUsd }: Report, judged: JudgedFigures): string {
  const [pair] = judged.pairs
  const rows: PlotRow[] = [
    { name: 'the panel', interval: judged.panel, mark: 'panel' },
    ...(pair ? [{ name: pair.members.join(' + '), interval: pair.accuracy, mark: 'pair' as const }] : []),
    ...members.map(({ member, accuracy }) => ({
      name: member,
      interval: accuracy!,
      mark: 'member' as const,
    })),
  ]
  const costs = [costUsd, ...(pair ? [pair.costUsd] : []), ...members.map((member) => member.costUsd)]
  const answered = ['', ...(pair ? [''] : []), ...members.map((member) => String(member.answered))]
  const told = pair
    ? ` Two votes never outvote each other, so a pair is right as often as its better member; the other is worth what its assent tells: the best pair agrees on ${percent(pair.agreement)}, and is right on ${pair.rightWhenAgreed === null ? 'none' : percent(pair.rightWhenAgreed)} of these.`
    : ''
  return section(
    'Who is right how often',
    `With 95% intervals. ${told}`,
    plotted(intervalPlot('How often each member, the best pair and the panel are right', rows), {
      caption: 'Share of right answers with 95% intervals',
      head: ['', 'right', '$/1,000', 'answered'],
      rows: rows.map(({ name, interval }, place) => [
        name,
        percentWithin(interval),
        perThousand(costs[place]!),
        answered[place]!,
      ]),
    }),
  )
}

const LEGEND = [
  ['background:var(--main)', 'a member alone'],
  ['background:var(--good);opacity:.55', 'a pair'],
  ['border:2px solid var(--main)', 'cheap members first'],
  ['background:var(--warm)', 'the panel'],
]
  .map(([style, words]) => `<span class="key" style="${style}"></span>${words}`)
  .join(' &nbsp; ')

function costSection(report: Report): string {
  const { unit, ways } = costPoints(report)
  const isPriced = unit === 'usd'
  const inOrder = [...ways].sort((one, other) => one.cost - other.cost)
  return section(
    'Accuracy over cost',
    isPriced ? '' : 'First calls are counted, since there are no prices to compare.',
    plotted(
      costPlot(report),
      {
        caption: `Ways to ask, the cheapest first`,
        head: ['', 'right', isPriced ? '$/1,000' : 'calls'],
        rows: inOrder.map(({ name, right, cost }) => [
          name,
          percent(right),
          isPriced ? dollars(cost) : cost.toFixed(1),
        ]),
      },
      `${LEGEND}<br>Named are the panel and the members that no other is better than at the same cost.`,
    ),
  )
}

function cheapSection({ cheapFirst, panel }: JudgedFigures): string {
  if (cheapFirst.length === 0) return ''
  return section(
    'Asking cheap members first',
    `The answer of the first members stands if all agree and the calibrated confidence in that reaches a threshold; otherwise the whole panel is asked, which is right on ${percent(panel.value)}.`,
    table({
      caption: 'Asking some members first, at several thresholds',
      head: ['asked first', 'threshold', 'right', 'settled', 'calls', '$/1,000'],
      rows: cheapFirst.map((one) => [
        one.first.join(' + '),
        thresholds(one),
        percentWithin(one.accuracy),
        percent(one.settled),
        one.callsPerQuestion.toFixed(1),
        perThousand(one.costUsd),
      ]),
    }),
  )
}

function dropSection({ dropped, vote }: JudgedFigures): string {
  const rows: PlotRow[] = dropped.map(({ member, gain }) => ({
    name: `without ${member}`,
    interval: gain,
    mark: 'member',
  }))
  return section(
    'Which member to drop',
    `All together, the vote of the first answers is right on ${percent(vote)}. How it changes without a member, in points of a percentage: right of the line the others are better off without it.`,
    plotted(intervalPlot('How the vote changes without each member', rows, { isDifference: true }), {
      caption: 'The vote without each member',
      head: ['without', 'right', 'points', 'saves'],
      rows: dropped.map(({ member, accuracy, gain, saves }) => [
        member,
        percent(accuracy),
        pointsWithin(gain),
        percent(saves),
      ]),
    }),
  )
}

function calibrationSection(judged: JudgedFigures): string {
  return section(
    'Is the confidence honest?',
    `On the diagonal it is. ECE ${judged.calibrationError.toFixed(3)}, Brier score ${judged.brierScore.toFixed(3)}.`,
    plotted(calibrationPlot(judged), {
      caption: 'Answers by their confidence, in bins of about equal size',
      head: ['stated', 'answers', 'right'],
      rows: judged.curve.map(({ stated, questions, right }) => [
        percent(stated),
        String(questions),
        percentWithin(right),
      ]),
    }),
  )
}

function agreementSection({ agreement, members }: Report): string {
  return section(
    'Who agrees with whom',
    'The share of questions on which two members give the same first answer, of those that both answer. Members that always agree tell you the same thing twice.',
    table({
      caption: 'Agreement of every two members, in percent',
      className: 'matrix',
      head: ['', ...members.map((_, place) => String(place + 1))],
      rows: members.map(({ member }, row) => [
        `${row + 1} ${member}`,
        ...agreement[row]!.map((share, column) =>
          share === null || row === column
            ? { text: '–' }
            : {
                text: (100 * share).toFixed(0),
                style: `background:rgb(var(--shade)/${(0.3 * share ** 3).toFixed(3)})`,
              },
        ),
      ]),
    }),
  )
}

function confidenceSection(report: Report): string {
  return section(
    'How sure the panel is',
    '',
    plotted(confidencePlot(report), {
      caption: 'Answers by their confidence',
      head: ['stated', 'answers'],
      rows: report.confidences.map((count, place) => [`${place / 10}–${(place + 1) / 10}`, String(count)]),
    }),
  )
}

const LONGEST_SHOWN = 400

function mistakesSection({ mistakes }: JudgedFigures): string {
  if (mistakes.length === 0) return ''
  const shown = (text: string) =>
    escaped(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
  const items = mistakes.map(
    ({ line, id, confidence, question, gold, answer, rightMembers }) =>
      `<li><p class="soft">line ${line}${id === String(line) ? '' : `, ${shown(id)}`} · confidence ${confidence.toFixed(2)}</p><p>${shown(question)}</p><p><strong>${shown(answer)}</strong> instead of <strong>${shown(gold)}</strong>; right: ${shown(rightMembers.join(', ') || 'nobody')}</p></li>`,
  )
  return section(
    MISTAKES_TITLE,
    'Look at these first: some may be mistakes of the table.',
    `<ol class="mistakes">${items.join('')}</ol>`,
  )
}
