import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LONG } from '../../transcript/test/process/soak.ts'
import { createEffectsModel, EFFECTS, listMain, listSpoken } from './effects-model.ts'
import { FLEET_KINDS, type FleetKind, isLeftToSoak } from './fleet-kinds.ts'
import { createFleetKit, type FleetKit } from './fleet-kit.ts'
import {
  createHeadlessKit,
  DRIVEN,
  type DrivenAgent,
  type HeadlessKit,
  type Line,
  listRefusals,
} from './headless-kit.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'

let fleet: FleetKit
let kit: HeadlessKit
const begin = async (kind: FleetKind): Promise<void> => {
  fleet = await createFleetKit(kind)
  kit = await createHeadlessKit(createEffectsModel())
}
const end = async (): Promise<void> => {
  await kit?.close()
  await fleet?.close()
}

const envOf = (host: string): Readonly<Record<string, string>> => {
  const home = join(fleet.base, host)
  mkdirSync(home, { recursive: true })
  return { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'config'), ANTIPHON_STORE: fleet.url }
}

function start(host: string, ...argv: readonly string[]): DrivenAgent {
  return kit.start([...DRIVEN, '--permission-mode', 'bypassPermissions', ...argv], { env: envOf(host) })
}

/** The logs that wait on a host. */
function listSpooled(host: string): readonly string[] {
  const folder = join(fleet.base, host, '.antiphon', 'spool')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'))
}

/** How often the model's commands have begun. */
function countMarks(): number {
  const path = join(kit.folder, EFFECTS)
  return existsSync(path) ? readFileSync(path, 'utf8').split('begin').length : 0
}

/** What the host was told of the conversation itself, in order. */
function listTold(events: readonly Line[]): readonly unknown[] {
  return events.flatMap(({ type, uuid, parent_tool_use_id: isBelow }) =>
    (type === 'user' || type === 'assistant') && !isBelow ? [uuid] : [],
  )
}

async function readStored(session: string): Promise<{
  readonly uuids: readonly unknown[]
  readonly lines: readonly string[]
  readonly note: string | null | undefined
}> {
  const store = await fleet.open()
  try {
    const [head] = await store.findSessions(session)
    const [uuids, lines]: [unknown[], string[]] = [[], []]
    if (head) {
      for await (const item of store.read(head.key))
        uuids.push(item.kind === 'entry' ? ({ ...item.entry } as Record<string, unknown>).uuid : item.kind)
      for await (const line of store.readLines(head.key)) lines.push(Buffer.from(line).toString())
    }
    return { uuids, lines, note: head?.note }
  } finally {
    await store.close()
  }
}

const isTag =
  (tag: string) =>
  (event: Line): boolean =>
    event.subtype === 'informational' && event.tag === tag
const countResults = (agent: DrivenAgent): number =>
  agent.events.filter(({ type }) => type === 'result').length

for (const kind of FLEET_KINDS)
  describe.runIf(kind.isThere)(`an agent whose store goes away on ${kind.name}${kind.note}`, () => {
    beforeAll(() => begin(kind))
    afterAll(end)

    it('goes on into a spool in mid-turn, which is sent in order when the store is back; a start waits for it with a bound', {
      timeout: LONG,
    }, async () => {
      const nowhere = kit.start(['-p', 'hello', '--store', kind.nowhere], {
        env: envOf('nowhere'),
      })
      nowhere.hush()
      const session = randomUUID()
      const agent = start('a', '--session-id', session)
      agent.say('first')
      await agent.until(({ type }) => type === 'user')
      await fleet.server.kill()
      expect(await agent.until(isTag('store-away'))).toMatchObject({
        level: 'warning',
        content: expect.stringContaining('goes on in a file of this machine'),
      })
      expect(await agent.until(({ type }) => type === 'result')).toMatchObject({ is_error: false })
      agent.say('second, all of it into the spool')
      await expect.poll(() => countResults(agent), { timeout: 60_000 }).toBe(2)
      expect(listSpooled('a').length).toBeGreaterThan(0)
      await fleet.server.start()
      expect(await agent.until(isTag('store-back'))).toMatchObject({ level: 'info' })
      expect(listSpooled('a')).toEqual([])
      agent.say('third')
      agent.hush()
      expect(await agent.ended).toMatchObject({ code: 0 })
      const { uuids } = await readStored(session)
      const told = listTold(agent.events)
      expect(uuids.filter(uuid => told.includes(uuid))).toEqual(told)
      expect(new Set(uuids.filter(Boolean)).size).toBe(uuids.filter(Boolean).length)
      expect(listRefusals(kit.simulator)).toEqual([])
      const requests = listMain(kit.simulator.log.all()).map(request => listSpoken(request).slice(2))
      for (const [index, spoken] of requests.entries())
        expect(requests[index + 1]?.slice(0, spoken.length) ?? spoken).toEqual(spoken)
      const first = await nowhere.ended
      expect(first).toMatchObject({ code: 2, isTimeout: false })
      expect(first.stderr).toContain('waiting for it')
      expect(first.stderr).toContain('for 20 s. Try again later, or work on files of this machine')
      expect(first.stderr).not.toContain('topsecret')
    })

    it.skipIf(isLeftToSoak(kind))(
      'and ends or is killed leaves a spool that the next start sends before it goes on',
      {
        timeout: LONG,
      },
      async () => {
        const [session, ended] = [randomUUID(), randomUUID()]
        const agent = start('a', '--session-id', session)
        agent.say('first')
        await agent.until(({ type }) => type === 'result')
        const marks = countMarks()
        const words = startAntiphon(
          ['-p', 'work', '--permission-mode', 'bypassPermissions', '--session-id', ended],
          { ...kit.env, ...envOf('a') },
          kit.folder,
        )
        words.stdin.end()
        const printed = collect(words)
        await expect.poll(countMarks, { timeout: 60_000 }).toBeGreaterThan(marks)
        await fleet.server.kill()
        const { code, stdout, stderr } = await printed
        expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Done.') })
        expect(stderr).toContain('antiphon: the store is away')
        expect(stderr).toContain('antiphon: the store is still away. What it has not got of session')
        agent.say('second')
        await expect.poll(() => countResults(agent), { timeout: 60_000 }).toBe(2)
        agent.child.kill('SIGKILL')
        await agent.ended
        const told = listTold(agent.events)
        await fleet.server.start()
        expect((await readStored(session)).uuids).not.toContain(told.at(-1))
        const next = start('a', '--resume', session)
        next.say('third')
        next.hush()
        const end = await next.ended
        expect(end.code, end.stderr).toBe(0)
        for (const id of [session, ended])
          expect(end.stderr).toContain(`${id} was kept here while the store was away`)
        const { uuids } = await readStored(session)
        expect(uuids.filter(uuid => told.includes(uuid))).toEqual(told)
        expect((await readStored(ended)).lines.some(line => line.includes('"text":"Done.'))).toBe(true)
        expect(listSpooled('a')).toEqual([])
        expect(listRefusals(kit.simulator)).toEqual([])
      },
    )

    it.skipIf(isLeftToSoak(kind))(
      'and is taken over meanwhile keeps its words as a fork with a note, and overwrites nothing',
      {
        timeout: LONG,
      },
      async () => {
        const session = randomUUID()
        const agent = start('a', '--session-id', session)
        agent.say('first')
        await agent.until(({ type }) => type === 'result')
        await fleet.server.kill()
        agent.say('said on a while the store was away')
        await expect.poll(() => countResults(agent), { timeout: 60_000 }).toBe(2)
        agent.child.kill('SIGSTOP')
        await fleet.server.start()
        const shared = (await readStored(session)).lines
        const heir = start('b', '--resume', session, '--take-over')
        heir.say('said on b')
        heir.hush()
        expect(await heir.ended).toMatchObject({ code: 0 })
        const before = await readStored(session)
        agent.child.kill('SIGCONT')
        const news = await agent.until(isTag('store-taken'))
        const fork = /([0-9a-f-]{36})\.$/.exec(String(news?.content))?.[1] ?? ''
        expect(fork).not.toBe(session)
        agent.say('I was asleep')
        agent.hush()
        const { code, stderr } = await agent.ended
        expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(fork) })
        expect((await readStored(session)).lines).toEqual(before.lines)
        const forked = await readStored(fork)
        expect(forked.note).toContain(`/${session} was taken over while its store was away`)
        expect(forked.lines.slice(0, shared.length)).toEqual(shared)
        const own = listTold(agent.events).filter(uuid => !before.uuids.includes(uuid))
        expect(own.length).toBeGreaterThan(0)
        expect(own.filter(uuid => !forked.uuids.includes(uuid))).toEqual([])
        expect(listSpooled('a')).toEqual([])
        const onward = start('a', '--resume', fork)
        onward.say('and on')
        onward.hush()
        expect(await onward.ended).toMatchObject({ code: 0 })
        expect(listRefusals(kit.simulator)).toEqual([])
      },
    )
  })
