import { join } from 'node:path'
import ignore from 'ignore'
import { isInside, type ResolvedPath, resolvePath } from '../files/resolve-path.ts'

/** What the parentheses of a path rule mean: a pattern of gitignore under a folder. */
export type PathPattern = {
  /** Every path that the path leads through fits, letter by letter: what a rule may allow. */
  readonly covers: (path: ResolvedPath) => boolean
  /** Some path that it leads through fits in some spelling, or the folder holds what fits: what a rule must refuse. */
  readonly touches: (path: ResolvedPath) => boolean
  /** Something below the folder could fit. */
  readonly reachesInto: (folder: ResolvedPath) => boolean
  /** All that fits may lie below the folder. */
  readonly liesIn: (folder: ResolvedPath) => boolean
  /** The file or folder that it names without a wildcard, from each base; at the nearest place where it fits at any depth. */
  readonly names: readonly string[]
  /** Whether it names a folder by what is in it. */
  readonly isFolder: boolean
  /** The folders, or the file, below which everything lies that fits. */
  readonly anchors: readonly string[]
}

/** `//x` begins at the root of the file system, `~/x` at home, everything else at `cwd`; `x` without a slash is at any depth below it. */
export function createPathPattern(
  content: string,
  places: { readonly cwd: string; readonly home: string },
): PathPattern {
  const { base, pattern } = anchor(content, places)
  const bases = [...new Set([base, resolvePath(base, '/')?.real ?? base])]
  const strict = createTest(bases, pattern, false)
  const loose = createTest(bases, pattern.normalize('NFC'), true)
  const anchors = bases.map(folder => join(folder, staticHead(pattern)))
  const spellings = ({ lexical, real }: ResolvedPath) => [...new Set([lexical, real])]
  return {
    anchors,
    isFolder: /\/\*{0,2}$/.test(pattern),
    covers: path => spellings(path).every(strict),
    touches: path => {
      const all = spellings(path).map(spelling => spelling.normalize('NFC'))
      return all.some(loose) || all.some(spelling => loose(join(spelling, PROBE)))
    },
    reachesInto: folder =>
      spellings(folder).some(spelling =>
        anchors.some(
          place => isInside(lower(place), lower(spelling)) || isInside(lower(spelling), lower(place)),
        ),
      ),
    liesIn: folder =>
      spellings(folder).some(spelling => anchors.some(place => isInside(lower(place), lower(spelling)))),
    names: listNames(bases, pattern),
  }
}

function anchor(
  content: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): { base: string; pattern: string } {
  if (content.startsWith('//')) return { base: '/', pattern: content.slice(1) }
  if (content === '~' || content.startsWith('~/')) return climb(home, content.slice(1) || '/**')
  if (content.startsWith('/')) return climb(cwd, content)
  if (content.startsWith('./') || content.startsWith('../')) return climb(cwd, `/${content}`)
  return { base: cwd, pattern: content.startsWith('#') ? `\\${content}` : content }
}

/** Takes `.` and `..` at the beginning of a pattern out of it. */
function climb(base: string, pattern: string): { base: string; pattern: string } {
  let folder = base
  let rest = pattern.slice(1)
  for (;;) {
    if (rest === '.' || rest === '..') rest += '/'
    if (rest.startsWith('./')) rest = rest.slice(2)
    else if (rest.startsWith('../')) {
      folder = join(folder, '..')
      rest = rest.slice(3)
    } else if (rest.startsWith('/')) rest = rest.slice(1)
    else return { base: folder, pattern: rest === '' ? '/**' : `/${rest}` }
  }
}

function createTest(
  bases: readonly string[],
  pattern: string,
  ignorecase: boolean,
): (path: string) => boolean {
  const matcher = ignore({ ignorecase, allowRelativePaths: true }).add(pattern)
  return path =>
    bases.some(base => {
      const shared = ignorecase ? isInside(lower(path), lower(base)) : isInside(path, base)
      const inner = shared ? path.slice(base.length).replace(/^\/+/, '') : ''
      return inner !== '' && matcher.ignores(inner)
    })
}

/** The folders that a pattern names before its first wildcard; nothing for one that fits at any depth. */
function staticHead(pattern: string): string {
  const segments = pattern.split('/')
  if (!pattern.slice(0, -1).includes('/')) return ''
  const wild = segments.findIndex(segment => /[*?[\\]/.test(segment))
  return segments.slice(0, wild === -1 ? undefined : wild).join('/')
}

function listNames(bases: readonly string[], pattern: string): string[] {
  const name = pattern.replace(/\/\*{0,2}$/, '')
  return name === '' || /[*?[\\!]/.test(name) ? [] : bases.map(base => join(base, name))
}

function lower(path: string): string {
  return path.toLowerCase()
}

const PROBE = '\u{1f50d}'
