import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { listRefusals, readLogs, waitFor } from '../headless-kit.ts'
import { playClaude } from '../play-claude.ts'
import { createTerminalKit, NO_TMUX, type TerminalKit } from './terminal-kit.ts'

let kit: TerminalKit | null = null

async function start(...replies: readonly ScriptReply[]): Promise<TerminalKit> {
  kit = await createTerminalKit(replies)
  return kit
}

afterEach(async () => {
  const old = kit
  kit = null
  if (old) expect(listRefusals(old.simulator)).toEqual([])
  await old?.close()
})

const ESCAPE = '\u001b'

describe.skipIf(NO_TMUX !== null)(withReason('the terminal around a talk', NO_TMUX), () => {
  it('has no colour where NO_COLOR says so', async () => {
    const { open } = await start('Plain **words**.')
    const terminal = await open(['hello'], { env: { NO_COLOR: '1' } })
    await terminal.until('● Plain **words**.')
    for (const style of [1, 2, 3, 31, 32, 34, 35, 36])
      expect(terminal.bytes()).not.toContain(`${ESCAPE}[${style}m`)
  })

  it('speaks Chinese where the person does, and counts its columns', async () => {
    const { open } = await start({ calls: [{ name: 'Bash', input: { command: 'touch it' } }] }, '好的。')
    const terminal = await open(['你好，世界'], {
      env: { LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' },
      columns: 40,
    })
    await terminal.until('允许运行 Bash 吗？')
    await terminal.press('1')
    await terminal.until('● 好的。')
    const screen = await terminal.until('? 查看按键')
    expect(screen).toContain('› 你好，世界')
    expect(screen).toContain('✓ 运行 1 条命令')
  })

  it('calls who looks elsewhere when the agent waits and when it has ended, and nobody who looks', async () => {
    const { open } = await start(
      { text: 'a ', calls: [{ name: 'Bash', input: { command: 'touch it' } }], delay: 600 },
      'Done.',
      { text: 'Again.', delay: 800 },
    )
    const terminal = await open(['touch it'])
    await terminal.until('Working')
    expect(terminal.bytes()).toContain(`${ESCAPE}[?1004h`)
    await terminal.type(`${ESCAPE}[O`)
    await terminal.until('May Bash run?')
    await waitFor(() => terminal.bytes().includes(`${ESCAPE}]9;Antiphon: the agent waits for you`))
    await terminal.press('1')
    await terminal.until('● Done.')
    await waitFor(() => terminal.bytes().includes(`${ESCAPE}]9;Antiphon: the agent has finished`))
    const told = terminal.bytes().split(`${ESCAPE}]9;`).length
    await terminal.type('again')
    await terminal.press('Enter')
    await terminal.until('Working')
    await terminal.type(`${ESCAPE}[I`)
    await terminal.until('● Again.')
    await terminal.until('? for keys')
    expect(terminal.bytes().split(`${ESCAPE}]9;`).length).toBe(told)
  })

  it('tells model, mode, branch, context and cost below the field', async () => {
    const { open, folder } = await start('Here.')
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/lamp-feature\n')
    const terminal = await open(['hello', '--permission-mode', 'acceptEdits'])
    await terminal.until('● Here.')
    await terminal.until(/Opus 5\.5 · ⏵⏵ accept edits · lamp-feature\s+\d+% context left · \$0\.\d+/)
  })

  it('shows what the command of the person’s own settings says instead, and runs none of the project’s', async () => {
    const { open, root, folder } = await start('Here.')
    const settings = (word: string): string =>
      JSON.stringify({
        statusLine: { type: 'command', command: `sed 's/.*"session_id":"\\([^"]*\\)".*/${word} \\1/'` },
      })
    writeFileSync(join(root, 'settings.json'), settings('own'))
    mkdirSync(join(folder, '.claude'))
    writeFileSync(join(folder, '.claude', 'settings.json'), settings('foreign'))
    const terminal = await open(['hello'])
    await terminal.until(/^ {2}own [0-9a-f-]{36}$/m)
    expect(terminal.bytes()).not.toContain('foreign')
  })

  it('drives the installed claude in the same way, and goes on with its session', async () => {
    const kit = await start('From the program.', 'Again from it.')
    const env = { ANTIPHON_CLAUDE: playClaude(join(kit.folder, '..')) }
    const first = await kit.open(['--agent', 'claude', 'who are you?'], { env })
    await first.until('● From the program.')
    await first.until('? for keys')
    await first.press('C-d')
    await first.until('ENDED 0')
    const second = await kit.open(['--agent', 'claude', '-c'], { env })
    await second.until('● From the program.')
    await second.until('? for keys')
    await second.type('and again?')
    await second.press('Enter')
    await second.until('● Again from it.')
    expect(new Set(readLogs(kit.root).flatMap(({ sessionId }) => sessionId ?? [])).size).toBe(1)
  })

  it('says what is in the way where the program is not there', async () => {
    const { open } = await start()
    const terminal = await open(['--agent', 'claude'])
    expect(await terminal.until(/ENDED [1-9]/)).toContain('Claude Code was not found')
  })

  it('writes plain lines for a screen reader, asks by numbers, and draws nothing again', async () => {
    const { open } = await start(
      { calls: [{ name: 'Bash', input: { command: 'touch it' } }] },
      'Plainly done.',
    )
    const terminal = await open(['--screen-reader', 'touch it'], { env: { TERM: 'dumb' } })
    await terminal.until('3. No')
    await terminal.type('1')
    await terminal.press('Enter')
    await terminal.until('● Plainly done.')
    await terminal.type('/exit')
    await terminal.press('Enter')
    await terminal.until('ENDED 0')
    for (const drawing of [`${ESCAPE}[2026`, `${ESCAPE}[1A`, `${ESCAPE}[2A`, `${ESCAPE}[?1049`])
      expect(terminal.bytes()).not.toContain(drawing)
  })

  it('writes little: an answer of many words costs a small multiple of itself', async () => {
    const text = 'Some words of an answer that goes on for a while. '.repeat(400)
    const { open } = await start({ text, pace: 1 })
    const terminal = await open(['tell me'])
    await terminal.until(/for a while\.[\s\S]*\? for keys/)
    expect(terminal.bytes().length).toBeLessThan(text.length * 60)
  })
})
