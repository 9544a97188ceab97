import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS, IS_CORPUS_WHOLE, readCorpus } from '@antiphon/core/testing/corpus'

/** What a row is called: short texts are another measure. */
export const CORPUS_NAME: string = IS_CORPUS_WHOLE ? 'corpus' : 'corpus with its texts cut'

export type WrittenCorpus = { readonly files: number; readonly megabytes: number; readonly leftOut: number }

/**
 * Real logs as sessions, without the files in which a line has no request id: ccusage counts such lines as often as
 * they stand there.
 */
export function writeCorpus(home: string): WrittenCorpus {
  const folder = join(home, '.claude', 'projects', '-corpus')
  mkdirSync(folder, { recursive: true })
  let [files, bytes, leftOut] = [0, 0, 0]
  for (const name of CORPUS) {
    const text = readCorpus(name)
    if (hasRequestIds(text.toString('latin1'))) {
      writeFileSync(join(folder, name.replace('.gz', '')), text)
      files += 1
      bytes += text.length
    } else leftOut += 1
  }
  return { files, megabytes: Math.round(bytes / 1_000_000), leftOut }
}

function hasRequestIds(text: string): boolean {
  const lines = text.split('\n').filter(line => line.includes('"usage":{'))
  return lines.every(line => line.includes('"requestId":"') || line.includes('"<synthetic>"'))
}
