import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAssistantMessage, isUserMessage } from '@antiphon/core'
import type { FileHistorySnapshotEntry } from '@antiphon/core/log'
import { afterEach, describe, expect, it } from 'vitest'
import { createCheckpoints } from '../src/checkpoints/create-checkpoints.ts'
import { createToolbox, createTools } from '../src/index.ts'
import {
  createEngineKit,
  type EngineKit,
  type OpenSession,
  readEntries,
  refusals,
  run,
  SESSION,
  stored,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

/** A session with checkpoints, wired as an executable does it. */
async function open(kit: EngineKit, maximumBytes?: number): Promise<OpenSession> {
  let session: OpenSession | undefined
  const checkpoints = createCheckpoints({
    folder: join(kit.folder, 'root', 'file-history', SESSION),
    cwd: kit.folder,
    entries: await readEntries(kit),
    record: async (entry: FileHistorySnapshotEntry) => session?.recorder.recordEntry(entry),
    ...(maximumBytes !== undefined && { maximumBytes }),
  })
  session = await kit.open({
    toolbox: createToolbox(createTools().filter(({ name }) => name !== 'Snip')),
    services: { checkpoints },
  })
  return session
}

const edit = (file: string, from: string, to: string) => ({
  calls: [{ name: 'Edit', input: { file_path: file, old_string: from, new_string: to } }],
})
const write = (file: string, content: string) => ({
  calls: [{ name: 'Write', input: { file_path: file, content } }],
})
const look = (file: string) => ({ calls: [{ name: 'Read', input: { file_path: file } }] })

const promptIds = ({ engine }: OpenSession): readonly string[] =>
  engine
    .messages()
    .flatMap(message =>
      isUserMessage(message) && typeof message.message.content === 'string' && !message.isMeta
        ? [message.uuid]
        : [],
    )

const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: 'code', id: 'c1', metadata: {}, source: ['one'], outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
})

describe('files that tools changed', () => {
  it('go back to any prompt, also in the next process, and the model can go on from there', async () => {
    kit = await createEngineKit([
      look('a.txt'),
      edit('a.txt', 'one', 'two'),
      write('new.txt', 'new\n'),
      'Done.',
      edit('a.txt', 'two', 'three'),
      write('later.txt', 'later\n'),
      'Done again.',
      look('a.txt'),
      edit('a.txt', 'one', 'four'),
      'And again.',
    ])
    const [a, created, later] = ['a.txt', 'new.txt', 'later.txt'].map(name =>
      join(kit?.folder ?? '', name),
    ) as [string, string, string]
    writeFileSync(a, 'one\n')
    const first = await open(kit)
    await run(first.engine, 'first')
    await run(first.engine, 'second')
    const [p1, p2] = promptIds(first) as [string, string]
    await first.close()
    expect([readFileSync(a, 'utf8'), existsSync(later)]).toEqual(['three\n', true])

    const second = await open(kit)
    expect(await second.engine.rewindFiles(p2, { dryRun: true })).toEqual({
      canRewind: true,
      filesChanged: [a, later],
      insertions: 1,
      deletions: 2,
      notices: [],
    })
    expect(readFileSync(a, 'utf8')).toBe('three\n')
    await second.engine.rewindFiles(p2)
    expect([readFileSync(a, 'utf8'), existsSync(created), existsSync(later)]).toEqual(['two\n', true, false])
    await second.engine.rewindFiles(p1)
    expect([readFileSync(a, 'utf8'), existsSync(created)]).toEqual(['one\n', false])
    expect((await run(second.engine, 'third')).result.text).toBe('And again.')
    expect(readFileSync(a, 'utf8')).toBe('four\n')
    await second.engine.rewindFiles(p2)
    expect(readFileSync(a, 'utf8')).toBe('two\n')
    expect(refusals(kit.simulator)).toEqual([])
    await second.close()
  })

  it('stand in the log before the prompt, under the answer that changed them', async () => {
    kit = await createEngineKit([write('new.txt', 'new\n'), 'Done.'])
    const session = await open(kit)
    await run(session.engine, 'go')
    const [prompt = ''] = promptIds(session)
    const answer = session.engine.messages().find(isAssistantMessage)?.uuid
    await session.close()
    const entries = await readEntries(kit)
    const lines = entries.filter(({ type }) => type === 'file-history-snapshot')
    expect(lines.map(({ messageId, isSnapshotUpdate }) => [messageId, isSnapshotUpdate])).toEqual([
      [prompt, false],
      [answer, true],
    ])
    const places = ['file-history-snapshot', 'user'].map(wanted =>
      entries.findIndex(({ type }) => type === wanted),
    )
    expect(places[0]).toBeLessThan(places[1] ?? -1)
  })

  it('are notebooks as well', async () => {
    kit = await createEngineKit([
      look('n.ipynb'),
      {
        calls: [
          { name: 'NotebookEdit', input: { notebook_path: 'n.ipynb', cell_id: 'c1', new_source: 'two' } },
        ],
      },
      'Done.',
    ])
    const path = join(kit.folder, 'n.ipynb')
    writeFileSync(path, NOTEBOOK)
    const session = await open(kit)
    await run(session.engine, 'go')
    expect(readFileSync(path, 'utf8')).not.toBe(NOTEBOOK)
    await session.engine.rewindFiles(promptIds(session)[0] ?? '')
    expect(readFileSync(path, 'utf8')).toBe(NOTEBOOK)
    await session.close()
  })

  it('that cannot be kept are changed all the same, and the person is told', async () => {
    kit = await createEngineKit([look('a.txt'), edit('a.txt', 'one', 'two'), 'Done.'])
    const path = join(kit.folder, 'a.txt')
    writeFileSync(path, 'one and more\n')
    const session = await open(kit, 5)
    const { events } = await run(session.engine, 'go')
    expect(readFileSync(path, 'utf8')).toBe('two and more\n')
    const warnings = stored(events).filter(
      message => message.type === 'system' && message.level === 'warning',
    )
    expect(JSON.stringify(warnings)).toContain('will leave')
    await session.close()
  })

  it('of a session of Claude Code go back here', async () => {
    kit = await createEngineKit([])
    const [a, created] = [join(kit.folder, 'a.txt'), join(kit.folder, 'sub', 'new.txt')]
    mkdirSync(join(kit.folder, 'sub'))
    writeFileSync(a, 'three\n')
    writeFileSync(created, 'new\n')
    const folder = join(kit.folder, 'root', 'file-history', SESSION)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '1111111111111111@v1'), 'one\n')
    writeFileSync(join(folder, '1111111111111111@v2'), 'two\n')
    const time = '2026-02-01T02:58:12.755Z'
    const backup = (backupFileName: string | null, version: number) => ({
      backupFileName,
      version,
      backupTime: time,
    })
    const line = (messageId: string, trackedFileBackups: object) => ({
      type: 'file-history-snapshot',
      messageId,
      snapshot: { messageId, trackedFileBackups, timestamp: time },
      isSnapshotUpdate: false,
    })
    const delta = { type: 'file-history-delta', messageId: 'x', snapshotMessageId: 'p1', timestamp: time }
    const checkpoints = createCheckpoints({
      folder,
      cwd: kit.folder,
      record: async () => {},
      entries: [
        line('p1', {}),
        { ...delta, trackingPath: 'a.txt', backup: backup('1111111111111111@v1', 1) },
        line('p2', { 'a.txt': backup('1111111111111111@v2', 2) }),
        { ...delta, snapshotMessageId: 'p2', trackingPath: 'sub/new.txt', backup: backup(null, 1) },
      ],
    })
    const { engine, close } = await kit.open({ services: { checkpoints } })
    await engine.rewindFiles('p2')
    expect([readFileSync(a, 'utf8'), existsSync(created)]).toEqual(['two\n', false])
    await engine.rewindFiles('p1')
    expect(readFileSync(a, 'utf8')).toBe('one\n')
    await close()
  })

  it('stay where they are when checkpoints are off', async () => {
    kit = await createEngineKit([write('new.txt', 'new\n'), 'Done.'])
    const { engine, close } = await kit.open({ toolbox: createToolbox(createTools()) })
    await run(engine, 'go')
    const result = await engine.rewindFiles(engine.messages()[0]?.uuid ?? '')
    expect(result).toMatchObject({ canRewind: false, filesChanged: [] })
    expect(result.error).toContain('switched off')
    expect((await readEntries(kit)).some(({ type }) => type === 'file-history-snapshot')).toBe(false)
    await close()
  })
})
