import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const CORPUS = new URL('../../../shared/corpus/', import.meta.url)

export type WrittenCorpus = { readonly files: number; readonly megabytes: number; readonly leftOut: number }

/**
 * Real logs as sessions, without the files in which a line has no request id: ccusage counts such lines as often as
 * they stand there. Null where the corpus is not beside the repository.
 */
export function writeCorpus(home: string): WrittenCorpus | null {
  if (!existsSync(CORPUS)) return null
  const folder = join(home, '.claude', 'projects', '-corpus')
  mkdirSync(folder, { recursive: true })
  let [files, bytes, leftOut] = [0, 0, 0]
  for (const name of readdirSync(CORPUS).filter(file => file.endsWith('.jsonl.gz'))) {
    const text = gunzipSync(readFileSync(new URL(name, CORPUS)))
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
