import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { COMMAND_TABLE } from '@antiphon/engine/command-table'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { readLogs, waitFor } from '../headless-kit.ts'
import { playClaude } from '../play-claude.ts'
import { COMMAND_CASES, type CommandCase } from './command-cases.ts'
import { NO_TMUX, setUpTerminals, type TerminalKit, type TestTerminal } from './terminal-kit.ts'

const start = setUpTerminals()

async function run(terminal: TestTerminal, command: string): Promise<void> {
  await terminal.until('? for keys')
  await terminal.type(command)
  await terminal.press('Enter')
}

type Typed = CommandCase & { readonly typed: string; readonly names: readonly string[] }

/** Every name of the table with what becomes of it: those behind which more can be typed, or those that are last. */
function listTyped(isLast: boolean): readonly Typed[] {
  return COMMAND_TABLE.flatMap(({ name, aliases = [] }) => {
    const names = [name, ...aliases].map(one => `/${one}`)
    const found = COMMAND_CASES[name]
    return (found.isLast ?? false) === isLast ? names.map(typed => ({ ...found, typed, names })) : []
  })
}

/** Types a command, and looks at what comes behind that on the screen and in the log. */
async function check(kit: TerminalKit, terminal: TestTerminal, one: Typed): Promise<void> {
  const { typed, names, words, asks, shows, isStored, behind } = one
  const countStored = (): number =>
    names.reduce(
      (sum, name) => sum + JSON.stringify(readLogs(kit.root)).split(`<command-name>${name}<`).length - 1,
      0,
    )
  await terminal.until('? for keys')
  const [before, stored] = [await terminal.everything(), countStored()]
  await run(terminal, [typed, words].filter(Boolean).join(' '))
  if (asks) await allow(terminal, asks)
  await terminal.shows(shows, before)
  await behind?.(terminal, kit)
  if (isStored) await waitFor(() => countStored() > stored)
  expect([typed, countStored() - stored]).toEqual([typed, isStored ? 1 : 0])
}

/** Says yes to a question; keys that come while somebody types are not meant for it. */
async function allow(terminal: TestTerminal, question: string | RegExp): Promise<void> {
  await terminal.until(question)
  await sleep(500)
  await terminal.press('1')
}

describe.skipIf(NO_TMUX !== null)(withReason('commands in a terminal', NO_TMUX), () => {
  it('of the table are each done, by all their names, one behind the other', async () => {
    const kit = await start('The heron stands.')
    const terminal = await kit.open(['where is the heron?'], { rows: 50, columns: 130 })
    await terminal.until('● The heron stands.')
    for (const typed of listTyped(false)) await check(kit, terminal, typed)
  })

  it.each(listTyped(true))('$typed is done, and what was before it is over', async typed => {
    const kit = await start('The heron stands.', ...(typed.replies ?? []))
    const terminal = await kit.open(['where is the heron?'], { rows: 50, columns: 130 })
    await terminal.until('● The heron stands.')
    await check(kit, terminal, typed)
  })

  it('are refused by who is asked, and then nothing is written', async () => {
    const { open, folder } = await start('Kept.')
    const terminal = await open(['hello'])
    await terminal.until('● Kept.')
    await run(terminal, '/share secret.md')
    await terminal.until('May Write run?')
    await sleep(500)
    await terminal.press('Down', 'Down', 'Enter')
    await terminal.until(/secret\.md was not written/)
    expect(existsSync(join(folder, 'secret.md'))).toBe(false)
  })

  it('are completed by their other names and in the person’s language', async () => {
    const { open } = await start()
    const terminal = await open([], { env: { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' } })
    await terminal.until('? 查看按键')
    await terminal.type('/qui')
    await terminal.until(/❯ \/exit\s+离开对话/)
    await terminal.press('C-u')
    await terminal.type('/comp')
    await terminal.until(/❯ \/compact \[总结要保留的内容\]\s+总结对话/)
  })

  it('/fork goes on in a copy', async () => {
    const { open, root } = await start('One.', 'Two.')
    const terminal = await open(['first'])
    await terminal.until('● One.')
    await run(terminal, '/branch')
    await terminal.until('going on in a copy')
    await run(terminal, 'second')
    await terminal.until('● Two.')
    const sessions = new Set(readLogs(root).flatMap(({ sessionId }) => sessionId ?? []))
    expect(sessions.size).toBe(2)
    expect((await terminal.everything()).split('● One.').length).toBe(2)
  })

  it('of the person are called with their words: files of the project, skills', async () => {
    const { open, folder, simulator } = await start('Greeted.', 'Sung.')
    mkdirSync(join(folder, '.claude', 'commands'), { recursive: true })
    mkdirSync(join(folder, '.claude', 'skills', 'sing'), { recursive: true })
    writeFileSync(
      join(folder, '.claude', 'commands', 'greet.md'),
      '---\ndescription: Greets somebody\nargument-hint: <name>\n---\nSay hello to $ARGUMENTS.\n',
    )
    writeFileSync(
      join(folder, '.claude', 'skills', 'sing', 'SKILL.md'),
      '---\nname: sing\ndescription: How to sing\n---\nSing in thirds.\n',
    )
    const terminal = await open()
    await terminal.until(/Opus/)
    await terminal.type('/gre')
    await terminal.until(/❯ \/greet <name>\s+Greets somebody/)
    await terminal.press('Tab')
    await terminal.type('Ada')
    await terminal.press('Enter')
    await terminal.until('● Greeted.')
    expect(JSON.stringify(simulator.log.all().at(-1)?.request?.messages)).toContain('Say hello to Ada.')
    await run(terminal, '/sing')
    await terminal.until('● Sung.')
    expect(JSON.stringify(simulator.log.all().at(-1)?.request?.messages)).toContain('Sing in thirds.')
  })

  it('!command shows what it prints while it runs', async () => {
    const { open } = await start()
    const terminal = await open()
    await run(terminal, '!for i in 1 2 3 4 5 6 7 8; do echo tick-$i; sleep 0.6; done')
    await allow(terminal, 'May Bash run?')
    const screen = await terminal.until(/Working[\s\S]*│ tick-[2-7]/)
    expect(screen).not.toContain('tick-8')
    await terminal.until(/│ tick-8[\s\S]*\? for keys/)
  })

  it('beside the installed claude the terminal does what it does not know', async () => {
    const kit = await start('From the program.')
    const env = { ANTIPHON_CLAUDE: playClaude(join(kit.folder, '..')) }
    const terminal = await kit.open(['--agent', 'claude', 'who are you?'], { env })
    await terminal.until('● From the program.')
    await run(terminal, '/mode plan')
    await terminal.until('plan mode')
    await run(terminal, '/quit')
    await terminal.until('ENDED 0')
  })
})
