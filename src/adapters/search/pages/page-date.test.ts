import { expect, test } from 'vitest'
import { dateOf, dayOf } from './page-date.ts'
import { readPage } from './read-page.ts'

const NOW = Date.parse('2026-11-19T12:00:00Z')
const MODIFIED = 'Sun, 01 Nov 2026 08:00:00 GMT'

const dateIn = (html: string, lastModified: string | null = null) =>
  dateOf(readPage(html).dates, lastModified, NOW)
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const published = (day: string) => `<meta property="article:published_time" content="${day}">`

test.each([
  [
    'JSON-LD, the later of its dates',
    jsonLd({ datePublished: '2024-01-02', dateModified: '2025-03-04T23:30:00-05:00' }) +
      published('2026-01-01'),
    '2025-03-04',
  ],
  [
    'the graph of JSON-LD',
    jsonLd({ '@graph': [{ '@type': 'Person' }, { datePublished: '2024-01-02' }] }),
    '2024-01-02',
  ],
  ['a list of JSON-LD', jsonLd([null, { datePublished: '2024-01-02' }]), '2024-01-02'],
  ['not a comment in JSON-LD', jsonLd({ comment: [{ datePublished: '2024-01-02' }] }), '2026-11-01'],
  ['not JSON-LD that is broken', '<script type="application/ld+json">{</script>', '2026-11-01'],
  ['what it tells other sites', `${published('2023-05-06')}<time datetime="2026-02-02">`, '2023-05-06'],
  [
    'the later of what it tells other sites',
    `${published('2023-05-06')}<meta property="article:modified_time" content="2023-07-08T00:00:00Z">`,
    '2023-07-08',
  ],
  [
    'its first time',
    '<time datetime="2022-02-03T10:00">then</time><time datetime="2026-02-03">',
    '2022-02-03',
  ],
  ['not a day that does not exist', published('2023-02-30'), '2026-11-01'],
  ['not a day in the future', published('2026-11-21'), '2026-11-01'],
  ['but tomorrow, which is today elsewhere', published('2026-11-20'), '2026-11-20'],
  ['not a day before there was a web', published('1970-01-01'), '2026-11-01'],
  ['what the server says', '<p>text</p>', '2026-11-01'],
])('the date of a page is %s', (_what, html, expected) => {
  expect(dateIn(html, MODIFIED)).toBe(expected)
})

test('a page that does not say its date has none', () => {
  expect(dateIn('<time datetime="PT2H">')).toBeNull()
  expect(dateIn('<p>text</p>', 'yesterday')).toBeNull()
})

test.each([
  ['2026-11-17', '2026-11-17'],
  ['2026-11-17T23:30:00-05:00', '2026-11-17'],
  ['17 Nov 2026 23:30:00 -0500', '2026-11-18'],
  ['2026-02-31', null],
  ['2026-11', null],
  ['2 days ago', null],
  ['Tue, 17 Nov 2026 10:00:00', null],
  ['Tue, 99 Nov 2026 10:00:00 GMT', null],
  [1_795_000_000, null],
  [null, null],
])('the day of %s is %s', (value, day) => expect(dayOf(value, NOW)).toBe(day))
