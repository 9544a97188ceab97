import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS, IS_CORPUS_WHOLE, readCorpus } from '@antiphon/core/testing/corpus'
import type { RealTree } from '../real-tree.ts'
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

/** The real sessions; nothing where their texts are cut, since those hold few words. Their words were made unreadable, letter for letter. */
export function createCorpusTree(directory: string): SearchedTree | undefined {
  if (!IS_CORPUS_WHOLE) {
    process.stderr.write('bench: the texts of fixtures/corpus are cut; searching it is not measured\n')
    return undefined
  }
  const root = join(directory, 'corpus')
  const folder = join(root, 'projects', '-corpus')
  mkdirSync(folder, { recursive: true })
  for (const name of CORPUS) writeFileSync(join(folder, name.slice(0, -3)), readCorpus(name))
  return { name: 'corpus', root, words: REAL_WORDS }
}

/** The same many times over. */
export function toSearchedTree({ root, files, megabytes }: RealTree): SearchedTree {
  return { name: `${megabytes} MB real in ${files} files`, root, words: REAL_WORDS }
}

/** Words that real sessions hold. */
export const REAL_WORDS = {
  common: 'cloud',
  rare: 'abadgerbi',
  absent: ABSENT,
  CJK: '归日',
  'two words': 'cloud water',
} as const

/** Every log of a tree. */
export function logsOf(root: string): readonly string[] {
  return readdirSync(join(root, 'projects'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
