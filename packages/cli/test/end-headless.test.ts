import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createScriptModel, type ScriptReply, type SimulatedModel } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { isQuick } from '../../transcript/test/process/soak.ts'
import { listMain, listSpoken, SUBAGENT_PROMPT } from './effects-model.ts'
import {
  createHeadlessKit,
  DRIVEN,
  type DrivenAgent,
  type HeadlessKit,
  type Line,
  listRefusals,
  readLogs,
  waitFor,
} from './headless-kit.ts'
import { collect, EXECUTABLE } from './spawn-antiphon.ts'
import { runHere } from './test-io.ts'

const SESSION = '22222222-2222-4222-8222-222222222222'
const PIDS = 'pids'
const ALLOWED = ['--permission-mode', 'bypassPermissions']

const sleeper = `sleep 3600 & echo $! >> ${PIDS}; wait`
const bash = (command: string, more: object = {}): ScriptReply => ({
  thinking: 'a command',
  text: 'I run it.',
  calls: [{ name: 'Bash', input: { command, ...more } }],
})

const TALK: ScriptReply = { thinking: 'long', text: 'word '.repeat(4000), pace: 10 }

const REPLIES: Readonly<Record<string, ScriptReply>> = {
  talk: TALK,
  '"tool_result"': TALK,
  hang: { text: 'never', delay: 3_600_000 },
  sleep: bash(sleeper),
  stubborn: bash(`trap '' TERM INT; echo $$ >> ${PIDS}; while :; do sleep 1; done`),
  both: {
    calls: [
      { name: 'Bash', input: { command: sleeper, run_in_background: true } },
      { name: 'Bash', input: { command: sleeper } },
    ],
  },
  background: bash(sleeper, { run_in_background: true }),
  agent: {
    calls: [{ name: 'Task', input: { description: 'sleep', prompt: `please sleep. ${SUBAGENT_PROMPT}` } }],
  },
  // A block is stored when it is whole; the pipe is full long before the second one is.
  flood: {
    blocks: [
      { type: 'text', text: 'First.' },
      { type: 'text', text: 'word '.repeat(400_000) },
    ],
  },
}

/** Does what the last prompt names; what comes back from a call makes it talk. */
function createBusyModel(): SimulatedModel {
  return {
    name: 'busy',
    answer(request, turn) {
      const last = JSON.stringify(request.messages.at(-1))
      const wish = last.match(/"tool_result"|please \w+|hello/g)?.at(-1) ?? ''
      return createScriptModel([REPLIES[wish.replace('please ', '')] ?? 'Here.']).answer(request, turn)
    },
  }
}

const isPart = ({ type }: Line): boolean => type === 'stream_event'
const isInit = ({ subtype }: Line): boolean => subtype === 'init'
const isResult = ({ type }: Line): boolean => type === 'result'

/** What the agent does when it has to end, and how one sees that it does. */
const ACTIVITIES: readonly {
  readonly wish: string
  readonly isThere: (stage: Stage) => Promise<unknown>
}[] = [
  { wish: 'talk', isThere: ({ agent }) => agent.until(isPart) },
  { wish: 'hang', isThere: ({ agent }) => agent.until(isInit) },
  { wish: 'sleep', isThere: ({ kit }) => waitFor(() => readPids(kit).length > 0) },
  { wish: 'stubborn', isThere: ({ kit }) => waitFor(() => readPids(kit).length > 0) },
  { wish: 'both', isThere: ({ kit }) => waitFor(() => readPids(kit).length > 1) },
  { wish: 'agent', isThere: ({ kit }) => waitFor(() => readPids(kit).length > 0) },
]

const SIGNALS = [
  { signal: 'SIGTERM', code: 143 },
  { signal: 'SIGINT', code: 130 },
] as const

type Stage = { readonly kit: HeadlessKit; readonly agent: DrivenAgent }

/** A test with a world of its own, so that several can run at once; nothing that it started outlives it. */
async function withKit(test: (kit: HeadlessKit) => Promise<void>): Promise<void> {
  const kit = await createHeadlessKit(createBusyModel())
  try {
    await test(kit)
  } finally {
    for (const pid of readPids(kit)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await kit.close()
  }
}

function start(kit: HeadlessKit): DrivenAgent {
  return kit.start([...DRIVEN, ...ALLOWED, '--session-id', SESSION])
}

describe.concurrent.each(isQuick ? [] : SIGNALS)('$signal', ({ signal, code }) => {
  it.each(ACTIVITIES.filter(({ wish }) => signal === 'SIGTERM' || wish === 'talk' || wish === 'both'))(
    `ends an agent with ${code} that is to $wish: nothing runs on, nothing is lost`,
    ({ wish, isThere }) =>
      withKit(async kit => {
        const agent = start(kit)
        agent.say(`please ${wish}`)
        await isThere({ kit, agent })
        agent.child.kill(signal)
        await expectGoodEnd({ kit, agent }, code)
        expect(agent.events.filter(isResult)).toHaveLength(1)
        expect(agent.events.find(isResult)).toMatchObject({
          is_error: true,
          subtype: 'error_during_execution',
        })
      }),
  )

  it(`ends an agent with ${code} that has nothing to do`, () =>
    withKit(async kit => {
      const agent = start(kit)
      agent.say('hello')
      await agent.until(isResult)
      agent.child.kill(signal)
      await expectGoodEnd({ kit, agent }, code)
    }))

  it(`ends an agent with ${code} that has not begun, and one that waits for its prompt`, () =>
    withKit(async kit => {
      await Promise.all(
        [DRIVEN, ['-p', 'hello'], ['-p']].map(async argv => {
          const agent = kit.start(argv)
          // Long enough to listen to signals; where it is not, the signal ends it as well.
          await sleep(1500)
          agent.child.kill(signal)
          const { isTimeout, ...ended } = await agent.ended
          expect({ argv, isTimeout }).toEqual({ argv, isTimeout: false })
          expect([code, null]).toContain(ended.code)
          expect(ended.stderr).toBe('')
        }),
      )
    }))

  it(`ends an agent with ${code} that waits for an answer of its host`, () =>
    withKit(async kit => {
      const agent = kit.start([...DRIVEN, '--permission-prompt-tool', 'stdio', '--session-id', SESSION])
      agent.say('please sleep')
      expect(await agent.until(({ type }) => type === 'control_request')).not.toBeNull()
      agent.child.kill(signal)
      await expectGoodEnd({ kit, agent }, code, [])
      expect(readPids(kit)).toEqual([])
    }))

  it(`ends an agent with ${code} whose host has stopped to read`, () =>
    withKit(async kit => {
      const agent = start(kit)
      agent.child.stdout.pause()
      agent.say('please flood')
      await waitFor(() => readLogs(kit.root).some(({ type }) => type === 'assistant'))
      agent.child.kill(signal)
      await expectGoodEnd({ kit, agent }, code)
    }))
})

describe.concurrent('an output that nobody reads any more', () => {
  it.each(isQuick ? ['talk'] : ['talk', 'background', 'flood'])('ends an agent that is to %s', wish =>
    withKit(async kit => {
      const agent = start(kit)
      agent.say(`please ${wish}`)
      await agent.until(isPart)
      if (wish === 'background') await waitFor(() => readPids(kit).length > 0)
      agent.child.stdout.destroy()
      await expectGoodEnd({ kit, agent }, 0)
    }),
  )

  it('ends an agent behind whose pipe stands a head', () =>
    withKit(async kit => {
      const argv = [EXECUTABLE, '-p', 'please talk', '--output-format', 'stream-json', '--verbose']
      const command = `"$0" "$@" --include-partial-messages --session-id ${SESSION} < /dev/null | head -n 4; exit "\${PIPESTATUS[0]}"`
      const child = spawn('bash', ['-c', command, process.execPath, ...argv], {
        cwd: kit.folder,
        env: { ...process.env, ...kit.env },
      })
      const { code, stdout, stderr } = await collect(child)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const events = stdout.split('\n').filter(Boolean)
      expect(events).toHaveLength(4)
      await expectDurable(
        kit,
        events.map(line => JSON.parse(line)),
      )
      await expectResume(kit, [])
    }))
})

describe.concurrent('an input that ends', () => {
  // What is no prompt is answered as well, perhaps before those that are.
  it.each([
    ['', 0],
    ['{"type":"us', 0],
    ['{"type":"user"}\n', 1],
  ])('lets the agent finish, whatever was said last: %j', (rest, refusals) =>
    withKit(async kit => {
      const agent = start(kit)
      agent.say('hello')
      agent.say('hello again')
      agent.child.stdin.end(rest)
      await expectGoodEnd({ kit, agent }, 0)
      const results = agent.events.filter(isResult)
      expect(results).toHaveLength(2 + refusals)
      expect(results.filter(({ is_error: isError }) => isError)).toHaveLength(refusals)
    }),
  )

  it('in the middle of a turn lets the turn come to its end', () =>
    withKit(async kit => {
      const agent = start(kit)
      agent.say('hello')
      await agent.until(isInit)
      agent.hush()
      await expectGoodEnd({ kit, agent }, 0)
      expect(agent.events.find(isResult)).toMatchObject({ is_error: false, result: 'Here.' })
    }))

  it('at once ends an agent that was told nothing', () =>
    withKit(async kit => {
      const agent = start(kit)
      agent.hush()
      expect(await agent.ended).toMatchObject({ code: 0, stderr: '', isTimeout: false })
      expect(agent.events).toEqual([])
    }))
})

async function expectGoodEnd({ kit, agent }: Stage, code: number, flags = ALLOWED): Promise<void> {
  const { stderr, ...ended } = await agent.ended
  expect(ended).toEqual({ code, signal: null, isTimeout: false })
  expect(stderr).not.toMatch(/\n\s+at |something went wrong/)
  expect(readPids(kit).filter(isAlive)).toEqual([])
  await expectDurable(kit, agent.events)
  await expectResume(kit, flags)
}

/** What was printed is stored, and nothing is wrong with the file. */
async function expectDurable(kit: HeadlessKit, events: readonly Line[]): Promise<void> {
  const stored = new Set(readLogs(kit.root).map(({ uuid }) => uuid))
  const printed = events.flatMap(({ type, uuid }) => (type === 'user' || type === 'assistant' ? [uuid] : []))
  expect(printed.filter(uuid => !stored.has(uuid))).toEqual([])
  const examined = await runHere(['doctor', '--all', '--json'], { env: kit.env })
  const { reports } = JSON.parse(examined.stdout)
  const kinds = reports.flatMap(({ findings }: { findings: readonly Line[] }) =>
    findings.map(({ kind }) => kind),
  )
  // An answer may be interrupted right behind its thinking, and nobody can send that back.
  expect(kinds.filter((kind: unknown) => kind !== 'withheld-thinking')).toEqual([])
}

/** The session goes on, and what is sent begins with all that was sent before. */
async function expectResume(kit: HeadlessKit, flags: readonly string[]): Promise<void> {
  const prompt = `hello ${randomUUID()}`
  const resumed = kit.start(['-p', prompt, '--resume', SESSION, '--output-format', 'stream-json', ...flags])
  resumed.hush()
  expect(await resumed.ended).toMatchObject({ code: 0, isTimeout: false })
  expect(listRefusals(kit.simulator)).toEqual([])
  const requests = listMain(kit.simulator.log.all()).map(listSpoken)
  // One that was never answered is not in the simulator's log.
  const [before = [], last = []] = [requests.at(-2), requests.at(-1)]
  expect(last.slice(0, before.length)).toEqual(before)
  expect(last.at(-1)).toContain(prompt)
}

function readPids({ folder }: HeadlessKit): readonly number[] {
  const path = join(folder, PIDS)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : []
}

/** One that has ended and that nobody has looked after yet is dead. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z]/.test(stdout.trim())
}
