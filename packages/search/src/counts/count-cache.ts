import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageCounts } from '@antiphon/core/ui'
import { openCacheFile, writeCacheFile } from '../cache-file.ts'
import { withFile } from '../read-lines.ts'
import type { LogState } from '../sources/log-state.ts'
import type { CountedFile } from './count-file.ts'

/** Remembers how much logs hold. Deleting it costs the time to count them again, and nothing else. */
export interface CountCache {
  /** What a log holds that is still as it was when it was counted; undefined for any other. */
  find(path: string, state: Pick<LogState, 'size' | 'modifiedAt'>): MessageCounts | undefined
  /** The last count of a log, whatever became of it since. */
  findLast(path: string): MessageCounts | undefined
  put(path: string, counted: CountedFile): void
  /** Writes what was put since; where nothing may be written, the next time takes longer. */
  save(): void
}

/** A cache in a folder; without one, as long as the process. */
export function createCountCache(folder: string | null): CountCache {
  const path = folder === null ? null : join(folder, 'counts', 'counts.kept')
  const known = new Map(path === null ? [] : readKept(path))
  const fresh = new Map<string, KeptCount>()
  return {
    find(file, { size, modifiedAt }) {
      const kept = known.get(file)
      return kept && kept[0] === size && kept[1] === Math.floor(modifiedAt) ? toCounts(kept) : undefined
    },
    findLast: file => toCounts(known.get(file)),
    put(file, { state, counts }) {
      const { messages, prompts, answers } = counts
      const kept: KeptCount = [state.size, Math.floor(state.modifiedAt), messages, prompts, answers]
      known.set(file, kept)
      fresh.set(file, kept)
    },
    save() {
      if (path === null || fresh.size === 0) return
      try {
        // Others may have written meanwhile.
        const all = new Map([...readKept(path), ...fresh])
        const there = [...all].filter(([file]) => existsSync(file)).slice(-MOST_FILES)
        writeCacheFile(path, KIND, { head: there })
        fresh.clear()
      } catch {
        // It is only a cache.
      }
    },
  }
}

const KIND = { name: 'antiphon counts', version: 1 } as const
const MOST_FILES = 50_000

type KeptCount = readonly [
  size: number,
  modifiedAt: number,
  messages: number,
  prompts: number,
  answers: number,
]

function readKept(path: string): readonly (readonly [string, KeptCount])[] {
  try {
    return withFile(path, descriptor => {
      const file = openCacheFile<readonly (readonly [string, KeptCount])[]>(descriptor, KIND)
      return typeof file === 'string' ? [] : file.head
    })
  } catch {
    return []
  }
}

function toCounts(kept: KeptCount | undefined): MessageCounts | undefined {
  if (!kept) return undefined
  const [, , messages, prompts, answers] = kept
  return { messages, prompts, answers }
}
