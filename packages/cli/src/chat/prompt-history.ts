import { appendFile, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { makeFolder } from '@antiphon/transcript'

/** What a person wrote in a terminal, across sessions. */
export interface PromptHistory {
  /** The newest first, each once; those of this folder before all others. */
  list(): readonly string[]
  add(text: string): Promise<void>
}

/** Reads the history of a person; one that cannot be kept lasts as long as the process. */
export async function openPromptHistory(folder: string | null, cwd: string): Promise<PromptHistory> {
  const path = folder === null ? null : join(folder, 'prompt-history.jsonl')
  const lines = path === null ? [] : await readEnd(path)
  let written: Written[] = lines.flatMap(toWritten)
  return {
    list() {
      const newest = written.toReversed()
      const near = newest.filter(({ project }) => project === cwd)
      return [...new Set([...near, ...newest].map(({ text }) => text))].slice(0, MAX_LISTED)
    },
    async add(text) {
      const line: Written = { text, project: cwd, at: new Date().toISOString() }
      written = [...written, line]
      if (path === null || text.length > MAX_KEPT_UNITS) return
      try {
        makeFolder(dirname(path))
        await appendFile(path, `${JSON.stringify(line)}\n`, { mode: 0o600 })
      } catch {
        // A home that cannot be written keeps nobody from talking.
      }
    },
  }
}

type Written = { readonly text: string; readonly project: string; readonly at: string }

const MAX_LISTED = 1000
const MAX_READ_BYTES = 512 * 1024
// What is longer was hardly written by hand.
const MAX_KEPT_UNITS = 20_000

async function readEnd(path: string): Promise<readonly string[]> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return []
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - MAX_READ_BYTES)
    const bytes = Buffer.alloc(size - start)
    await file.read(bytes, 0, bytes.length, start)
    const lines = bytes.toString('utf8').split('\n')
    return start > 0 ? lines.slice(1) : lines
  } catch {
    return []
  } finally {
    await file.close()
  }
}

function toWritten(line: string): readonly Written[] {
  try {
    const value: unknown = JSON.parse(line)
    if (!isObject(value) || typeof value.text !== 'string') return []
    return [{ text: value.text, project: String(value.project), at: String(value.at) }]
  } catch {
    return []
  }
}
