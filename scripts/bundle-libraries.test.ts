import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { listLibraries } from './bundle-libraries.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const libraries: readonly string[] = listLibraries()

type Manifest = {
  readonly name: string
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** What a package offers to those who have it from the registry, by the file. */
function readOffered(name: string): ReadonlyMap<string, string> {
  const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'))
  return new Map(
    Object.entries(manifest.exports)
      .filter(([path]) => !path.includes('*'))
      .map(([path, { default: file = '' }]) => [file, join(manifest.name, path).replaceAll('\\', '/')]),
  )
}

/** How many files an import of one loads at once; what is loaded when it is needed does not count. */
function countLoaded(entry: string): number {
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*?"(\.\/[^"]+)"/gm)
    for (const [, path = ''] of imports) load(join(dirname(file), path))
  }
  load(entry)
  return loaded.size
}

/** The names of a module, as a fresh process sees it that knows or does not know our sources. */
function readNames(specifier: string, ...flags: readonly string[]): readonly string[] {
  const script = `console.log(JSON.stringify(Object.keys(await import('${specifier}')).sort()))`
  const args = [...flags, '--input-type=module', '-e', script]
  const cwd = join(ROOT, 'packages', 'server')
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }))
}

describe('every library', () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'bundle-libraries.mjs')])
  }, 120_000)

  it.each(libraries)('%s is a file an entry, and few beside them', name => {
    const offered = readOffered(name)
    expect([...offered.keys()].filter(file => !/^\.\/bundle\/[\w-]+\.js$/.test(file))).toEqual([])
    for (const file of offered.keys())
      expect(countLoaded(join(ROOT, 'packages', name, file))).toBeLessThanOrEqual(offered.size + 11)
  })

  it.each(['core', 'engine'])(
    '%s offers the names of its source',
    name => {
      for (const specifier of readOffered(name).values())
        expect(readNames(specifier)).toEqual(
          readNames(specifier, '--conditions=@antiphon/source', '--import', 'tsx'),
        )
    },
    120_000,
  )
})
