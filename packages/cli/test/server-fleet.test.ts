import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@antiphon/core'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import {
  type AuditRecord,
  findReplica,
  openStoreCopy,
  readAuditRecords,
  type StoreCopy,
} from '@antiphon/host'
import type { ChatOffer, Page, SessionRow } from '@antiphon/server/protocol'
import { toLogPath, toProjectKey } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FLEET_KINDS, type FleetKind } from './fleet-kinds.ts'
import { createFleetKit, type FleetHost, type FleetKit } from './fleet-kit.ts'
import { type Answer, askAt, letIn, startTestServer, type TestServer } from './server-kit.ts'

let kit: FleetKit
let copy: StoreCopy
let server: TestServer
let desk: FleetHost
let folder: string

const keyOf = (number: number) => ({
  project: toProjectKey(folder),
  session: `cccccccc-0000-4000-8000-00000000000${number}`,
})

async function fill(number: number, cwd: string, words: string): Promise<void> {
  const store = await kit.open({ person: 'ana', host: 'laptop' })
  const more = { cwd, sessionId: keyOf(number).session }
  await store.append(keyOf(number), [
    prompt('a', null, { ...more, message: { role: 'user', content: words } }),
    answer('b', 'a', { extra: more }),
  ] as Entry[])
  await store.close()
}

async function post(path: string, body: object): Promise<Answer> {
  return server.ask(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify(body),
  })
}

async function rowOf(number: number): Promise<SessionRow> {
  const rows = await server.lines<SessionRow>('/api/sessions')
  const row = rows.find(({ sessionId }) => sessionId === keyOf(number).session)
  if (!row) throw new Error('it is not listed')
  return row
}

const begin = async (kind: FleetKind): Promise<void> => {
  kit = await createFleetKit(kind)
  desk = kit.host('desk', 'zoe')
  folder = join(kit.base, 'work')
  mkdirSync(folder)
  for (const number of [1, 2]) await fill(number, folder, `words of ${number}`)
  await fill(3, '/nowhere/at/all', 'far away')
  // No room for anything: as with a store that is larger than the disk.
  copy = await openStoreCopy({ env: { ...desk.env, ANTIPHON_STORE_COPY_GB: '0' } })
  const env = { PATH: process.env.PATH ?? '', ...desk.env }
  server = await startTestServer({
    roots: [copy.root],
    fleet: copy,
    configFolder: join(desk.home, '.antiphon'),
    agents: { env, cwd: folder },
  })
}
const end = async (): Promise<void> => {
  await server?.close()
  await copy?.close()
  await kit?.close()
}

for (const kind of FLEET_KINDS)
  describe.runIf(kind.isThere)(`the server over a store on ${kind.name}${kind.note}`, () => {
    beforeAll(() => begin(kind))
    afterAll(end)

    it('lists what the heads of logs tell, and fetches a session when it is opened', async () => {
      expect(copy.root).toBe(findReplica(desk))
      const row = await rowOf(1)
      expect(row).toMatchObject({ person: 'ana', host: 'laptop', isFetched: false, problem: null })
      expect(existsSync(toLogPath(copy.root, keyOf(1)))).toBe(false)
      await expect
        .poll(() => copy.state())
        .toMatchObject({ sessions: 3, leftOut: 3, waiting: 0, problem: null })
      const page = await server.json<Page>(`/api/page?session=${row.id}`)
      expect(page.entries.map(({ entry }) => Object(entry).uuid)).toEqual(['a', 'b'])
      expect(await rowOf(1)).toMatchObject({
        title: 'words of 1',
        isFetched: true,
        person: 'ana',
        host: 'laptop',
        cwd: folder,
      })
      // What is opened takes the place of what was read before it.
      await server.json(`/api/page?session=${(await rowOf(2)).id}`)
      await expect.poll(() => existsSync(toLogPath(copy.root, keyOf(2)))).toBe(true)
    })

    it('names a session in the store, and neither removes nor rewrites one', async () => {
      const { id } = await rowOf(2)
      expect((await post('sessions/rename', { session: id, title: 'The second' })).status).toBe(200)
      const store = await kit.open()
      const types: unknown[] = []
      for await (const item of store.read(keyOf(2))) if (item.kind === 'entry') types.push(item.entry.type)
      expect(types.at(-1)).toBe('custom-title')
      expect(await store.head(keyOf(2))).toMatchObject({ person: 'ana', host: 'laptop', writer: null })
      await store.close()
      expect(await post('sessions/delete', { session: id })).toMatchObject({
        status: 409,
        text: expect.stringContaining('belong to the team'),
      })
      expect(await post('doctor/mend', { session: id, fingerprint: 'any' })).toMatchObject({
        status: 409,
        text: expect.stringContaining('antiphon pull'),
      })
      expect((await post('sessions/mark', { session: id, isStarred: true })).status).toBe(200)
      expect(await rowOf(2)).toMatchObject({ isStarred: true, title: 'The second' })
    })

    it('says who writes a session, takes it when asked to, and copies one whose folder is not here', async () => {
      const { id } = await rowOf(1)
      const holder = await kit.open({ person: 'ben', host: 'ci' })
      await holder.append(keyOf(1), [{ type: 'summary', summary: 'mine', leafUuid: 'b' } as Entry])
      const offer = await server.json<ChatOffer>(`/api/chat/offer?session=${id}`)
      expect(offer).toMatchObject({ problem: 'held', holder: { person: 'ben', host: 'ci' } })
      expect(Math.abs(Date.now() - Date.parse(offer.holder?.since ?? ''))).toBeLessThan(60_000)
      await expect.poll(async () => (await rowOf(1)).isLive).toBe(true)
      expect(await post('chat/open', { session: id, agent: 'demo' })).toMatchObject({
        status: 409,
        text: expect.stringContaining('ben on ci writes this session now'),
      })
      const opened = await post('chat/open', { session: id, agent: 'demo', takeOver: true })
      expect(opened.status, opened.text).toBe(200)
      expect(JSON.parse(opened.text)).toMatchObject({ session: id, cwd: folder })
      expect(await holder.append(keyOf(1), [{ type: 'summary' } as Entry])).toMatchObject({
        status: 'conflict',
      })
      await post('chat/close', { chat: JSON.parse(opened.text).chat })
      const records: AuditRecord[] = []
      for await (const record of readAuditRecords(join(desk.home, '.antiphon'), 0)) records.push(record)
      const session = `${keyOf(1).project}/${keyOf(1).session}`
      expect(records.filter(({ what }) => what === 'takeover')).toMatchObject([
        { by: 'link', outcome: 'begun', session },
        { by: 'link', outcome: 'refused', session, detail: expect.stringContaining('ben on ci') },
        { by: 'link', outcome: 'begun', session },
      ])

      const far = (await rowOf(3)).id
      expect(await server.json(`/api/chat/offer?session=${far}`)).toMatchObject({ problem: 'folder-gone' })
      const moved = await post('chat/open', { session: far, fork: true, cwd: folder, agent: 'demo' })
      expect(moved.status, moved.text).toBe(200)
      const { sessionId, chat } = JSON.parse(moved.text)
      expect(await holder.findSessions(sessionId)).toMatchObject([{ key: { project: keyOf(1).project } }])
      await post('chat/close', { chat })
      expect(
        await post('chat/open', { session: far, fork: true, cwd: folder, agent: 'claude' }),
      ).toMatchObject({
        status: 422,
        text: expect.stringContaining('knows files only'),
      })
      await holder.close()
    })

    it('signs what an agent writes with the name of whoever was let in and opened it', async () => {
      const token = await letIn(join(desk.home, '.antiphon'), 'driver', { name: 'Ida' })
      const asIda = (path: string, body: object): Promise<Answer> =>
        askAt(server.port, `/api/${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...{ origin: server.origin, authorization: `Bearer ${token}` },
          },
          body: JSON.stringify(body),
        })
      const opened = await asIda('chat/open', { cwd: folder, agent: 'demo' })
      expect(opened.status, opened.text).toBe(200)
      const { chat, sessionId } = JSON.parse(opened.text)
      const said = await asIda('chat/prompt', { chat, uuid: randomUUID(), text: 'hello', contexts: [] })
      expect(said.status, said.text).toBeLessThan(300)
      const reader = await kit.open()
      const key = { project: toProjectKey(folder), session: sessionId }
      await expect.poll(() => reader.head(key), { timeout: 30_000 }).toMatchObject({ person: 'Ida' })
      await reader.close()
      await asIda('chat/close', { chat })
    })
  })
