import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toProjectKey } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LONG, rounds } from '../../transcript/test/process/soak.ts'
import { createEffectsModel, listMain, listSpoken } from './effects-model.ts'
import { FLEET_KINDS, type FleetKind, isLeftToSoak } from './fleet-kinds.ts'
import { createFleetKit, type FleetKit } from './fleet-kit.ts'
import {
  createHeadlessKit,
  DRIVEN,
  type DrivenAgent,
  type HeadlessKit,
  listRefusals,
} from './headless-kit.ts'

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

const MODE = ['--permission-mode', 'bypassPermissions']

function start(host: string, ...argv: readonly string[]): DrivenAgent {
  const home = join(fleet.base, host)
  mkdirSync(home, { recursive: true })
  return kit.start([...DRIVEN, ...MODE, ...argv], {
    env: { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'config'), ANTIPHON_STORE: fleet.url },
  })
}

async function readUuids(session: string): Promise<readonly unknown[]> {
  const store = await fleet.open()
  const uuids: unknown[] = []
  const [head] = await store.findSessions(session)
  if (head)
    for await (const item of store.read(head.key))
      uuids.push(item.kind === 'entry' ? ({ ...item.entry } as Record<string, unknown>).uuid : item.kind)
  await store.close()
  return uuids
}

for (const kind of FLEET_KINDS)
  describe.runIf(kind.isThere)(`a session that moves between hosts on ${kind.name}${kind.note}`, () => {
    beforeAll(() => begin(kind))
    afterAll(end)

    it(
      'goes on after each is killed in mid-turn: nothing told is lost, no request is refused, the prefix is kept',
      async () => {
        const session = randomUUID()
        const moves = rounds(3, 20)
        const promised: string[] = []
        for (let move = 0; move <= moves; move++) {
          const isLast = move === moves
          const agent = start(
            move % 2 === 0 ? 'a' : 'b',
            ...(move === 0 ? ['--session-id', session] : ['--resume', session, '--take-over']),
          )
          agent.say(`prompt ${move}`)
          if (isLast) agent.hush()
          else {
            await agent.until(({ type }) => type === 'user' || type === 'result')
            await sleep(Math.random() * 300)
            agent.child.kill('SIGKILL')
          }
          const { code, stderr, isTimeout } = await agent.ended
          expect({ code: isLast ? code : null, isTimeout }, stderr).toEqual({
            code: isLast ? 0 : null,
            isTimeout: false,
          })
          const told = agent.events.findLastIndex(({ type }) => type === 'user' || type === 'result')
          promised.push(
            ...agent.events
              .slice(0, told + 1)
              .flatMap(({ type, uuid, parent_tool_use_id: isBelow }) =>
                (type === 'user' || type === 'assistant') && !isBelow ? [String(uuid)] : [],
              ),
          )
        }
        expect(listRefusals(kit.simulator)).toEqual([])
        expect(promised.length).toBeGreaterThan(moves)
        const stored = await readUuids(session)
        expect(promised.filter(uuid => !stored.includes(uuid))).toEqual([])
        const requests = listMain(kit.simulator.log.all()).map(request => listSpoken(request).slice(2))
        for (const [index, spoken] of requests.entries())
          expect(requests[index + 1]?.slice(0, spoken.length) ?? spoken).toEqual(spoken)
      },
      LONG,
    )

    it.skipIf(isLeftToSoak(kind))(
      'is its writer’s until it is taken, and then no longer, even if that one wakes',
      {
        timeout: LONG,
      },
      async () => {
        const session = randomUUID()
        const zombie = start('a', '--session-id', session)
        zombie.say('first')
        await zombie.until(({ type }) => type === 'result')
        const refused = start('b', '--resume', session)
        refused.say('mine')
        refused.hush()
        const { code, stderr } = await refused.ended
        expect({ code, stderr }).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('is being written by'),
        })
        const heir = start('b', '--resume', session, '--take-over')
        heir.say('second')
        heir.hush()
        expect(await heir.ended).toMatchObject({ code: 0 })
        const audit = (await fleet.host('b').run('access', 'audit')).stdout.split('\n')
        expect(audit.filter(line => line.includes(session))).toEqual([
          expect.stringMatching(/ \(terminal\) {2}takeover {2}\S+$/),
        ])
        const before = await readUuids(session)
        zombie.say('I was asleep')
        zombie.hush()
        const woken = await zombie.ended
        expect(woken.isTimeout).toBe(false)
        expect(woken).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('was changed by another writer'),
        })
        expect(zombie.events.filter(({ type }) => type === 'result')).toHaveLength(1)
        expect(await readUuids(session)).toEqual(before)
      },
    )

    it.skipIf(isLeftToSoak(kind))(
      'goes on as the last of its folder, is copied, and says where there is none',
      {
        timeout: LONG,
      },
      async () => {
        const session = randomUUID()
        const first = start('c', '--session-id', session)
        first.say('here')
        first.hush()
        // What the server's settings weaken is said once a day on a host.
        expect(await first.ended).toMatchObject({
          code: 0,
          stderr: expect.stringContaining('on one machine'),
        })
        const copy = start('b', '--continue', '--fork-session')
        copy.say('there')
        copy.hush()
        expect(await copy.ended).toMatchObject({ code: 0 })
        const store = await fleet.open()
        const last = await store.findLastSession(toProjectKey(kit.folder))
        expect(last?.key.session).not.toBe(session)
        expect(last?.writer).toBeNull()
        await store.close()
        const none = start('c', '--resume', 'ffffffff')
        none.say('nobody')
        none.hush()
        const { code, stderr } = await none.ended
        expect(code).toBe(2)
        expect(stderr).toContain('has no session whose id begins')
        expect(stderr).not.toContain('on one machine')
      },
    )
  })
