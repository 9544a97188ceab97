// A plugin of the bundle: `import { name } from '@antiphon/package'` of our own sources becomes an import of the file
// that defines the name. A command then brings what it uses, and not everything that a package offers.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Imports of a package, and of a folder by its index. */
const IMPORT = /^(import|export) \{([^}]*)\} from '(@antiphon\/[^']+|\.[^']*\/index\.ts)'$/gm
const REEXPORT = /^export \{([^}]*)\} from '(\.[^']+)'$/gm

/** The plugin, for Vite and rolldown. */
export function directImports() {
  const entries = new Map()
  const namesOf = entry => {
    if (!entries.has(entry)) entries.set(entry, readNames(entry))
    return entries.get(entry)
  }
  return {
    name: 'direct-imports',
    // Before types are taken off: imports still stand as they are written.
    enforce: 'pre',
    async transform(code, id) {
      if (!SOURCE.test(id)) return undefined
      let result = code
      for (const [whole, verb, list, source] of code.matchAll(IMPORT)) {
        const entry = (await this.resolve(source, id))?.id
        if (!entry?.endsWith('/index.ts')) continue
        const lines = parseNames(list).map(({ name, alias }) => {
          const place = namesOf(entry).get(name) ?? { name, file: entry }
          return `${verb} { ${place.name} as ${alias} } from ${JSON.stringify(place.file)}`
        })
        result = result.replace(whole, lines.join(';'))
      }
      return result === code ? undefined : { code: result, map: null }
    },
  }
}

const SOURCE = /\/packages\/[^/]+\/src\/.*\.tsx?$/

/** Which file defines which name of an entry; an entry that hands on another one is followed. */
function readNames(entry) {
  const names = new Map()
  for (const [, list, path] of readFileSync(entry, 'utf8').matchAll(REEXPORT)) {
    const file = join(dirname(entry), path)
    const inner = file.endsWith('/index.ts') ? readNames(file) : new Map()
    for (const { name, alias } of parseNames(list)) names.set(alias, inner.get(name) ?? { name, file })
  }
  return names
}

/** The names of a list; types are gone before anything runs. */
function parseNames(list) {
  return list
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '' && !part.startsWith('type '))
    .map(part => {
      const [name, alias = name] = part.split(/\s+as\s+/)
      return { name, alias }
    })
}
