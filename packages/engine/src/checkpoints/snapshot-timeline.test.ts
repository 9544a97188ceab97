import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import {
  createSnapshotTimeline,
  isFileHistoryEntry,
  readSnapshotEntry,
  type SnapshotTimeline,
} from './snapshot-timeline.ts'

function readAll(entries: readonly unknown[]): SnapshotTimeline {
  const timeline = createSnapshotTimeline()
  for (const entry of entries) readSnapshotEntry(timeline, entry)
  return timeline
}

const backup = (version: number, name: string | null = `0123456789abcdef@v${version}`) => ({
  backupFileName: name,
  version,
  backupTime: '2026-01-02T00:00:00.000Z',
})

const prompt = (messageId: string, files: object, isSnapshotUpdate = false) => ({
  type: 'file-history-snapshot',
  messageId: isSnapshotUpdate ? `answer to ${messageId}` : messageId,
  snapshot: { messageId, trackedFileBackups: files, timestamp: '2026-01-02T00:00:00.000Z' },
  isSnapshotUpdate,
})

const delta = (messageId: string, path: string, value: object) => ({
  type: 'file-history-delta',
  messageId: `answer to ${messageId}`,
  snapshotMessageId: messageId,
  trackingPath: path,
  backup: value,
  timestamp: '2026-01-02T00:00:00.000Z',
})

describe('a line of a log', () => {
  it.each([
    ['as an update with every file', prompt('p2', { 'a.txt': backup(1) }, true)],
    ['as one file, as newer versions write it', delta('p2', 'a.txt', backup(1))],
  ])('says what a file was before its first change: %s', (_, entry) => {
    const timeline = readAll([
      prompt('p1', {}),
      prompt('p2', {}),
      entry,
      prompt('p3', { 'a.txt': backup(2) }),
    ])
    const versions = ['p1', 'p2', 'p3'].map(id => timeline.filesAt(id).get('a.txt')?.version)
    expect(versions).toEqual([1, 1, 2])
    expect(timeline.lastVersion('a.txt')).toBe(2)
  })

  it('that leaves out a file ends what is known of it until it is named again', () => {
    const lines = [prompt('p1', { a: backup(3) }), prompt('p2', {}), prompt('p3', {})]
    expect(readAll(lines).filesAt('p2').has('a')).toBe(false)
    const again = readAll([...lines, prompt('p3', { a: backup(1, null) }, true)])
    expect(['p1', 'p2', 'p3'].map(id => again.filesAt(id).get('a')?.version)).toEqual([3, 1, 1])
  })

  it('cannot name a backup outside of the folder', () => {
    const names = ['../x', '/etc/passwd', '..', '.', '', 'a\\b', 'a/b', 7, undefined]
    const files = Object.fromEntries(
      names.map((name, index) => [`${index}`, { ...backup(1), backupFileName: name }]),
    )
    expect(readAll([prompt('p1', files)]).filesAt('p1').size).toBe(0)
  })

  it.each([
    null,
    7,
    [[]],
    {},
    { type: 'user' },
    { type: 'file-history-snapshot' },
    { type: 'file-history-snapshot', snapshot: {} },
    { type: 'file-history-snapshot', snapshot: { messageId: 7 } },
    { type: 'file-history-snapshot', snapshot: { messageId: 'p', trackedFileBackups: ['a.txt', null] } },
    { type: 'file-history-delta', snapshotMessageId: 'nobody', trackingPath: 'a', backup: backup(1) },
    JSON.parse(
      '{"type":"file-history-snapshot","snapshot":{"messageId":"p","trackedFileBackups":{"__proto__":null}}}',
    ),
  ])('may be anything: %j', entry => {
    const timeline = readAll([entry])
    expect(timeline.tracked().size).toBe(0)
  })
})

describe('real logs', () => {
  it('give after each line of a checkpoint just the files that it names', () => {
    let lines = 0
    for (const name of CORPUS) {
      const timeline = createSnapshotTimeline()
      for (const entry of readFileHistory(name)) {
        readSnapshotEntry(timeline, entry)
        const { messageId } = entry.snapshot
        if (messageId === undefined || timeline.last()?.messageId !== messageId) continue
        const files = Object.entries(entry.snapshot.trackedFileBackups ?? {})
        expect(Object.fromEntries(timeline.tracked())).toEqual(Object.fromEntries(files))
        lines += 1
      }
    }
    expect(lines).toBeGreaterThan(400)
  })
})

type Line = { readonly snapshot: { readonly messageId?: string; readonly trackedFileBackups?: object } }

function readFileHistory(name: string): readonly Line[] {
  return readCorpus(name)
    .toString('utf8')
    .split('\n')
    .filter(line => line.includes('"file-history-'))
    .flatMap(line => {
      try {
        const entry = JSON.parse(line)
        return isFileHistoryEntry(entry) ? [entry] : []
      } catch {
        return []
      }
    })
}
