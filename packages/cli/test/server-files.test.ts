import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodeEntry } from '@antiphon/core'
import { CORPUS, isForeignToCorpus, readCorpus } from '@antiphon/core/testing/corpus'
import type { SessionFile } from '@antiphon/core/turns'
import type { ChangesReport, SessionPatch, SessionRow, TurnOutline } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { makeEditedSession } from './edited-session.ts'
import { setUpServedTree } from './server-kit.ts'

const { tree, server } = setUpServedTree()

async function idOf(session: string): Promise<string> {
  const rows = await server().lines<SessionRow>('/api/sessions')
  return encodeURIComponent(rows.find(row => row.sessionId === session)?.id ?? '')
}

function writeEdited(folder: string): {
  readonly path: string
  readonly made: ReturnType<typeof makeEditedSession>
} {
  const made = makeEditedSession(folder, 'edited')
  const path = tree().write('p/edited.jsonl', made.entries)
  tree().write(`p/edited/subagents/agent-${made.agent.id}.jsonl`, made.agent.entries)
  return { path, made }
}

describe('the files of a session', () => {
  it('are told with status, lines, calls and commits, those of subagents included', async () => {
    writeEdited('/w')
    const session = await idOf('edited')
    const report = await server().json<ChangesReport>(`/api/files?session=${session}`)
    expect(report).toMatchObject({ folder: '/w', added: 7, removed: 4, alsoRead: ['docs/only read.md'] })
    expect(
      report.files.map(({ name, status, added, removed, hunks }) => [name, status, added, removed, hunks]),
    ).toEqual([
      ['src/horn/schedule.ts', 'changed', 3, 2, 2],
      ['src/horn/clock with a “name”.ts', 'created', 3, 0, 1],
      ['src/util/interval.ts', 'deleted', 0, 1, 1],
      ['src/index.ts', 'changed', 1, 1, 1],
    ])
    expect(report.commits).toMatchObject([
      { title: 'Plan blasts from a fixed origin', hash: null, call: { turn: 1 } },
      { title: 'Count them', hash: 'a41c9e2', call: { turn: 1 } },
    ])
  })

  it('are told one by one, with the turn that made each stretch', async () => {
    writeEdited('/w')
    const session = await idOf('edited')
    const { turns } = await server().json<TurnOutline>(`/api/turns?session=${session}`)
    const file = await server().json<SessionFile>(`/api/files/diff?session=${session}&path=/w/src/index.ts`)
    expect(file.hunks).toMatchObject([
      { lines: ['-export * from "./horn"', '+export * from "./horn/schedule"'] },
    ])
    expect(file.hunks[0]?.calls[0]).toMatchObject({ turn: 3 })
    expect(file.hunks[0]?.calls[0]?.seq).toBeGreaterThan(turns[2]?.seq ?? 0)
    const { status } = await server().ask(`/api/files/diff?session=${session}&path=/w/none`)
    expect(status).toBe(404)
  })

  it('are a patch that git applies', async () => {
    const folder = join(tree().home, 'repository')
    const { made } = writeEdited(folder)
    for (const [name, text] of Object.entries(made.before)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const { patch, left } = await server().json<SessionPatch>(
      `/api/files/patch?session=${await idOf('edited')}`,
    )
    expect(left).toEqual([])
    execFileSync('git', ['init', '-q'], { cwd: folder })
    execFileSync('git', ['apply', '-'], { cwd: folder, input: patch })
    for (const [name, text] of Object.entries(made.after))
      expect([name, readFileSync(join(folder, name), 'utf8')]).toEqual([name, text])
  })

  it('are read again when the log has grown, and not before', async () => {
    const { path } = writeEdited('/w')
    const session = await idOf('edited')
    const read = () => server().json<ChangesReport>(`/api/files?session=${session}`)
    const first = await read()
    expect(await read()).toEqual(first)
    const call = {
      type: 'tool_use',
      id: 'late',
      name: 'Write',
      input: { file_path: '/w/late', content: 'x\n' },
    }
    const parentUuid = '00000000-0000-4000-8000-00000000ffff'
    appendFileSync(
      path,
      [
        {
          type: 'assistant',
          uuid: parentUuid,
          parentUuid: null,
          sessionId: 'edited',
          message: { id: 'l', role: 'assistant', content: [call] },
        },
        {
          type: 'user',
          uuid: '00000000-0000-4000-8000-00000000fffe',
          parentUuid,
          sessionId: 'edited',
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'late', content: 'ok' }] },
          toolUseResult: { type: 'create', filePath: '/w/late', content: 'x\n' },
        },
      ]
        .map(entry => encodeEntry(entry as never))
        .join(''),
    )
    const later = await read()
    expect(later.end).toBeGreaterThan(first.end)
    expect(later.files.map(({ name }) => name)).toContain('late')
  })

  it('are told of every real session', async () => {
    let files = 0
    for (const name of CORPUS.filter(one => !isForeignToCorpus(one)).slice(0, 80)) {
      const bytes = readCorpus(name)
      if (bytes.length > 500_000) continue
      writeFileSync(tree().write('p/real.jsonl', ''), bytes)
      const session = await idOf('real')
      if (session === '') continue
      const report = await server().json<ChangesReport>(`/api/files?session=${session}`)
      expect([name, report.end]).toEqual([name, bytes.length])
      for (const { path, added, removed, hunks } of report.files) {
        const file = await server().json<SessionFile>(
          `/api/files/diff?session=${session}&path=${encodeURIComponent(path)}`,
        )
        expect([name, path, file.hunks.length, file.added, file.removed]).toEqual([
          name,
          path,
          hunks,
          added,
          removed,
        ])
        files += 1
      }
    }
    expect(files).toBeGreaterThan(20)
  }, 60_000)
})
