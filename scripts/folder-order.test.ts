import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = join(ROOT, 'packages')
const NAMES = readdirSync(PACKAGES).toSorted()

/** docs/architecture.md declares it: a package a line, its layers from the lowest to the highest. */
const ORDER = readOrder(readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8'))

type Import = { readonly from: string; readonly to: string }

describe('the order of folders in docs/architecture.md', () => {
  it('names every package', () => {
    expect([...(ORDER.get('packages')?.keys() ?? [])].toSorted()).toEqual(NAMES)
    expect([...ORDER.keys()].filter(name => name !== 'packages').toSorted()).toEqual(NAMES)
  })

  it('is that of the packages: none imports one of its own layer or above, types included', () => {
    const imports = NAMES.flatMap(name =>
      listSources(join(PACKAGES, name, 'src'))
        .flatMap(readSpecifiers)
        .map(({ specifier }) => /^@antiphon\/([a-z-]+)/.exec(specifier)?.[1] ?? name)
        .filter(to => to !== name)
        .map(to => ({ from: name, to })),
    )
    expect(imports.length).toBeGreaterThan(100)
    expect(findUpward(imports, 'packages')).toEqual([])
  })

  it.each(NAMES)(
    'is that of %s: every folder is there, and none imports one of its own layer or above',
    name => {
      const source = join(PACKAGES, name, 'src')
      const files = listSources(source)
      const imports = files.flatMap(file =>
        readSpecifiers(file)
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => ({
            from: toPart(source, file),
            to: toPart(source, resolve(dirname(file), specifier)),
          }))
          .filter(({ from, to }) => from !== to),
      )
      const parts = [...new Set(files.map(file => toPart(source, file)))].filter(part => part !== 'index.ts')
      expect([...(ORDER.get(name)?.keys() ?? [])].toSorted()).toEqual(parts.toSorted())
      expect(
        findUpward(
          imports.filter(({ from }) => from !== 'index.ts'),
          name,
        ),
      ).toEqual([])
    },
  )
})

/** Layers by part. */
function readOrder(page: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const block = /```order\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  return new Map(
    block
      .trim()
      .split('\n')
      .map(line => {
        const [name = '', layers = ''] = line.split(/:(.*)/)
        const parts = layers.split('<').flatMap((layer, height) =>
          layer
            .trim()
            .split(/\s+/)
            .map(part => [part, height] as const),
        )
        return [name.trim(), new Map(parts)] as const
      }),
  )
}

function findUpward(imports: readonly Import[], name: string): readonly string[] {
  const heights = ORDER.get(name)
  const height = (part: string): number => heights?.get(part) ?? Number.POSITIVE_INFINITY
  const wrong = imports.filter(({ from, to }) => height(to) >= height(from))
  return [...new Set(wrong.map(({ from, to }) => `${from} -> ${to}`))].toSorted()
}

/** A folder, or a file beside the folders. */
function toPart(source: string, file: string): string {
  return relative(source, file).split('/')[0] ?? ''
}

function listSources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|(?:^|\/)testing\//.test(name))
    .map(name => join(folder, name))
}

function readSpecifiers(file: string): readonly { readonly specifier: string }[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...found].map(([, specifier = '']) => ({ specifier }))
}
