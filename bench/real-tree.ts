import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS, IS_CORPUS_WHOLE, readCorpus } from '@antiphon/core/testing/corpus'

/** Real sessions as often as it takes to fill what somebody has after a year. */
export type RealTree = { readonly root: string; readonly files: number; readonly megabytes: number }

const TREE_BYTES = 330_000_000
/** The newest of the logs, and how far they lie apart: the same each time. */
const NEWEST_SECONDS = Date.UTC(2026, 10, 18) / 1000
const STEP_SECONDS = 1200

/**
 * Writes the whole corpus again and again below `root`, each copy with answers of its own, so that nothing counts twice;
 * nothing where its texts are cut, since those hold few words.
 */
export function writeRealTree(root: string, bytes: number = TREE_BYTES): RealTree | undefined {
  if (!IS_CORPUS_WHOLE) {
    process.stderr.write('bench: the texts of fixtures/corpus are cut; nothing is measured on it\n')
    return undefined
  }
  let [size, files] = [0, 0]
  for (let copy = 0; size < bytes; copy++) {
    const folder = join(root, 'projects', `-corpus-${copy}`)
    mkdirSync(folder, { recursive: true })
    for (const name of CORPUS) {
      const path = join(folder, name.slice(0, -'.gz'.length))
      const text = nameAnew(readCorpus(name), copy)
      writeFileSync(path, text)
      const time = NEWEST_SECONDS - files * STEP_SECONDS
      utimesSync(path, time, time)
      size += text.length
      files += 1
    }
  }
  return { root, files, megabytes: Math.round(size / 1e6) }
}

/** Answers and requests of a copy have ids of their own, of the same length. */
function nameAnew(bytes: Buffer, copy: number): Buffer {
  if (copy === 0) return bytes
  const sign = String.fromCharCode('A'.charCodeAt(0) + copy)
  return Buffer.from(bytes.toString('latin1').replace(/"(msg|req)_0/g, `"$1_${sign}`), 'latin1')
}
