import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodeEntry } from '@antiphon/core'
import { encodeLogId } from '@antiphon/server'
import type {
  DefectReport,
  DoctorNews,
  MendOutcome,
  ModelView,
  SessionRow,
  VerdictRow,
} from '@antiphon/server/protocol'
import { acquireLease, DEFECT_EXPLANATIONS, diagnose, repairLog } from '@antiphon/transcript'
import { exchange } from '@antiphon/transcript/testing/session-tree'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedFile } from '../../transcript/test/arbitrary-damaged-file.ts'
import { DEFECTS_CHINESE } from '../../web/src/language/defects-chinese.ts'
import { describeInChinese } from '../../web/src/language/details-chinese.ts'
import { type Answer, setUpServedTree, until } from './server-kit.ts'

const { tree, server } = setUpServedTree()

const DAMAGED = [
  ...exchange('Light the lamp.').map(entry => encodeEntry(entry as never)),
  '{"type":"user","uuid":"torn","mess\n',
  encodeEntry({
    type: 'user',
    uuid: 'lost',
    parentUuid: 'nowhere',
    sessionId: 's1',
    timestamp: '2026-11-15T09:00:00.000Z',
    message: { role: 'user', content: 'Go on.' },
  } as never),
].join('')

async function idOf(session: string): Promise<string> {
  const rows = await server().lines<SessionRow>('/api/sessions')
  const row = rows.find(({ sessionId }) => sessionId === session)
  if (!row) throw new Error(`no row for ${session}`)
  return row.id
}

function report(id: string): Promise<DefectReport> {
  return server().json(`/api/doctor/session?session=${id}`)
}

function mend(body: object): Promise<Answer> {
  return server().ask('/api/doctor/mend', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server().origin },
    body: JSON.stringify(body),
  })
}

describe('all sessions', () => {
  it('have a verdict each, the newest first, subagents too', async () => {
    tree().write('-a/old.jsonl', exchange('Old.'), 9)
    tree().write('-a/sick.jsonl', DAMAGED, 5)
    tree().write('-a/sick/subagents/agent-1.jsonl', exchange('Look.', { isSidechain: true }), 2)
    tree().write('-a/other.jsonl', 'hello\n', 1)
    const [plan, ...news] = await server().lines<DoctorNews>('/api/doctor')
    expect(plan).toEqual({ kind: 'plan', files: 4 })
    const rows = news.map(one => (one as { readonly row: VerdictRow }).row)
    expect(rows.map(({ sessionId, verdict, isSubagent }) => [sessionId, verdict, isSubagent])).toEqual([
      ['other', 'no-session', false],
      ['sick', 'fine', true],
      ['sick', 'repairable', false],
      ['old', 'fine', false],
    ])
    expect(rows[2]).toMatchObject({
      title: 'Light the lamp.',
      findings: 2,
      fixable: 2,
      first: { kind: 'torn', label: 'A line was cut off', count: 1 },
      problem: null,
    })
  })

  it('are none where there are none', async () => {
    expect(await server().lines('/api/doctor')).toEqual([{ kind: 'plan', files: 0 }])
  })

  it('are no longer looked at once nobody listens', async () => {
    for (let number = 0; number < 300; number++) tree().write(`-a/s${number}.jsonl`, DAMAGED.repeat(40))
    const listener = await server().listen('/api/doctor')
    await until(() => listener.text().includes('"verdict"'))
    listener.leave()
    await until(() => server().openStreams() === 0)
    expect(listener.text().split('"kind":"verdict"').length).toBeLessThan(300)
  })

  it('names what is large, without reading it', async () => {
    truncateSync(tree().write('-a/huge.jsonl', exchange('Huge.')), 65 * 1024 * 1024)
    truncateSync(tree().write('-a/large.jsonl', exchange('Large.'), 1), 17 * 1024 * 1024)
    const rows = (await server().lines<DoctorNews>('/api/doctor')).flatMap(news =>
      news.kind === 'verdict' ? [`${news.row.sessionId} ${news.row.verdict} ${news.row.problem}`] : [],
    )
    expect(rows.toSorted()).toEqual(['huge unexamined too-large', 'large unexamined large'])
    expect(await report(await idOf('large'))).toMatchObject({ kind: 'report', verdict: 'repairable' })
    expect(await report(await idOf('huge'))).toMatchObject({ kind: 'too-large', limit: 64 * 1024 * 1024 })
  })
})

describe('one session', () => {
  it('is told with its defects, their places, and what a fix changes; nothing is written', async () => {
    const path = tree().write('-a/sick.jsonl', DAMAGED, 5)
    const found = await report(await idOf('sick'))
    expect(found).toMatchObject({ kind: 'report', verdict: 'repairable', lines: 4, entries: 3, writer: null })
    expect(found.findings.map(({ kind, count, fixable }) => [kind, count, fixable])).toEqual([
      ['torn', 1, 1],
      ['dangling-parent', 1, 1],
    ])
    expect(found.findings[1]?.places).toMatchObject([{ line: 4, uuid: 'lost', isShown: true }])
    expect(found.findings[0]?.places).toMatchObject([
      { line: 3, text: '{"type":"user","uuid":"torn","mess', isShown: false },
    ])
    expect(found.changeCount).toBe(2)
    expect(found.changes.map(({ action, line }) => [action, line])).toEqual([
      ['removed', 3],
      ['rewritten', 4],
    ])
    expect(found.resume.before.messages).toBe(found.resume.after.messages)
    expect(readFileSync(path, 'utf8')).toBe(DAMAGED)
    expect(readdirSync(dirname(path))).toEqual(['sick.jsonl'])
  })

  it('shows the line at each place, and tells which of them its reader finds', async () => {
    const progress = { type: 'progress', uuid: 'p', parentUuid: null, sessionId: 's1', data: {} }
    const said = exchange('Light.')
    const notes = ['Light.-a', 'n0'].map((parentUuid, index) => ({
      type: 'system',
      subtype: 'turn_duration',
      durationMs: 5,
      uuid: `n${index}`,
      parentUuid,
      sessionId: 's1',
      timestamp: '2026-11-15T09:00:00.000Z',
    }))
    const hostile = `{"<img src=x onerror=alert(1)>\u001b[31m\u202e${'x'.repeat(5000)}`
    tree().write(
      '-a/odd.jsonl',
      [
        ...[...said, progress, ...notes].map(entry => encodeEntry(entry as never)),
        `${'\0'.repeat(40)}\n${hostile}\n`,
      ].join(''),
    )
    const { findings, resume } = await report(await idOf('odd'))
    const placesOf = (kind: string): unknown => findings.find(finding => finding.kind === kind)?.places
    expect(placesOf('nul')).toMatchObject([{ text: '\\0…', isShown: false }])
    expect(placesOf('stored-progress')).toMatchObject([
      { text: expect.stringContaining('"progress"'), isShown: false },
    ])
    const [torn] = placesOf('torn') as readonly { readonly text: string }[]
    expect(torn?.text.startsWith('{"<img src=x onerror=alert(1)>')).toBe(true)
    expect(torn?.text.length).toBeLessThan(150)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(torn?.text).not.toMatch(/[\u0000-\u001f\u202e]/)
    // As the model's view counts them: notes are not sent, and that is no repair.
    const view = await server().json<ModelView>(`/api/model?session=${await idOf('odd')}`)
    const sum = (groups: ModelView['repairs']): number => groups.reduce((all, { count }) => all + count, 0)
    expect(resume.before).toMatchObject({ repairs: sum(view.repairs), unsent: sum(view.unsent) })
    expect(resume.before.unsent).toBe(notes.length)
  })

  it('can be a subagent of one', async () => {
    tree().write('-a/s.jsonl', exchange('Light.'), 1)
    tree().write('-a/s/subagents/agent-x1.jsonl', DAMAGED, 1)
    const found = await server().json<DefectReport>(
      `/api/doctor/session?session=${await idOf('s')}&agentId=x1`,
    )
    expect(found.verdict).toBe('repairable')
  })

  it('says who writes it', async () => {
    const path = tree().write('-a/held.jsonl', DAMAGED, 5)
    const lease = await acquireLease(path)
    const held = await report(await idOf('held'))
    await lease?.release()
    expect(held.writer).toBe('held')
    writeFileSync(path, DAMAGED)
    expect((await report(await idOf('held'))).writer).toBe('fresh')
  })

  it('is bounded, however much is wrong', async () => {
    tree().write('-a/bad.jsonl', DAMAGED + `${'{"torn'.padEnd(2000, 'x')}\n`.repeat(2000))
    const { text } = await server().ask(`/api/doctor/session?session=${await idOf('bad')}`)
    expect(text.length).toBeLessThan(100_000)
    const found: DefectReport = JSON.parse(text)
    expect(found.findings[0]).toMatchObject({ kind: 'torn', count: 2001 })
    expect(found.changeCount).toBe(2002)
    expect(found.changes).toHaveLength(100)
  })

  it('that is not there, or outside of the roots, is refused', async () => {
    writeFileSync(join(tree().home, 'secret.jsonl'), DAMAGED)
    for (const text of ['', 'x', '../secret', '..%2F..%2Fsecret', 'a'.repeat(3000), '%00']) {
      expect((await server().ask(`/api/doctor/session?session=${text}`)).status).toBe(404)
      expect((await mend({ session: decodeURIComponent(text), fingerprint: 'x' })).status).toBe(404)
    }
    tree().write('-a/s.jsonl', DAMAGED)
    const id = await idOf('s')
    for (const agentId of ['..', '../../s', '', '%2e%2e']) {
      expect((await server().ask(`/api/doctor/session?session=${id}&agentId=${agentId}`)).status).toBe(404)
      expect((await mend({ session: id, agentId, fingerprint: 'x' })).status).toBe(404)
    }
    expect(readFileSync(join(tree().home, 'secret.jsonl'), 'utf8')).toBe(DAMAGED)
  })
})

describe('mending', () => {
  it('writes what was previewed and keeps the file as it was', async () => {
    const path = tree().write('-a/sick.jsonl', DAMAGED, 5)
    const id = await idOf('sick')
    const { fingerprint, changeCount } = await report(id)
    const answer = await mend({ session: id, fingerprint })
    const outcome: MendOutcome = JSON.parse(answer.text)
    if (outcome.status !== 'fixed') throw new Error(answer.text)
    expect(outcome).toMatchObject({ file: path, changeCount })
    expect(readFileSync(outcome.backup, 'utf8')).toBe(DAMAGED)
    expect(readFileSync(path)).toEqual(Buffer.from(repairLog(Buffer.from(DAMAGED)).bytes))
    expect(await report(id)).toMatchObject({ verdict: 'fine', changeCount: 0 })
  })

  it('is refused where the file has changed since, and leaves it', async () => {
    const path = tree().write('-a/sick.jsonl', DAMAGED, 5)
    const id = await idOf('sick')
    const { fingerprint } = await report(id)
    writeFileSync(path, `${DAMAGED}{"type":"user","more\n`)
    const { status, text } = await mend({ session: id, fingerprint })
    expect([status, text]).toEqual([409, expect.stringContaining('changed since it was checked')])
    expect(readFileSync(path, 'utf8')).toBe(`${DAMAGED}{"type":"user","more\n`)
    expect(readdirSync(dirname(path))).toEqual(['sick.jsonl'])
  })

  it('is refused where the same number of other bytes stands there, at the same time', async () => {
    const path = tree().write('-a/sick.jsonl', DAMAGED, 5)
    const id = await idOf('sick')
    const { fingerprint } = await report(id)
    tree().write('-a/sick.jsonl', DAMAGED.replace('Light', 'Night'), 5)
    expect((await mend({ session: id, fingerprint })).status).toBe(409)
    expect(readFileSync(path, 'utf8')).toContain('Night')
  })

  it('is refused while another program writes the session', async () => {
    const path = tree().write('-a/sick.jsonl', DAMAGED, 5)
    const id = await idOf('sick')
    const { fingerprint } = await report(id)
    const lease = await acquireLease(path)
    const { status, text } = await mend({ session: id, fingerprint })
    await lease?.release()
    expect([status, text]).toEqual([409, expect.stringContaining('Another process writes this session')])
    expect(readFileSync(path, 'utf8')).toBe(DAMAGED)
  })

  it('does nothing to what needs nothing', async () => {
    const path = tree().write('-a/well.jsonl', exchange('Well.'))
    const id = await idOf('well')
    const before = statSync(path)
    const { fingerprint } = await report(id)
    expect(JSON.parse((await mend({ session: id, fingerprint })).text)).toEqual({ status: 'unchanged' })
    expect(statSync(path).ino).toBe(before.ino)
  })

  it('is only done for JSON from this page', async () => {
    tree().write('-a/sick.jsonl', DAMAGED, 5)
    const id = await idOf('sick')
    const { fingerprint } = await report(id)
    const body = JSON.stringify({ session: id, fingerprint })
    const ask = (headers: Readonly<Record<string, string>>, isStranger = false): Promise<Answer> =>
      server().ask('/api/doctor/mend', { method: 'POST', headers, body, isStranger })
    const json = { 'content-type': 'application/json' }
    expect((await ask({ ...json, origin: 'http://evil.example' })).status).toBe(403)
    expect((await ask(json)).status).toBe(403)
    expect((await ask({ ...json, origin: server().origin }, true)).status).toBe(401)
    expect((await ask({ 'content-type': 'text/plain', origin: server().origin })).status).toBe(400)
    expect((await server().ask('/api/doctor/mend')).status).toBe(405)
    for (const wrong of [
      {},
      { session: id },
      { session: 1, fingerprint },
      { session: id, fingerprint, agentId: 1 },
    ])
      expect((await mend(wrong)).status).toBe(400)
    expect((await mend({ session: id, fingerprint, more: 'x'.repeat(20_000) })).status).toBe(413)
    expect(existsSync(tree().root)).toBe(true)
    expect((await report(id)).verdict).toBe('repairable')
  })

  it('makes of generated damage what the doctor makes of it, and leaves nothing to fix', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDamagedFile, async bytes => {
        const path = tree().write('-a/made.jsonl', '')
        writeFileSync(path, bytes)
        const id = encodeLogId({ root: tree().root, key: { project: '-a', session: 'made' } })
        const shown = await report(id)
        const { status } = await mend({ session: id, fingerprint: shown.fingerprint })
        expect(status).toBe(shown.verdict === 'no-session' ? 409 : 200)
        const after = readFileSync(path)
        expect(after).toEqual(Buffer.from(repairLog(bytes).bytes))
        expect(diagnose(after).defects.filter(({ isFixable }) => isFixable)).toEqual([])
      }),
      { numRuns: 25 },
    )
  })
})

describe('the words of the page', () => {
  it('explain every kind of defect in Chinese, too', () => {
    expect(Object.keys(DEFECTS_CHINESE).toSorted()).toEqual(Object.keys(DEFECT_EXPLANATIONS).toSorted())
    expect(describeInChinese('stored-progress', '193 of 996 entries')).toBe('996 个条目中的 193 个')
    expect(describeInChinese('dangling-parent', 'follows a-1, the entry before it')).toBe('接在 a-1 之后')
    expect(describeInChinese('dangling-parent', 'nothing before it; taken as a root')).toBe('前面没有消息')
    expect(describeInChinese('missing-turn', 'a turn was missing (ROL-03)')).toBe('ROL-03')
  })
})
