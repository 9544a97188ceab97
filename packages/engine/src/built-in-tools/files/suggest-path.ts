import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import type { ToolContext } from '../../tool/tool-context.ts'

type PathContext = Pick<ToolContext, 'cwd' | 'createReadFilter'>

/** What to say about a file that is not there: where relative paths begin, and what has a similar name. */
export async function describeMissingFile(path: string, context: PathContext): Promise<string> {
  const { cwd } = context
  const similar = (await suggestPaths(path, cwd)).filter(context.createReadFilter('Read')).slice(0, 3)
  const hint =
    similar.length > 0
      ? ` Did you mean ${similar.join(' or ')}?`
      : ' Find its path with Glob before you try again.'
  return `File does not exist: ${path}. Note: your current working directory is ${cwd}.${hint}`
}

/** Paths that exist and could have been meant. */
async function suggestPaths(path: string, cwd: string): Promise<readonly string[]> {
  const beside = await similarNames(path)
  if (beside.length > 0) return beside
  // A model that forgets the folder of the repository: /home/me/src/a.ts for /home/me/repository/src/a.ts.
  const parent = dirname(cwd)
  const lost = relative(parent, path)
  if (lost.startsWith('..') || path.startsWith(cwd + sep)) return []
  const moved = join(cwd, lost)
  const names = await namesIn(dirname(moved))
  return names.includes(basename(moved)) ? [moved] : []
}

async function similarNames(path: string): Promise<readonly string[]> {
  const folder = dirname(path)
  const wanted = basename(path).toLowerCase()
  const stem = stemOf(wanted)
  const scored = (await namesIn(folder)).flatMap(name => {
    const lower = name.toLowerCase()
    if (lower === wanted) return [{ name, score: 0 }]
    if (stemOf(lower) === stem) return [{ name, score: 1 }]
    const distance = editDistance(lower, wanted, MAXIMUM_DISTANCE)
    return distance <= MAXIMUM_DISTANCE ? [{ name, score: 1 + distance }] : []
  })
  return scored
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .map(({ name }) => join(folder, name))
}

const MAXIMUM_DISTANCE = 2
const MAXIMUM_NAMES = 5000

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch((): string[] => [])).slice(0, MAXIMUM_NAMES)
}

function stemOf(name: string): string {
  return name.slice(0, name.length - extname(name).length)
}

/** Levenshtein's distance, given up as soon as it is above the limit. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    if (Math.min(...current) > limit) return limit + 1
    previous = current
  }
  return previous[b.length] ?? limit + 1
}
