import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isGroupAlive } from '../../process/process-group.ts'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import type { AgentTool } from '../../tool/agent-tool.ts'
import { createBashTool } from './bash-tool.ts'
import { createBackgroundShells } from './create-background-shells.ts'

let harness: ToolHarness
let bash: AgentTool

beforeEach(async () => {
  harness = await createToolHarness()
  bash = createBashTool({ graceMs: 200, progressMs: 50 })
})

afterEach(() => harness.close())

const run = (command: string, fields: object = {}) => harness.run(bash, { command, ...fields })

describe('a command that does not end', () => {
  it('is stopped at its time-out with everything that it started', async () => {
    const { text, outcome } = await run('echo $$; sleep 1000 & sleep 1000', { timeout: 1_500 })
    expect(text).toMatch(/^The command was stopped after 1\.5 s, its time-out/)
    expect(outcome.isError).toBe(true)
    expect(isGroupAlive(groupIn(text))).toBe(false)
  })

  it('is killed when it ignores the request to end', async () => {
    const { text } = await run(`trap '' TERM; echo $$; while true; do sleep 0.05; done`, { timeout: 1_500 })
    expect(isGroupAlive(groupIn(text))).toBe(false)
  })

  it('is stopped when the person interrupts', async () => {
    const running = run('echo so far; echo $$ > pid; sleep 1000')
    await until(() => existsSync(harness.path('pid')))
    harness.abort()
    const { text, outcome } = await running
    expect(text).toContain('interrupted')
    expect(text).toContain('so far')
    expect(outcome).toMatchObject({ isError: true, data: { stdout: 'so far', interrupted: true } })
  })

  it('is not started after an interruption', async () => {
    const call = await harness.prepare(bash, { command: 'touch ran' })
    harness.abort()
    expect((await call.run().next()).value).toMatchObject({ isError: true, data: { interrupted: true } })
    expect(existsSync(harness.path('ran'))).toBe(false)
  })

  it('is stopped when nobody waits for it any longer', async () => {
    const steps = (
      await harness.prepare(bash, { command: 'echo $$ > new; mv new pid; exec sleep 1000' })
    ).run()
    const first = await steps.next()
    expect(first.done).toBe(false)
    await until(() => existsSync(harness.path('pid')))
    const group = Number((await run('cat pid')).text)
    expect(isGroupAlive(group)).toBe(true)
    // @ts-expect-error a generator takes a value of its own type; whoever leaves early has none
    await steps.return()
    await until(() => !isGroupAlive(group))
  })

  it('reports while it runs', async () => {
    const { progress } = await run('echo one; sleep 0.4; echo two')
    expect(progress).toContainEqual(
      expect.objectContaining({
        type: 'bash_progress',
        output: 'one',
        fullOutput: 'one\n',
        totalLines: 1,
        timeoutMs: 120_000,
      }),
    )
  })

  it('prints without end in bounded memory', async () => {
    const { text } = await run('yes', { timeout: 1_500 })
    expect(text.length).toBeLessThan(30_400)
    expect(text).toContain('characters left out')
  })
})

describe('what a command leaves behind', () => {
  it('lives on until the session ends, and does not keep the call waiting', async () => {
    const shells = createBackgroundShells({ env: process.env, graceMs: 200 })
    const other = await createToolHarness({ services: { shells } })
    try {
      const { text } = await other.run(bash, { command: 'echo $$; sleep 1000 & echo done' })
      expect(text).toContain('done\nSomething that the command started still runs')
      expect(isGroupAlive(groupIn(text))).toBe(true)
      await shells.close()
      expect(isGroupAlive(groupIn(text))).toBe(false)
    } finally {
      await shells.close()
      await other.close()
    }
  })

  it('is stopped where no session looks after it', async () => {
    const { text } = await run('echo $$; sleep 1000 & echo done')
    expect(text).toContain('was stopped')
    await until(() => !isGroupAlive(groupIn(text)))
  })

  it('may go on printing', async () => {
    const shells = createBackgroundShells({ env: process.env, graceMs: 200 })
    const other = await createToolHarness({ services: { shells } })
    try {
      const command =
        '(while sleep 0.02; do echo tick; [ -f stop ] && break; done; echo ended > end) & echo $$'
      await other.run(bash, { command })
      writeFileSync(other.path('stop'), '')
      await until(() => existsSync(other.path('end')))
    } finally {
      await shells.close()
      await other.close()
    }
  })
})

function groupIn(text: string): number {
  const [group] = /^\d+$/m.exec(text) ?? []
  if (group === undefined) throw new Error(`no process in ${text}`)
  return Number(group)
}

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 1_000 && !condition(); attempt += 1) await sleep(10)
  expect(condition()).toBe(true)
}
