import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { toProjectKey } from '@antiphon/transcript'
import { CORPUS, CORPUS_FACTS, readCorpus, readFixture } from '../../packages/core/src/testing/corpus.ts'

/** The sessions of the corpus as an agent keeps them. */
export type CorpusTree = {
  readonly home: string
  /** The folder that holds `projects`. */
  readonly root: string
  readonly paths: readonly string[]
  readonly remove: () => void
}

/** Writes them below a folder that is removed again: as they are whole where they are, or as the fixtures have them. */
export function writeCorpusTree(which: 'whole' | 'fixtures' = 'whole'): CorpusTree {
  const home = mkdtempSync(join(tmpdir(), 'antiphon-recall-bench-'))
  const root = join(home, '.claude')
  const names = which === 'whole' ? CORPUS : CORPUS_FACTS.map(({ name }) => name)
  const paths = names.map(name => {
    const bytes = which === 'whole' ? readCorpus(name) : readFixture(name)
    const path = join(root, 'projects', toProjectKey(readFolder(bytes)), name.slice(0, -'.gz'.length))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    utimesSync(path, LONG_AGO, LONG_AGO)
    return path
  })
  return { home, root, paths, remove: () => rmSync(home, { recursive: true, force: true }) }
}

const LONG_AGO = new Date('2026-10-01T00:00:00Z')

function readFolder(bytes: Buffer): string {
  return /"cwd":"([^"]+)"/.exec(bytes.toString('latin1'))?.[1] ?? 'none'
}
