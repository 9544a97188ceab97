import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { isQuick, LONG, rounds } from '../../transcript/test/process/soak.ts'
import { createEffectsModel, EFFECTS, listMain, listSpoken } from './effects-model.ts'
import {
  createHeadlessKit,
  DRIVEN,
  type DrivenAgent,
  type HeadlessKit,
  type Line,
  listBlocks,
  listRefusals,
  readLogs,
} from './headless-kit.ts'

/** What it has just printed when it is to be killed, and how long it may live after that at most. */
const MOMENTS: readonly {
  readonly name: string
  readonly fits: (event: Line) => boolean
  readonly within: number
}[] = [
  { name: 'the beginning of a turn', fits: ({ subtype }) => subtype === 'init', within: 40 },
  { name: 'a prompt', fits: ({ isReplay }) => isReplay === true, within: 30 },
  { name: 'a part of an answer', fits: ({ type }) => type === 'stream_event', within: 150 },
  { name: 'an answer', fits: ({ type }) => type === 'assistant', within: 60 },
  { name: 'a result of a call', fits: event => event.type === 'user' && !event.isReplay, within: 60 },
  { name: 'a subagent', fits: ({ subtype }) => subtype === 'task_started', within: 120 },
  { name: 'a result', fits: ({ type }) => type === 'result', within: 20 },
]

const SESSIONS = isQuick ? 1 : rounds(3, 60)
const LANES = 2

describe('the executable, killed in the middle of a turn', () => {
  it(
    `goes on with ${SESSIONS} sessions after ${MOMENTS.length} kills each: nothing told is lost, no call runs twice, no request is refused`,
    async () => {
      let [left, kills, promised] = [SESSIONS, 0, 0]
      await Promise.all(
        Array.from({ length: LANES }, async () => {
          while (left-- > 0) {
            const seen = await killOneSession()
            kills += seen.kills
            promised += seen.promised
          }
        }),
      )
      console.log(`${kills} kills: ${promised} promised messages, all there`)
      expect(promised).toBeGreaterThan(kills)
    },
    LONG,
  )
})

async function killOneSession(): Promise<{ readonly kills: number; readonly promised: number }> {
  const kit = await createHeadlessKit(createEffectsModel())
  const session = randomUUID()
  const promised: string[] = []
  let kills = 0
  try {
    for (const [round, moment] of shuffle(MOMENTS).entries()) {
      const agent = start(kit, session)
      const prompt = randomUUID()
      agent.say(`prompt ${round}`, prompt)
      if (round % 3 === 1) agent.say(`and ${round}`)
      // The turn may be over before it comes to that.
      await agent.until(event => moment.fits(event) || event.type === 'result')
      await sleep(Math.random() * moment.within)
      agent.child.kill('SIGKILL')
      expect(await agent.ended, moment.name).toMatchObject({ signal: 'SIGKILL', isTimeout: false })
      kills++
      promised.push(...listPromised(agent.events))
      check(kit, session, promised)
    }
    const last = start(kit, session)
    last.say('the end')
    last.hush()
    expect(await last.ended).toMatchObject({ code: 0, isTimeout: false })
    promised.push(...listPromised(last.events))
    check(kit, session, promised)
    checkAnswered(kit, session)
    return { kills, promised: promised.length }
  } finally {
    await kit.close()
  }
}

function start(kit: HeadlessKit, session: string): DrivenAgent {
  const exists = existsSync(join(kit.root, 'projects')) && readLogs(kit.root, `${session}.jsonl`).length > 0
  return kit.start([
    ...DRIVEN,
    '--permission-mode',
    'bypassPermissions',
    exists ? '--resume' : '--session-id',
    session,
  ])
}

/** A result of a call, a prompt taken up, or the end of a turn promises itself and all that was said before it. */
function listPromised(events: readonly Line[]): readonly string[] {
  const last = events.findLastIndex(({ type }) => type === 'user' || type === 'result')
  return events
    .slice(0, last + 1)
    .flatMap(({ type, uuid }) => (type === 'user' || type === 'assistant' ? [String(uuid)] : []))
}

function check(kit: HeadlessKit, session: string, promised: readonly string[]): void {
  expect(listRefusals(kit.simulator)).toEqual([])
  const stored = new Set(readLogs(kit.root).flatMap(listNames))
  expect(promised.filter(uuid => !stored.has(uuid))).toEqual([])
  checkPrefixes(kit)
  checkEffects(kit)
  // Each of them is on the one chain, so that the model reads it.
  const chain = listChain(readLogs(kit.root, `${session}.jsonl`))
  const own = new Set(readLogs(kit.root, `${session}.jsonl`).map(({ uuid }) => uuid))
  expect(promised.filter(uuid => own.has(uuid) && !chain.has(uuid))).toEqual([])
}

/** A prompt that was taken up while a turn ran is stored under the name of its attachment, and names its own. */
function listNames({ uuid, attachment }: Line): readonly unknown[] {
  return isObject(attachment) ? [uuid, attachment.source_uuid] : [uuid]
}

/** Every request begins with all that the request before it said: nothing was forgotten, nothing changed. */
function checkPrefixes({ simulator }: HeadlessKit): void {
  const requests = listMain(simulator.log.all()).map(listSpoken)
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1] ?? []
    expect(request.slice(0, before.length)).toEqual(before)
  }
}

/** Each call ran once, and stands in a log. */
function checkEffects({ folder, root }: HeadlessKit): void {
  const begun = readEffects(folder, 'begin')
  expect(new Set(begun).size).toBe(begun.length)
  const made = JSON.stringify(listBlocks(readLogs(root)).filter(({ type }) => type === 'tool_use'))
  expect(begun.filter(number => !made.includes(`echo begin ${number} `))).toEqual([])
}

/** In the end every call is answered; one that was cut off as an error, so that the model knows. */
function checkAnswered({ folder, root }: HeadlessKit, session: string): void {
  const blocks = listBlocks(readLogs(root, `${session}.jsonl`))
  const results = new Map(
    blocks.flatMap(block => (block.type === 'tool_result' ? [[block.tool_use_id, block]] : [])),
  )
  const ended = new Set(readEffects(folder, 'end'))
  for (const { type, id, input } of blocks) {
    if (type !== 'tool_use') continue
    expect(results.has(id)).toBe(true)
    const number = /begin (\d+)/.exec(JSON.stringify(input))?.[1]
    if (number !== undefined && !ended.has(number)) expect(results.get(id)?.is_error).toBe(true)
  }
}

function readEffects(folder: string, word: string): readonly string[] {
  const path = join(folder, EFFECTS)
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))
}

/** The messages from the last one back to the first. */
function listChain(entries: readonly Line[]): ReadonlySet<unknown> {
  const parents = new Map(entries.flatMap(({ uuid, parentUuid }) => (uuid ? [[uuid, parentUuid]] : [])))
  const chain = new Set<unknown>()
  for (
    let uuid: unknown = entries.findLast(entry => entry.uuid !== undefined)?.uuid;
    uuid && !chain.has(uuid);
    uuid = parents.get(uuid)
  )
    chain.add(uuid)
  return chain
}

function shuffle<T>(items: readonly T[]): readonly T[] {
  return items
    .map(item => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
