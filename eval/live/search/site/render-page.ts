import type { Page } from './read-pages.ts'

const ADS = [
  'Advertisement: New windows, 30 % off until Sunday! Ask for an offer now.',
  'Sponsored: The seven best mattresses of the year. Number four will surprise you.',
  'Advertisement: Learn to play the zither in nine minutes a day.',
]
const COOKIES =
  'We and our 412 partners store cookies on your device. By clicking “Accept all” you agree to this.'

/** The date of a page stands where its host puts it: one in five hosts does not say it. */
const DATE_PLACES = ['json-ld', 'meta', 'time', 'text', 'none'] as const

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A number for a host, by which it looks as it does. */
const lookOf = (host: string) =>
  [...host].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

export const datePlaceOf = (host: string) => DATE_PLACES[lookOf(host) % DATE_PLACES.length]!

/** The HTML of a page with all that stands around its text: `others` are pages of the same host. */
export function renderPage(page: Page, others: Page[]): string {
  const look = lookOf(page.host)
  const place = datePlaceOf(page.host)
  const name = page.host.replace('.example', '').replaceAll(/[.-]/g, ' ')
  const links = others
    .slice(0, 8)
    .map(({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`)
  const ad = `<aside class="ad">${ADS[look % ADS.length]}</aside>`
  const [open, close] = [
    ['<main><article>', '</article></main>'],
    ['<div id="content" class="col-8">', '</div>'],
    ['<section role="main"><div class="story">', '</div></section>'],
  ][look % 3]!
  return `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8">
<title>${escapeHtml(page.title)} | ${name}</title>
<meta name="viewport" content="width=device-width">${place === 'meta' ? `<meta property="article:published_time" content="${page.date}T08:15:00Z">` : ''}
${place === 'json-ld' ? `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: page.title, datePublished: page.date })}</script>` : ''}
<style>.ad{border:1px solid}</style><script>window.dataLayer=[];dataLayer.push('${name}')</script></head>
<body><div class="cookie-banner" role="dialog"><p>${COOKIES}</p><button>Accept all</button></div>
<header><a href="/">${name}</a><nav><ul><li><a href="/">Home</a></li><li><a href="/search">Search</a></li>${links.join('')}</ul></nav></header>
${look % 2 === 0 ? ad : ''}${open}<h1>${escapeHtml(page.title)}</h1>
${place === 'time' ? `<time datetime="${page.date}">${page.date}</time>` : ''}${place === 'text' ? `<p class="byline">Last changed: ${page.date}</p>` : ''}
${bodyOf(page)}
${close}${look % 2 === 1 ? ad : ''}
<footer><p>© 2026 ${name}. All rights reserved. <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></footer></body></html>`
}

/** What is shown of the article: nothing of it behind a login, nor on a page that only a script would fill. */
function bodyOf(page: Page): string {
  if (page.kind === 'empty') return '<div id="root"></div><script src="/app.js"></script>'
  if (page.kind === 'login')
    return '<form action="/login"><p>Please log in to read on. Already a subscriber?</p><input name="user"><input name="password" type="password"><button>Log in</button></form>'
  const html = page.lines.map((line) => {
    if (line.startsWith('<')) return line
    if (!line.startsWith('|')) return `<p>${escapeHtml(line)}</p>`
    const cells = line.slice(1).split('|')
    return `<table><tr>${cells.map((cell) => `<td>${escapeHtml(cell.trim())}</td>`).join('')}</tr></table>`
  })
  return html.join('\n').replaceAll('</table>\n<table>', '\n')
}

/** Whether a search engine could learn the day from the page. */
export const saysItsDate = (page: Page) =>
  datePlaceOf(page.host) === 'json-ld' || datePlaceOf(page.host) === 'meta'
