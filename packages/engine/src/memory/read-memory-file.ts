import { realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { MemoryFile } from '@antiphon/core'
import { readPlainFile } from '../files/read-plain-file.ts'
import { isInside } from '../files/resolve-path.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import type { PermissionState } from '../permissions/permission.ts'
import { cutText } from '../text/cut-text.ts'

/** Instructions that were left out, for a person. */
export type MemoryProblem = { readonly path: string; readonly what: string }

/** False for a file that a rule forbids to read; for what is imported all rules count. */
export type MemoryFilter = (path: string, isImported: boolean) => boolean

type MemoryReading = {
  /** The folder that was opened: what its instructions may import. Never that of a repository around it. */
  readonly cwd: string
  readonly home: string
  readonly mayRead: MemoryFilter
  /** The real paths that were read before; each file counts once. */
  readonly seen: Set<string>
  readonly problems: MemoryProblem[]
  readonly budget: MemoryBudget
}

/** What is left to be looked at: names without end must not keep a session from starting. */
type MemoryBudget = { names: number; files: number }

export function createMemoryBudget(): MemoryBudget {
  return { names: 2_000, files: 100 }
}

/** Reads a file of instructions and what it imports, the imported first; a file that is not there is nothing. */
export async function readMemoryFile(
  candidate: MemoryCandidate,
  reading: MemoryReading,
): Promise<readonly MemoryFile[]> {
  const allowed = await Promise.all(
    listAllowed(candidate, reading).map(folder => realpath(folder).catch(() => folder)),
  )
  return readOne({ path: candidate.path, depth: 0 }, { ...reading, type: candidate.type, allowed })
}

/** A person's own words may come from anywhere at home; a folder's from that folder, or from the one that was opened. */
function listAllowed({ type, folder }: MemoryCandidate, { cwd, home }: MemoryReading): readonly string[] {
  if (type === 'User') return [home, folder]
  return [isInside(folder, cwd) ? cwd : folder]
}

const DEEPEST_IMPORT = 5
const LONGEST_FILE = 40_000

type Reading = MemoryReading & { readonly type: MemoryType; readonly allowed: readonly string[] }

type Wanted = { readonly path: string; readonly depth: number }

async function readOne(wanted: Wanted, reading: Reading): Promise<readonly MemoryFile[]> {
  const { path, depth } = wanted
  const { seen, problems, budget } = reading
  budget.names -= 1
  if (budget.names === 0)
    problems.push({ path, what: 'there are too many imports: it and what follows were left out' })
  if (budget.names <= 0) return []
  const real = await realpath(path).catch(() => null)
  if (real !== null && seen.has(real)) return []
  const what = real === null ? null : refuse(wanted, real, reading)
  if (what !== null) {
    problems.push({ path, what })
    return []
  }
  const text = await readText(real ?? path, path, reading)
  if (text === null || real === null) return []
  seen.add(real)
  budget.files -= 1
  const imported: MemoryFile[] = []
  for (const name of findImports(text.slice(0, LONGEST_FILE))) {
    const target = toPath(name, { folder: dirname(path), home: reading.home })
    imported.push(...(await readOne({ path: target, depth: depth + 1 }, reading)))
  }
  if (text.trim() === '') return imported
  return [...imported, { type: reading.type, path, content: cutText(text.trim(), LONGEST_FILE) }]
}

/** Why a file is not read, for a person; null where it may be. */
function refuse({ path, depth }: Wanted, real: string, reading: Reading): string | null {
  const { type, allowed, mayRead, budget } = reading
  // A repository that somebody else wrote must not carry a person's keys into a prompt, by a link or an import.
  const isOwn = type === 'User' && depth === 0
  if (!isOwn && !allowed.some(folder => isInside(real, folder)))
    return `it lies outside of ${allowed.join(' and ')}, so it was not read`
  if (!mayRead(path, depth > 0)) return 'a rule forbids to read it'
  if (depth > DEEPEST_IMPORT)
    return `it is imported through more than ${DEEPEST_IMPORT} files, so it was not read`
  return budget.files > 0 ? null : 'there are too many files of instructions: it was left out'
}

async function readText(real: string, path: string, { problems }: Reading): Promise<string | null> {
  const read = await readPlainFile(real, { root: null })
  if (read === null) return null
  if ('text' in read) return read.text
  // A folder or a picture that an import happens to name is no mistake of anybody's.
  if (!read.isOther) problems.push({ path, what: read.problem })
  return null
}

function toPath(name: string, { folder, home }: { readonly folder: string; readonly home: string }): string {
  return name.startsWith('~/') ? join(home, name.slice(2)) : resolve(folder, name)
}

/** What the rules that forbid to read say about instructions. */
export function createMemoryFilter(state: PermissionState): MemoryFilter {
  const mayImport = createReadFilter('Read', state)
  // Whoever takes the tool away has not spoken of what the model is told at the start.
  const deny = state.rules.deny.filter(rule => rule.includes('('))
  const mayTell = createReadFilter('Read', { ...state, rules: { ...state.rules, deny } })
  return (path, isImported) => (isImported ? mayImport : mayTell)(path)
}

/** The files that a text of instructions names by `@path`, in order, each once; nothing inside code is a reference. */
export function findImports(markdown: string): readonly string[] {
  const prose = withoutComments(proseLines(markdown).join('\n'))
  const found = [...prose.matchAll(REFERENCE)].map(([, path = '']) => path.replaceAll('\\ ', ' '))
  return [...new Set(found.map(path => path.replace(TRAILING, '')).filter(path => path !== ''))]
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
// Both begin where a run does: to try them at each sign of a long one would take for ever.
const CODE_SPAN = /(?<!`)`+(?!`)[^`]+`+/g
const REFERENCE = /(?:^|[\s(])@((?:\\ |[^\s\\)])+)/g
const TRAILING = /(?<![.,;:!?'"])[.,;:!?'"]+$/

/** The lines outside of fences, without what stands between backticks. */
function proseLines(markdown: string): readonly string[] {
  const lines: string[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    const [, mark = '', rest = ''] = FENCE.exec(line.trimEnd()) ?? []
    if (fence === '' && mark === '') lines.push(line.replace(CODE_SPAN, ''))
    else if (fence === '') fence = mark
    else if (mark.startsWith(fence) && rest === '') fence = ''
  }
  return lines
}

/** A comment that does not end is none. */
function withoutComments(text: string): string {
  const kept: string[] = []
  let position = 0
  for (;;) {
    const start = text.indexOf('<!--', position)
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4)
    if (end === -1) return kept.join('') + text.slice(position)
    kept.push(text.slice(position, start))
    position = end + 3
  }
}

/** A file that may hold instructions for the agent. */
type MemoryCandidate = {
  readonly path: string
  /** Whose words they are: the person's for all projects, the project's, or the person's for this project. */
  readonly type: MemoryType
  /** The folder that they are about. */
  readonly folder: string
}

type MemoryType = 'User' | 'Project' | 'Local'

/** Where instructions are looked for, the most general first: the person's, then folder by folder down to `cwd`. */
export function memoryCandidates(options: {
  readonly cwd: string
  readonly configDirectory: string
}): readonly MemoryCandidate[] {
  const { cwd, configDirectory } = options
  const ofPerson = ['CLAUDE.md', 'AGENTS.md'].map(
    (name): MemoryCandidate => ({ path: join(configDirectory, name), type: 'User', folder: configDirectory }),
  )
  const all = [...ofPerson, ...foldersDownTo(cwd).flatMap(candidatesIn)]
  return [...new Map(all.toReversed().map(candidate => [candidate.path, candidate])).values()].toReversed()
}

/** The candidates of one folder. */
export function candidatesIn(folder: string): readonly MemoryCandidate[] {
  return [
    { path: join(folder, 'CLAUDE.md'), type: 'Project', folder },
    { path: join(folder, '.claude', 'CLAUDE.md'), type: 'Project', folder },
    { path: join(folder, 'AGENTS.md'), type: 'Project', folder },
    { path: join(folder, 'CLAUDE.local.md'), type: 'Local', folder },
  ]
}

/** The folders on the way to one, from the root of the file system. */
export function foldersDownTo(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [...foldersDownTo(parent), folder]
}
