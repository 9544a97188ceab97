import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
const read = (file: string): string => readFileSync(join(SOURCES, file), 'utf8')
const codes = files
  .filter(file => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map(file => ({ file, text: read(file) }))
const styles = files.filter(file => file.endsWith('.css'))

/** The classes that a file of styles has rules for; those of others that it names are none of them. */
function classesOf(file: string): readonly string[] {
  const selectors = read(file)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/[\w-]+:[^;{}]*;/g, '')
  return [...new Set(Array.from(selectors.matchAll(/\.([a-z_][\w-]*)/gi), ([, name]) => name ?? ''))]
}

/** What a module of code takes of a module of styles, by name; names that are made up count as all of a kind. */
function uses(style: string): { readonly names: ReadonlySet<string>; readonly isByKind: boolean } {
  const names = new Set<string>()
  let isByKind = false
  for (const { file, text } of codes) {
    for (const [, variable, path] of text.matchAll(/import (\w+) from '([^']*\.module\.css)'/g)) {
      if (resolve(SOURCES, dirname(file), path ?? '') !== join(SOURCES, style)) continue
      for (const [, name] of text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))) names.add(name ?? '')
      isByKind ||= new RegExp(`\\b${variable}\\[`).test(text)
    }
  }
  return { names, isByKind }
}

const TEXT = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g

describe('styles', () => {
  it.each(styles.filter(file => file.endsWith('.module.css')))(
    '%s has what its part names, and no more',
    style => {
      const defined = classesOf(style)
      const { names, isByKind } = uses(style)
      expect([...names].filter(name => !defined.includes(name))).toEqual([])
      if (!isByKind) expect(defined.filter(name => !names.has(name))).toEqual([])
    },
  )

  it.each(styles.filter(file => !file.endsWith('.module.css')))(
    '%s has no rule that matches nothing',
    style => {
      // A class stands in a text; other words are names of code, and of modules that are imported.
      const texts = codes.flatMap(({ text }) => text.replaceAll(/ from '[^']*'/g, '').match(TEXT) ?? [])
      const words = new Set(texts.flatMap(text => text.match(/[\w-]+/g) ?? []))
      const parts = new Set(styles.map(file => file.replace(/^.*[\\/]|\.module\.css$/g, '')))
      const isUsed = (name: string): boolean =>
        words.has(name) || [...words].some(word => word.endsWith('-') && name.startsWith(word))
      const isOfPart = (name: string): boolean => [...parts].some(part => name.startsWith(`${part}-`))
      expect(classesOf(style).filter(name => !isUsed(name) && !isOfPart(name))).toEqual([])
    },
  )
})
