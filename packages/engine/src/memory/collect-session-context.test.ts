import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAssistantMessage,
  createAttachmentMessage,
  createUserMessage,
  type Message,
  normalizeMessagesForAPI,
} from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectGitStatus, collectSessionContext, createContextMessages } from './collect-session-context.ts'
import { createDateChange } from './create-date-change.ts'
import { createTodoReminder } from './create-todo-reminder.ts'

let cwd: string
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-context-')))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }

function git(...args: readonly string[]): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=trunk']
  execFileSync('git', [...identity, ...args], { cwd, env, stdio: 'ignore' })
}

describe('collectGitStatus', () => {
  it('tells branch, status and commits', async () => {
    git('init')
    await writeFile(join(cwd, 'a'), '1')
    git('add', 'a')
    git('commit', '-m', 'first')
    await writeFile(join(cwd, 'a'), '2')
    await writeFile(join(cwd, 'b'), '')
    expect(await collectGitStatus({ cwd, env })).toMatch(
      /Branch: trunk\n\nStatus:\n M a\n\?\? b\n\nRecent commits:\n[0-9a-f]+ first$/,
    )
  })

  it('tells of a repository without commits, and bounds a long status', async () => {
    git('init')
    expect(await collectGitStatus({ cwd, env })).toContain('Status:\n(clean)\n\nRecent commits:\n(none)')
    for (let index = 0; index < 100; index++) await writeFile(join(cwd, `${index}-${'x'.repeat(100)}`), '')
    const status = await collectGitStatus({ cwd, env })
    expect(status?.length).toBeLessThan(3_000)
    expect(status).toContain('more are not shown')
  })

  it('says nothing without a repository, or without git', async () => {
    expect(await collectGitStatus({ cwd, env: { ...env, GIT_CEILING_DIRECTORIES: tmpdir() } })).toBeNull()
    git('init')
    expect(await collectGitStatus({ cwd, env: { PATH: '/nowhere' } })).toBeNull()
  })

  it('runs no program that the repository names', async () => {
    git('init')
    const marker = join(cwd, 'marker')
    git('config', 'core.fsmonitor', `touch ${marker}; false`)
    await collectGitStatus({ cwd, env })
    expect(existsSync(marker)).toBe(false)
    git('status')
    expect(existsSync(marker)).toBe(true)
  })
})

describe('collectSessionContext', () => {
  const options = () => ({
    cwd,
    home: join(cwd, 'home'),
    env: { ...env, SHELL: '/bin/zsh', GIT_CEILING_DIRECTORIES: tmpdir() },
    model: 'claude-opus-5-5',
    additionalDirectories: ['/more'],
    now: () => new Date(2026, 0, 2, 23, 59),
  })

  it('tells the same of the same, and the log keeps it', async () => {
    await writeFile(join(cwd, 'CLAUDE.md'), 'Use tabs.')
    const context = await collectSessionContext(options())
    expect(context).toEqual(await collectSessionContext(options()))
    expect(context).toMatchObject({
      environment: { workingDirectory: cwd, shell: 'zsh', additionalWorkingDirectories: ['/more'] },
      date: '2026-01-02',
    })
    const messages: Message[] = [...createContextMessages(context), createUserMessage({ content: 'hello' })]
    const sent = JSON.stringify(normalizeMessagesForAPI(messages))
    for (const words of ['Use tabs.', `Working directory: ${cwd}`, 'Today is 2026-01-02.', 'claude-opus-5-5'])
      expect(sent).toContain(words)
    const stored = JSON.parse(JSON.stringify(messages))
    expect(JSON.stringify(normalizeMessagesForAPI(stored))).toBe(sent)
  })
})

describe('createDateChange', () => {
  const date = createAttachmentMessage({ type: 'date', date: '2026-01-02' })

  it('tells a new day once', () => {
    const now = new Date(2026, 0, 3)
    const change = createDateChange([date], now)
    expect(change).toEqual({ type: 'date_change', newDate: '2026-01-03' })
    expect(createDateChange([date, createAttachmentMessage(change!)], now)).toBeNull()
  })

  it('says nothing on the same day, or to a model that knows no date', () => {
    expect(createDateChange([date], new Date(2026, 0, 2))).toBeNull()
    expect(createDateChange([], new Date(2026, 0, 2))).toBeNull()
  })
})

describe('createTodoReminder', () => {
  const todo = { content: 'a', status: 'pending', activeForm: 'doing a' } as const
  const said = (todos: readonly object[]) =>
    createAssistantMessage({
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'TodoWrite', input: { todos } }],
    })
  const answers = (count: number): Message[] =>
    Array.from({ length: count }, (_, index) => createAssistantMessage({ content: `${index}` }))

  it('reminds of a list that is another than the model knows', () => {
    expect(createTodoReminder([said([todo])], [todo])).toBeNull()
    const changed = { ...todo, status: 'completed' } as const
    const reminder = createTodoReminder([said([todo])], [changed])
    expect(reminder).toEqual({ type: 'todo_reminder', content: [changed], itemCount: 1 })
    expect(createTodoReminder([said([todo]), createAttachmentMessage(reminder!)], [changed])).toBeNull()
  })

  it('reminds after ten answers that said nothing of it, and again after ten more', () => {
    expect(createTodoReminder([said([todo]), ...answers(9)], [todo])).toBeNull()
    const messages = [said([todo]), ...answers(10)]
    const reminder = createTodoReminder(messages, [todo])
    expect(reminder).not.toBeNull()
    messages.push(createAttachmentMessage(reminder!), ...answers(9))
    expect(createTodoReminder(messages, [todo])).toBeNull()
    expect(createTodoReminder([...messages, ...answers(1)], [todo])).not.toBeNull()
  })

  it('does not remind of nothing', () => {
    expect(createTodoReminder(answers(50), [])).toBeNull()
  })
})
