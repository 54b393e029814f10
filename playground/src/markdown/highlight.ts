import bash from 'highlight.js/lib/languages/bash'
import cpp from 'highlight.js/lib/languages/cpp'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'

const languages = { bash, cpp, go, java, javascript, json, python, rust, sql, typescript, xml, yaml }
const lowlight = createLowlight(languages)

/** Code as text, and parts of it that have a colour. */
export type CodePart = string | { kind: string; parts: CodePart[] }

/** Longer code is not worth the time, which grows with the square of long words, and of words without punctuation. */
const MOST_CHARACTERS = 10_000
const LONG_RUN = /\S{500}|[\w\s]{1000}/

/** Deeper code would end the page: it stays without colours. */
const DEEPEST = 40

/** The parts of a piece of code; one part if its language is not known. */
export function highlight(code: string, language: string): CodePart[] {
  const name = language.toLowerCase()
  if (code.length > MOST_CHARACTERS || LONG_RUN.test(code) || !lowlight.registered(name)) return [code]
  return partsOf(lowlight.highlight(name, code).children, 0) ?? [code]
}

type Node = { type: string; value?: string; properties?: { className?: unknown }; children?: Node[] }

function partsOf(nodes: Node[], depth: number): CodePart[] | null {
  if (depth > DEEPEST) return null
  const all: CodePart[] = []
  for (const { value, properties, children } of nodes) {
    const parts = children === undefined ? [] : partsOf(children, depth + 1)
    if (parts === null) return null
    const [kind = ''] = [properties?.className].flat()
    all.push(children === undefined ? (value ?? '') : { kind: String(kind), parts })
  }
  return all
}
