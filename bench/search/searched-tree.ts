import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ABSENT, CJK, COMMON, RARE, writeTree } from './generated-tree.ts'

/** A tree to search, with words that occur often, seldom and never in it. */
export type SearchedTree = {
  readonly name: string
  readonly root: string
  readonly words: Readonly<Record<string, string>>
}

/** Sessions that are made, of so many megabytes. */
export function createGeneratedTree(directory: string, megabytes: number): SearchedTree {
  const root = join(directory, 'generated')
  writeTree(root, megabytes * 1e6)
  const words = { common: COMMON, rare: RARE, absent: ABSENT, CJK, 'two words': `${COMMON} ${CJK}` }
  return { name: `${megabytes} MB`, root, words }
}

const CORPUS = new URL('../../../shared/corpus/', import.meta.url)

/** The real sessions beside the repository; nothing where they are not there. Their words were made unreadable, letter for letter. */
export function createCorpusTree(directory: string): SearchedTree | undefined {
  if (!existsSync(CORPUS)) {
    process.stderr.write('bench: no corpus beside the repository (../shared/corpus); it is not measured\n')
    return undefined
  }
  const root = join(directory, 'corpus')
  const folder = join(root, 'projects', '-corpus')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(CORPUS).filter(file => file.endsWith('.jsonl.gz')))
    writeFileSync(join(folder, name.slice(0, -3)), gunzipSync(readFileSync(new URL(name, CORPUS))))
  const words = {
    common: 'cloud',
    rare: 'abadgerbi',
    absent: ABSENT,
    CJK: '归日',
    'two words': 'cloud water',
  }
  return { name: 'corpus', root, words }
}

/** Every log of a tree. */
export function logsOf(root: string): readonly string[] {
  return readdirSync(join(root, 'projects'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
