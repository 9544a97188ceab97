import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type FollowFileOptions, followFile } from '../src/follow/follow-file.ts'
import type { FollowItem } from '../src/store/transcript-store.ts'
import { type Collector, collectItems } from './collect-items.ts'

/** A folder for each test of a file, and followers that end with the test. */
export type FollowFixture = {
  folder: string
  /** The file that is followed. */
  path: string
  stop: AbortController
  readonly start: (options?: FollowFileOptions) => Collector<FollowItem>
}

/** Registers a fixture that is made anew for each test. */
export function useFollowFixture(): FollowFixture {
  let running: Promise<void>[] = []
  const fixture: FollowFixture = {
    folder: '',
    path: '',
    stop: new AbortController(),
    start(options = {}) {
      const collector = collectItems(followFile(fixture.path, { signal: fixture.stop.signal, ...options }))
      running.push(collector.ended)
      return collector
    },
  }
  beforeEach(() => {
    fixture.folder = mkdtempSync(join(tmpdir(), 'antiphon-follow-'))
    fixture.path = join(fixture.folder, 'session.jsonl')
    fixture.stop = new AbortController()
  })
  afterEach(async () => {
    fixture.stop.abort()
    await Promise.allSettled(running)
    running = []
    rmSync(fixture.folder, { recursive: true, force: true })
  })
  return fixture
}

/** An entry that is told by its number. */
export function line(n: number): string {
  return `{"n":${n}}\n`
}

/** What came, in short: a number for an entry `{n}`, words for the rest; `caught-up` left out. */
export function brief(items: readonly FollowItem[]): readonly unknown[] {
  return items.flatMap(item => {
    if (item.kind === 'caught-up') return []
    if (item.kind === 'entry') return [(item.entry as { readonly n?: unknown }).n]
    return [`${item.kind} ${item.reason}`]
  })
}

export function upTo(last: unknown): (items: readonly FollowItem[]) => boolean {
  return items => brief(items).at(-1) === last
}

export function isCaughtUp(items: readonly FollowItem[]): boolean {
  return items.at(-1)?.kind === 'caught-up'
}
