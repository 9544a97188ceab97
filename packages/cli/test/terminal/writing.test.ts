import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { readLogs, waitFor } from '../headless-kit.ts'
import { NO_TMUX, setUpTerminals, type TerminalKit, type TestTerminal } from './terminal-kit.ts'

const start = setUpTerminals()

/** What the person said last, as the model was told it. */
function lastSaid({ simulator }: TerminalKit): string {
  const message = simulator.log
    .all()
    .at(-1)
    ?.request?.messages.findLast(({ role }) => role === 'user')
  const content = message?.content ?? ''
  return typeof content === 'string'
    ? content
    : content.map(block => ('text' in block ? String(block.text) : block.type)).join('\n')
}

async function send(terminal: TestTerminal, text: string, answer: string): Promise<void> {
  await terminal.type(text)
  await terminal.press('Enter')
  await terminal.until(`● ${answer}`)
  await terminal.until('? for keys')
}

/** A question is not answered by keys that come while somebody types. */
const sleepTyping = (): Promise<void> => sleep(500)

describe.skipIf(NO_TMUX !== null)(withReason('writing in a terminal', NO_TMUX), () => {
  it('has several lines by Alt-Enter, Ctrl-J and \\ Enter, keys of emacs, and takes back what was done by Ctrl-_', async () => {
    const kit = await start('Read.')
    const terminal = await kit.open()
    await terminal.until('? for keys')
    await terminal.type('one two three')
    await terminal.press('M-b', 'M-b', 'C-k')
    await terminal.until(/^› one$/m)
    await terminal.press('C-y', 'C-a')
    await terminal.type('zero ')
    await terminal.press('C-e', 'C-w')
    await terminal.until(/^› zero one two$/m)
    await terminal.press('C-_')
    await terminal.until(/^› zero one two three$/m)
    await terminal.press('M-Enter')
    await terminal.type('second')
    await terminal.press('C-j')
    await terminal.type('third \\')
    await terminal.press('Enter')
    await terminal.type('漢字👩‍👩‍👧')
    await terminal.press('Left', 'Left')
    await terminal.type('-')
    await terminal.until('漢-字')
    await terminal.press('Enter')
    await terminal.until('● Read.')
    expect(lastSaid(kit)).toContain('zero one two three\nsecond\nthird \n漢-字👩‍👩‍👧')
  })

  it('has the keys of vi where the settings say so, and shows their mode', async () => {
    const kit = await start({ text: 'slow '.repeat(3000), pace: 20 })
    const config = join(kit.root, '..', 'home', '.antiphon')
    mkdirSync(config, { recursive: true })
    writeFileSync(join(config, 'settings.json'), JSON.stringify({ editorMode: 'vim' }))
    const terminal = await kit.open()
    await terminal.until('-- INSERT --')
    await terminal.until('? for keys')
    await terminal.type('one two three')
    await terminal.until('› one two three')
    await terminal.press('Escape')
    await terminal.until('-- NORMAL --')
    await terminal.type('bdwx0')
    await terminal.until(/^› one two$/m)
    await terminal.type('cwzero')
    await terminal.until(/^› zero two$/m)
    await terminal.until('-- INSERT --')
    await terminal.press('Escape')
    await terminal.until('-- NORMAL --')
    await terminal.type('u')
    await terminal.until(/^› one two$/m)
    await terminal.type('yypA!')
    await terminal.until(/^› one two\n {2}one two!$/m)
    await terminal.press('Escape')
    await terminal.until('-- NORMAL --')
    await terminal.press('Enter')
    await terminal.until('Working')
    await waitFor(() => lastSaid(kit).includes('one two\none two!'))
    // Who waits with an empty field interrupts by one key, in whatever mode.
    await terminal.until('-- INSERT --')
    await terminal.press('Escape')
    await terminal.without('Working')
    await terminal.type('k')
    await terminal.until(/^› k$/m)
    await terminal.press('C-u', 'Escape')
    await terminal.until('-- NORMAL --')
    await terminal.type('k')
    await terminal.until(/^› one two\n {2}one two!$/m)
  })

  it('puts the cursor behind wide signs where the terminal has it', async () => {
    const kit = await start()
    const terminal = await kit.open()
    await terminal.until('? for keys')
    await terminal.type('漢字ab')
    await terminal.until('漢字ab')
    expect((await terminal.place()).x).toBe(2 + 4 + 2)
  })

  it('knows what was written before by ↑ and ↓, in this session and in others, and looks for it by Ctrl-R', async () => {
    const kit = await start('A.', 'B.', 'C.')
    const first = await kit.open()
    await first.until('? for keys')
    await send(first, 'about apples', 'A.')
    await send(first, 'about pears', 'B.')
    await first.press('C-d')
    await first.until('ENDED')
    const second = await kit.open()
    await second.until('? for keys')
    await second.type('half')
    await second.press('Up')
    await second.until(/^› about pears$/m)
    await second.press('Up')
    await second.until(/^› about apples$/m)
    await second.press('Down', 'Down')
    await second.until(/^› half$/m)
    await second.press('C-r')
    await second.type('appl')
    await second.until(/search › appl\n\s+about apples/)
    await second.press('Enter')
    await second.until(/^› about apples$/m)
    await second.press('Enter')
    await second.until('● C.')
  })

  it('folds a long paste and sends all of it, a megabyte too', async () => {
    const kit = await start('Long.')
    const terminal = await kit.open()
    await terminal.until('? for keys')
    const text = Array.from(
      { length: 16_384 },
      (_, line) => `line ${String(line).padStart(6, '0')} ${'x'.repeat(51)}`,
    ).join('\n')
    expect(text.length).toBeGreaterThan(1024 * 1024 - 100)
    await terminal.type('see ')
    await terminal.paste(text)
    await terminal.until('› see [Pasted text #1 +16383 lines]')
    await terminal.type(' thanks')
    await terminal.press('Enter')
    await terminal.until('● Long.')
    expect(lastSaid(kit)).toContain(`see ${text} thanks`)
    // Nobody scrolls past a megabyte that they pasted.
    await terminal.until(/… over [\d,]+ more lines, over 1023 KB/)
    const printed = (await terminal.everything()).match(/line \d{6} /g) ?? []
    expect(printed.at(-1)).toBe('line 000019 ')
  })

  it('takes a paste of several lines as text, and sends a picture by its path', async () => {
    const kit = await start('Seen.')
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    writeFileSync(join(kit.folder, 'dot.png'), png)
    const terminal = await kit.open()
    await terminal.until('? for keys')
    await terminal.paste('one\ntwo')
    await terminal.until(/› one\n\s+two/)
    await terminal.type(' ')
    await terminal.paste(join(kit.folder, 'dot.png'))
    await terminal.until('[Image #1]')
    await terminal.press('Enter')
    await terminal.until('● Seen.')
    const content = JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages)
    expect(content).toContain('image/png')
  })

  it('completes commands behind / and files behind @ by Tab, folders too', async () => {
    const kit = await start('Looked.', 'Seen, too.')
    mkdirSync(join(kit.folder, 'source'))
    writeFileSync(join(kit.folder, 'source', 'lantern.ts'), 'export {}\n')
    writeFileSync(join(kit.folder, 'two words.md'), 'of-two-words')
    const terminal = await kit.open()
    await terminal.until('? for keys')
    await terminal.type('/hel')
    await terminal.until('❯ /help')
    await terminal.press('Enter')
    // With the agent's own the list is longer than the screen.
    await expect
      .poll(() => terminal.everything(), { timeout: 30_000 })
      .toMatch(/\/help\s+List the commands that there are/)
    expect(await terminal.everything()).toMatch(/Shift-Tab\s+change the permission mode/)
    await terminal.type('look at @lant')
    await terminal.until('❯ source/lantern.ts')
    await terminal.press('Tab')
    await terminal.until('› look at @source/lantern.ts')
    await terminal.type('please')
    await terminal.press('Enter')
    await terminal.until('● Looked.')
    expect(lastSaid(kit)).toContain('look at @source/lantern.ts please')
    // Names with blanks are read as one, and Chinese has none before an `@`.
    await terminal.type('请看@two')
    await terminal.until('❯ two words.md')
    await terminal.press('Tab')
    await terminal.until('› 请看@"two words.md"')
    await terminal.press('Enter')
    await terminal.until('● Seen, too.')
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request)).toContain('of-two-words')
  })

  it('runs a command behind !, and remembers behind #', async () => {
    const kit = await start('Heard.')
    const terminal = await kit.open()
    await terminal.until('? for keys')
    await terminal.type('!echo from-the-shell')
    await terminal.press('Enter')
    await terminal.until(/May|│ from-the-shell/)
    if ((await terminal.screen()).includes('May')) await terminal.press('1')
    await terminal.until('│ from-the-shell')
    await terminal.until('? for keys')
    await terminal.type('# always use tabs')
    await terminal.press('Enter')
    await terminal.until('Where shall this be remembered?')
    await terminal.press('1')
    // It is written by the rules of Write: the person sees the difference and is asked.
    await terminal.until(/\+ - always use tabs[\s\S]*1\. Yes/)
    await sleepTyping()
    await terminal.press('1')
    await terminal.until(/Added to \S*CLAUDE\.md\. The model reads it with/)
    await terminal.until('? for keys')
    expect(readFileSync(join(kit.folder, 'CLAUDE.md'), 'utf8')).toBe('- always use tabs\n')
    await send(terminal, 'go on', 'Heard.')
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages)).toContain('from-the-shell')
  })

  it('writes by Ctrl-G in the editor that the person named', async () => {
    const kit = await start('Edited.')
    const editor = join(kit.folder, '..', 'editor.sh')
    writeFileSync(editor, '#!/bin/sh\nprintf "%s and more" "$(cat "$1")" > "$1"\n', { mode: 0o755 })
    const terminal = await kit.open([], { env: { VISUAL: editor } })
    await terminal.until('? for keys')
    await terminal.type('some')
    await terminal.press('C-g')
    await terminal.until(/^› some and more$/m)
    await terminal.press('Enter')
    await terminal.until('● Edited.')
    expect(lastSaid(kit)).toContain('some and more')
  })

  it('does what its own commands say: /clear, /model, /mode, /rename, /status, /resume, /rewind, /todos', async () => {
    const kit = await start('One.', 'Two.', 'Three.')
    const terminal = await kit.open()
    await terminal.until('? for keys')
    await send(terminal, 'first', 'One.')
    const run = async (command: string): Promise<void> => {
      await terminal.type(command)
      await terminal.press('Enter')
    }
    await run('/mode plan')
    await terminal.until('plan mode')
    await run('/mode default')
    await terminal.without('plan mode')
    await run('/rename lamp')
    await terminal.until('The session is called: lamp')
    await terminal.until('? for keys')
    expect(readLogs(kit.root)).toContainEqual(expect.objectContaining({ customTitle: 'lamp' }))
    await run('/model claude-sonnet-5')
    await terminal.until('Sonnet 5')
    await run('/clear')
    await terminal.until('── new session')
    await terminal.until('Opus')
    await send(terminal, 'second', 'Two.')
    expect(lastSaid(kit)).not.toContain('first')
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages)).not.toContain('first')
    await run('/resume')
    await terminal.until('Go on with a session')
    await terminal.type('lamp')
    await terminal.until('❯ lamp')
    await terminal.press('Enter')
    await terminal.until(/second[\s\S]*● One\./)
    await terminal.until('? for keys')
    await send(terminal, 'third', 'Three.')
    expect(JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages)).toContain('first')
    await run('/status')
    await terminal.until(/Session\s+[0-9a-f-]{36}/)
    await terminal.until('? for keys')
    await run('/rewind')
    await terminal.until('Go back to before which message?')
    await terminal.press('Escape')
    await terminal.until('? for keys')
  })

  it('shows the whole session on a screen of its own, and comes back to what was there', async () => {
    const kit = await start(
      {
        calls: [{ name: 'Bash', input: { command: `seq 1 60; echo ${'far '.repeat(40)}end-of-it` } }],
        thinking: 'a thought',
      },
      'Counted.',
    )
    const terminal = await kit.open(['count', '--allowedTools', 'Bash(seq:*) Bash(echo:*)'])
    await terminal.until('● Counted.')
    await terminal.until('? for keys')
    const before = await terminal.screen()
    await terminal.press('C-o')
    await terminal.until('Transcript ·')
    expect((await terminal.place()).isOther).toBe(true)
    // Whole: the command, and what it printed.
    expect((await terminal.until('end-of-it')).match(/far/g)).toHaveLength(40)
    await terminal.press('PageUp')
    await terminal.until('│ 30')
    await terminal.press('PageUp')
    await terminal.until('a thought')
    expect(await terminal.until(/\$ seq 1 60; echo/)).toMatch(/far[\s\S]*end-of-it/)
    await terminal.press('g')
    await terminal.until('› count')
    await terminal.press('G')
    await terminal.until('● Counted.')
    await terminal.press('q')
    await terminal.until('? for keys')
    expect((await terminal.place()).isOther).toBe(false)
    expect(await terminal.screen()).toBe(before)
  })

  it('shows the list of tasks while they are worked on, and hides it by Ctrl-T', async () => {
    const todos = [
      { content: 'Look', status: 'completed', activeForm: 'Looking' },
      { content: 'Act', status: 'in_progress', activeForm: 'Acting' },
      { content: 'Rest', status: 'pending', activeForm: 'Resting' },
    ]
    const kit = await start(
      { calls: [{ name: 'TodoWrite', input: { todos } }] },
      { text: 'slow '.repeat(150), pace: 20 },
    )
    const terminal = await kit.open(['do it all'])
    await terminal.until(/☒ Look\n\s+▸ Act\n\s+☐ Rest/)
    await terminal.press('C-t')
    await terminal.without('▸ Act')
    await terminal.press('C-t')
    await terminal.until('▸ Act')
    await waitFor(() => existsSync(kit.folder))
  })
})
