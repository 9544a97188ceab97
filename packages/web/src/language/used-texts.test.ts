import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ENGLISH } from './texts.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map(file => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n')

/** Names that are taken of something: behind a dot, out of braces, or by a name between quotes. */
const taken = new Set([
  ...Array.from(code.matchAll(/\.(\w+)/g), ([, name]) => name),
  ...Array.from(code.matchAll(/'(\w+)'/g), ([, name]) => name),
  ...Array.from(code.matchAll(/const \{([^}]*)\}|\{([^{}]*)\}: \w*Texts/g), ([names]) =>
    names.split(/\W+/),
  ).flat(),
])

/** Texts by name: those of the page, and those of each of its parts; what is in a record is asked for by its key. */
const parts = new Set(Array.from(code.matchAll(/^ {2}(\w+): [A-Z]+_ENGLISH as/gm), ([, part]) => part))
const texts = Object.entries(ENGLISH).flatMap(([part, value]) => [
  { name: part, path: part },
  ...(parts.has(part) ? Object.keys(value).map(name => ({ name, path: `${part}.${name}` })) : []),
])

describe('the texts of the page', () => {
  it('are all used somewhere', () => {
    expect(texts.length).toBeGreaterThan(500)
    expect(texts.filter(({ name }) => !taken.has(name)).map(({ path }) => path)).toEqual([])
  })
})
