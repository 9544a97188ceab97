import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { readLogs, waitFor } from '../headless-kit.ts'
import { playClaude } from '../play-claude.ts'
import { NO_TMUX, setUpTerminals } from './terminal-kit.ts'

const start = setUpTerminals()

const ESCAPE = '\u001b'

describe.skipIf(NO_TMUX !== null)(withReason('the terminal around a talk', NO_TMUX), () => {
  it('has no colour where NO_COLOR says so', async () => {
    const { open } = await start('Plain **words**.')
    const terminal = await open(['hello'], { env: { NO_COLOR: '1' } })
    await terminal.until('● Plain **words**.')
    expect(terminal.bytes()).not.toContain(`${ESCAPE}]11;?`)
    for (const style of [1, 2, 3, 31, 32, 34, 35, 36])
      expect(terminal.bytes()).not.toContain(`${ESCAPE}[${style}m`)
  })

  it('asks what is behind the text, colours by the answer or by /theme, and types no letter of an answer', async () => {
    const { open, root } = await start('Some `code`.', 'More `code`.', 'Last `code`.')
    const terminal = await open([], { env: { COLORTERM: 'truecolor' } })
    await terminal.until('? for keys')
    await waitFor(() => terminal.bytes().includes(`${ESCAPE}]11;?`))
    const say = async (words: string, answer: string): Promise<string> => {
      const before = terminal.bytes().length
      await terminal.type(words)
      await terminal.press('Enter')
      await terminal.until(answer)
      await terminal.until('? for keys')
      return terminal.bytes().slice(before)
    }
    await terminal.type(`${ESCAPE}]11;rgb:ffff/ffff/ffff${ESCAPE}\\`)
    await terminal.type('he')
    await terminal.until(/^› he$/m)
    expect(await say('llo', '● Some code.')).toContain(`${ESCAPE}[38;2;0;105;115mcode`)
    await say('/theme dark', 'For a dark background')
    expect(await say('again', '● More code.')).toContain(`${ESCAPE}[38;2;86;206;216mcode`)
    const settings = join(root, '..', 'home', '.antiphon', 'settings.json')
    await waitFor(() => existsSync(settings) && readFileSync(settings, 'utf8').includes('"dark"'))
    await terminal.type('/theme')
    await terminal.press('Enter')
    await terminal.until('2. For a dark background')
    await terminal.press('3')
    await terminal.until('? for keys')
    expect(await say('and last', '● Last code.')).toContain(`${ESCAPE}[38;2;0;105;115mcode`)
  })

  it('writes links where the terminal has them, and none in this tmux', async () => {
    const { open } = await start(
      { calls: [{ name: 'Read', input: { file_path: '/no/such/lamp.ts' } }] },
      'See [the page](https://example.org/page) and [bad](javascript:alert).',
    )
    const terminal = await open(['--allowedTools', 'Read', '--', 'look'], { env: { FORCE_HYPERLINK: '1' } })
    await terminal.until('● See the page (https://example.org/page)')
    await waitFor(() => terminal.bytes().includes(`${ESCAPE}]8;;https://example.org/page`))
    expect(terminal.bytes()).not.toContain(`${ESCAPE}]8;;javascript`)
    const plain = await open(['-c'])
    await plain.until('● See the page (https://example.org/page)')
    expect(plain.bytes()).not.toContain(`${ESCAPE}]8;`)
  })

  it('draws pictures where the terminal is known to have a protocol for them, and none in tmux', async () => {
    const { open, folder } = await start(
      { calls: [{ name: 'Read', input: { file_path: 'dot.png' } }] },
      'Seen ![a lamp](https://example.org/lamp.png).',
    )
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    writeFileSync(join(folder, 'dot.png'), png)
    const drawn = (way: string): string => `${ESCAPE}[1A  ${ESCAPE}7${way}`
    const kitty = await open(['--allowedTools', 'Read', '--', 'look'], {
      env: { TMUX: '', TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' },
    })
    await kitty.until('● Seen [image: a lamp].')
    await kitty.until('? for keys')
    // Once, whatever is drawn behind it.
    await kitty.type('more')
    await kitty.until('› more')
    const picture = drawn(`${ESCAPE}_Ga=T,f=100,q=2,C=1,r=1,m=0;iVBOR`)
    await waitFor(() => kitty.bytes().includes('more'))
    expect(kitty.bytes().split(picture)).toHaveLength(2)
    await kitty.press('C-u', 'C-d')
    await kitty.until('ENDED 0')
    const iterm = await open(['-c'], {
      env: { TMUX: '', TERM_PROGRAM: 'iTerm.app', FORCE_HYPERLINK: '1' },
    })
    await iterm.until('● Seen [image: a lamp].')
    await waitFor(() => iterm.bytes().includes(drawn(`${ESCAPE}]1337;File=inline=1;width=auto;height=1;`)))
    expect(iterm.bytes()).toContain(`${ESCAPE}]8;;https://example.org/lamp.png`)
    await iterm.press('C-d')
    await iterm.until('ENDED 0')
    const plain = await open(['-c'], { env: { KITTY_WINDOW_ID: '1' } })
    await plain.until('● Seen [image: a lamp].')
    expect(plain.bytes()).not.toMatch(/_Ga=|1337;/)
  })

  it('tells the days of a session that goes on', async () => {
    const { open, root } = await start('Said.', 'Later.')
    const first = await open(['begin'])
    await first.until('● Said.')
    await first.until('? for keys')
    await first.press('C-d')
    await first.until('ENDED 0')
    const [log = ''] = readdirSync(join(root, 'projects'), { recursive: true })
      .map(String)
      .filter(path => path.endsWith('.jsonl'))
    const path = join(root, 'projects', log)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/"timestamp":"[^"]{10}/g, '"timestamp":"2026-02-03'),
    )
    const second = await open(['-c', 'go on'])
    await second.until('● Later.')
    expect(await second.everything()).toMatch(
      /── Tuesday,? 3 February 2026\n\n› begin[\s\S]*── [A-Z]\w+day[^\n]*\n\n› go on/,
    )
  })

  it('shows what subagents do while they do it', async () => {
    const { open } = await start(
      {
        calls: [
          {
            name: 'Task',
            input: { description: 'Look around', prompt: 'Look.', subagent_type: 'general-purpose' },
          },
        ],
      },
      { calls: [{ name: 'Bash', input: { command: 'sleep 2' } }] },
      'Looked.',
      'All done.',
    )
    const terminal = await open(['--allowedTools', 'Task', 'Bash(sleep:*)', '--', 'look around'])
    await terminal.until(/◦ Look around · 1 call · [\d.]+ s/)
    await terminal.until('● All done.')
    await terminal.without('◦ Look around')
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
    await terminal.until('› 你好，世界')
    expect(screen).toContain('✓ 运行 1 条命令')
  })

  it('calls who looks elsewhere when the agent waits and when it has ended, and nobody who looks', async () => {
    const { open } = await start(
      { text: 'a ', calls: [{ name: 'Bash', input: { command: 'touch it' } }], delay: 600 },
      { text: 'Done.', delay: 2000 },
      { text: 'Again.', delay: 800 },
    )
    const terminal = await open(['touch it'])
    await terminal.until('Working')
    expect(terminal.bytes()).toContain(`${ESCAPE}[?1004h`)
    await terminal.type(`${ESCAPE}[O`)
    await terminal.until('May Bash run?')
    await waitFor(() => terminal.bytes().includes(`${ESCAPE}]9;Antiphon: the agent waits for you`))
    // Who answers is there, and leaves again.
    await terminal.press('1')
    await terminal.type(`${ESCAPE}[O`)
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

  it('awaits who left while it worked, and takes who types for somebody who looks', async () => {
    const { open } = await start(
      { text: 'First.', delay: 600 },
      { text: 'Second.', delay: 600 },
      { text: 'Third.', delay: 600 },
    )
    const terminal = await open(['begin'])
    const [on, off] = [`${ESCAPE}[?1004h`, `${ESCAPE}[?1004l`]
    const finished = `${ESCAPE}]9;Antiphon: the agent has finished`
    const isReported = (): boolean => terminal.bytes().lastIndexOf(on) > terminal.bytes().lastIndexOf(off)
    await terminal.until('Working')
    await terminal.type(`${ESCAPE}[O`)
    await terminal.until('● First.')
    await waitFor(() => terminal.bytes().includes(finished))
    await terminal.until('? for keys')
    expect(isReported()).toBe(true)
    await terminal.type(`${ESCAPE}[I`)
    await waitFor(() => !isReported())
    await terminal.type('again')
    await terminal.press('Enter')
    await terminal.until('Working')
    await terminal.type(`${ESCAPE}[O`)
    await terminal.until('● Second.')
    await waitFor(() => terminal.bytes().split(finished).length === 3)
    await terminal.type('and again')
    await terminal.press('Enter')
    await terminal.until('● Third.')
    await terminal.until('? for keys')
    await waitFor(() => !isReported())
    expect(terminal.bytes().split(finished)).toHaveLength(3)
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

  it('asks a screen reader’s person one question behind the other, and says how lines answer', async () => {
    const ask = (question: string, multiSelect: boolean): JsonObject => ({
      ...{ question, header: 'It', multiSelect },
      options: ['One', 'Two', 'Three'].map(label => ({ label, description: '' })),
    })
    const questions = [ask('Which numbers?', true), ask('Which number?', false), ask('Which name?', false)]
    const kit = await start({ calls: [{ name: 'AskUserQuestion', input: { questions } }] }, 'Counted.')
    const terminal = await kit.open(['--screen-reader', 'ask me'], { env: { TERM: 'dumb' } })
    expect(await terminal.until('Answer by numbers: 1 3')).not.toContain('Space')
    await terminal.type('1 3')
    await terminal.press('Enter')
    await terminal.until(/Which number\?[\s\S]*Answer by a number, with words/)
    await terminal.type('2 3')
    await terminal.press('Enter')
    await terminal.until(/Answered; not used: 3[\s\S]*Which name\?[\s\S]*Answer by a number/)
    await terminal.type('4 seven')
    await terminal.press('Enter')
    await terminal.until('● Counted.')
    const told = JSON.stringify(kit.simulator.log.all().at(-1)?.request)
    for (const answer of ['One, Three', 'seven']) expect(told).toContain(answer)
  })

  it('writes little: an answer of many words costs a small multiple of itself', async () => {
    const text = 'Some words of an answer that goes on for a while. '.repeat(400)
    const { open } = await start({ text, pace: 1 })
    const terminal = await open(['tell me'])
    await terminal.until(/for a while\.[\s\S]*\? for keys/)
    expect(terminal.bytes().length).toBeLessThan(text.length * 60)
  })
})
