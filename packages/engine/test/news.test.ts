import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PermissionMode } from '@antiphon/core'
import type { ScriptCall, ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { createToolbox, createTools, type QueryEngineOptions } from '../src/index.ts'
import { createEngineKit, type EngineKit, findBreaks, readEntries, refusals, run } from './engine-kit.ts'

let kit: EngineKit | undefined
let compactions = 0
afterEach(async () => {
  // Whatever was told: nothing was refused, and each request extends the one before.
  const requests = kit?.simulator.log.all() ?? []
  const seen = kit && {
    refused: refusals(kit.simulator),
    breaks: findBreaks(requests.filter(isOwn)).length,
  }
  await kit?.close()
  kit = undefined
  expect(seen).toEqual({ refused: [], breaks: compactions })
  compactions = 0
})

const isOwn = (record: unknown): boolean => !JSON.stringify(record).includes('gets too long')
const calls = (...made: readonly ScriptCall[]): ScriptReply => ({ thinking: 'hm', calls: made })
const read = (path: string): ScriptCall => ({ name: 'Read', input: { file_path: path } })
const TOOLBOX = createToolbox(createTools().filter(({ name }) => name !== 'Snip'))

async function open(
  replies: readonly ScriptReply[],
  options: Partial<QueryEngineOptions> = {},
): Promise<Awaited<ReturnType<EngineKit['open']>>> {
  kit ??= await createEngineKit(replies)
  return kit.open({ toolbox: TOOLBOX, ...options })
}

/** The attachments of a kind that the log holds. */
async function told(type: string): Promise<readonly unknown[]> {
  const entries = kit ? await readEntries(kit) : []
  return entries.flatMap(({ attachment }) =>
    (attachment as { readonly type?: string } | undefined)?.type === type ? [attachment] : [],
  )
}

const sent = (index: number): string => JSON.stringify(kit?.simulator.log.all().at(index)?.request?.messages)

describe('a folder with instructions of its own', () => {
  it('is told when a file in it is read, once a session and not again after a resume', async () => {
    kit = await createEngineKit([
      calls(read('sub/a.txt'), read('sub/b.txt')),
      'Read.',
      calls(read('sub/a.txt')),
      'Again.',
    ])
    mkdirSync(join(kit.folder, 'sub'))
    writeFileSync(join(kit.folder, 'sub', 'CLAUDE.md'), 'Sing here.')
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(kit.folder, 'sub', name), name)
    const first = await open([])
    await run(first.engine, 'read them')
    await first.close()
    const second = await open([])
    await run(second.engine, 'and again')
    await second.close()
    expect(await told('nested_memory')).toMatchObject([
      { path: join(kit.folder, 'sub', 'CLAUDE.md'), content: { content: 'Sing here.' } },
    ])
    expect(sent(0)).not.toContain('Sing here.')
    expect(sent(1)).toContain('Sing here.')
  })
})

describe('a new day', () => {
  it('is told with the next prompt, once, and after a resume too', async () => {
    let now = new Date(2026, 0, 30, 23, 50).getTime()
    const reminders = [
      {
        type: 'attachment' as const,
        attachment: { type: 'date' as const, date: '2026-01-30' },
        uuid: '33333333-3333-4333-8333-333333333333',
        timestamp: '2026-01-30T12:00:00.000Z',
      },
    ]
    const options = { reminders, now: () => now }
    const first = await open(['Good night.', 'Good morning.', 'Still.', 'Later.'], options)
    await run(first.engine, 'hello')
    now += 24 * 60 * 60_000
    await run(first.engine, 'hello again')
    await run(first.engine, 'and again')
    await first.close()
    expect(await told('date_change')).toEqual([{ type: 'date_change', newDate: '2026-01-31' }])
    now += 24 * 60 * 60_000
    const second = await open([], options)
    await run(second.engine, 'a day later')
    await second.close()
    expect(await told('date_change')).toHaveLength(2)
    expect(sent(-1)).toContain('2026-02-01')
  })
})

describe('the list of things to do', () => {
  it('is called to mind when the model has not spoken of it for many answers', async () => {
    const todos = [{ content: 'Sing', status: 'pending', activeForm: 'Singing' }]
    const write = calls({ name: 'TodoWrite', input: { todos } })
    const { engine, close } = await open([
      write,
      ...Array.from({ length: 12 }, (_, n) => calls(read(`nothing ${n}`))),
      'Done.',
    ])
    await run(engine, 'go')
    await close()
    expect(await told('todo_reminder')).toMatchObject([{ content: todos, itemCount: 1 }])
    expect(sent(-1)).toContain('Sing')
  })
})

describe('plan mode', () => {
  it('is told at the first prompt, when it is left, and when it is entered again', async () => {
    const { engine, close } = await open(['Planned.', 'Still.', 'Did.', 'Planned again.'], {
      permissions: {
        mode: 'plan',
        rules: { allow: [], deny: [], ask: [] },
        additionalDirectories: [],
        decide: () => ({ behavior: 'allow', reason: 'test' }),
        ask: null,
      },
    })
    const prompts: readonly (readonly [PermissionMode, string])[] = [
      ['plan', 'plan it'],
      ['plan', 'go on'],
      ['default', 'do it'],
      ['plan', 'plan more'],
    ]
    for (const [mode, prompt] of prompts) {
      engine.setPermissionMode(mode)
      await run(engine, prompt)
    }
    await close()
    expect(await told('plan_mode')).toEqual([
      { type: 'plan_mode', reminderType: 'full' },
      { type: 'plan_mode', reminderType: 'full' },
    ])
    expect(await told('plan_mode_exit')).toHaveLength(1)
    expect(await told('plan_mode_reentry')).toHaveLength(1)
    expect(sent(0)).toContain('Plan mode is on')
    expect(sent(1)).not.toContain('Plan mode is off')
    expect(sent(2)).toContain('Plan mode is off')
    expect(sent(3)).toContain('Plan mode is on again')
  })
})

describe('what MCP servers say about themselves', () => {
  it('is told once, again behind a compaction, and so is who left', async () => {
    let servers = [{ name: 'choir', instructions: 'Sing in two parts.' }]
    const { engine, close } = await open(
      ['One.', 'Two.', '<summary>They sang.</summary>', 'Three.', 'Four.'],
      {
        mcpServers: () => servers,
      },
    )
    await run(engine, 'one')
    await run(engine, 'two')
    expect(await told('mcp_instructions_delta')).toHaveLength(1)
    expect(sent(0)).toContain('Sing in two parts.')
    for await (const _ of engine.compact());
    compactions = 1
    await run(engine, 'three')
    expect(await told('mcp_instructions_delta')).toHaveLength(2)
    servers = []
    await run(engine, 'four')
    await close()
    expect((await told('mcp_instructions_delta')).at(-1)).toMatchObject({
      addedNames: [],
      removedNames: ['choir'],
    })
  })
})
