import { readdirSync, readFileSync } from 'node:fs'

/** A test that starts the product, and the requirements that it proves. */
export type ProductTest = {
  readonly ids: readonly string[]
  readonly title: string
  /** From the root of the repository. */
  readonly path: string
}

const FOLDER = 'packages/cli/test'

/** Every product test of the repository at `root`, found in the text of its file. */
export function findProductTests(root: URL): readonly ProductTest[] {
  return readdirSync(new URL(FOLDER, root), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => `${FOLDER}/${name.replaceAll('\\', '/')}`)
    .sort()
    .flatMap(path => readProductTests(readFileSync(new URL(path, root), 'utf8'), path))
}

/** The product tests in a file: calls of `requirement`, and titles that begin with marks such as `[003:135]`. */
export function readProductTests(source: string, path: string): readonly ProductTest[] {
  const called = Array.from(source.matchAll(CALL), ({ index, 0: head }) => {
    const start = index + head.length
    const ids = readArgument(source, start)
    const title = new RegExp(`^,\\s*(${TITLE})`).exec(source.slice(start + ids.length))?.[1] ?? ''
    return {
      ids: Array.from(ids.matchAll(/'(\d{3}:[^']+)'/g), match => match[1] ?? ''),
      title: unquote(title),
      path,
    }
  })
  const marked = Array.from(source.matchAll(MARKED), ({ 1: title = '' }) => {
    const marks = /^(?:\[[^\]]+\])+/.exec(unquote(title))?.[0] ?? ''
    return {
      ids: Array.from(marks.matchAll(/\[([^\]]+)\]/g), match => match[1] ?? ''),
      title: unquote(title).slice(marks.length).trim(),
      path,
    }
  })
  return [...called, ...marked]
}

/** The text up to the comma behind an argument. */
function readArgument(source: string, start: number): string {
  let depth = 0
  for (let at = start; at < source.length; at++) {
    const sign = source[at] ?? ''
    if ('[({'.includes(sign)) depth++
    else if ('])}'.includes(sign)) depth--
    else if (sign === ',' && depth === 0) return source.slice(start, at)
  }
  return ''
}

const TITLE = `'(?:[^'\\\\\\n]|\\\\.)*'|"(?:[^"\\\\\\n]|\\\\.)*"|\`[^\`]*\``

/** What does not run (`it.skip`) is no proof: neither pattern fits it. */
const CALL = /(?<![\w.])requirement\((?=\s*['[])/g
const MARKED = new RegExp(`(?<![\\w.])(?:it|test)\\(\\s*((?=['"\`]\\[\\d{3}:)(?:${TITLE}))`, 'g')

function unquote(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(.)/g, '$1')
}
