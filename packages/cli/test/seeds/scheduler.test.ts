import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createScriptModel } from '@antiphon/simulator'
import { afterEach, describe, expect } from 'vitest'
import {
  createHeadlessKit,
  DRIVEN,
  type HeadlessKit,
  type Line,
  listRefusals,
  readLogs,
  waitFor,
} from '../headless-kit.ts'
import { collect, startAntiphon } from '../spawn-antiphon.ts'
import { requirement } from './requirement.ts'

let kit: HeadlessKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const PLAN = { cron: '0 9 * * 1-5', prompt: 'Look at the issues.', durable: true }

async function start(): Promise<HeadlessKit> {
  const answers = Array.from({ length: 30 }, (_, index) => `Answer ${index}.`)
  kit = await createHeadlessKit(
    createScriptModel([
      { calls: [{ name: 'CronCreate', input: PLAN }] },
      { calls: [{ name: 'CronList' }] },
      ...answers,
    ]),
  )
  return kit
}

async function schedule({ env, folder }: HeadlessKit, ...argv: readonly string[]): Promise<unknown> {
  const child = startAntiphon(['schedule', ...argv, '--json'], env, folder)
  child.stdin.end()
  const { code, stdout, stderr } = await collect(child)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

const fires = (root: string): readonly Line[] =>
  readLogs(root).filter(({ subtype }) => subtype === 'scheduled_task_fire')

const prompts = (root: string, text: string): readonly Line[] =>
  readLogs(root).filter(({ type, message }) => type === 'user' && (message as Line).content === text)

const OPENING = { type: 'control_request', request_id: 'a', request: { subtype: 'initialize' } }

const ALLOWED = [...DRIVEN, '--allowedTools', 'CronCreate']

describe('a schedule', () => {
  requirement(
    '003:194',
    'says prompts at their times, also what was missed, and is listed and called off',
    async () => {
      const started = await start()
      const { root } = started
      const session = randomUUID()
      const agent = started.start([...ALLOWED, '--session-id', session])
      agent.say('Plan it.')
      await agent.until(({ type }) => type === 'result')
      // The model's own plan, and a person's beside it from another program.
      expect(await schedule(started, 'list')).toMatchObject([{ prompt: PLAN.prompt, session }])
      await schedule(started, 'add', session, '--at', '+1s', 'What', 'time', 'is', 'it?')
      await waitFor(() => agent.events.filter(({ type }) => type === 'result').length === 2)
      const told = agent.events.find(({ content }) => String(content).startsWith('Scheduled task'))
      expect(told).toMatchObject({ type: 'system', subtype: 'informational' })
      const entries = readLogs(root)
      const fire = entries.findIndex(({ subtype }) => subtype === 'scheduled_task_fire')
      const prompt = entries.findIndex(
        ({ message }) => (message as Line | undefined)?.content === 'What time is it?',
      )
      expect(entries[fire]).toMatchObject({ type: 'system', content: told?.content })
      expect(fire).toBeGreaterThan(-1)
      expect(prompt).toBeGreaterThan(fire)
      const asked = JSON.stringify(started.simulator.log.all().at(-1)?.request)
      expect(asked).toContain('What time is it?')
      expect(asked).not.toContain('Scheduled task')
      // What was called off is not said.
      const [planned] = (await schedule(started, 'list')) as readonly Line[]
      await schedule(started, 'cancel', String(planned?.id))
      expect(await schedule(started, 'list')).toEqual([])
      agent.hush()
      await agent.ended

      // Nobody runs the session when these are due.
      await schedule(started, 'add', session, '--at', '+1s', 'Missed?')
      await sleep(1_100)
      expect(fires(root)).toHaveLength(1)
      for (const _ of ['the first', 'the second']) {
        const next = started.start([...DRIVEN, '--resume', session])
        next.say('Hello.')
        await waitFor(() => next.events.some(({ type }) => type === 'result') && fires(root).length === 2)
        await sleep(300)
        next.hush()
        await next.ended
      }
      expect(fires(root)).toHaveLength(2)
      expect(prompts(root, 'Missed?')).toHaveLength(1)
      expect(await schedule(started, 'list')).toEqual([])
      expect(listRefusals(started.simulator)).toEqual([])
    },
  )

  requirement(
    '003:194',
    'says nothing twice and leaves nothing out, whenever the program is killed',
    async () => {
      const started = await start()
      const { root } = started
      const session = randomUUID()
      const first = started.start([...ALLOWED, '--session-id', session])
      first.say('Plan it.')
      await first.until(({ type }) => type === 'result')
      first.hush()
      await first.ended
      const moments = [0, 5, 25]
      for (const [index, moment] of moments.entries()) {
        await schedule(started, 'add', session, '--at', '+0s', `Now ${index}.`)
        const agent = started.start([...DRIVEN, '--resume', session])
        agent.child.stdin.write(`${JSON.stringify(OPENING)}\n`)
        await agent.until(({ content }) => String(content).includes(`Now ${index}.`))
        await sleep(moment)
        agent.child.kill('SIGKILL')
        await agent.ended
      }
      const last = started.start([...DRIVEN, '--resume', session])
      last.say('The end.')
      await waitFor(() => prompts(root, `Now ${moments.length - 1}.`).length > 0)
      await waitFor(() => prompts(root, 'The end.').length > 0)
      last.hush()
      await last.ended
      expect(fires(root)).toHaveLength(moments.length)
      const said = moments.map((_, index) => prompts(root, `Now ${index}.`).length)
      expect(said).toEqual(moments.map(() => 1))
    },
  )
})
