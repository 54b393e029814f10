import robotsParser from 'robots-parser'
import { expect, test } from 'vitest'
import { ourRules } from './robots.ts'

/** As the package decides on which we rely, of the rules that may be ours. */
function allowed(robots: string, path: string): boolean {
  const rules = robotsParser('http://a.example/robots.txt', ourRules(robots).join('\n'))
  return !rules.isDisallowed(`http://a.example${path}`, 'stretto')
}

const all = (...rules: string[]) => ['User-agent: *', ...rules].join('\n')

test.each([
  ['everything without rules', '', '/a', true],
  ['nothing where the root is disallowed', all('Disallow: /'), '/a', false],
  ['everything where the path is empty', all('Disallow:'), '/a', true],
  ['by the beginning of the path', all('Disallow: /a'), '/abc', false],
  ['by the longest rule', all('Disallow: /a', 'Allow: /a/b'), '/a/b/c', true],
  ['by the longest rule in any order', all('Allow: /a/b', 'Disallow: /a'), '/a/c', false],
  ['what an equally long rule allows', all('Disallow: /a', 'Allow: /a'), '/a', true],
  ['by a star within', all('Disallow: /a/*/c'), '/a/b/b/c/d', false],
  ['by stars that have to go further', all('Disallow: /*ab*b$'), '/aabb', false],
  ['by the end of the path', all('Disallow: /*.pdf$'), '/a.pdf', false],
  ['what goes on behind the end', all('Disallow: /*.pdf$'), '/a.pdf?x', true],
  ['by an end without a star', all('Disallow: /a$'), '/ab', true],
  ['what is shorter than the parts', all('Disallow: /ab*ba$'), '/aba', true],
  ['by the question', all('Disallow: /*?'), '/a?b', false],
  ['by characters that were escaped', all('Disallow: /ä'), '/%C3%A4', false],
  [
    'by the name of the service',
    'User-agent: Stretto/2\nDisallow: /x\n\nUser-agent: *\nDisallow: /',
    '/a',
    true,
  ],
  ['no name that only begins alike', 'User-agent: stretto-other\nDisallow: /', '/a', true],
  [
    'by all groups of a name',
    'User-agent: stretto\nDisallow: /a\nUser-agent: b\nUser-agent: stretto\nDisallow: /c',
    '/c',
    false,
  ],
  [
    'by a group of several names',
    'User-agent: b\nSitemap: /s\nUser-agent: stretto\nDisallow: /',
    '/a',
    false,
  ],
  [
    'by nothing of the groups of others',
    'User-agent: *\nUser-agent: b\nDisallow: /a\nUser-agent: c\nDisallow: /b',
    '/b',
    true,
  ],
  [
    'by a group with nothing but a delay',
    `User-agent: stretto\nCrawl-delay: 9\n${all('Disallow: /')}`,
    '/a',
    true,
  ],
  ['without comments, in any case', 'USER-AGENT: * # all\r\ndisallow : /a # why', '/a', false],
  ['nothing of rules before a group', 'Disallow: /', '/a', true],
])('a site is opened %s', (_what, robots, path, expected) => {
  expect(allowed(robots, path)).toBe(expected)
})

test('a rule of many stars takes no long time', () => {
  expect(allowed(all(`Disallow: /${'a*'.repeat(100_000)}b`), `/${'a'.repeat(2_000)}`)).toBe(true)
})

test('a name that a group repeats counts once', () => {
  const names = 'User-agent: *\nUser-agent: stretto\nUser-agent: b\n'.repeat(1_000)
  expect(ourRules(`${names}Disallow: /a`)).toEqual([
    'group: \nuser-agent: *',
    'user-agent: stretto',
    'disallow: /a',
  ])
})
