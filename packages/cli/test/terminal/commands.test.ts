import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { readLogs } from '../headless-kit.ts'
import { playClaude } from '../play-claude.ts'
import { NO_TMUX, setUpTerminals, type TestTerminal } from './terminal-kit.ts'

const start = setUpTerminals()

async function run(terminal: TestTerminal, command: string): Promise<void> {
  await terminal.until('? for keys')
  await terminal.type(command)
  await terminal.press('Enter')
}

/** Says yes to a question; keys that come while somebody types are not meant for it. */
async function allow(terminal: TestTerminal, question: string | RegExp): Promise<void> {
  await terminal.until(question)
  await sleep(500)
  await terminal.press('1')
}

describe.skipIf(NO_TMUX !== null)(withReason('commands in a terminal', NO_TMUX), () => {
  it('of the session are answered in the talk: /context, /cost, /status, /permissions, /memory, /tasks, /todos, /mcp', async () => {
    const { open, root } = await start('Said.')
    const terminal = await open(['begin'], { rows: 50 })
    await terminal.until('● Said.')
    const answers: readonly (readonly [string, string | RegExp])[] = [
      ['/context', /│.*tokens/],
      ['/cost', /│.*\$/],
      ['/status', /│ Session\s+[0-9a-f-]{36}/],
      ['/allowed-tools', '│ Mode: default'],
      ['/memory', /│ (?:No file tells|Instructions)/],
      ['/tasks', /│.*background/],
      ['/todos', '│ There is nothing to do on the list'],
      ['/mcp', '│ There are no MCP servers'],
    ]
    for (const [command, answer] of answers) {
      await run(terminal, command)
      await terminal.until(answer)
    }
    expect(JSON.stringify(readLogs(root))).toContain('<command-name>/cost</command-name>')
  })

  it('of the executable are answered, too, and ask first: /search, /usage, /doctor, /export', async () => {
    const { open, folder } = await start('The heron stands.')
    const terminal = await open(['where is the heron?'], { rows: 50, columns: 130 })
    await terminal.until('● The heron stands.')
    await run(terminal, '/search heron')
    await allow(terminal, /May Read run\?[\s\S]*projects/)
    await terminal.until(/│\s+\w{8}\s+answer\s+The heron stands\./)
    await run(terminal, '/usage')
    await terminal.until(/│.*Opus/i)
    await run(terminal, '/doctor')
    await terminal.until('│ ✓ Fine.')
    await run(terminal, '/export heron.md')
    await allow(terminal, /May Write run\?[\s\S]*heron\.md/)
    await terminal.until(/│.*heron\.md/)
    expect(readFileSync(join(folder, 'heron.md'), 'utf8')).toContain('The heron stands.')
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
