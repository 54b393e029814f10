import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const SENTENCE = 'A bridge of steel crosses the river here, and it carries both a road and a railway. '
const LONG = SENTENCE.repeat(4).trim()

test('the main text is kept in paragraphs, without menus, headers and footers', () => {
  const page = readPage(`
    <html><head><title> Bridges &amp; roads </title></head><body>
    <header>Our site</header><nav><a href="/">Home</a></nav>
    <div><a href="/a">Read this</a> <a href="/b">and that</a></div>
    <main><h1><a href="#">Bridges</a></h1><p>${LONG}</p>
    <ul><li>of <b>stone</b></li><li>of wood</li></ul>
    <table><tr><th>Name</th><th>Length</th></tr><tr><td>Old</td><td>90 m</td></tr></table>
    <pre>if a:\n    cross()\n</pre></main>
    <footer>All rights reserved</footer></body></html>`)
  expect(page.title).toBe('Bridges & roads')
  expect(page.text).toBe(
    `Bridges\n\n${LONG}\nof stone\nof wood\nName | Length\nOld | 90 m\n\nif a:\n    cross()`,
  )
})

test('where nothing is marked as the main part, everything but menus is kept', () => {
  const { text } = readPage(`<nav>Home</nav><div>${LONG}</div><div>And more.</div>`)
  expect(text).toBe(`${LONG}\n\nAnd more.`)
})

test('a teaser that is marked as an article does not stand for the page', () => {
  const { text } = readPage(`<div>${LONG.repeat(4)}</div><article>${LONG}</article>`)
  expect(text).toContain(LONG.repeat(4))
})

test('a page that is navigation only is kept as it is', () => {
  expect(readPage('<nav><a href="/">Home</a></nav>').text).toBe('Home')
})

test.each([
  ['display:none', '<div style="color:red; DISPLAY : none">secret <b>words</b></div>'],
  ['visibility', '<p style="visibility:hidden">secret</p>'],
  ['the attribute hidden', '<div hidden><p>secret</p></div>'],
  ['aria-hidden', '<span aria-hidden="true">secret</span>'],
  ['a comment', '<!-- secret -->'],
  ['a script', '<script>"secret"</script>'],
  ['a style', '<style>.secret {}</style>'],
  ['a template', '<template><p>secret</p></template>'],
  ['noscript', '<noscript>secret</noscript>'],
  ['a drawing', '<svg><title>secret</title><text>secret</text></svg>'],
  ['a field', '<textarea>secret</textarea><select><option>secret</option></select>'],
  ['an attribute', '<img alt="secret"><meta content="secret">'],
])('text that is hidden by %s is not read', (_what, hidden) => {
  const { text, title } = readPage(`<title>A page</title><p>Be${hidden}fore</p><p>After</p>`)
  expect(text).not.toContain('secret')
  expect(text).toContain('After')
  expect(title).toBe('A page')
})

test('a page that is hidden until its scripts have run is read', () => {
  expect(readPage('<body style="visibility:hidden"><p>Words</p>').text).toBe('Words')
})

test('characters that nobody sees are dropped, and white space is one space', () => {
  const unseen = '\u200b\u00ad\u2060\u202e\u{e0041}\u{e0100}\u0007\ud800'
  expect(readPage(`<p>w${unseen}ord \n\t\u00a0 next&#8203;&#0;</p>`).text).toMatch(/^word next/)
  expect(readPage(`<pre>w\u200bord\u0007</pre>`).text).toBe('word')
})

test('the title for other sites is taken before that of the window', () => {
  expect(
    readPage('<meta property="og:title" content="Bridges"><title>Bridges | Our site</title>').title,
  ).toBe('Bridges')
})

const fill = (piece: string) => piece.repeat(Math.floor(2_000_000 / piece.length))

test.each([
  ['nested elements', fill('<div>')],
  ['nested elements that are closed wrongly', `${'<div>'.repeat(390)}${fill('</p>')}`],
  ['nested tables', fill('<table><tr><td>')],
  ['brackets', fill('<')],
  ['open comments', fill('<!--')],
  ['open attributes', fill('<a b="')],
  ['attributes', `<a ${Array.from({ length: 200_000 }, (_, index) => `a${index}=1`).join(' ')}>`],
  ['cells of one row', `<tr>${fill('<td>a')}`],
  ['titles', fill('<title>a</title>')],
  ['entities', fill('&amp;')],
  ['empty lines', `<pre>${fill(' \n')}`],
  ['unseen characters', `<p>a${fill(' \u200b')}`],
  ['facts', fill('<script type="application/ld+json">[</script>')],
])('two megabytes of %s are read in bounded time', (_what, page) => {
  const { user: before } = process.cpuUsage()
  readPage(page)
  // A tenth of a second to one second on a slow machine; unbounded, the first takes a minute.
  expect(process.cpuUsage().user - before).toBeLessThan(5_000_000)
})
