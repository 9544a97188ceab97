import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))

/** The same thing in packages that may not import each other. */
const SAME_THING: ReadonlySet<string> = new Set(['Deferred'])

it('gives every exported type of the sources a name of its own', () => {
  const places = new Map<string, string[]>()
  for (const file of readdirSync(PACKAGES).flatMap(listSources))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^export (?:type|interface) (\w+)/gm))
      places.set(name, [...(places.get(name) ?? []), file])
  expect(places.size).toBeGreaterThan(1000)
  expect([...places].filter(([name, at]) => at.length > 1 && !SAME_THING.has(name))).toEqual([])
})

function listSources(name: string): readonly string[] {
  const source = join(PACKAGES, name, 'src')
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.|(?:^|[\\/])testing[\\/]/.test(file))
    .map(file => join(source, file))
}
