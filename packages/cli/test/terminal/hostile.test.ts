import { readdirSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { readLogs } from '../headless-kit.ts'
import { NO_TMUX, setUpTerminals, type TerminalKit, type TestTerminal } from './terminal-kit.ts'

const start = setUpTerminals()
const ESC = '\u001b'

/** What a terminal would do more of than show letters, each in a way in which nothing of ours writes it. */
const ATTACKS: Readonly<Record<string, string>> = {
  title: `${ESC}]0;owned\u0007`,
  'title, by ST': `${ESC}]2;owned${ESC}\\`,
  link: `${ESC}]8;;https://owned.example/\u0007`,
  notification: `${ESC}]9;owned\u0007`,
  clipboard: `${ESC}]52;c;b3duZWQ=\u0007`,
  picture: `${ESC}]1337;File=inline=1:b3duZWQ=\u0007`,
  'clearing the screen': `${ESC}[3J`,
  'another screen': `${ESC}[?1049h`,
  'another screen, the old way': `${ESC}[?47h`,
  colour: `${ESC}[38;5;199m`,
  'report of the title': `${ESC}[21t`,
  'report of the state': `${ESC}[5n`,
  'moving up': `${ESC}[77A`,
  'hidden cursor': `${ESC}[?12;25l`,
  reset: `${ESC}c`,
  'other letters': `${ESC}(0`,
  device: `${ESC}P+q544e${ESC}\\`,
  kitty: `${ESC}_Ga=T;b3duZWQ=${ESC}\\`,
  private: `${ESC}^owned${ESC}\\`,
  'CSI of one letter': '\u009b31m',
  'OSC of one letter': '\u009d0;owned\u009c',
  'DCS of one letter': '\u0090owned\u009c',
  'turned round': '\u202egnp.exe\u202c',
  'turned round, isolated': '\u2066owned\u2069',
  'other letters by a shift': '\u000e',
  'back over what was written': 'x\u0008\u0008',
}
const ALL = Object.values(ATTACKS).join('~')
const LINE = ALL.replaceAll(/\s/g, ' ')

/** None of it reached the terminal, and the terminal is as it was. */
async function check(terminal: TestTerminal): Promise<void> {
  const bytes = terminal.bytes()
  expect(Object.keys(ATTACKS).filter(name => bytes.includes(ATTACKS[name] ?? ''))).toEqual([])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing of ours writes these
  expect(bytes.match(/[\u0080-\u009f\u000e\u000f\u202a-\u202e\u2066-\u2069]/g)).toBeNull()
  expect((await terminal.place()).isOther).toBe(false)
}

async function allow(terminal: TestTerminal, question: string | RegExp): Promise<void> {
  await terminal.until(question)
  await sleep(500)
  await terminal.press('1')
}

function writeServer({ folder }: TerminalKit, words: string): string {
  const path = join(folder, '..', 'servers.json')
  const args = [join(import.meta.dirname, 'asking-server.mjs'), words]
  writeFileSync(path, JSON.stringify({ mcpServers: { lamp: { command: process.execPath, args } } }))
  return path
}

describe.skipIf(NO_TMUX !== null)(withReason('hostile words in a terminal', NO_TMUX), () => {
  it('are text in what tools print, in Markdown, and in the transcript', async () => {
    const kit = await start(
      { thinking: `Hm ${ALL}`, calls: [{ name: 'Read', input: { file_path: 'loot.txt' } }] },
      { calls: [{ name: 'Bash', input: { command: 'cat loot.txt; cat loot.txt >&2; exit 3' } }] },
      `A ${ALL}\n\n# Head ${LINE}\n\n- item ${LINE}\n\n| a | b |\n|---|---|\n| ${LINE.replaceAll('|', '')} | c |\n\n[${LINE}](https://example.org/${LINE})\n\n\`\`\`${LINE}\ncode ${ALL}\n\`\`\`\n\nThe end.`,
    )
    writeFileSync(join(kit.folder, 'loot.txt'), `loot ${ALL}\n`)
    const terminal = await kit.open(
      ['--allowedTools', 'Bash(cat:*)', 'Bash(exit:*)', '--', `be nice ${LINE}`],
      {
        env: { FORCE_HYPERLINK: '1' },
      },
    )
    await terminal.until(/The end\.|May Bash run/)
    if ((await terminal.screen()).includes('May Bash run')) await allow(terminal, 'May Bash run')
    await terminal.until('The end.')
    await terminal.until('? for keys')
    await check(terminal)
    await terminal.press('C-o')
    await terminal.until('Transcript ·')
    await terminal.press('g')
    await terminal.until('loot ')
    await terminal.press('q')
    await terminal.until('? for keys')
    // The other screen was ours.
    const own = terminal.bytes().split(ATTACKS['another screen'] ?? '').length - 1
    expect(own).toBe(1)
  })

  it('are text in names of files, in questions, and in titles of sessions', async () => {
    const kit = await start(
      { calls: [{ name: 'Bash', input: { command: `touch a # ${ALL}`, description: ALL } }] },
      {
        calls: [{ name: 'Write', input: { file_path: `new${LINE.replaceAll('/', '')}.txt`, content: ALL } }],
      },
      { calls: [{ name: 'ExitPlanMode', input: { plan: `# Plan ${ALL}` } }] },
      'Said.',
    )
    const name = `lamp${LINE.replaceAll('/', '').slice(0, 60)}.md`
    writeFileSync(join(kit.folder, name), 'light\n')
    const terminal = await kit.open([])
    await terminal.until('? for keys')
    await terminal.type('@lamp')
    await terminal.until('❯ lamp')
    await terminal.press('Enter')
    await terminal.type('go')
    await terminal.press('Enter')
    await allow(terminal, 'May Bash run?')
    await allow(terminal, 'May Write run?')
    await terminal.until(/Is this plan good\?|● Said\./)
    if ((await terminal.screen()).includes('Is this plan good?')) await allow(terminal, 'Is this plan good?')
    await terminal.until('● Said.')
    await terminal.until('? for keys')
    await check(terminal)
    await terminal.press('C-d')
    await terminal.until('ENDED 0')
    const [log = ''] = readdirSync(join(kit.root, 'projects'), { recursive: true })
      .map(String)
      .filter(path => path.endsWith('.jsonl'))
    const sessionId = readLogs(kit.root).flatMap(entry => entry.sessionId ?? [])[0]
    const title = { type: 'custom-title', customTitle: `titled ${ALL}`, sessionId }
    await appendFile(join(kit.root, 'projects', log), `${JSON.stringify(title)}\n`)
    const second = await kit.open(['-r'])
    await second.until('❯ titled')
    await second.until(/│ ● Said\./)
    await check(second)
  })

  it('are text in what MCP servers say and ask; an elicitation is answered field by field', async () => {
    const kit = await start({ calls: [{ name: 'mcp__lamp__ask' }] }, 'Answered.', 'Declined.')
    const config = writeServer(kit, ALL)
    const terminal = await kit.open(
      ['--mcp-config', config, '--allowedTools', 'mcp__lamp__ask', '--', 'ask me'],
      { rows: 60, columns: 120 },
    )
    await terminal.until(/Which\?[\s\S]*Colour/)
    await sleep(500)
    await terminal.press('1')
    await terminal.until('How many')
    await terminal.press('Enter')
    await terminal.until('this is needed')
    await terminal.type('3')
    await terminal.press('Enter')
    await terminal.until('● Answered.')
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request)).toContain(
      '{\\\\\\"action\\\\\\":\\\\\\"accept\\\\\\",\\\\\\"content\\\\\\":{\\\\\\"colour\\\\\\":\\\\\\"red\\\\\\",\\\\\\"many\\\\\\":3}}'.replaceAll(
        '\\\\\\"',
        '\\"',
      ),
    )
    await terminal.until('? for keys')
    await terminal.type('/mcp')
    await terminal.press('Enter')
    await terminal.until(/│.*lamp/)
    await terminal.until('? for keys')
    await terminal.type('/mcp__')
    await terminal.until('❯ /mcp__lamp__light')
    await check(terminal)
  })
})
