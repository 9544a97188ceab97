// A package's public names with their types, as a page that is kept in the repository: who changes one sees it in review.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEntry } from './read-entry.mjs'

/** The report of a package; a declaration that several entries export stands once. */
export function makeReport(folder) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const seen = new Map()
  const parts = Object.entries(exports).flatMap(([entry, { types }]) => {
    // What only the tests of this tree may import has no declarations.
    if (types === undefined) return []
    const specifier = entry === '.' ? name : `${name}${entry.slice(1)}`
    if (!existsSync(join(folder, types)))
      throw new Error(`${join(folder, types)} is not there: \`npx tsc -b\`.`)
    const names = [...readEntry(join(folder, types))].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const lines = names.map(([name, text]) => {
      const first = seen.get(`${name}\n${text}`)
      if (first !== undefined) return `// ${name}: see ${first}`
      seen.set(`${name}\n${text}`, specifier)
      return text
    })
    return [`## ${specifier}: ${names.length} names`, '', '```ts', ...lines, '```', '']
  })
  return [
    `# The public names of ${name}`,
    '',
    'Made by `npm run api`; a test compares it.',
    '',
    ...parts,
  ].join('\n')
}
